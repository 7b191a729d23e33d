import type {
  McpFormRequest,
  McpFormSource,
  McpRootsRequest,
  McpSamplingParams,
  McpSamplingRequest,
  McpUrlRequest,
} from '../interfaces/index.js';
import { formSchemaOf } from '../schema/index.js';

/**
 * Makes the questions of `McpInputRequired`.
 *
 * @publicApi
 */
export const McpInput = {
  /**
   * Asks the user to fill in a form. Never for secrets: the client sees what is filled in.
   *
   * @param message why the user is asked
   * @param fields a DTO class, a schema of zod and its like, or a JSON Schema, of plain fields only; without it the user
   * just accepts or declines
   * @throws TypeError that names a field which no form can have
   */
  form(message: string, fields?: McpFormSource): McpFormRequest {
    const requestedSchema = fields
      ? formSchemaOf(fields).requested
      : { type: 'object' as const, properties: {} };
    return { method: 'elicitation/create', params: { message, requestedSchema } };
  },

  /**
   * Asks the user to open a page, for what must not pass through the client. That the user agreed to open it says nothing
   * about what happened there: keep that with the page.
   *
   * @param url must not carry secrets or sign anybody in
   * @throws TypeError when it is no absolute URL
   */
  url(message: string, url: string | URL): McpUrlRequest {
    return { method: 'elicitation/create', params: { mode: 'url', message, url: new URL(url).href } };
  },

  /** Asks the client's model. The user may see and change what is asked and what is answered. */
  sampling(params: McpSamplingParams): McpSamplingRequest {
    return { method: 'sampling/createMessage', params };
  },

  /** Asks for the directories and files that the client lets the server work with. */
  roots(): McpRootsRequest {
    return { method: 'roots/list' };
  },
};

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** What a message of the server can be, as far as it is needed to find its schema. */
export interface ServerMessage {
  readonly jsonrpc?: string;
  readonly id?: unknown;
  readonly method?: string;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** Definition of the result of each method. In 2026-07-28 a method can have a response of its own as well. */
const RESULTS: Readonly<Record<string, string>> = {
  initialize: 'InitializeResult',
  ping: 'EmptyResult',
  'logging/setLevel': 'EmptyResult',
  'resources/subscribe': 'EmptyResult',
  'resources/unsubscribe': 'EmptyResult',
  'server/discover': 'DiscoverResult',
  'tools/list': 'ListToolsResult',
  'tools/call': 'CallToolResult',
  'resources/list': 'ListResourcesResult',
  'resources/templates/list': 'ListResourceTemplatesResult',
  'resources/read': 'ReadResourceResult',
  'prompts/list': 'ListPromptsResult',
  'prompts/get': 'GetPromptResult',
  'completion/complete': 'CompleteResult',
  'subscriptions/listen': 'SubscriptionsListenResult',
};

/** Errors of 2026-07-28 that have a schema of their own. */
const ERRORS: Readonly<Record<number, string>> = {
  [-32020]: 'HeaderMismatchError',
  [-32021]: 'MissingRequiredClientCapabilityError',
  [-32022]: 'UnsupportedProtocolVersionError',
};

/** Checks messages of the server with the official JSON schema of one protocol version. */
export class MessageValidator {
  private static readonly validators = new Map<string, MessageValidator>();

  private readonly ajv: Ajv;
  private readonly definitions: ReadonlySet<string>;
  private readonly keyword: string;

  private constructor(private readonly version: string) {
    const schema = readSchema(version);
    this.keyword = '$defs' in schema ? '$defs' : 'definitions';
    this.definitions = new Set(Object.keys(schema[this.keyword] as object));
    const options = { strict: false, allErrors: true };
    this.ajv = this.keyword === '$defs' ? new Ajv2020(options) : new Ajv(options);
    addFormats.default(this.ajv);
    this.ajv.addSchema(schema, 'mcp');
  }

  /** @throws Error when the project has no schema of the version */
  static of(version: string): MessageValidator {
    let validator = this.validators.get(version);
    if (!validator) {
      validator = new MessageValidator(version);
      this.validators.set(version, validator);
    }
    return validator;
  }

  /**
   * What is wrong with a message; empty when nothing is.
   *
   * @param requestMethod the method of the request that the message answers
   */
  problems(message: ServerMessage, requestMethod?: string): string[] {
    return this.definitionsOf(message, requestMethod).flatMap(([definition, value]) =>
      this.check(definition, value),
    );
  }

  private definitionsOf(message: ServerMessage, requestMethod: string | undefined): [string, unknown][] {
    if (message.error) {
      return this.errorDefinitions(message);
    }
    if (message.method !== undefined) {
      const kind = message.id === undefined ? 'ServerNotification' : 'ServerRequest';
      return [[kind, message]];
    }
    const result = requestMethod === undefined ? undefined : RESULTS[requestMethod];
    const response = `${result}Response`;
    if (this.definitions.has(response)) {
      return [[response, message]];
    }
    const envelope = this.definitions.has('JSONRPCResultResponse')
      ? 'JSONRPCResultResponse'
      : 'JSONRPCResponse';
    return [[envelope, message], ...(result ? [[result, message.result] as [string, unknown]] : [])];
  }

  private errorDefinitions(message: ServerMessage): [string, unknown][] {
    if (!this.definitions.has('JSONRPCErrorResponse')) {
      // The schemas of 2025-03-26 and 2025-06-18 demand an id, which an unreadable request does not have; later ones
      // correct that.
      return [['JSONRPCError', message.id === undefined ? { ...message, id: 0 } : message]];
    }
    const special = ERRORS[message.error?.code ?? 0];
    const names =
      special !== undefined && this.definitions.has(special)
        ? ['JSONRPCErrorResponse', special]
        : ['JSONRPCErrorResponse'];
    return names.map((name) => [name, message]);
  }

  private check(definition: string, value: unknown): string[] {
    if (!this.definitions.has(definition)) {
      return [`${this.version} has no ${definition}`];
    }
    const validate = this.ajv.getSchema(`mcp#/${this.keyword}/${definition}`) as ValidateFunction;
    return validate(value)
      ? []
      : [`no ${definition} of ${this.version}: ${this.ajv.errorsText(validate.errors, { dataVar: '' })}`];
  }
}

function readSchema(version: string): Record<string, unknown> {
  const file = new URL(`../../fixtures/mcp-schema/${version}.json`, import.meta.url);
  return JSON.parse(readFileSync(fileURLToPath(file), 'utf8')) as Record<string, unknown>;
}

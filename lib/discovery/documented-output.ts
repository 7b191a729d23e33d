import type { JsonSchema } from '../interfaces/index.js';
import { outputSchemaOf } from '../schema/output/index.js';
import { swaggerType } from '../schema/swagger-metadata.js';
import type { DecoratedMethod } from './decorated-method.js';
import { API_RESPONSE_METADATA, HTTP_CODE_METADATA } from './nest-metadata.js';

/** What `@ApiOkResponse()` keeps, as far as it is used here. */
interface DocumentedResponse {
  readonly type?: unknown;
  readonly isArray?: boolean;
}

type DocumentedResponses = Readonly<Record<string, DocumentedResponse | undefined>>;

/** The status that a route answers with unless its handler sets another. */
export function answeredStatus(
  { callback }: Pick<DecoratedMethod, 'callback'>,
  verb: string | undefined,
): number {
  return (
    (Reflect.getMetadata(HTTP_CODE_METADATA, callback) as number | undefined) ?? (verb === 'POST' ? 201 : 200)
  );
}

/** The schema of the successful response that @nestjs/swagger knows the type of; undefined when there is none. */
export function documentedOutput(method: DecoratedMethod, verb: string | undefined): JsonSchema | undefined {
  const responses = {
    ...readResponses(method.owner),
    ...readResponses(method.callback),
  };
  const successes = Object.keys(responses).filter((status) => /^2\d\d$/.test(status));
  const response =
    responses[answeredStatus(method, verb)] ??
    (successes.length === 1 ? responses[successes[0]!] : undefined);
  const type = swaggerType(response);
  return type && outputSchemaOf(type, response?.isArray === true);
}

function readResponses(target: object): DocumentedResponses {
  return (Reflect.getMetadata(API_RESPONSE_METADATA, target) ?? {}) as DocumentedResponses;
}

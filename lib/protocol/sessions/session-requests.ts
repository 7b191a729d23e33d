import type { IncomingHttpHeaders } from 'node:http';
import { takesEventStream } from '../accept.js';
import { errorAnswer, methodNotAllowedAnswer, SESSION_ENDED_ANSWER, STREAMED_ANSWER } from '../answer.js';
import type { ProtocolAnswer } from '../answer.js';
import { eraOf } from '../era.js';
import { headerValue, LAST_EVENT_HEADER, SESSION_HEADER, VERSION_HEADER } from '../headers.js';
import type { Message, RequestId } from '../json-rpc.js';
import type { KeepAlive } from '../keep-alive.js';
import { invalidRequest, unsupportedVersion } from '../protocol-error.js';
import type { Connection } from '../response-channel.js';
import { isLegacyVersion, isModernVersion } from '../versions.js';
import type { Sessions } from './sessions.js';

interface SessionMessage<Exchange> {
  readonly headers: IncomingHttpHeaders;
  readonly exchange: Exchange;
  readonly connection?: Connection;
}

/** `DELETE`: the client is done with its session. */
export async function answerDelete<Exchange>(
  sessions: Sessions<Exchange>,
  { headers, exchange }: SessionMessage<Exchange>,
): Promise<ProtocolAnswer> {
  const id = headerValue(headers, SESSION_HEADER);
  if (id === undefined) return SESSION_ENDED_ANSWER;
  const session = await sessions.find(id, exchange);
  if (!session) return unknownSessionAnswer(undefined);
  await sessions.end(session);
  return SESSION_ENDED_ANSWER;
}

/** `GET`: the client opens a stream, or goes on with one. */
export async function answerGet<Exchange>(
  sessions: Sessions<Exchange>,
  keepAlive: KeepAlive,
  { headers, exchange, connection }: SessionMessage<Exchange>,
): Promise<ProtocolAnswer> {
  const id = headerValue(headers, SESSION_HEADER);
  if (id === undefined || !connection) {
    // Not 400: clients without a session, which only try, take 405 for "there is no such stream".
    return methodNotAllowedAnswer(
      invalidRequest('GET opens the stream of a session: send the Mcp-Session-Id that initialize gave you'),
    );
  }
  if (!takesEventStream(headerValue(headers, 'accept'))) {
    return errorAnswer(406, undefined, invalidRequest('GET opens an event stream: accept text/event-stream'));
  }
  const version = headerValue(headers, VERSION_HEADER);
  if (version !== undefined && !isLegacyVersion(version)) throw unsupportedVersion(version);
  const session = await sessions.find(id, exchange);
  if (!session) return unknownSessionAnswer(undefined);
  keepAlive.add(await session.listen(connection, headerValue(headers, LAST_EVENT_HEADER)));
  return STREAMED_ANSWER;
}

/** The id of the session that a message says it belongs to. Modern ones belong to none, and `initialize` begins one. */
export function sessionIdOf(message: Message, headers: IncomingHttpHeaders): string | undefined {
  const id = headerValue(headers, SESSION_HEADER);
  if (id === undefined) return undefined;
  const version = headerValue(headers, VERSION_HEADER);
  switch (message.kind) {
    case 'request':
    case 'notification': {
      const isLegacy = eraOf(message.method, message.meta, version, headers) === 'legacy';
      return isLegacy && message.method !== 'initialize' ? id : undefined;
    }
    case 'response':
      return isModernVersion(version) ? undefined : id;
    case 'invalid':
      return undefined;
  }
}

/** Clients begin anew with `initialize` when they see the status. */
export function unknownSessionAnswer(requestId: RequestId | undefined): ProtocolAnswer {
  return errorAnswer(
    404,
    requestId,
    invalidRequest('This session is unknown, or has ended. Begin a new one with initialize'),
  );
}

import type { McpInputRequest } from '../../interfaces/index.js';
import { invalidRequest } from '../../protocol/index.js';
import type { ClientAnswer, JsonObject, MethodRequest, Session } from '../../protocol/index.js';
import type { OuterExchange } from '../../replay/index.js';
import type { InputChannel } from '../input/index.js';
import { capabilitiesInVersion } from './version-capabilities.js';

/** The way to ask the client of a request that belongs to a session; undefined when it belongs to none. */
export function findSessionChannel(request: MethodRequest<OuterExchange>): InputChannel | undefined {
  return request.session && new SessionInputChannel(request.session, request);
}

/** Asks the client of a session with requests of the server. */
class SessionInputChannel implements InputChannel {
  readonly clientCapabilities: JsonObject;

  constructor(
    private readonly session: Session,
    private readonly request: MethodRequest<OuterExchange>,
  ) {
    this.clientCapabilities = capabilitiesInVersion(session.clientCapabilities, session.version);
  }

  /** @throws ProtocolError when the client cannot be asked, does not answer, or answers everything with errors */
  async ask(requests: Readonly<Record<string, McpInputRequest>>): Promise<JsonObject> {
    const answers = await Promise.all(
      Object.entries(requests).map(async ([key, request]): Promise<[string, ClientAnswer]> => [
        key,
        await this.session.ask(
          { ...request } as { method: string; params?: JsonObject },
          this.request.channel,
        ),
      ]),
    );
    const results = answers.filter(hasResult).map(([key, { result }]): [string, JsonObject] => [key, result]);
    if (results.length === 0) {
      const [, answer] = answers[0]!;
      throw invalidRequest(`the client answered with an error: ${'error' in answer ? answer.error : ''}`);
    }
    return Object.fromEntries(results);
  }
}

function hasResult(
  entry: [string, ClientAnswer],
): entry is [string, Extract<ClientAnswer, { result: unknown }>] {
  return 'result' in entry[1];
}

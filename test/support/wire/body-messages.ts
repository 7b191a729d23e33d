import type { ServerMessage } from './message-validator.js';

/** Reads the JSON-RPC messages off a response, as they come. */
export async function* bodyMessages(response: Response): AsyncGenerator<ServerMessage | ServerMessage[]> {
  const type = response.headers.get('content-type')?.split(';', 1)[0];
  if (type === 'text/event-stream') {
    yield* eventMessages(response);
    return;
  }
  const text = await response.text();
  if (type === 'application/json') {
    yield parse(text);
  } else if (text !== '') {
    throw new Error(`the server sent ${type ?? 'a body without a type'}: ${text}`);
  }
}

/** Every message must be one `data:` line: some clients read no others. */
async function* eventMessages(response: Response): AsyncGenerator<ServerMessage> {
  let rest = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      if (line.startsWith('data:') && line.trim() !== 'data:') {
        yield parse(line.slice('data:'.length)) as ServerMessage;
      }
    }
  }
}

function parse(text: string): ServerMessage | ServerMessage[] {
  try {
    return JSON.parse(text) as ServerMessage | ServerMessage[];
  } catch {
    throw new Error(`the server sent no JSON: ${text}`);
  }
}

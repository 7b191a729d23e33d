import { addressOf, Bridge, MessageOutput } from '../bridge/index.js';
import { readBridgeArguments } from './bridge-arguments.js';

const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
/** How long calls have to end once the client has closed its end. */
const GRACE_MS = 10_000;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

const ADVICE = {
  401: "The server wants a credential: set NESTJS_MCP_TOKEN, or give --token-env or --header 'Authorization: Bearer …'",
  403: 'The credential that was sent does not allow this',
};

/** Carries messages until the client closes its end. */
export async function bridgeCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const { url, headers, secrets } = readBridgeArguments(args, environment);
  const report = (text: string) => process.stderr.write(`nestjs-mcp: ${text}\n`);
  if (url.protocol === 'http:' && headers['authorization'] !== undefined && !isLoopback(url)) {
    report(`${addressOf(url)} is not HTTPS: everybody on the way can read the credential`);
  }
  const bridge = new Bridge({
    endpoint: { url, headers },
    input: process.stdin,
    output: new MessageOutput(process.stdout),
    maxMessageBytes: MAX_MESSAGE_BYTES,
    secrets,
    advice: ADVICE,
    report,
  });
  let graceMs = GRACE_MS;
  const stop = () => {
    graceMs = 0;
    bridge.stop();
  };
  SIGNALS.forEach((signal) => process.once(signal, stop));
  await bridge.run();
  await bridge.drain(graceMs);
  await bridge.end({ endsSession: true });
  SIGNALS.forEach((signal) => process.removeListener(signal, stop));
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}

// Opens `$LISTENERS` subscriptions to `$SERVER_URL`, says so to its parent, and keeps them until it is killed.
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { subscriptionsListen } from './requests/mcp-request.js';

/** How many are on their way at once. */
const BATCH = 100;

const url = new URL(process.env.SERVER_URL!);
const count = Number(process.env.LISTENERS);
const request = rawRequest();
const sockets: Socket[] = [];

while (sockets.length < count) {
  const missing = Math.min(BATCH, count - sockets.length);
  sockets.push(...(await Promise.all(Array.from({ length: missing }, listen))));
}
for (const socket of sockets) {
  socket.on('close', () => {
    console.error('The server has closed a subscription');
    process.exit(1);
  });
}
process.on('message', tellOpen);
tellOpen();
process.on('disconnect', () => process.exit());

function tellOpen(): void {
  process.send!({ open: sockets.length });
}

/** Resolves when the server has acknowledged the subscription. */
function listen(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname);
    let received = '';
    const read = (data: Buffer) => {
      received += data.toString('latin1');
      if (received.includes('notifications/subscriptions/acknowledged')) {
        socket.off('data', read).off('end', refused);
        socket.resume();
        resolve(socket);
      } else if (!received.startsWith('HTTP/1.1 200')) {
        refused();
      }
    };
    const refused = () => reject(new Error(`No subscription, but ${received}`));
    socket.on('data', read).on('end', refused).on('error', reject);
    socket.write(request);
  });
}

/** Sockets of its own, since an HTTP client would need more memory for each than the server. */
function rawRequest(): string {
  const { method, path, headers, body = '' } = subscriptionsListen();
  const fields = { host: url.host, 'content-length': body.length, ...headers };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, '', body].join('\r\n');
}

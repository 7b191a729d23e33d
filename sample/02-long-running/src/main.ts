import { createApp } from './create-app.js';

const port = Number(process.env.PORT ?? 3000);
const host = process.env.HOST ?? '127.0.0.1';

const app = await createApp({ logger: ['error', 'warn', 'log'] });
await app.listen(port, host);

const address = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`;
console.log(`
Exports are made here.

  REST  ${address}/exports
  MCP   ${address}/mcp

Connect a client:
  claude mcp add --transport http exports ${address}/mcp
`);

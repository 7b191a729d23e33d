import { createApp } from './create-app.js';
import { SEED_USERS } from './database/seed-data.js';

const port = Number(process.env.PORT ?? 3000);
const host = process.env.HOST ?? '127.0.0.1';

const app = await createApp({ logger: ['error', 'warn', 'log'] });
await app.listen(port, host);

const address = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`;
const tokens = SEED_USERS.map(({ name, role, token }) => `  ${token.padEnd(16)} ${name}, ${role}`);

console.log(`
The coffee shop is open.

  REST  ${address}/menu
  MCP   ${address}/mcp

Connect a client (reading the menu needs no token):
  claude mcp add --transport http coffee-shop ${address}/mcp
  claude mcp add --transport http coffee-shop ${address}/mcp --header "Authorization: Bearer barista-token"

Tokens:
${tokens.join('\n')}
`);

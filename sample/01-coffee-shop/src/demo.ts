import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { createApp } from './create-app.js';

const wanted = process.env.MCP_URL ?? 'http://127.0.0.1:3000/mcp';
const app = (await isListening(wanted)) ? undefined : await createApp({ logger: ['error', 'warn'] });
await app?.listen(0, '127.0.0.1');
const url = app ? `${await app.getUrl()}/mcp` : wanted;

console.log(
  app ? `Nothing listens at ${wanted}: started the sample at ${url}` : `Using the server at ${url}`,
);
try {
  await runDemo();
} finally {
  await app?.close();
}

async function runDemo(): Promise<void> {
  const guest = await connect();
  const barista = await connect('barista-token');

  heading('What the server says of itself');
  console.log(`${guest.getServerVersion()?.name}, protocol ${guest.getNegotiatedProtocolVersion()}`);
  console.log(guest.getInstructions());

  heading('Tools');
  const { tools } = await guest.listTools();
  for (const { name, description, annotations } of tools) {
    const hint = annotations?.readOnlyHint
      ? 'reads  '
      : annotations?.destructiveHint
        ? 'DESTROYS'
        : 'writes ';
    console.log(`${hint.padEnd(9)} ${name.padEnd(20)} ${description ?? ''}`);
  }

  await call(guest, 'a guest', 'menu_list', { category: 'coffee', maxPrice: 4, limit: 3 });

  const order = { items: [{ menuItemId: 4, size: 'large', extras: ['oat_milk'] }, { menuItemId: 12 }] };
  await call(guest, 'a guest', 'quote_order', order);
  await call(guest, 'a guest', 'place_order', order);
  const placed = await call(barista, 'the barista', 'place_order', { ...order, nameOnCup: 'Nora' });

  const { id } = JSON.parse(textOf(placed)) as { id: string };
  await call(barista, 'the barista', 'set_order_status', { id, status: 'preparing' });
  await call(guest, 'a guest', 'orders_board', {});
  await call(barista, 'the barista', 'set_order_status', { id, status: 'drunk' });
  await call(barista, 'the barista', 'menu_remove', { id: 1 });
  await call(guest, 'a guest', 'menu_get', { id: 999 });

  await Promise.all([guest.close(), barista.close()]);
}

async function connect(token?: string): Promise<Client> {
  const headers = token ? { Authorization: `Bearer ${token}` } : undefined;
  const client = new Client(
    { name: 'coffee-shop-demo', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto' } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return client;
}

async function call(client: Client, who: string, name: string, args: object): Promise<CallToolResult> {
  heading(`As ${who}: ${name} ${JSON.stringify(args)}`);
  const result = await client.callTool({ name, arguments: { ...args } });
  console.log(`isError: ${result.isError ?? false}\n${textOf(result)}`);
  return result;
}

function textOf({ content }: CallToolResult): string {
  return content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n');
}

function heading(text: string): void {
  console.log(`\n--- ${text}`);
}

async function isListening(address: string): Promise<boolean> {
  try {
    await fetch(address, { method: 'OPTIONS' });
    return true;
  } catch {
    return false;
  }
}

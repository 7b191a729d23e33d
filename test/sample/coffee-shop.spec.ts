import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { CallToolResult } from '@modelcontextprotocol/client';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '../../sample/01-coffee-shop/src/create-app.js';
import { SEED_CUSTOMERS, SEED_MENU } from '../../sample/01-coffee-shop/src/database/seed-data.js';
import { Transactions } from '../../sample/01-coffee-shop/src/database/transactions.service.js';
import { MenuItem } from '../../sample/01-coffee-shop/src/menu/menu-item.entity.js';

const [clara, diego] = SEED_CUSTOMERS.map(({ id }) => id);
const FLAT_WHITE = menuItemId('Flat White');
const COLD_BREW = menuItemId('Cold Brew');
const CROISSANT = menuItemId('Butter Croissant');

interface Answer<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

interface ErrorBody {
  statusCode: number;
  message: string | string[];
}

interface OrderBody {
  id: string;
  number: number;
  nameOnCup: string;
  status: string;
  total: number;
  customerId: string | null;
  items: { name: string; unitPrice: number; quantity: number; size: string; extras: string[] }[];
}

interface MenuPage {
  items: { id: number; name: string; price: number; category: string; available: boolean }[];
  total: number;
  page: number;
  pages: number;
}

describe('coffee shop', () => {
  let app: NestFastifyApplication;
  let baseUrl: string;

  beforeEach(async () => {
    app = await createApp({ logger: false });
    await app.listen(0, '127.0.0.1');
    baseUrl = await app.getUrl();
  });

  afterEach(() => app.close());

  async function send<Body = ErrorBody>(
    route: string,
    token?: string,
    body?: unknown,
  ): Promise<Answer<Body>> {
    const [method, path] = route.split(' ');
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text ? JSON.parse(text) : '') as Body,
    };
  }

  async function placeOrder(token: string, order: object = { items: [{ menuItemId: FLAT_WHITE }] }) {
    const { status, body } = await send<OrderBody>('POST /orders', token, order);
    expect({ status, body }).toMatchObject({ status: 201 });
    return body;
  }

  describe('menu', () => {
    it('is open to everyone and comes in pages', async () => {
      const { status, headers, body } = await send<MenuPage>('GET /menu?limit=4&page=2');
      expect(status).toBe(200);
      expect(body).toMatchObject({ total: SEED_MENU.length, page: 2, pages: 4 });
      expect(body.items).toHaveLength(4);
      expect(headers.get('x-response-time')).toMatch(/^[\d.]+ms$/);
    });

    it.each([
      ['category=tea', ['Earl Grey', 'Fresh Mint Tea', 'Matcha Latte']],
      ['category=coffee&maxPrice=2.9', ['Double Espresso', 'Espresso']],
      ['minPrice=5', ['Avocado Bagel', 'Cheese Toastie']],
      ['search=VEGAN&category=pastry', ['Cinnamon Roll']],
      ['search=latte&minPrice=4.3&maxPrice=4.5', ['Oat Latte']],
      ['available=false', ['Cold Brew']],
      ['available=true&category=coffee&minPrice=4', ['Oat Latte']],
    ])('filters by %s', async (query, names) => {
      const { body } = await send<MenuPage>(`GET /menu?${query}`);
      expect(body.items.map(({ name }) => name).sort()).toEqual(names);
    });

    it('counts its categories', async () => {
      const { body } = await send<unknown>('GET /menu/categories');
      expect(body).toContainEqual({ category: 'tea', items: 3 });
    });

    it.each([
      ['category=soup', /category must be one of/],
      ['page=0', /page must not be less than 1/],
      ['limit=51', /limit must not be greater than 50/],
      ['minPrice=cheap', /minPrice must be a number/],
      ['available=maybe', /available must be a boolean/],
      ['sort=price', /property sort should not exist/],
    ])('refuses %s', async (query, message) => {
      const { status, body } = await send(`GET /menu?${query}`);
      expect(status).toBe(400);
      expect(String(body.message)).toMatch(message);
    });

    it('answers 404 for what it does not have and 400 for what is no id', async () => {
      expect(await send('GET /menu/999')).toMatchObject({
        status: 404,
        body: { statusCode: 404, message: 'Menu item not found', error: 'Not Found' },
      });
      expect(await send('GET /menu/mocha')).toMatchObject({ status: 400 });
    });

    it('is edited by managers only', async () => {
      const cortado = { name: 'Cortado', category: 'coffee', price: 3.4 };
      expect(await send('POST /menu', undefined, cortado)).toMatchObject({ status: 401 });
      expect(await send('POST /menu', 'no-such-token', cortado)).toMatchObject({ status: 401 });
      expect(await send('POST /menu', 'barista-token', cortado)).toMatchObject({
        status: 403,
        body: { message: 'Only for manager, and you are barista' },
      });

      const created = await send<{ id: number }>('POST /menu', 'manager-token', cortado);
      expect(created).toMatchObject({ status: 201, body: { ...cortado, description: '', available: true } });
      expect(await send('POST /menu', 'manager-token', cortado)).toMatchObject({ status: 409 });
    });

    it('changes only the fields that are given', async () => {
      const path = `PATCH /menu/${FLAT_WHITE}`;
      expect(await send(path, 'manager-token', { price: 4.15 })).toMatchObject({
        status: 200,
        body: { name: 'Flat White', price: 4.15, available: true },
      });
      expect(await send(path, 'manager-token', { name: null })).toMatchObject({ status: 400 });
      expect(await send(path, 'manager-token', { price: 4.155 })).toMatchObject({ status: 400 });
      expect(await send(path, 'manager-token', { name: 'Espresso' })).toMatchObject({ status: 409 });
      expect(await send(path, 'manager-token', { name: 'Flat White' })).toMatchObject({ status: 200 });
    });

    it('keeps removed items in past orders', async () => {
      const { id } = await placeOrder('customer-token');
      expect(await send(`DELETE /menu/${FLAT_WHITE}`, 'manager-token')).toMatchObject({
        status: 204,
        body: '',
      });
      expect(await send(`GET /menu/${FLAT_WHITE}`)).toMatchObject({ status: 404 });
      expect(await send(`GET /orders/${id}`, 'customer-token')).toMatchObject({
        body: { items: [{ name: 'Flat White', menuItemId: null }] },
      });
    });
  });

  describe('orders', () => {
    it('adds up sizes, extras and quantities', async () => {
      const order = await placeOrder('customer-token', {
        items: [
          { menuItemId: FLAT_WHITE, quantity: 3, size: 'large', extras: ['extra_shot', 'oat_milk'] },
          { menuItemId: CROISSANT },
        ],
      });
      expect(order).toMatchObject({ nameOnCup: 'Clara', status: 'placed', customerId: clara, total: 18.9 });
      expect(order.items).toMatchObject([
        { name: 'Flat White', unitPrice: 5.5, quantity: 3 },
        { name: 'Butter Croissant', unitPrice: 2.4, quantity: 1, size: 'regular', extras: [] },
      ]);
      expect(order).not.toHaveProperty('placedById');
      expect(await send(`GET /orders/${order.id}`, 'customer-token')).toMatchObject({
        body: { total: 18.9 },
      });
    });

    it('quotes without placing', async () => {
      const items = [{ menuItemId: FLAT_WHITE, size: 'large' }];
      expect(await send('POST /orders/quote', undefined, { items })).toMatchObject({
        status: 200,
        body: { total: 4.6 },
      });
      expect(await send('GET /orders/board')).toMatchObject({ body: [{ number: 101 }, { number: 102 }] });
    });

    it.each([
      [{ items: [] }, 400, /items must contain at least 1 elements/],
      [
        { items: [{ menuItemId: FLAT_WHITE, quantity: 0 }] },
        400,
        /items\.0\.quantity must not be less than 1/,
      ],
      [{ items: [{ menuItemId: FLAT_WHITE, size: 'huge' }] }, 400, /items\.0\.size must be one of/],
      [{ items: [{ menuItemId: FLAT_WHITE, sugar: 2 }] }, 400, /items\.0\.property sugar should not exist/],
      [{ items: [{ menuItemId: FLAT_WHITE }], pickUpAt: 'soon' }, 400, /pickUpAt must be a Date/],
      [{ items: [{ menuItemId: CROISSANT, size: 'large' }] }, 400, /Butter Croissant comes in one size/],
      [{ items: [{ menuItemId: COLD_BREW }] }, 422, /Cold Brew is sold out/],
      [{ items: [{ menuItemId: 999 }] }, 422, /There is no menu item 999/],
      [{ items: [{ menuItemId: FLAT_WHITE }], customerId: diego }, 403, /someone else/],
    ])('refuses %j', async (order, status, message) => {
      const answer = await send('POST /orders', 'customer-token', order);
      expect(answer.status).toBe(status);
      expect(String(answer.body.message)).toMatch(message);
    });

    it('needs a token to place one', async () => {
      const order = { items: [{ menuItemId: FLAT_WHITE }] };
      expect(await send('POST /orders', undefined, order)).toMatchObject({ status: 401 });
    });

    it('numbers orders that are placed at once', async () => {
      const orders = await Promise.all(Array.from({ length: 10 }, () => placeOrder('barista-token')));
      expect(orders.map(({ number }) => number).sort()).toEqual(orders.map((_, index) => 103 + index));
    });

    it('survives a refused order between others', async () => {
      const bad = { items: [{ menuItemId: FLAT_WHITE }, { menuItemId: 999 }] };
      const answers = await Promise.all([
        placeOrder('barista-token'),
        send('POST /orders', 'barista-token', bad),
        placeOrder('customer-token'),
      ]);
      expect(answers[1].status).toBe(422);
      const { body } = await send<{ number: number }[]>('GET /orders/board');
      expect(body.map(({ number }) => number)).toEqual([101, 102, 103, 104]);
    });

    it('writes one transaction after the other', async () => {
      const transactions = app.get(Transactions);
      const earlGrey = { id: menuItemId('Earl Grey') };
      const raisePrice = (cents: number) =>
        transactions.run(async (manager) => {
          const { price } = await manager.findOneByOrFail(MenuItem, earlGrey);
          await manager.update(MenuItem, earlGrey, { price: price + cents / 100 });
          if (cents === 0) throw new Error('refused');
        });
      const results = await Promise.allSettled([10, 0, 20].map(raisePrice));
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(await send(`GET /menu/${earlGrey.id}`)).toMatchObject({ body: { price: 3.1 } });
    });

    it('lists the orders of the caller', async () => {
      const { id } = await placeOrder('customer-token');
      await placeOrder('barista-token');
      const mine = await send<{ items: OrderBody[] }>('GET /orders/mine?status=placed', 'customer-token');
      expect(mine.body.items.map((order) => order.id)).toEqual([id]);
      expect(mine.body.items[0]?.items).toHaveLength(1);
    });

    it('shows an order to its owner and to staff', async () => {
      const { id } = await placeOrder('barista-token');
      expect(await send(`GET /orders/${id}`, 'customer-token')).toMatchObject({ status: 403 });
      expect(await send(`GET /orders/${id}`, 'manager-token')).toMatchObject({ status: 200, body: { id } });
      expect(await send('GET /orders/42', 'manager-token')).toMatchObject({ status: 400 });
      expect(await send(`GET /orders/${clara}`, 'manager-token')).toMatchObject({
        status: 404,
        body: { message: 'Order not found' },
      });
    });

    it('is moved on by staff, step by step, and earns points', async () => {
      const { id } = await placeOrder('customer-token');
      const moveTo = (status: string, token = 'barista-token') =>
        send(`PATCH /orders/${id}/status`, token, { status });

      expect(await moveTo('preparing', 'customer-token')).toMatchObject({ status: 403 });
      expect(await moveTo('ready')).toMatchObject({ status: 409 });
      expect(await moveTo('burnt')).toMatchObject({ status: 400 });
      for (const status of ['preparing', 'ready', 'picked_up']) {
        expect(await moveTo(status)).toMatchObject({ status: 200, body: { status } });
      }
      expect(await send(`GET /customers/${clara}/loyalty`, 'customer-token')).toMatchObject({
        body: { points: 45, tier: 'bronze' },
      });
    });

    it('can be cancelled until it is ready', async () => {
      const { id } = await placeOrder('customer-token');
      const cancel = `POST /orders/${id}/cancel`;
      expect(await send(cancel, 'customer-token')).toMatchObject({
        status: 200,
        body: { status: 'cancelled' },
      });
      expect(await send(cancel, 'customer-token')).toMatchObject({ status: 409 });
    });
  });

  describe('customers', () => {
    it('are registered once, by staff', async () => {
      const nora = { name: 'Nora Lind', email: 'Nora@Example.com' };
      expect(await send('POST /customers', 'customer-token', nora)).toMatchObject({ status: 403 });
      expect(await send('POST /customers', 'barista-token', nora)).toMatchObject({
        status: 201,
        body: { name: 'Nora Lind', email: 'nora@example.com', loyaltyPoints: 0 },
      });
      expect(await send('POST /customers', 'barista-token', nora)).toMatchObject({ status: 409 });
      expect(await send('POST /customers', 'barista-token', { ...nora, email: 'nora' })).toMatchObject({
        status: 400,
        body: { message: ['email must be an email'] },
      });
    });

    it('see themselves only', async () => {
      expect(await send(`GET /customers/${clara}`, 'customer-token')).toMatchObject({ status: 200 });
      expect(await send(`GET /customers/${diego}`, 'customer-token')).toMatchObject({ status: 403 });
      expect(await send(`GET /customers/${diego}`, 'barista-token')).toMatchObject({ status: 200 });
      expect(await send(`GET /customers/${diego}`)).toMatchObject({ status: 401 });
    });

    it('spend the points they have', async () => {
      const redeem = (points: number) =>
        send(`POST /customers/${diego}/loyalty/redeem`, 'barista-token', { points });
      expect(await redeem(100)).toMatchObject({ status: 200, body: { points: 30, tier: 'bronze' } });
      expect(await redeem(100)).toMatchObject({ status: 409 });
      expect(await redeem(7)).toMatchObject({ status: 400 });
    });

    it('are erased by managers, and their orders stay', async () => {
      expect(await send(`DELETE /customers/${clara}`, 'barista-token')).toMatchObject({ status: 403 });
      expect(await send(`DELETE /customers/${clara}`, 'manager-token')).toMatchObject({ status: 204 });
      const { body } = await send<{ number: number }[]>('GET /orders/board');
      expect(body.map(({ number }) => number)).toContain(102);
    });
  });

  it('knows in the audit log who changed what', async () => {
    const header = { 'x-api-key': 'manager-token' };
    const { id } = await placeOrder('barista-token');
    await send(`PATCH /menu/${FLAT_WHITE}`, 'manager-token', { available: false });

    const response = await fetch(`${baseUrl}/audit?limit=2`, { headers: header });
    expect(await response.json()).toMatchObject([
      { caller: 'Marta', action: 'menu.updated', subject: String(FLAT_WHITE) },
      { caller: 'Ben', action: 'order.placed', subject: id },
    ]);
    expect(await send('GET /audit', 'barista-token')).toMatchObject({ status: 403 });
  });

  describe('over MCP', () => {
    const clients: Client[] = [];

    afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));

    async function connect(token?: string): Promise<Client> {
      const headers = token ? { authorization: `Bearer ${token}` } : undefined;
      const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
      const transport = new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), {
        requestInit: { headers },
      });
      await client.connect(transport);
      clients.push(client);
      return client;
    }

    it('offers the decorated routes and no other', async () => {
      const { tools } = await (await connect()).listTools();
      expect(tools.map(({ name }) => name).sort()).toEqual([
        'audit_log',
        'cancel_order',
        'customers_find_one',
        'customers_loyalty',
        'customers_redeem',
        'customers_register',
        'get_order',
        'menu_categories',
        'menu_create',
        'menu_get',
        'menu_list',
        'menu_remove',
        'menu_update',
        'my_orders',
        'orders_board',
        'place_order',
        'quote_order',
        'set_order_status',
      ]);
      for (const { name, description, inputSchema } of tools) {
        expect({ name, description }).toEqual({
          name,
          description: expect.stringMatching(/\w{3}/) as string,
        });
        expect(inputSchema.type).toBe('object');
      }
    });

    it('describes tools as their routes and DTOs do', async () => {
      const { tools } = await (await connect()).listTools();
      const find = (name: string) => tools.find((tool) => tool.name === name);
      expect(find('menu_list')).toMatchObject({
        title: 'Browse the menu',
        annotations: { readOnlyHint: true, destructiveHint: false },
        inputSchema: {
          properties: {
            category: {
              description: 'Only this part of the menu.',
              enum: ['coffee', 'tea', 'pastry', 'sandwich'],
            },
            limit: { minimum: 1, maximum: 50 },
          },
        },
      });
      expect(find('menu_list')?.inputSchema.required ?? []).toEqual([]);
      expect(find('place_order')?.inputSchema.required).toEqual(['items']);
      expect(find('place_order')?.description).toMatch(/^Place an order for one or more menu items/);
      expect(find('quote_order')?.annotations).toMatchObject({ readOnlyHint: true, idempotentHint: true });
      expect(find('menu_update')?.inputSchema.required).toEqual(['id']);
      expect(find('set_order_status')?.annotations).toMatchObject({
        readOnlyHint: false,
        destructiveHint: false,
      });
      expect(find('cancel_order')?.annotations).toMatchObject({
        title: 'Cancel an order',
        destructiveHint: true,
      });
    });

    it('answers what the route answers', async () => {
      const client = await connect();
      const result = await client.callTool({
        name: 'menu_list',
        arguments: { category: 'coffee', maxPrice: 4, available: true, limit: 2 },
      });
      const { body } = await send<MenuPage>('GET /menu?category=coffee&maxPrice=4&available=true&limit=2');
      expect(result.isError ?? false).toBe(false);
      expect(JSON.parse(textOf(result))).toEqual(body);
    });

    it('says why it refuses', async () => {
      const [guest, barista] = [await connect(), await connect('barista-token')];
      const order = { items: [{ menuItemId: FLAT_WHITE }] };
      const refusals: [Client, string, Record<string, unknown>, RegExp][] = [
        [guest, 'place_order', order, /Sign in with a token/],
        [barista, 'menu_remove', { id: FLAT_WHITE }, /Only for manager, and you are barista/],
        [guest, 'menu_get', { id: 999 }, /Menu item not found/],
        [guest, 'menu_list', { category: 'soup' }, /category/],
        [barista, 'place_order', { items: [{ menuItemId: COLD_BREW }] }, /Cold Brew is sold out/],
        [barista, 'place_order', { items: [{ menuItemId: FLAT_WHITE, size: 'huge' }] }, /size/],
        [barista, 'place_order', { ...order, tip: 1 }, /tip/],
      ];
      for (const [client, name, args, message] of refusals) {
        const result = await client.callTool({ name, arguments: args });
        expect({ name, isError: result.isError, text: textOf(result) }).toEqual({
          name,
          isError: true,
          text: expect.stringMatching(message) as string,
        });
      }
    });

    it('knows each of the callers that call at once', async () => {
      const callers = await Promise.all(
        ['manager', 'barista', 'customer'].map((role) => connect(`${role}-token`)),
      );
      const order = { items: [{ menuItemId: FLAT_WHITE }] };
      const results = await Promise.all(
        [...callers, ...callers, ...callers].map((client) =>
          client.callTool({ name: 'place_order', arguments: order }),
        ),
      );
      const names = results.map((result) => (JSON.parse(textOf(result)) as OrderBody).nameOnCup);
      expect(names).toEqual(Array.from({ length: 3 }, () => ['Marta', 'Ben', 'Clara']).flat());
    });

    it('takes an order from placed to picked up', async () => {
      const [customer, barista] = [await connect('customer-token'), await connect('barista-token')];
      const placed = await customer.callTool({
        name: 'place_order',
        arguments: { items: [{ menuItemId: FLAT_WHITE, quantity: 2, size: 'large', extras: ['oat_milk'] }] },
      });
      const { id, total } = JSON.parse(textOf(placed)) as OrderBody;
      expect(total).toBe(10);
      for (const status of ['preparing', 'ready', 'picked_up']) {
        const moved = await barista.callTool({ name: 'set_order_status', arguments: { id, status } });
        expect(JSON.parse(textOf(moved))).toMatchObject({ id, status });
      }
      const loyalty = await customer.callTool({ name: 'customers_loyalty', arguments: { id: clara } });
      expect(JSON.parse(textOf(loyalty))).toEqual({ points: 52, tier: 'bronze' });
    });
  });
});

function textOf({ content }: CallToolResult): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

function menuItemId(name: string): number {
  const item = SEED_MENU.find((candidate) => candidate.name === name);
  if (!item) throw new Error(`The seed has no ${name}`);
  return item.id;
}

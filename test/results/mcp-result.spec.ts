import 'reflect-metadata';
import { instanceToPlain } from 'class-transformer';
import { McpBlobResource, McpResourceLink, McpToolResult } from '../../lib/results/index.js';
import { call, captured, textOf, VERSIONS } from './render.js';

const link = new McpResourceLink({
  name: 'report.pdf',
  uri: 'https://example.com/7.pdf',
  description: 'The report of May',
  mimeType: 'application/pdf',
  size: 12,
  annotations: { audience: ['user'], priority: 0.5 },
  icons: [{ src: 'https://example.com/icon.png' }],
});
const linkBlock = {
  type: 'resource_link',
  name: 'report.pdf',
  uri: 'https://example.com/7.pdf',
  description: 'The report of May',
  mimeType: 'application/pdf',
  size: 12,
  annotations: { audience: ['user'], priority: 0.5 },
  icons: [{ src: 'https://example.com/icon.png' }],
};
const blob = new McpBlobResource({
  uri: 'memory://reports/latest.pdf',
  data: Buffer.from('...pdf bytes...'),
  mimeType: 'application/pdf',
});
const blobBlock = {
  type: 'resource',
  resource: {
    uri: 'memory://reports/latest.pdf',
    mimeType: 'application/pdf',
    blob: Buffer.from('...pdf bytes...').toString('base64'),
  },
};

describe('A handler that returns McpToolResult', () => {
  const result = new McpToolResult({
    content: ['Report generated.', link, blob, { type: 'image', data: 'AAAA', mimeType: 'image/png' }],
    structuredContent: { reportId: 7 },
    meta: { 'example.com/trace': 'abc' },
  });

  it.each(['2025-06-18', '2025-11-25', '2026-07-28'] as const)(
    'decides every block (%s)',
    async (version) => {
      expect(await call(captured(result, 201), { version })).toEqual({
        ...(version === '2026-07-28' && { resultType: 'complete' }),
        content: [
          { type: 'text', text: 'Report generated.' },
          linkBlock,
          blobBlock,
          { type: 'image', data: 'AAAA', mimeType: 'image/png' },
        ],
        structuredContent: { reportId: 7 },
        _meta: { 'example.com/trace': 'abc', 'nestjs-mcp/status': 201 },
      });
    },
  );

  it('reaches clients that know neither links nor data', async () => {
    const { content, structuredContent } = await call(captured(result), { version: '2025-03-26' });
    expect(content[1]).toEqual({
      type: 'text',
      text: 'report.pdf: https://example.com/7.pdf\nThe report of May',
    });
    expect(structuredContent).toBeUndefined();
  });

  it('answers over HTTP with the JSON of the result', () => {
    expect(JSON.parse(JSON.stringify(result))).toEqual({
      content: [
        { type: 'text', text: 'Report generated.' },
        linkBlock,
        blobBlock,
        { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      ],
      structuredContent: { reportId: 7 },
      _meta: { 'example.com/trace': 'abc' },
    });
  });

  it.each([result, link, blob])('is the same behind ClassSerializerInterceptor', async (returned) => {
    expect(await call(captured(instanceToPlain(returned)))).toEqual(await call(captured(returned)));
  });

  it('can say that the call failed', async () => {
    const failed = new McpToolResult({ content: ['Out of stock'], isError: true });
    expect(await call(captured(failed))).toMatchObject({ isError: true });
  });

  it('is an error anyway with an error status', async () => {
    const odd = new McpToolResult({ content: ['Gone'], isError: false });
    expect(await call(captured(odd, 410))).toMatchObject({ isError: true });
  });

  it('has the data as text when it has no content', async () => {
    const data = new McpToolResult({ content: [], structuredContent: { total: 3n } });
    expect(await call(captured(data))).toMatchObject({
      content: [{ type: 'text', text: '{"total":"3"}' }],
      structuredContent: { total: '3' },
    });
    expect(await textOf(captured(new McpToolResult({ content: [] })))).toBe('Done (HTTP 200 OK).');
  });

  it.each(VERSIONS)('may have data that is not an object (%s)', async (version) => {
    const list = new McpToolResult({ content: ['2 users'], structuredContent: ['Ann', 'Bo'] });
    const { structuredContent } = await call(captured(list), { version });
    expect(structuredContent).toEqual(version === '2025-03-26' ? undefined : { result: ['Ann', 'Bo'] });
  });

  it('is refused where it is made when a block is not one', () => {
    const content = ['ok', { type: 'image', data: 'AAAA' } as never];
    expect(() => new McpToolResult({ content })).toThrow(/content\[1\]/);
  });
});

describe('A handler that returns a file for the model', () => {
  it('may return a link as it is', async () => {
    expect((await call(captured(link))).content).toEqual([linkBlock]);
  });

  it('may return a blob as it is, from bytes or base64', async () => {
    expect((await call(captured(blob))).content).toEqual([blobBlock]);
    const { uri, mimeType } = blob.resource;
    const same = new McpBlobResource({ uri, mimeType: mimeType!, data: blob.resource.blob });
    expect((await call(captured(same))).content).toEqual([blobBlock]);
  });

  it('encodes only the bytes of a view', () => {
    const view = new Uint8Array([1, 2, 3, 4]).subarray(1, 3);
    expect(new McpBlobResource({ uri: 'a:b', data: view, mimeType: 'a/b' }).resource.blob).toBe('AgM=');
  });

  it('is told when a string is not base64', () => {
    const options = { uri: 'a:b', data: '...pdf bytes...', mimeType: 'a/b' };
    expect(() => new McpBlobResource(options)).toThrow(/must be base64/);
  });

  it.each([
    new McpBlobResource({ uri: 'a:b', data: Buffer.alloc(1025), mimeType: 'a/b' }),
    new McpToolResult({
      content: [{ type: 'image', data: Buffer.alloc(1025).toString('base64'), mimeType: 'a/b' }],
    }),
  ])('gets an error over maxBlobBytes', async (returned) => {
    const result = await call(captured(returned));
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: 'The response has 1025 bytes, more than the 1024 bytes that maxBlobBytes allows.' }],
    });
  });
});

describe('A handler that returns a plain MCP result', () => {
  it('has it passed through', async () => {
    const result = {
      content: [
        { type: 'text', text: 'Denied', annotations: { audience: ['assistant'] } },
        { type: 'resource', resource: { uri: 'nest:///a', text: 'A', mimeType: 'text/plain' } },
        { type: 'audio', data: 'AAAA', mimeType: 'audio/wav', _meta: {} },
      ],
      structuredContent: { reason: 'stock' },
      isError: true,
    };
    expect(await call(captured(result))).toEqual({ resultType: 'complete', ...result });
  });

  it.each<[string, unknown]>([
    ['an entity with content', { id: 1, content: [{ type: 'text', text: 'Hello' }] }],
    ['an entity with a text', { content: 'Hello' }],
    ['an empty page', { content: [] }],
    ['a chat message', { role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
    ['a rich text document', { content: [{ type: 'text', text: 'Hello', marks: [] }] }],
    ['a document of other nodes', { content: [{ type: 'paragraph', text: 'x' }] }],
    ['blocks without their fields', { content: [{ type: 'image', data: 'AAAA' }] }],
    ['a mixed list', { content: [{ type: 'text', text: 'a' }, 'b'] }],
    ['a wrong isError', { content: [{ type: 'text', text: 'a' }], isError: 'no' }],
    ['a text node', { type: 'text', text: 'a' }],
    ['a resource of an API', { type: 'resource', id: 1, resource: { uri: '/a', text: 'x' } }],
    ['a resource that is both', { type: 'resource', resource: { uri: 'a:b', text: 'x', blob: 'AAAA' } }],
    ['an inherited name', { content: [{ type: 'constructor' }] }],
  ])('is not taken for one with %s', async (_, body) => {
    expect(await textOf(captured(body))).toBe(JSON.stringify(body));
  });
});

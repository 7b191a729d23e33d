import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { jest } from '@jest/globals';
import { Logger, StreamableFile } from '@nestjs/common';
import { call, captured, textOf, VERSIONS } from './render.js';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

describe('A route that answers with bytes', () => {
  it.each(VERSIONS)('gives an image block (%s)', async (version) => {
    const { content } = await call(captured(PNG, 200, { 'content-type': 'image/png' }), { version });
    expect(content).toEqual([{ type: 'image', data: PNG.toString('base64'), mimeType: 'image/png' }]);
  });

  it.each(VERSIONS)('gives an audio block (%s)', async (version) => {
    const { content } = await call(captured(PNG, 200, { 'content-type': 'audio/mpeg' }), { version });
    expect(content).toEqual([{ type: 'audio', data: PNG.toString('base64'), mimeType: 'audio/mpeg' }]);
  });

  it.each(VERSIONS)('gives a file otherwise (%s)', async (version) => {
    const headers = {
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="report.pdf"',
    };
    const { content } = await call(captured(PNG, 200, headers), { version });
    const resource = {
      uri: 'nest:///items/1/report.pdf',
      mimeType: 'application/pdf',
      blob: PNG.toString('base64'),
    };
    expect(content).toEqual([{ type: 'resource', resource }]);
  });

  it('gives an octet stream without a content type', async () => {
    for (const body of [Buffer.from('text?'), new Uint8Array(Buffer.from('text?')), arrayBuffer('text?')]) {
      const { content } = await call(captured(body));
      const resource = { uri: 'nest:///items/1', mimeType: 'application/octet-stream', blob: 'dGV4dD8=' };
      expect(content).toEqual([{ type: 'resource', resource }]);
    }
  });

  it.each([
    'text/csv; charset=utf-8',
    'TEXT/HTML',
    'application/json',
    'application/problem+json',
    'application/xml',
    'image/svg+xml',
    'application/yaml',
    'application/javascript',
    'text/plain; charset=unheard-of',
  ])('gives text for %s', async (type) => {
    expect(await textOf(captured(Buffer.from('größer'), 200, { 'content-type': type }))).toBe('größer');
  });

  it('reads the charset', async () => {
    const response = captured(Buffer.from('größer', 'latin1'), 200, {
      'content-type': 'text/plain; charset="ISO-8859-1"',
    });
    expect(await textOf(response)).toBe('größer');
  });

  it('does not take compressed bytes for text', async () => {
    const headers = { 'content-type': 'text/plain', 'content-encoding': 'gzip' };
    const { content } = await call(captured(PNG, 200, headers));
    expect(content).toMatchObject([{ type: 'resource', resource: { mimeType: 'application/octet-stream' } }]);
  });

  it('keeps a string as text whatever its content type says', async () => {
    expect(await textOf(captured('<svg/>', 200, { 'content-type': 'image/png' }))).toBe('<svg/>');
  });

  it('gives data for JSON bytes of a tool with an output schema', async () => {
    const response = captured(Buffer.from('[1]'), 200, { 'content-type': 'application/json' });
    expect(await call(response, { hasOutputSchema: true })).toMatchObject({
      structuredContent: { result: [1] },
    });
  });

  it('says that it is done when there are none', async () => {
    expect(await textOf(captured(Buffer.alloc(0)))).toBe('Done (HTTP 200 OK).');
  });

  it('keeps an error an error', async () => {
    const response = captured(Buffer.from('broken'), 502, { 'content-type': 'text/plain' });
    expect(await call(response)).toMatchObject({ isError: true, content: [{ text: 'broken' }] });
  });

  it('gives an error over maxBlobBytes', async () => {
    for (const type of ['image/png', 'text/plain']) {
      const result = await call(captured(Buffer.alloc(2000), 200, { 'content-type': type }));
      expect(result).toMatchObject({
        isError: true,
        content: [
          { text: 'The response has 2000 bytes, more than the 1024 bytes that maxBlobBytes allows.' },
        ],
      });
    }
  });
});

describe('The URI of a file', () => {
  it.each<[string, string | undefined, string]>([
    ['/reports?year=2026', undefined, 'nest:///reports?year=2026'],
    ['/reports?year=2026', 'attachment; filename=may.pdf', 'nest:///reports/may.pdf?year=2026'],
    ['/files/may.pdf', 'inline; filename="may.pdf"', 'nest:///files/may.pdf'],
    ['/files/', 'inline; filename="../../etc/pass\\"wd"', 'nest:///files/pass%22wd'],
    [
      '/files',
      'attachment; filename="a"; filename*=UTF-8\'\'gr%C3%B6%C3%9Fer.pdf',
      'nest:///files/gr%C3%B6%C3%9Fer.pdf',
    ],
    ['/files', 'attachment; filename="a.pdf"; filename*=UTF-8\'\'%zz', 'nest:///files/a.pdf'],
    ['/files', 'attachment; filename="50% #1?.pdf"', 'nest:///files/50%25%20%231%3F.pdf'],
    ['/a b|{c}\ud800%zz%20', undefined, 'nest:///a%20b%7C%7Bc%7D%EF%BF%BD%25zz%20'],
    ['https://example.com/a', undefined, 'https://example.com/a'],
    ['items', undefined, 'nest:///items'],
  ])('for %s and %s', async (url, disposition, uri) => {
    const headers: Record<string, string> =
      disposition === undefined ? {} : { 'content-disposition': disposition };
    const { content } = await call(captured(PNG, 200, headers), { url });
    expect(content).toMatchObject([{ resource: { uri } }]);
  });
});

describe('A route that answers with a stream', () => {
  const asText = { 'content-type': 'text/plain' };

  it('is read to its end', async () => {
    const stream = new StreamableFile(Buffer.from('hello')).getStream();
    expect(await textOf(captured(stream, 200, asText))).toBe('hello');
    expect(await textOf(captured(Readable.from(['a', Buffer.from('b')]), 200, asText))).toBe('ab');
  });

  it('may be a web stream, a Response, or a stream of another library', async () => {
    expect(await textOf(captured(new Response('web').body, 200, asText))).toBe('web');
    const response = Response.json({ a: 1 }, { status: 201 });
    expect(await call(captured(response))).toMatchObject({
      content: [{ text: '{"a":1}' }],
      _meta: { 'nestjs-mcp/status': 201 },
    });
    expect(await textOf(captured(new Response(null, { status: 204 })))).toBe('Done (HTTP 204 No Content).');
    expect(await textOf(captured(legacyStream('old'), 200, asText))).toBe('old');
  });

  it('is stopped over maxBlobBytes', async () => {
    let chunks = 0;
    const stream = new Readable({
      read() {
        chunks++;
        this.push(Buffer.alloc(1000));
      },
    });
    const result = await call(captured(stream, 200, asText));
    expect(result).toMatchObject({
      isError: true,
      content: [
        { text: expect.stringMatching(/at least 2000 bytes.*1024 bytes that maxBlobBytes/) as string },
      ],
    });
    expect(stream.destroyed).toBe(true);
    expect(chunks).toBeLessThan(100);
  });

  it('is not even started when its announced length is over maxBlobBytes', async () => {
    const read = jest.fn();
    const stream = new Readable({ read });
    const result = await call(captured(stream, 200, { ...asText, 'content-length': 5000 }));
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('5000') as string }],
    });
    expect(read).not.toHaveBeenCalled();
    expect(stream.destroyed).toBe(true);
  });

  it('is not read when HTTP would not send it', async () => {
    const stream = Readable.from(['x']);
    expect(await textOf(captured(stream, 302, { location: '/a' }))).toBe('Redirect (302) to /a');
    expect(stream.destroyed).toBe(true);
  });

  it.each([
    ['breaks off', () => Readable.from(failing())],
    ['is destroyed already', () => Readable.from(['x']).destroy()],
    ['gives neither text nor bytes', () => Readable.from([{ a: 1 }])],
  ])('is an error without internals when it %s', async (_, stream) => {
    const log = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const result = await call(captured(stream(), 200, asText));
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: 'The response broke off before it was complete.' }],
    });
    expect(log).toHaveBeenCalledTimes(1);
    log.mockRestore();
  });

  it('is given up when the call is', async () => {
    const log = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const stream = new Readable({ read: () => undefined });
    const abort = new AbortController();
    const result = call(captured(stream, 200, asText), { cancellation: { signal: abort.signal } });
    abort.abort();
    expect(await result).toMatchObject({ isError: true });
    expect(stream.destroyed).toBe(true);
    log.mockRestore();
  });
});

async function* failing() {
  yield 'a';
  await Promise.resolve();
  throw new Error('ENOENT /srv/secret');
}

function arrayBuffer(text: string): ArrayBuffer {
  return new Uint8Array(Buffer.from(text)).buffer;
}

function legacyStream(text: string): EventEmitter {
  const stream = Object.assign(new EventEmitter(), { pipe: () => undefined, pause() {}, resume() {} });
  setImmediate(() => {
    stream.emit('data', Buffer.from(text));
    stream.emit('end');
  });
  return stream;
}

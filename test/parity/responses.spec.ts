import { Readable } from 'node:stream';
import {
  Controller,
  Delete,
  Get,
  Head,
  Header,
  HttpCode,
  HttpStatus,
  Options,
  Post,
  Put,
  Redirect,
  Res,
  StreamableFile,
} from '@nestjs/common';
import type { HttpRedirectResponse } from '@nestjs/common';
import { McpTool } from 'nestjs-mcp';
import { EMPTY, from, of } from 'rxjs';
import { describeParity } from './parity-table.js';

interface ResponseLike {
  status(code: number): this;
  send(body?: unknown): this;
  redirect(url: string): unknown;
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAwS2OUAAAAABJRU5ErkJggg==',
  'base64',
);

@Controller('responses')
@McpTool()
class ResponsesController {
  @Get('object')
  object() {
    return {
      text: 'é\u2028"</script>',
      list: [1, null, { deep: [] }],
      when: new Date(0),
      skipped: undefined,
    };
  }

  @Get('array')
  array() {
    return [];
  }

  @Get('string')
  string() {
    return 'plain text, é';
  }

  @Get('empty-string')
  emptyString() {
    return '';
  }

  @Get('json-string')
  jsonString() {
    return '{"a":1}';
  }

  @Get('number')
  number() {
    return 42.5;
  }

  @Get('zero')
  zero() {
    return 0;
  }

  @Get('true')
  yes() {
    return true;
  }

  @Get('false')
  no() {
    return false;
  }

  @Get('null')
  null() {
    return null;
  }

  @Get('undefined')
  undefined() {}

  @Get('date')
  date() {
    return new Date(0);
  }

  @Get('map')
  map() {
    return new Map([['a', 1]]);
  }

  @Get('to-json')
  toJson() {
    return { toJSON: () => ({ from: 'toJSON' }) };
  }

  @Get('bigint')
  bigint() {
    return { big: 12345678901234567890n };
  }

  @Get('cycle')
  cycle() {
    const node: Record<string, unknown> = { name: 'loop' };
    node.self = node;
    return node;
  }

  @Get('promise')
  async promise() {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return { later: true };
  }

  @Get('observable')
  observable() {
    return of({ from: 'observable' });
  }

  @Get('observable-last')
  observableLast() {
    return from([1, 2, 3]);
  }

  @Get('observable-empty')
  observableEmpty() {
    return EMPTY;
  }

  @Get('promise-of-observable')
  promiseOfObservable() {
    return Promise.resolve(of(['x']));
  }

  @Post('created')
  created() {
    return { id: 1 };
  }

  @Post('ok')
  @HttpCode(HttpStatus.OK)
  ok() {
    return { id: 1 };
  }

  @Put('accepted')
  @HttpCode(202)
  accepted() {}

  @Delete('removed')
  @HttpCode(204)
  removed() {}

  @Delete('removed-with-body')
  @HttpCode(204)
  removedWithBody() {
    return { dropped: true };
  }

  @Get('not-modified')
  @HttpCode(304)
  notModified() {
    return { dropped: true };
  }

  @Get('client-error')
  @HttpCode(422)
  clientError() {
    return { returned: 'not thrown' };
  }

  @Get('html')
  @Header('content-type', 'text/html')
  html() {
    return '<b>hi</b>';
  }

  @Get('csv')
  @Header('content-type', 'text/csv')
  @Header('content-disposition', 'attachment; filename="a.csv"')
  csv() {
    return 'a,b\n1,2\n';
  }

  @Get('problem')
  @Header('content-type', 'application/problem+json')
  problem() {
    return { title: 'no problem' };
  }

  @Get('redirect')
  @Redirect('https://example.com/a?b=1', 301)
  redirect() {}

  @Get('redirect-default')
  @Redirect('/elsewhere')
  redirectDefault() {}

  @Get('redirect-dynamic')
  @Redirect('/elsewhere', 302)
  redirectDynamic(): HttpRedirectResponse {
    return { url: '/dynamic', statusCode: 307 };
  }

  @Get('redirect-by-hand')
  redirectByHand(@Res() response: ResponseLike) {
    response.redirect('/by-hand');
  }

  @Head('head')
  head() {
    return { dropped: true };
  }

  @Options('options')
  options() {
    return { allowed: ['GET'] };
  }

  @Get('file')
  file() {
    return new StreamableFile(PNG, { type: 'image/png', disposition: 'attachment; filename="dot.png"' });
  }

  @Get('file-stream')
  fileStream() {
    return new StreamableFile(Readable.from([Buffer.from('one,'), Buffer.from('two')]), { type: 'text/csv' });
  }

  @Get('file-default')
  fileDefault() {
    return new StreamableFile(Buffer.from([0, 1, 2, 255]));
  }

  @Get('file-audio')
  fileAudio() {
    return new StreamableFile(Buffer.from([1, 2, 3]), { type: 'audio/wav', length: 3 });
  }

  @Get('file-json')
  fileJson() {
    return new StreamableFile(Buffer.from('{"in":"file"}'), { type: 'application/json' });
  }

  @Get('file-pdf')
  @Header('content-type', 'application/pdf')
  filePdf() {
    return new StreamableFile(Buffer.from('%PDF-1.7'));
  }

  @Get('buffer')
  buffer() {
    return Buffer.from([0, 1, 255]);
  }

  @Get('png')
  @Header('content-type', 'image/png')
  png() {
    return PNG;
  }

  @Get('buffer-by-hand')
  bufferByHand(@Res() response: ResponseLike) {
    response.send(Buffer.from([0, 1, 255]));
  }

  @Get('png-by-hand')
  @Header('content-type', 'image/png')
  pngByHand(@Res() response: ResponseLike) {
    response.send(PNG);
  }
}

const get = (path: string) => `GET /responses/${path}`;

const UNSERIALIZABLE = [
  { at: 'status', http: 500, tool: 200 },
  { at: 'isError', http: true, tool: false },
  { at: 'body.statusCode', http: 500, tool: undefined },
  { at: 'body.message', http: 'Internal server error', tool: undefined },
];

describeParity('responses', { controllers: [ResponsesController] }, [
  {
    title: 'an object',
    tool: 'responses_object',
    http: get('object'),
    status: 200,
    body: { text: 'é\u2028"</script>', list: [1, null, { deep: [] }], when: '1970-01-01T00:00:00.000Z' },
  },
  { title: 'an empty array', tool: 'responses_array', http: get('array'), status: 200, body: [] },
  { title: 'a string', tool: 'responses_string', http: get('string'), status: 200, body: 'plain text, é' },
  {
    title: 'an empty string',
    tool: 'responses_empty_string',
    http: get('empty-string'),
    status: 200,
    body: undefined,
  },
  {
    title: 'a string that looks like JSON',
    tool: 'responses_json_string',
    http: get('json-string'),
    status: 200,
    body: '{"a":1}',
  },
  { title: 'a number', tool: 'responses_number', http: get('number'), status: 200 },
  { title: 'zero', tool: 'responses_zero', http: get('zero'), status: 200 },
  { title: 'true', tool: 'responses_yes', http: get('true'), status: 200 },
  { title: 'false', tool: 'responses_no', http: get('false'), status: 200 },
  {
    title: 'null',
    tool: 'responses_null',
    http: get('null'),
    status: 200,
  },
  { title: 'nothing', tool: 'responses_undefined', http: get('undefined'), status: 200, body: undefined },
  { title: 'a date', tool: 'responses_date', http: get('date'), status: 200 },
  { title: 'a map', tool: 'responses_map', http: get('map'), status: 200, body: {} },
  {
    title: 'an object with toJSON()',
    tool: 'responses_to_json',
    http: get('to-json'),
    status: 200,
    body: { from: 'toJSON' },
  },
  {
    title: 'a big integer is text',
    tool: 'responses_bigint',
    http: get('bigint'),
    status: 500,
    differs: {
      because:
        'over HTTP it is an error; a value that JSON has no word for must not cost the answer (demands 35)',
      in: [...UNSERIALIZABLE, { at: 'body.big', http: undefined, tool: '12345678901234567890' }],
    },
  },
  {
    title: 'a cycle is cut',
    tool: 'responses_cycle',
    http: get('cycle'),
    status: 500,
    differs: {
      because:
        'over HTTP it is an error; a value that JSON has no word for must not cost the answer (demands 35)',
      in: [
        ...UNSERIALIZABLE,
        { at: 'body.name', http: undefined, tool: 'loop' },
        { at: 'body.self', http: undefined, tool: '[Circular]' },
      ],
    },
  },
  { title: 'a promise', tool: 'responses_promise', http: get('promise'), status: 200, body: { later: true } },
  {
    title: 'an observable',
    tool: 'responses_observable',
    http: get('observable'),
    status: 200,
    body: { from: 'observable' },
  },
  {
    title: 'the last value of an observable',
    tool: 'responses_observable_last',
    http: get('observable-last'),
    status: 200,
  },
  {
    title: 'an observable without a value',
    tool: 'responses_observable_empty',
    http: get('observable-empty'),
    status: 500,
    body: { statusCode: 500, message: 'Internal server error' },
  },
  {
    title: 'a promise of an observable',
    tool: 'responses_promise_of_observable',
    http: get('promise-of-observable'),
    status: 200,
    body: ['x'],
  },
  {
    title: 'POST is 201',
    tool: 'responses_created',
    http: 'POST /responses/created',
    status: 201,
    body: { id: 1 },
  },
  { title: '@HttpCode(200) on POST', tool: 'responses_ok', http: 'POST /responses/ok', status: 200 },
  {
    title: '@HttpCode(202) and nothing returned',
    tool: 'responses_accepted',
    http: 'PUT /responses/accepted',
    status: 202,
    body: undefined,
  },
  {
    title: '@HttpCode(204)',
    tool: 'responses_removed',
    http: 'DELETE /responses/removed',
    status: 204,
    body: undefined,
  },
  {
    title: '@HttpCode(204) drops what is returned',
    tool: 'responses_removed_with_body',
    http: 'DELETE /responses/removed-with-body',
    status: 204,
    body: undefined,
  },
  {
    title: '@HttpCode(304) drops what is returned',
    tool: 'responses_not_modified',
    http: get('not-modified'),
    status: 304,
    body: undefined,
  },
  {
    title: '@HttpCode(422) is an error, though returned',
    tool: 'responses_client_error',
    http: get('client-error'),
    status: 422,
    body: { returned: 'not thrown' },
  },
  {
    title: '@Header() of HTML',
    tool: 'responses_html',
    http: get('html'),
    status: 200,
    body: '<b>hi</b>',
  },
  { title: '@Header() of CSV', tool: 'responses_csv', http: get('csv'), status: 200, body: 'a,b\n1,2\n' },
  {
    title: '@Header() of a JSON type',
    tool: 'responses_problem',
    http: get('problem'),
    status: 200,
    body: { title: 'no problem' },
  },
  { title: '@Redirect()', tool: 'responses_redirect', http: get('redirect'), status: 301 },
  {
    title: '@Redirect() without a status',
    tool: 'responses_redirect_default',
    http: get('redirect-default'),
    status: 302,
  },
  {
    title: '@Redirect() that the handler overrides',
    tool: 'responses_redirect_dynamic',
    http: get('redirect-dynamic'),
    status: 307,
  },
  {
    title: 'response.redirect(), which on Fastify keeps the status that Nest has set',
    tool: 'responses_redirect_by_hand',
    http: get('redirect-by-hand'),
    status: { fastify: 200, express: 302 },
  },
  {
    title: 'HEAD has no body',
    tool: 'responses_head',
    http: 'HEAD /responses/head',
    status: 200,
    body: undefined,
  },
  {
    title: 'OPTIONS',
    tool: 'responses_options',
    http: 'OPTIONS /responses/options',
    status: 200,
    body: { allowed: ['GET'] },
  },
  { title: 'an image', tool: 'responses_file', http: get('file'), status: 200, body: PNG },
  {
    title: 'a stream of text',
    tool: 'responses_file_stream',
    http: get('file-stream'),
    status: 200,
    body: 'one,two',
  },
  {
    title: 'a file without a type',
    tool: 'responses_file_default',
    http: get('file-default'),
    status: 200,
    body: Buffer.from([0, 1, 2, 255]),
  },
  { title: 'audio', tool: 'responses_file_audio', http: get('file-audio'), status: 200 },
  {
    title: 'a file of JSON',
    tool: 'responses_file_json',
    http: get('file-json'),
    status: 200,
    body: { in: 'file' },
  },
  {
    title: 'a file whose type @Header() says',
    tool: 'responses_file_pdf',
    http: get('file-pdf'),
    status: 200,
    body: Buffer.from('%PDF-1.7'),
  },
  {
    title: 'a buffer',
    tool: 'responses_buffer',
    http: get('buffer'),
    status: 200,
    differs: {
      because: 'Express has JSON make an array of numbers of it; a tool gives the bytes',
      in: {
        fastify: [],
        express: [
          { at: 'body', http: { type: 'Buffer', data: [0, 1, 255] }, tool: Buffer.from([0, 1, 255]) },
        ],
      },
    },
  },
  {
    title: 'a buffer whose type @Header() says',
    tool: 'responses_png',
    http: get('png'),
    status: 200,
    differs: {
      because: 'Express sends JSON, named image/png; a tool gives the image',
      in: {
        fastify: [],
        express: [{ at: 'body', http: Buffer.from(JSON.stringify(PNG)), tool: PNG }],
      },
    },
  },
  {
    title: 'a buffer sent by hand',
    tool: 'responses_buffer_by_hand',
    http: get('buffer-by-hand'),
    status: 200,
    body: Buffer.from([0, 1, 255]),
  },
  {
    title: 'an image sent by hand',
    tool: 'responses_png_by_hand',
    http: get('png-by-hand'),
    status: 200,
    body: PNG,
  },
]);

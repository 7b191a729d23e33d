import { describe, expect, it } from '@jest/globals';
import { bySpecificity, UriTemplate } from '../../lib/discovery/uri-template.js';

describe('a URI template', () => {
  it.each([
    ['nest://items/{id}', 'nest://items/7', { id: '7' }],
    ['nest://items/{id}', 'nest://items/a%20b%C3%A9', { id: 'a bé' }],
    ['test://template/{id}/data', 'test://template/123/data', { id: '123' }],
    ['nest://{a}-{b}', 'nest://1-2', { a: '1', b: '2' }],
    ['nest://files/{+path}', 'nest://files/a/b.txt', { path: 'a/b.txt' }],
    ['nest://files/{+path}', 'nest://files/a%2Fb.txt', { path: 'a/b.txt' }],
    ['nest://a.b/(x)/{id}', 'nest://a.b/(x)/1', { id: '1' }],
    ['nest://items{?page,size}', 'nest://items', {}],
    ['nest://items{?page,size}', 'nest://items?size=5&page=2', { page: '2', size: '5' }],
    ['nest://items{?tag}', 'nest://items?tag=a&tag=b', { tag: ['a', 'b'] }],
    ['nest://items{?query*}', 'nest://items?q=a%26b&flag', { q: 'a&b', flag: '' }],
    ['nest://items?fixed=1{&page}', 'nest://items?fixed=1&page=2', { page: '2' }],
    ['nest://{id}{?lang}', 'nest://7?lang=de', { id: '7', lang: 'de' }],
  ])('%s takes %s', (template, uri, values) => {
    expect(new UriTemplate(template).match(uri)).toEqual(values);
  });

  it.each([
    ['a slash', 'nest://items/{id}', 'nest://items/a/b'],
    ['an encoded slash', 'nest://items/{id}', 'nest://items/a%2Fb'],
    ['an encoded backslash', 'nest://items/{id}', 'nest://items/a%5Cb'],
    ['nothing', 'nest://items/{id}', 'nest://items/'],
    ['..', 'nest://items/{id}', 'nest://items/..'],
    ['an encoded ..', 'nest://items/{id}', 'nest://items/%2E%2e'],
    ['.. in a path', 'nest://files/{+path}', 'nest://files/a/../../etc/passwd'],
    ['.. in an encoded path', 'nest://files/{+path}', 'nest://files/a%2F..%2Fb'],
    ['a bad escape', 'nest://items/{id}', 'nest://items/%zz'],
    ['a query that it does not have', 'nest://items/{id}', 'nest://items/7?x=1'],
    ['a query key that it does not name', 'nest://items{?page}', 'nest://items?other=1'],
    ['a query key with the name of a path variable', 'nest://{id}{?query*}', 'nest://7?id=8'],
    ['__proto__', 'nest://items{?query*}', 'nest://items?__proto__=1'],
    ['a fragment', 'nest://items/{id}', 'nest://items/7#x'],
    ['a longer URI', 'nest://items/{id}', 'xnest://items/7'],
  ])('refuses %s', (_label, template, uri) => {
    expect(new UriTemplate(template).match(uri)).toBeUndefined();
  });

  it.each([
    ['nest://{#id}', 'has the expression {#id}'],
    ['nest://{a,b}', 'has the expression {a,b}'],
    ['nest://{id:3}', 'has the expression {id:3}'],
    ['nest://{?a}/x', 'has the expression {?a}'],
    ['nest://{}', 'has the expression {}'],
    ['nest://{a', 'brace without its counterpart'],
    ['nest://{a}/{a}', 'has the variable "a" twice'],
    ['nest://{a}{?a}', 'has the variable "a" twice'],
  ])('is not %s', (template, reason) => {
    expect(() => new UriTemplate(template)).toThrow(reason);
  });

  it('is more specific the more it says itself', () => {
    const templates = ['n://{+all}', 'n://{a}', 'n://{a}{?b}', 'n://items/{+rest}', 'n://items/{id}'];
    const ordered = templates.map((source) => new UriTemplate(source)).sort(bySpecificity);
    expect(ordered.map(({ source }) => source)).toEqual([
      'n://items/{id}',
      'n://items/{+rest}',
      'n://{a}',
      'n://{a}{?b}',
      'n://{+all}',
    ]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { mayCover } from '../../lib/discovery/middleware-coverage.js';

describe('at boot it is known that a middleware', () => {
  it.each([
    ['/orders', '/items'],
    ['/orders/:id', '/items/:id'],
    ['/api/orders/*path', '/api/items/*rest'],
    ['/items/list', '/items'],
    ['/v1/items', '/v2/items'],
    ['/orders$', '/items'],
  ])('for %s never runs for %s', (path, route) => {
    expect(mayCover({ path }, { verb: 'GET', path: route })).toBe(false);
  });

  it.each([
    ['GET', 'POST'],
    ['POST', 'HEAD'],
  ])('for %s never runs for %s', (verb, own) => {
    expect(mayCover({ verb, path: '/items' }, { verb: own, path: '/items' })).toBe(false);
  });

  it.each([
    ['/', '/items'],
    ['*path', '/items'],
    ['/*path', '/items/:id'],
    ['/items', '/items/:id'],
    ['/items/', '/items'],
    ['/Items', '/items'],
    ['/items$', '/items'],
    ['/items/7', '/items/:id'],
    ['/items/list', '/items/*'],
    ['/items{/*path}', '/items'],
    ['/a{/b}/c', '/a/c'],
    ['/items/:id/parts', '/items/:other/:kind'],
    ['/caf%C3%A9', '/café'],
    ['/items\\:list', '/items:list'],
  ])('for %s may run for %s', (path, route) => {
    expect(mayCover({ path }, { verb: 'GET', path: route })).toBe(true);
  });

  it.each([
    [undefined, 'GET'],
    ['GET', 'GET'],
    ['GET', 'HEAD'],
  ])('for %s may run for %s', (verb, own) => {
    expect(mayCover({ verb, path: '/items' }, { verb: own, path: '/items' })).toBe(true);
  });
});

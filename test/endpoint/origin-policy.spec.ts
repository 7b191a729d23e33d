import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { OriginPolicy } from '../../lib/endpoint/origin/origin-policy.js';

describe('what a test server on 127.0.0.1 does not see', () => {
  const refusal = (headers: IncomingHttpHeaders, localAddress?: string) =>
    new OriginPolicy({}).refusal({ headers, socket: { localAddress } });
  const ownPage = { host: 'evil.example.com', origin: 'http://evil.example.com' };

  it.each(['127.0.0.1', '127.0.0.53', '::1', '::ffff:127.0.0.1'])(
    'a foreign name at the loopback address %s is refused',
    (address) => {
      expect(refusal(ownPage, address)).toBe('This host is not served here');
    },
  );

  it.each(['192.168.0.7', '2001:db8::1', '::ffff:10.0.0.1', undefined])(
    "a page of the server's own name at %s is not",
    (address) => {
      expect(refusal(ownPage, address)).toBeUndefined();
    },
  );

  it('HTTP/2 has the host in :authority', () => {
    const headers = { ':authority': 'shop.example.com:8443', origin: 'https://shop.example.com:8443' };
    expect(refusal(headers, '10.0.0.1')).toBeUndefined();
    expect(refusal({ ...headers, origin: 'https://evil.example.com' }, '10.0.0.1')).toBeDefined();
  });

  it('a request without a host is of no origin', () => {
    expect(refusal({ origin: 'http://localhost' }, '127.0.0.1')).toBeDefined();
    expect(refusal({}, '127.0.0.1')).toBeUndefined();
  });

  it.each(['a/b', 'a b', 'user@a', 'a?b', 'a#b', 'a\\b', '[::1', ':80'])('"%s" is no host', (host) => {
    const policy = new OriginPolicy({ allowedHosts: ['a'] });
    expect(policy.refusal({ headers: { host } })).toBe('This host is not served here');
  });
});

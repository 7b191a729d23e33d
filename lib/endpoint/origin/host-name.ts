/**
 * The name in a `Host` header, in lower case and without the port: `localhost` of `localhost:3000`, `[::1]` of
 * `[::1]:3000`. Undefined when it is no host.
 */
export function hostNameOf(host: string | undefined): string | undefined {
  return urlOf(`http://${host}`, host)?.hostname;
}

/** A `Host` header with the port, which is left out when it is the protocol's own: as browsers write it in an origin. */
export function hostOf(host: string | undefined, protocol: string): string | undefined {
  return urlOf(`${protocol}//${host}`, host)?.host;
}

/** Whether this name always stands for the machine itself. */
export function isLoopbackName(name: string | undefined): boolean {
  return name === 'localhost' || name === '127.0.0.1' || name === '[::1]';
}

/** The same of the address of a socket, which writes IPv4 as IPv6 when it listens to both. */
export function isLoopbackAddress(address: string | undefined): boolean {
  return address === '::1' || (address?.replace(/^::ffff:/, '').startsWith('127.') ?? false);
}

/** A URL would take more than a host: a user, a path. */
function urlOf(url: string, host: string | undefined): URL | undefined {
  return host !== undefined && /^[^\s/\\?#@]+$/.test(host) && URL.canParse(url) ? new URL(url) : undefined;
}

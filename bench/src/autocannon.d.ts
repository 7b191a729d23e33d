/** The part of autocannon that is used here; the package has no types. */
declare module 'autocannon' {
  export interface Options {
    url: string;
    method: 'GET' | 'POST';
    headers: Record<string, string>;
    body?: string;
    connections: number;
    pipelining: number;
    /** In seconds. */
    duration: number;
  }

  export interface Result {
    /** In seconds. */
    duration: number;
    requests: { total: number };
    errors: number;
    timeouts: number;
    non2xx: number;
  }

  export default function autocannon(options: Options): Promise<Result>;
}

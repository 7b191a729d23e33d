import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { startInstance } from './instance-process.js';
import type { InstanceProcess } from './instance-process.js';
import { startRedis } from './redis-process.js';
import { RoundRobinProxy } from './round-robin-proxy.js';

export interface DeploymentOptions {
  /** Of the proxy. By default a free one. */
  readonly port?: number;
  /** A Redis that runs already. By default one is started. */
  readonly redisUrl?: string;
  readonly program?: string;
  readonly execArgv?: string[];
}

export interface Deployment {
  /** The one address of all instances. */
  readonly origin: string;
  readonly redisUrl: string;
  readonly instances: readonly InstanceProcess[];
  stop(): Promise<void>;
}

/** Redis, two instances, and a proxy in front of them. */
export async function startDeployment(options: DeploymentOptions = {}): Promise<Deployment> {
  const { program = fileURLToPath(new URL('../instance.js', import.meta.url)), execArgv } = options;
  const stops: (() => Promise<void>)[] = [];
  // Backwards: Redis is there for as long as an instance is.
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    let { redisUrl } = options;
    if (!redisUrl) {
      const redis = await startRedis();
      stops.push(() => redis.stop());
      redisUrl = redis.url;
    }
    const env = { REDIS_URL: redisUrl, MCP_STATE_KEY: randomBytes(32).toString('base64url') };
    const instances: InstanceProcess[] = [];
    for (const name of ['a', 'b']) {
      const instance = await startInstance({ name, program, execArgv, env });
      stops.push(() => instance.stop());
      instances.push(instance);
    }
    const proxy = new RoundRobinProxy(instances);
    const origin = await proxy.listen(options.port ?? 0);
    stops.push(() => proxy.close());
    return { origin, redisUrl, instances, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

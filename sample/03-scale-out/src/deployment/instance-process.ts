import { fork } from 'node:child_process';
import { once } from 'node:events';

export interface InstanceOptions {
  readonly name: string;
  readonly program: string;
  /** Options of Node.js. */
  readonly execArgv?: string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface InstanceProcess {
  readonly name: string;
  /** Where it listens: `http://127.0.0.1:41234`. */
  readonly origin: string;
  stop(): Promise<void>;
}

/** Starts an instance, and waits until it listens. */
export async function startInstance(options: InstanceOptions): Promise<InstanceProcess> {
  const { name, program, execArgv, env } = options;
  const child = fork(program, {
    env: { ...process.env, PORT: '0', ...env, INSTANCE: name },
    execArgv,
    detached: true,
  });
  const ended = once(child, 'exit');
  const [message] = (await Promise.race([
    once(child, 'message'),
    ended.then(([code]) => {
      throw new Error(`Instance ${name} has ended with code ${code} instead of listening`);
    }),
  ])) as [{ origin: string }];
  return {
    name,
    origin: message.origin,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}

type Write = typeof process.stdout.write;

/**
 * Sends to standard error what is written to standard output, by `console.log()` and loggers for example: the client would
 * take it for a message, and give up. What a child process or `fs.writeSync(1)` writes does not come by here.
 *
 * @returns a function that lets it through again
 */
export function divertStandardOutput(): () => void {
  const { stdout, stderr } = process;
  const own = Object.getOwnPropertyDescriptor(stdout, 'write');
  const write = stderr.write.bind(stderr) as (...args: unknown[]) => boolean;
  const diverted: Write = (...args: unknown[]) => write(...args);
  stdout.write = diverted;
  return () => {
    if (stdout.write !== diverted) {
      return;
    }
    if (own) {
      Object.defineProperty(stdout, 'write', own);
    } else {
      delete (stdout as { write?: Write }).write;
    }
  };
}

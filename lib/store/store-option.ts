const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  sessions: ['add', 'get', 'replace', 'delete'],
  tasks: ['add', 'get', 'replace', 'delete', 'abandoned'],
  events: ['append', 'after', 'forget'],
  bus: ['publish', 'listen'],
};

/** What is wrong with the option `store`; undefined when nothing is. */
export function storeProblem(value: unknown): string | undefined {
  for (const [member, methods] of Object.entries(MEMBERS)) {
    const part = (value as Record<string, unknown> | null)?.[member];
    if (!hasMethods(part, methods)) {
      return `must be a store, with the methods ${methods.join(', ')} in its "${member}"`;
    }
  }
  return hasMethods(value, ['close']) ? undefined : 'must be a store, with the method close';
}

function hasMethods(value: unknown, methods: readonly string[]): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    methods.every((name) => typeof (value as Record<string, unknown>)[name] === 'function')
  );
}

import type { Tool } from './tool.interface.js';

/** What to tell the developer of tools whose only path belongs to another route. */
export function warningsOfUnreachable(tools: readonly Tool[]): string[] {
  return tools.flatMap(({ definition, label, target }) => {
    const routes = target.kind === 'routes' ? target.routes : [];
    const takers = routes.map(({ path, rivals }) =>
      path.parameterNames.length === 0 ? rivals?.takerOf(path.source) : undefined,
    );
    const [taker] = takers;
    if (!taker || takers.includes(undefined)) {
      return [];
    }
    const { verb, path } = routes[0]!;
    return [
      `The tool "${definition.name}" (${label}) refuses every call, since no request gets to its route either: ` +
        `${verb} ${path.source} goes to ${taker.verb} ${taker.path}, which is registered before it. ` +
        'Move the more specific route to the front.',
    ];
  });
}

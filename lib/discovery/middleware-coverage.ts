/** Methods and paths of a middleware or of a route. */
export interface CoveredPath {
  /** Upper-case HTTP method; undefined for all. */
  readonly verb?: string;
  readonly path: string;
}

/** Whether a middleware runs for requests with this method. */
export function coversVerb(covering: string | undefined, verb: string): boolean {
  return covering === undefined || covering === verb || (covering === 'GET' && verb === 'HEAD');
}

/**
 * Whether some request for the route could be one for the middleware too. What is said no to here costs a call nothing;
 * for the rest the platform decides by the path of each call.
 */
export function mayCover(middleware: CoveredPath, route: CoveredPath & { readonly verb: string }): boolean {
  if (!coversVerb(middleware.verb, route.verb)) {
    return false;
  }
  const [wanted, offered] = [segmentsOf(middleware.path), segmentsOf(route.path)];
  for (const [index, segment] of wanted.entries()) {
    const other = offered[index];
    if (other === undefined) {
      return !isLiteral(segment);
    }
    if (!isLiteral(segment) || !isLiteral(other)) {
      return true;
    }
    if (segment.toLowerCase() !== other.toLowerCase()) {
      return false;
    }
  }
  return true;
}

function segmentsOf(path: string): string[] {
  // A last "$" is Nest's mark for a path without anything below it.
  return path
    .replace(/\$$/, '')
    .split('/')
    .filter((segment) => segment !== '');
}

/** Whether a segment stands for itself only, in one spelling. */
function isLiteral(segment: string): boolean {
  return /^[\w.~-]+$/.test(segment);
}

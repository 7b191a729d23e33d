import type { ParityDifference, ParityHttpAnswer, ParityToolAnswer } from './interfaces/parity.interface.js';
import { valueDifferences } from './value-differences.js';

/**
 * What is not the same in two answers.
 *
 * Arguments that are refused before the route runs are the same as an HTTP request that is refused (any 4xx), and an
 * endpoint that refuses is the same as a route that refuses with that status: those two word it in their own way.
 */
export function compareAnswers(http: ParityHttpAnswer, tool: ParityToolAnswer): ParityDifference[] {
  switch (tool.answeredBy) {
    case 'arguments':
      return http.status >= 400 && http.status < 500
        ? []
        : [{ at: 'status', http: http.status, tool: `refused: ${String(tool.body)}` }];
    case 'endpoint':
      return valueDifferences('status', http.status, tool.status);
    case 'route':
      return [
        ...valueDifferences('status', http.status, tool.status),
        ...valueDifferences('isError', http.status >= 400, tool.isError),
        ...valueDifferences('location', http.location, tool.location),
        ...valueDifferences('body', http.body, tool.body),
        ...(Buffer.isBuffer(http.body) && Buffer.isBuffer(tool.body)
          ? valueDifferences('mediaType', http.mediaType, tool.mediaType)
          : []),
      ];
  }
}

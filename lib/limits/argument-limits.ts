import type { IncomingHttpHeaders } from 'node:http';
import type { ArgumentProblem } from '../schema/index.js';
import { findFault } from './argument-walk.js';
import type { ArgumentFault } from './argument-walk.js';
import type { ResolvedLimits } from './limit-options.js';

const LONGEST_PATH = 200;

/** What arguments have to keep to, whatever they are for. It comes before every check that reads them. */
export class ArgumentLimits {
  private readonly depth: number;
  private readonly bytes: number;

  constructor({ argumentDepth, argumentBytes = Infinity }: ResolvedLimits) {
    this.depth = argumentDepth;
    this.bytes = argumentBytes;
  }

  /** @param headers of the request that the arguments came with */
  problem(args: object, headers: IncomingHttpHeaders): ArgumentProblem | undefined {
    const fault = findFault(args, this.depth);
    if (fault) {
      return this.describe(fault);
    }
    return this.bytes === Infinity || bodyLength(headers) <= this.bytes ? undefined : this.sizeProblem(args);
  }

  private describe({ kind, path }: ArgumentFault): ArgumentProblem {
    return kind === 'key'
      ? { path: pathText(path), message: 'an argument must not have a property of this name' }
      : {
          path: pathText(path.slice(0, 1)),
          message: `is nested too deeply: it may have ${this.depth} objects and lists inside each other`,
        };
  }

  private sizeProblem(args: object): ArgumentProblem | undefined {
    const size = Buffer.byteLength(JSON.stringify(args));
    return size > this.bytes
      ? {
          path: '',
          message: `they have ${size} bytes as JSON, and this server takes ${this.bytes} (limits.argumentBytes): send less, or send it in parts`,
        }
      : undefined;
  }
}

/** Infinity when nothing is known of the length before what was compressed is inflated. */
function bodyLength(headers: IncomingHttpHeaders): number {
  const length = headers['content-encoding'] === undefined ? Number(headers['content-length']) : NaN;
  return Number.isNaN(length) ? Infinity : length;
}

/** `items[0].name` */
function pathText(path: readonly (string | number)[]): string {
  const text = path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('');
  return text.length > LONGEST_PATH ? `…${text.slice(-LONGEST_PATH)}` : text;
}

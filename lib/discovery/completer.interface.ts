import type { Callable } from './callable.interface.js';

/** A method that suggests values for an argument. */
export interface Completer extends Callable {
  /** Name of a prompt, or the name or template of a resource. */
  readonly ref: string;
  readonly argument: string;
}

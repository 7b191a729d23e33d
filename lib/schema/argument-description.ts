import type { JsonSchema } from '../interfaces/index.js';
import type { ParameterSource } from './interfaces/route-parameter.interface.js';

/** One argument: the description that its schema and its binding are both made from. */
export interface ArgumentDescription {
  readonly name: string;
  readonly source: ParameterSource;
  /** Key in the source; undefined when the argument is the whole body. */
  readonly target?: string;
  readonly listed: JsonSchema;
  readonly accepted: JsonSchema;
  readonly isRequired: boolean;
}

/** What the parameters of one source amount to. */
export interface SourceDescription {
  readonly arguments: readonly ArgumentDescription[];
  /** Further keys are taken as well. */
  readonly isOpen: boolean;
  /** Properties that a caller cannot give. */
  readonly omitted: readonly string[];
}

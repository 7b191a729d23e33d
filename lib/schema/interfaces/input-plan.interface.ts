import type { JsonSchema } from '../../interfaces/index.js';
import type { ParameterSource } from './route-parameter.interface.js';

/** Where one top-level argument is written in the internal request. */
export interface ArgumentBinding {
  /** Key in the call's arguments. */
  readonly argument: string;
  readonly source: ParameterSource;
  /** Key in the path parameters, query, headers or body; undefined when the argument is the whole body. */
  readonly target?: string;
}

/** A header that mirrors an argument (`x-mcp-header`). */
export interface HeaderParameter {
  /** The part after `Mcp-Param-`. */
  readonly header: string;
  /** Property names from the arguments' root to the mirrored value. */
  readonly path: readonly string[];
  readonly type: 'string' | 'integer' | 'boolean';
}

/** What is wrong with an argument. */
export interface ArgumentProblem {
  /** Where: `items[0].price`; empty for the arguments as a whole. */
  readonly path: string;
  readonly message: string;
}

/** Everything a call needs to know about its arguments, made once at boot. Schema and bindings come from one description. */
export interface InputPlan {
  /** As listed to clients. */
  readonly inputSchema: JsonSchema;
  readonly bindings: readonly ArgumentBinding[];
  /** Where arguments go that have no binding (free-form `@Query()` or `@Body()`); undefined when there is no such place. */
  readonly rest?: 'query' | 'body';
  readonly headerParameters: readonly HeaderParameter[];
  /**
   * Checks arguments against the schema.
   * Returns the arguments to bind (ignored keys dropped, a nested `body` flattened), or what is wrong with them.
   */
  prepare(args: Readonly<Record<string, unknown>>): PreparedArguments;
}

export type PreparedArguments =
  | { readonly arguments: Readonly<Record<string, unknown>>; readonly problems?: undefined }
  | { readonly arguments?: undefined; readonly problems: readonly ArgumentProblem[] };

/** What holds for the arguments of all tools. */
export interface ArgumentPolicy {
  /** What to do with arguments that a tool does not declare. */
  readonly unknownArguments: 'reject' | 'ignore';
  readonly ignoredArguments: readonly string[];
  readonly schema?: {
    /**
     * Whether derived schemas say which JSON Schema they are written in (`$schema`).
     *
     * @default true
     */
    readonly dialect?: boolean;
  };
}

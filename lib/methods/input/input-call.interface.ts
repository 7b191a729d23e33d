import type { Confirmation } from '../../discovery/confirmation.js';
import type { MethodRequest } from '../../protocol/index.js';
import type { OuterExchange } from '../../replay/index.js';

/** A call during which the client can be asked for something. */
export interface InputCall {
  readonly request: MethodRequest<OuterExchange>;
  /** The tool's or prompt's name, or the resource's URI. */
  readonly name: string;
  /** What the call is about, beside its name: the same in every round. */
  readonly args: Readonly<Record<string, unknown>>;
  /** The question to ask before the handler runs, when there is one. */
  readonly confirmation?: Confirmation;
}

export { expectParity, ParityError } from './expect-parity.js';
export { lintTools } from './lint-tools.js';
export type { InitializedApplication } from './lint-tools.js';
export type { LintClient, LintFinding } from '../lint/index.js';
export { createParityHarness, ParityHarness } from './parity-harness.js';
export type { ListeningApplication, ParityOptions } from './parity-harness.js';
export type {
  ParityCase,
  ParityComparison,
  ParityContentBlock,
  ParityDifference,
  ParityHeaders,
  ParityHttpAnswer,
  ParityRequest,
  ParityToolAnswer,
} from './interfaces/parity.interface.js';

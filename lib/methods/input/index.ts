export { guardConfirmation } from './confirmation-guard.js';
export type { InputCall } from './input-call.interface.js';
export type { InputChannel } from './input-channel.interface.js';
export { InputRounds } from './input-rounds.js';
export type { InputOutcome } from './input-rounds.js';

export type { AskClient } from './ask-client.js';
export { askedInputs } from './asked-input.js';
export { guardConfirmation } from './confirmation-guard.js';
export type { InputCall } from './input-call.interface.js';
export type { InputChannel } from './input-channel.interface.js';
export { selectDeclared } from './input-capabilities.js';
export { readInputResponses } from './input-responses.js';
export { InputRounds } from './input-rounds.js';
export type { InputOutcome } from './input-rounds.js';

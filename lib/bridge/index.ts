export { Bridge } from './bridge.js';
export type { BridgeOptions } from './bridge.js';
export { addressOf } from './failure.js';
export type { Endpoint } from './http-exchange.js';
export { MessageOutput } from './message-output.js';

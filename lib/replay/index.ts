export { runCallsIn } from './call-scope.js';
export type { CallScope } from './call-scope.js';
export { ExpressPlatform } from './express-platform.js';
export { FastifyPlatform } from './fastify-platform.js';
export type { CapturedResponse } from './interfaces/captured-response.interface.js';
export type { OuterExchange, ReplayPlatform, WhenOver } from './interfaces/replay-platform.interface.js';
export { ProviderRunner } from './provider-runner.js';
export { takeSnapshot, withChanges } from './request-snapshot.js';
export { Replayer } from './replayer.js';

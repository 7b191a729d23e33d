export { ArgumentLimits } from './argument-limits.js';
export { CallTimeoutError, withinTime } from './call-timeout.js';
export { timeoutProblem } from './limit-options.js';

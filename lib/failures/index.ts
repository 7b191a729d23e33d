export { ERROR_ID_META_KEY, logFailure, logWithId } from './failure-log.js';

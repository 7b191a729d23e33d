export { MessageValidator } from './message-validator.js';
export type { ServerMessage } from './message-validator.js';
export { recordingFetch } from './recording-fetch.js';
export type { RecordingFetch } from './recording-fetch.js';

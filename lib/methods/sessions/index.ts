export { LoggingSetLevelMethod } from './logging-set-level.method.js';
export { openSessions, reportSharing } from './open-sessions.js';
export { ResourcesSubscribeMethod } from './resources-subscribe.method.js';
export { findSessionChannel } from './session-input-channel.js';
export { tellSessions } from './session-notifications.js';

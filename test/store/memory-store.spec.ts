import { MemorySessionStore } from '../../lib/protocol/index.js';
import { MemoryMessageBus, MemoryTaskStore } from '../../lib/store/index.js';
import { MemoryEventStore } from '../support/memory-event-store.js';
import { describeEventStore } from './event-store.contract.js';
import { describeMessageBus } from './message-bus.contract.js';
import { describeSessionStore } from './session-store.contract.js';
import { describeTaskStore } from './task-store.contract.js';

describeSessionStore('memory', () => Promise.resolve({ sessions: new MemorySessionStore() }));
describeTaskStore('memory', () => Promise.resolve({ tasks: new MemoryTaskStore() }));
describeEventStore('memory', () => Promise.resolve({ events: new MemoryEventStore() }));
describeMessageBus('memory', () => Promise.resolve({ bus: new MemoryMessageBus() }));

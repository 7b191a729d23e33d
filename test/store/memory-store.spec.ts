import { MemoryMessageBus, MemoryTaskStore } from '../../lib/store/index.js';
import { describeMessageBus } from './message-bus.contract.js';
import { describeTaskStore } from './task-store.contract.js';

describeTaskStore('memory', () => Promise.resolve({ tasks: new MemoryTaskStore() }));
describeMessageBus('memory', () => Promise.resolve({ bus: new MemoryMessageBus() }));

export { connectInMemory } from './memory-socket.js';

export { Reception } from './reception.js';

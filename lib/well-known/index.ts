export { agentCardProblem } from './agent-card-options.js';
export { WellKnownDocuments } from './well-known-documents.js';

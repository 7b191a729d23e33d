export type * from './interfaces/input-plan.interface.js';
export type * from './interfaces/route-parameter.interface.js';
export { buildInputPlan, InputPlanFactory } from './input-plan.factory.js';
export { SchemaCompiler } from './schema-compiler.js';
export type { SchemaValidator } from './schema-compiler.js';
export { readDocumentation } from './swagger-parameters.js';

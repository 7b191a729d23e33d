export type * from './interfaces/input-plan.interface.js';
export type * from './interfaces/route-parameter.interface.js';
export { buildInputPlan, InputPlanFactory } from './input-plan.factory.js';
export { SchemaCompiler } from './schema-compiler.js';
export type { SchemaValidator } from './schema-compiler.js';
export { formProblems } from './form-checks.js';
export { formSchemaOf } from './form-schema.js';
export { enumeratedValues } from './enumerated-values.js';
export { valueOfText } from './text-arguments.js';

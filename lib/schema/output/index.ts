export { OutputCompiler, withoutDialect } from './output-compiler.js';
export type { OutputMismatch, OutputValidator } from './output-compiler.js';
export { readOutputProperties } from './output-properties.js';
export { outputSchemaOf } from './output-schema.js';
export { isStandardSchema, standardOutputSchema } from './standard-output-schema.js';

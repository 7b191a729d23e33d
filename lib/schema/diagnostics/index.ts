export { diagnoseInstalledCopies } from './installed-copies.js';
export { SchemaDiagnostics } from './schema-diagnostics.js';

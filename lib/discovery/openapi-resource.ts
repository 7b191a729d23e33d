import type { McpModuleOptions } from '../mcp.options.js';
import type { InputPlan } from '../schema/index.js';
import { OPENAPI_URI } from './resource-identity.js';
import type { ResourceIdentity } from './resource-identity.js';
import type { Resource } from './resource.interface.js';

const NO_INPUT: InputPlan = {
  inputSchema: { type: 'object' },
  bindings: [],
  headerParameters: [],
  prepare: (args) => ({ arguments: args }),
};

/**
 * The resource that serves the OpenAPI document of the application; none when the options name no document.
 *
 * @throws Error that names the resource which has its URI
 */
export function createOpenApiResource(
  openapi: McpModuleOptions['openapi'],
  others: readonly ResourceIdentity[],
): Resource[] {
  if (openapi === undefined) {
    return [];
  }
  const taken = others.find(({ uri }) => uri === OPENAPI_URI);
  if (taken) {
    throw new Error(
      `${taken.method.label} has the URI "${OPENAPI_URI}", which is that of McpModule's option "openapi". ` +
        'Give it another @McpResource({ uri }), or leave the option out.',
    );
  }
  return [
    {
      label: 'McpModule.openapi',
      input: NO_INPUT,
      target: { kind: 'function', run: () => (isFunction(openapi) ? openapi() : openapi) },
      definition: {
        uri: OPENAPI_URI,
        name: 'openapi',
        title: 'OpenAPI document',
        description: 'Describes the HTTP API of this application (OpenAPI).',
        mimeType: 'application/json',
      },
    },
  ];
}

function isFunction(value: object): value is () => unknown {
  return typeof value === 'function';
}

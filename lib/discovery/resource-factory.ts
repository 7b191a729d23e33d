import type { InputPlan } from '../schema/index.js';
import type { CallableFactory } from './callable-factory.js';
import type { Callable } from './callable.interface.js';
import { documentedDescription, methodInWords } from './method-description.js';
import type { ResourceIdentity } from './resource-identity.js';
import type { Resource, ResourceTemplate } from './resource.interface.js';
import { unfitMethod } from './unfit-method.js';
import type { UriTemplate } from './uri-template.js';

/** Name of the wildcard in Fastify's paths. */
const WILDCARD = '*';

/** Makes the resource, or the resource template, of a GET route. */
export class ResourceFactory {
  constructor(private readonly callables: CallableFactory) {}

  /** @throws Error that names the method when its URI does not say what the route needs */
  createResource(identity: ResourceIdentity & { readonly uri: string }): Resource {
    const callable = this.createCallable(identity);
    const { label } = identity.method;
    const [needed] = callable.input.inputSchema.required ?? [];
    if (needed !== undefined) {
      throw new Error(
        `${label} requires "${needed}", which the URI "${identity.uri}" does not say. ` +
          `Use a template, such as @McpResource({ template: '${identity.uri}/{${needed}}' }).`,
      );
    }
    const { options } = identity;
    return {
      ...callable,
      definition: { uri: identity.uri, ...describe(identity), size: options.size, _meta: options.meta },
    };
  }

  /** @throws Error that names the method when its template does not fit the route's parameters */
  createTemplate(identity: ResourceIdentity & { readonly template: UriTemplate }): ResourceTemplate {
    const callable = this.createCallable(identity);
    const { method, template, options } = identity;
    const aliases = aliasesOf(template, callable.input);
    assertTemplateFits(template, aliases, callable.input, method.label);
    if (options.size !== undefined) {
      throw new Error(`${method.label}: @McpResource({ size }) is for one resource, not for a template.`);
    }
    return {
      ...callable,
      definition: { uriTemplate: template.source, ...describe(identity), _meta: options.meta },
      template,
      aliases,
    };
  }

  private createCallable({ method }: ResourceIdentity): Callable {
    if (method.provider) {
      throw new Error(
        `${method.label} has @McpResource() but no route: ${method.owner.name} is a provider. ` +
          'Resources are GET routes of controllers.',
      );
    }
    const other = this.callables.recordedRoutes(method).find(({ verb }) => verb !== 'GET' && verb !== 'ALL');
    if (other) {
      throw unfitMethod(method.label, 'resource', `it is a ${other.verb} route, and to read is to GET`);
    }
    return this.callables.create(method, 'resource');
  }
}

function describe({ method, name, options }: ResourceIdentity) {
  return {
    name,
    title: options.title,
    description: options.description ?? documentedDescription(method) ?? methodInWords(method),
    mimeType: options.mimeType,
    annotations: options.annotations,
    icons: options.icons,
  };
}

/** Fastify's wildcard has no name of its own: the variable that takes slashes feeds it. */
function aliasesOf({ variables, reserved }: UriTemplate, { bindings }: InputPlan): Record<string, string> {
  const isBound = (name: string) => bindings.some(({ argument }) => argument === name);
  const unbound = variables.find((name) => reserved.includes(name) && !isBound(name));
  return unbound !== undefined && isBound(WILDCARD) ? { [unbound]: WILDCARD } : {};
}

function assertTemplateFits(
  template: UriTemplate,
  aliases: Readonly<Record<string, string>>,
  { inputSchema, bindings, rest }: InputPlan,
  label: string,
): void {
  const carried = bindings.filter(({ source }) => source === 'path' || source === 'query');
  const fed = template.variables.map((name) => aliases[name] ?? name);
  const unknown = fed.find((name) => !carried.some(({ argument }) => argument === name) && rest !== 'query');
  if (unknown !== undefined) {
    throw new Error(
      `${label}: the variable "${unknown}" of the template "${template.source}" is no path or query parameter of the ` +
        `route. Those are: ${carried.map(({ argument }) => argument).join(', ') || 'none'}.`,
    );
  }
  const missing = inputSchema.required?.find((name) => {
    const isQuery = carried.some(({ argument, source }) => argument === name && source === 'query');
    return !fed.includes(name) && !(template.isQueryOpen && isQuery);
  });
  if (missing !== undefined) {
    throw new Error(
      `${label} requires "${missing}", which the template "${template.source}" leaves out. Add it as a variable.`,
    );
  }
}

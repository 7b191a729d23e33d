import type { McpIcon } from '../interfaces/index.js';
import type { McpContentAnnotations } from '../results/index.js';
import type { Callable } from './callable.interface.js';
import type { UriTemplate } from './uri-template.js';

interface CommonDefinition {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly mimeType?: string;
  readonly annotations?: McpContentAnnotations;
  readonly icons?: readonly McpIcon[];
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** A resource as clients see it in `resources/list`. */
export interface ResourceDefinition extends CommonDefinition {
  readonly uri: string;
  readonly size?: number;
}

/** A template as clients see it in `resources/templates/list`. */
export interface ResourceTemplateDefinition extends CommonDefinition {
  readonly uriTemplate: string;
}

/** Everything that is known of a resource. */
export interface Resource extends Callable {
  readonly definition: ResourceDefinition;
}

/** Everything that is known of the resources which one template stands for. */
export interface ResourceTemplate extends Callable {
  readonly definition: ResourceTemplateDefinition;
  readonly template: UriTemplate;
  /** The argument that a variable feeds, when it has another name. */
  readonly aliases: Readonly<Record<string, string>>;
}

/** What a URI names, and the arguments that it says. */
export interface ResourceMatch {
  readonly resource: Resource | ResourceTemplate;
  readonly arguments: Readonly<Record<string, unknown>>;
}

import { Logger } from '@nestjs/common';
import type { ResolvedMcpOptions } from '../mcp.options.js';
import { listedOutputSchema, wrapsStructuredContent } from '../results/index.js';
import type { CallableFactory } from './callable-factory.js';
import type { CallTarget } from './callable.interface.js';
import { createConfirmation } from './confirmation.js';
import type { DecoratedMethod } from './decorated-method.js';
import { documentedDescription, methodInWords } from './method-description.js';
import type { RecordedRoute } from './route-recorder.js';
import { resolveAnnotations } from './tool-annotations.js';
import type { ToolIdentity } from './tool-identity.js';
import { portabilityWarning } from './tool-name.js';
import type { Tool, ToolDefinition } from './tool.interface.js';

/** Makes the tool of a method. */
export class ToolFactory {
  private readonly logger = new Logger('McpModule');

  constructor(
    private readonly options: ResolvedMcpOptions,
    private readonly callables: CallableFactory,
  ) {}

  /** @throws Error that names the method when it cannot be a tool */
  create({ method, name, tags, options }: ToolIdentity): Tool {
    const { metadata } = method;
    const callable = this.callables.create(method, 'tool', options.inputSchema);
    const warning = portabilityWarning(name, method.label);
    if (warning) {
      this.logger.warn(warning);
    }
    const question = metadata.getConfirm();
    const wrapsOutput = options.outputSchema !== undefined && wrapsStructuredContent(options.outputSchema);
    const definition: ToolDefinition = {
      name,
      title: options.title,
      description: options.description ?? describe(method, this.callables.recordedRoutes(method)[0]),
      inputSchema: callable.input.inputSchema,
      outputSchema: options.outputSchema && listedOutputSchema(options.outputSchema),
      annotations: resolveAnnotations(verbOf(callable.target), this.options.inferHttpMethodAnnotations, {
        tool: options,
        annotations: metadata.getAnnotations(),
        readOnly: metadata.getReadOnly(),
      }),
      icons: options.icons,
      _meta: options.meta,
    };
    return {
      ...callable,
      definition,
      tags,
      wrapsOutput,
      confirmation:
        question === undefined
          ? undefined
          : createConfirmation(question, callable.input.inputSchema, method.label),
    };
  }
}

function verbOf(target: CallTarget): string | undefined {
  return target.kind === 'routes' ? target.routes[0]!.verb : undefined;
}

/** What `@ApiOperation()` says, or `Find one (GET /items/:id)`. */
function describe(method: DecoratedMethod, route: RecordedRoute | undefined): string {
  const documented = documentedDescription(method);
  if (documented) {
    return documented;
  }
  const words = methodInWords(method);
  return route ? `${words} (${route.verb === 'ALL' ? '' : `${route.verb} `}${route.path})` : words;
}

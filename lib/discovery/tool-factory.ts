import { timeoutProblem } from '../limits/limit-options.js';
import type { ResolvedMcpOptions } from '../mcp-options.defaults.js';
import type { CallableFactory } from './callable-factory.js';
import type { CallTarget } from './callable.interface.js';
import { createConfirmation } from './confirmation.js';
import type { DecoratedMethod } from './decorated-method.js';
import { documentedDescription, methodInWords } from './method-description.js';
import type { RecordedRoute } from './route-recorder.js';
import { resolveAnnotations } from './tool-annotations.js';
import type { ToolIdentity } from './tool-identity.js';
import type { ToolOutput, ToolOutputFactory } from './tool-output.js';
import { ToolSchemaError } from './tool-schema-error.js';
import { toolScopes } from './tool-scopes.js';
import { toolTasks } from './tool-tasks.js';
import type { Tool, ToolDefinition } from './tool.interface.js';

/** Makes the tool of a method. */
export class ToolFactory {
  constructor(
    private readonly options: ResolvedMcpOptions,
    private readonly callables: CallableFactory,
    private readonly outputs: ToolOutputFactory,
  ) {}

  /**
   * @throws ToolSchemaError when its schemas cannot be made
   * @throws Error that names the method when it cannot be a tool
   */
  create(identity: ToolIdentity): Tool {
    const { method, name, tags, options } = identity;
    const { metadata } = method;
    assertTimeout(options.timeoutMs, method.label);
    const callable = this.callables.create(method, 'tool', {
      explicitSchema: options.inputSchema,
      failure: (error) => new ToolSchemaError(name, error),
    });
    const verb = verbOf(callable.target);
    const output = this.createOutput(identity, verb);
    const question = metadata.getConfirm();
    const annotations = resolveAnnotations(verb, this.options.inferHttpMethodAnnotations, {
      tool: options,
      annotations: metadata.getAnnotations(),
      readOnly: metadata.getReadOnly(),
    });
    const definition: ToolDefinition = {
      name,
      title: options.title,
      description: options.description ?? describe(method, this.callables.recordedRoutes(method)[0]),
      inputSchema: callable.input.inputSchema,
      outputSchema: output?.listed,
      annotations,
      icons: options.icons,
      _meta: options.meta,
    };
    return {
      ...callable,
      definition,
      tags,
      scopes: toolScopes(method.label, options.scopes, annotations?.scopes),
      timeoutMs: options.timeoutMs,
      tasks: toolTasks(options, this.options, method.label),
      output: output?.contract,
      confirmation:
        question === undefined
          ? undefined
          : createConfirmation(question, callable.input.inputSchema, method.label),
    };
  }

  private createOutput(identity: ToolIdentity, verb: string | undefined): ToolOutput | undefined {
    try {
      return this.outputs.create(identity, verb);
    } catch (error) {
      throw new ToolSchemaError(identity.name, error);
    }
  }
}

/** @throws Error that names the method */
export function assertTimeout(timeoutMs: unknown, label: string): void {
  const problem = timeoutMs === undefined ? undefined : timeoutProblem(timeoutMs);
  if (problem !== undefined) {
    throw new Error(`${label} ${problem} as timeoutMs.`);
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

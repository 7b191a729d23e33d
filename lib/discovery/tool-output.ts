import { Logger } from '@nestjs/common';
import type { JsonSchema } from '../interfaces/index.js';
import type { ResolvedMcpOptions } from '../mcp-options.defaults.js';
import { listedOutputSchema, OutputContract } from '../results/index.js';
import {
  isStandardSchema,
  OutputCompiler,
  withoutDialect,
  outputSchemaOf,
  standardOutputSchema,
} from '../schema/output/index.js';
import type { OutputValidator } from '../schema/output/index.js';
import { answeredStatus, documentedOutput } from './documented-output.js';
import type { ToolIdentity } from './tool-identity.js';

/** What a tool says of its results, and what they are held to. */
export interface ToolOutput {
  /** As clients see it. */
  readonly listed: JsonSchema;
  readonly contract: OutputContract;
}

type OutputOptions = Pick<ResolvedMcpOptions, 'outputValidation' | 'inferOutputSchema' | 'schema'>;

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205]);

/** Makes the output schemas of tools: those that are declared, and no others. */
export class ToolOutputFactory {
  private readonly logger = new Logger('McpModule');
  private readonly compiler = new OutputCompiler();

  constructor(private readonly options: OutputOptions) {}

  /**
   * Undefined when the tool declares no output.
   *
   * @throws Error that names the method when its schema cannot be used
   */
  create(tool: ToolIdentity, verb: string | undefined): ToolOutput | undefined {
    const schema = this.readSchema(tool, verb);
    if (schema === undefined) {
      return undefined;
    }
    const { label } = tool.method;
    const validate = tool.options.outputSchema
      ? this.compile(schema, label)
      : this.compiler.compileLater(schema);
    const output = this.createOutput(tool.name, label, schema, validate);
    const { contract } = output;
    const status = answeredStatus(tool.method, verb);
    if (WITHOUT_BODY.has(status) && !contract.allowsNoData) {
      this.logger.warn(
        `${label} declares an output schema, but answers with status ${status}, which has no body: each of its results ` +
          'is an error for clients. Leave the output schema out.',
      );
    }
    return output;
  }

  /**
   * For a tool that is no method.
   *
   * @throws Error that names the tool when its schema cannot be used
   */
  createOf(outputSchema: JsonSchema, tool: string, label: string): ToolOutput {
    const schema = this.inDialect(assertSchema(outputSchema, label), outputSchema.$schema);
    return this.createOutput(tool, label, schema, this.compile(schema, label));
  }

  private createOutput(
    tool: string,
    label: string,
    schema: JsonSchema,
    validate: OutputValidator,
  ): ToolOutput {
    const policy = this.options.outputValidation;
    const contract = new OutputContract({ tool, label, schema, validate, policy });
    return { listed: listedOutputSchema(schema), contract };
  }

  private readSchema({ options, method }: ToolIdentity, verb: string | undefined): JsonSchema | undefined {
    const { outputSchema, outputType } = options;
    const { label } = method;
    if (outputSchema !== undefined && outputType !== undefined) {
      throw new Error(`${label} has both outputSchema and outputType in @McpTool(). Keep one of them.`);
    }
    if (outputSchema !== undefined) {
      return this.inDialect(assertSchema(outputSchema, label), outputSchema.$schema);
    }
    const derived =
      outputType === undefined
        ? this.options.inferOutputSchema
          ? documentedOutput(method, verb)
          : undefined
        : declaredOutput(outputType, label);
    return derived && this.inDialect(derived, DIALECT);
  }

  private inDialect(schema: JsonSchema, dialect: string | undefined): JsonSchema {
    const plain = withoutDialect(schema);
    return this.options.schema.dialect && dialect !== undefined ? { $schema: dialect, ...plain } : plain;
  }

  private compile(schema: JsonSchema, label: string): OutputValidator {
    try {
      return this.compiler.compile(schema);
    } catch (error) {
      throw new Error(`${label}: its output schema cannot be used: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
}

function declaredOutput(outputType: unknown, label: string): JsonSchema {
  const isList = Array.isArray(outputType) && outputType.length === 1;
  const type: unknown = isList ? (outputType as readonly unknown[])[0] : outputType;
  if (isStandardSchema(type)) {
    const item = standardSchemaOf(type, label);
    return isList ? listOf(item) : item;
  }
  if (typeof type !== 'function') {
    throw new Error(
      `${label}: outputType must be a class, a list with one class, such as [ItemDto], or a Standard Schema.`,
    );
  }
  return outputSchemaOf(type, isList);
}

function standardSchemaOf(schema: unknown, label: string): JsonSchema {
  try {
    return standardOutputSchema(schema);
  } catch (error) {
    throw new Error(`${label}: its outputType gives no JSON Schema: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function listOf({ $defs, ...item }: JsonSchema): JsonSchema {
  return { type: 'array', items: item, ...($defs && { $defs }) };
}

function assertSchema(schema: unknown, label: string): JsonSchema {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    throw new Error(`${label}: outputSchema must be a JSON Schema object, such as { type: 'object' }.`);
  }
  return schema as JsonSchema;
}

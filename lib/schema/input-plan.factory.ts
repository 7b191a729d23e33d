import type { JsonSchema } from '../interfaces/index.js';
import type { ArgumentDescription, SourceDescription } from './argument-description.js';
import type { ArgumentLayout } from './argument-layout.js';
import { arrangeArguments, rootSchema } from './argument-layout.js';
import type { PreparationPlan } from './argument-preparation.js';
import { ArgumentPreparation } from './argument-preparation.js';
import { wholeBodyArgument } from './body-arguments.js';
import { createPropertyReader } from './class-properties.js';
import { ClassSchemas } from './class-schema.js';
import { assertExplicitSchema, bindExplicitSchema } from './explicit-schema.js';
import { exposedHeaders } from './header-arguments.js';
import { collectHeaderParameters } from './header-parameters.js';
import type { ArgumentBinding, ArgumentPolicy, InputPlan } from './interfaces/input-plan.interface.js';
import type { ParameterSource, RouteInput, RouteParameter } from './interfaces/route-parameter.interface.js';
import { ParameterSchemaFactory } from './parameter-schemas.js';
import { completePathArguments } from './path-arguments.js';
import type { SchemaValidator } from './schema-compiler.js';
import { SchemaCompiler } from './schema-compiler.js';
import { documentArgument, documentedBody } from './swagger-parameters.js';
import { SourceDescriber } from './source-describer.js';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** Makes the input plans of tools, at boot. */
export class InputPlanFactory {
  constructor(
    private readonly policy: ArgumentPolicy,
    private readonly compiler = new SchemaCompiler(),
  ) {}

  /** @throws Error that names the route and its parameter or property when a plan cannot be made */
  create(input: RouteInput): InputPlan {
    return input.explicitSchema
      ? this.createExplicit(input, input.explicitSchema)
      : this.createDerived(input);
  }

  private createDerived(input: RouteInput): InputPlan {
    const readProperties = createPropertyReader();
    const listed = new ClassSchemas('listed', readProperties);
    const accepted = new ClassSchemas('accepted', readProperties);
    const { layout, omitted } = this.describe(input, listed, accepted);
    const inputSchema: JsonSchema = {
      ...(this.policy.schema?.dialect !== false && { $schema: DIALECT }),
      ...rootSchema(layout, 'listed', listed.getDefinitions()),
    };
    if (omitted.length > 0) {
      inputSchema.description = `Cannot be given: ${omitted.join(', ')} (objects do not fit in a query)`;
    }
    const acceptedSchema = rootSchema(layout, 'accepted', accepted.getDefinitions());
    // Unknown arguments are reported by name.
    acceptedSchema.additionalProperties = true;
    const preparation: PreparationPlan = { ...layout, isOpen: layout.rest !== undefined };
    return {
      inputSchema,
      bindings: layout.arguments.map(toBinding),
      rest: layout.rest,
      headerParameters: collectHeaderParameters(inputSchema, input.label),
      prepare: this.createPrepare(
        preparation,
        this.compile(acceptedSchema, input.label, accepted.hasForeignParts ? 'compile' : 'compileOwn'),
      ),
    };
  }

  private createExplicit(input: RouteInput, schema: JsonSchema): InputPlan {
    assertExplicitSchema(schema, input.label);
    const { bindings, rest } = bindExplicitSchema(schema, input);
    const names = new Set([
      ...Object.keys(schema.properties ?? {}),
      ...bindings.map(({ argument }) => argument),
    ]);
    const known = [...names].map((name) => ({
      name,
      source: bindings.find(({ argument }) => argument === name)?.source ?? ('body' as const),
      listed: schema.properties?.[name] ?? {},
      accepted: schema.properties?.[name] ?? {},
      isRequired: schema.required?.includes(name) ?? false,
    }));
    const isOpen =
      rest !== undefined && (schema.additionalProperties !== false || schema.patternProperties !== undefined);
    return {
      inputSchema: schema,
      bindings,
      rest,
      headerParameters: collectHeaderParameters(schema, input.label),
      prepare: this.createPrepare(
        { arguments: known, isOpen, isBodyFlat: rest === 'body' },
        this.compile(schema, input.label, 'compile'),
      ),
    };
  }

  private describe(input: RouteInput, listed: ClassSchemas, accepted: ClassSchemas) {
    const schemas = new ParameterSchemaFactory(listed, accepted);
    const describe = (source: ParameterSource, parameters: readonly RouteParameter[] = input.parameters) =>
      new SourceDescriber(
        source,
        input.label,
        schemas,
        listed,
        accepted,
        source === 'body' ? documentedBody(input) : undefined,
      ).describe(parameters);
    const document = (argument: ArgumentDescription) => documentArgument(argument, input);
    const path = completePathArguments(input, describe('path').arguments).map(document);
    const described = describe('query');
    const query = { ...described, arguments: described.arguments.map(document) };
    const headers = describe('header', exposedHeaders(input)).arguments.map(inLowerCase).map(document);
    const body = wholeBodyArgument(input, schemas) ?? describe('body');
    const sources: SourceDescription[] = [closed(path), query, closed(headers)];
    const layout: ArgumentLayout = arrangeArguments(sources, body);
    return { layout, omitted: query.omitted };
  }

  private createPrepare(plan: PreparationPlan, validate: SchemaValidator): InputPlan['prepare'] {
    const preparation = new ArgumentPreparation(plan, this.policy, validate);
    return (args) => preparation.prepare(args);
  }

  private compile(schema: JsonSchema, label: string, method: 'compile' | 'compileOwn'): SchemaValidator {
    try {
      return this.compiler[method](schema);
    } catch (error) {
      throw new Error(`${label}: the schema of its arguments cannot be used: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
}

/** As `InputPlanFactory.create()`, for one route. */
export function buildInputPlan(input: RouteInput, policy: ArgumentPolicy): InputPlan {
  return new InputPlanFactory(policy).create(input);
}

function toBinding({ name, source, target }: ArgumentDescription): ArgumentBinding {
  return target === undefined ? { argument: name, source } : { argument: name, source, target };
}

function inLowerCase(argument: ArgumentDescription): ArgumentDescription {
  return { ...argument, target: argument.target?.toLowerCase() };
}

function closed(described: readonly ArgumentDescription[]): SourceDescription {
  return { arguments: described, isOpen: false, omitted: [] };
}

import type { JsonSchema } from '../interfaces/index.js';
import type { ArgumentDescription, SourceDescription } from './argument-description.js';
import type { ClassSchemas, ObjectProperties } from './class-schema.js';
import type { ParameterSource, RouteParameter } from './interfaces/route-parameter.interface.js';
import type { ParameterSchemaFactory } from './parameter-schemas.js';
import { missingType, nameParameter, transportOf } from './parameter-schemas.js';
import { readObjectShape } from './object-shape.js';
import { mergeSchemas } from './schema-merge.js';
import { standardJsonSchema } from './standard-schema.js';
import type { Transport } from './type-schemas.js';
import { isClass } from './type-schemas.js';
import { readClassValidation } from './validation-pipes.js';

/** Collects what the parameters of one source take: `@Query('a') a, @Query() rest: RestDto` ... */
export class SourceDescriber {
  private readonly byTarget = new Map<string, ArgumentDescription>();
  private readonly omitted: string[] = [];
  private isOpen = false;

  constructor(
    private readonly source: ParameterSource,
    private readonly label: string,
    private readonly schemas: ParameterSchemaFactory,
    private readonly listed: ClassSchemas,
    private readonly accepted: ClassSchemas,
    private readonly documentedType?: NewableFunction,
  ) {}

  /** @throws Error when there is nothing to tell the type of a parameter from */
  describe(parameters: readonly RouteParameter[]): SourceDescription {
    for (const parameter of parameters.filter(({ source }) => source === this.source)) {
      if (parameter.name === undefined) {
        this.addWhole(parameter);
      } else {
        this.add({
          name: parameter.name,
          target: parameter.name,
          ...this.schemas.create(parameter, this.label),
        });
      }
    }
    return { arguments: [...this.byTarget.values()], isOpen: this.isOpen, omitted: this.omitted };
  }

  /** Adds an argument, or what a further parameter says of one that is there. */
  private add(argument: Omit<ArgumentDescription, 'source'>): void {
    const target = argument.target ?? argument.name;
    const present = this.byTarget.get(target);
    this.byTarget.set(
      target,
      present
        ? {
            ...present,
            listed: mergeAnnotated(present.listed, argument.listed),
            accepted: mergeSchemas([present.accepted, argument.accepted]),
            isRequired: present.isRequired || argument.isRequired,
          }
        : { ...argument, source: this.source },
    );
  }

  private addWhole(parameter: RouteParameter): void {
    const given = parameter.options?.schema ?? standardJsonSchema(parameter.standardSchema);
    if (given) {
      this.addGiven(this.listed.adopt(given), this.accepted.adopt(given));
      return;
    }
    const validation = readClassValidation(parameter.pipes);
    const type = validation.find(({ expectedType }) => expectedType)?.expectedType ?? parameter.type;
    if (type === undefined && !parameter.standardSchema) {
      throw new Error(missingType(parameter, this.label));
    }
    const transport = transportOf(parameter);
    const listed = isClass(type) ? this.listed.propertiesOf(type, validation, transport) : undefined;
    if (!listed || !isClass(type)) {
      this.isOpen = true;
      this.addDocumented(transport);
      return;
    }
    const accepted = this.accepted.propertiesOf(type, validation, transport)!;
    this.addProperties(listed, accepted, parameter);
  }

  /** What is documented of an object that takes anything. */
  private addDocumented(transport: Transport): void {
    const properties = this.documentedType && this.listed.propertiesOf(this.documentedType, [], transport);
    for (const { name, schema } of properties?.properties ?? []) {
      this.add({ name, target: name, listed: schema, accepted: {}, isRequired: false });
    }
  }

  private addProperties(
    listed: ObjectProperties,
    accepted: ObjectProperties,
    parameter: RouteParameter,
  ): void {
    listed.properties.forEach(({ name, schema, isRequired }, position) =>
      this.add({
        name,
        target: name,
        listed: schema,
        accepted: accepted.properties[position]!.schema,
        isRequired,
      }),
    );
    this.omitted.push(...listed.omitted);
    if (parameter.headerName !== undefined) {
      throw new Error(
        `${this.label}: ${nameParameter(parameter)} takes an object, which @McpHeader('${parameter.headerName}') ` +
          'cannot mirror. Put @McpHeader() on a property of its class.',
      );
    }
  }

  private addGiven(listed: JsonSchema, accepted: JsonSchema): void {
    const checked = readObjectShape(accepted).properties;
    const { properties, required, isOpen } = readObjectShape(listed);
    for (const [name, property] of Object.entries(properties)) {
      this.add({
        name,
        target: name,
        listed: property,
        accepted: checked[name] ?? {},
        isRequired: required.includes(name),
      });
    }
    this.isOpen ||= isOpen;
  }
}

/** Descriptions are no constraints: the first one stays. */
function mergeAnnotated(first: JsonSchema, second: JsonSchema): JsonSchema {
  const { description, default: initial, examples, ...constraints } = second;
  const additions = Object.entries({ description, default: initial, examples }).filter(
    ([keyword, value]) => value !== undefined && first[keyword] === undefined,
  );
  return mergeSchemas([first, constraints, Object.fromEntries(additions)]);
}

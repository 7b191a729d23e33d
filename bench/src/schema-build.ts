import 'reflect-metadata';
import { IsInt, IsOptional, IsString, MaxLength, Min, ValidateNested } from 'class-validator';
import { Type } from 'class-transformer';
import { ValidationPipe } from '@nestjs/common';
import { InputPlanFactory } from '../../dist/schema/index.js';

/** Times how long the schemas of many tools take at boot: `node bench/build/schema-build.js`. */

const PROPERTIES = 20;
const RUNS = 5;
const POLICY = { unknownArguments: 'reject', ignoredArguments: [] } as const;

type DtoClass = new () => object;

class PartDto {
  @IsString() name!: string;
  @IsInt() amount!: number;
}

function makeDto(): DtoClass {
  class Dto {}
  const { prototype } = Dto;
  const define = (type: unknown, name: string, ...decorators: PropertyDecorator[]) => {
    Reflect.defineMetadata('design:type', type, prototype, name);
    decorators.forEach((decorate) => decorate(prototype, name));
  };
  for (let index = 0; index < PROPERTIES; index += 4) {
    define(String, `text${index}`, IsString(), MaxLength(40));
    define(Number, `size${index}`, IsOptional(), IsInt(), Min(1));
    define(String, `note${index}`, IsOptional(), IsString());
    define(
      PartDto,
      `part${index}`,
      ValidateNested(),
      Type(() => PartDto),
    );
  }
  return Dto;
}

function timeBuild(classes: readonly DtoClass[]): number {
  const factory = new InputPlanFactory(POLICY);
  const pipes = [new ValidationPipe({ whitelist: true, transform: true })];
  const start = performance.now();
  for (const [index, type] of classes.entries()) {
    factory.create({
      label: `Controller.method${index}`,
      verb: 'POST',
      pathParameters: [],
      parameters: [{ source: 'body', index: 0, type, pipes }],
    });
  }
  return performance.now() - start;
}

const best = (classes: readonly DtoClass[]) =>
  Math.min(...Array.from({ length: RUNS }, () => timeBuild(classes)));

timeBuild([makeDto()]);
console.log(`classes of ${PROPERTIES} properties, built from nothing: best of ${RUNS}`);
for (const count of [50, 100, 200, 400]) {
  const milliseconds = best(Array.from({ length: count }, makeDto));
  console.log(
    `${String(count).padStart(4)}: ${milliseconds.toFixed(0).padStart(5)} ms  ${(milliseconds / count).toFixed(2)} ms each`,
  );
}

import { RULE_CASES } from '../validator-rules.fixture.js';
import type { DtoClass, TruthCase } from './truth-case.js';
import { bodiesOf } from './truth-case.js';

/** One class for every rule of class-validator and each way of using it. */
export const RULE_CORPUS: readonly TruthCase[] = RULE_CASES.map(({ rule, decorators, values = [] }) => ({
  name: rule,
  dto: dtoWith(decorators),
  bodies: bodiesOf({ v: values }),
}));

function dtoWith(decorators: readonly PropertyDecorator[]): DtoClass {
  class Dto {
    v: unknown;
  }
  for (const decorate of decorators) {
    decorate(Dto.prototype, 'v');
  }
  return Dto;
}

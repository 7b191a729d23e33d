import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { readValidationRules } from '../validation-storage.js';

/** Packages whose decorators keep what they are told in the package itself. */
const PACKAGES = {
  'class-validator': 'Rules of the one may be unknown to the other, so that bodies pass unchecked',
  'class-transformer': '@Type(), @Expose() and @Exclude() of the one are unknown to the other',
} as const;

type DecoratorPackage = keyof typeof PACKAGES;

/** Packages of which the application loads another copy than Nest's pipes do. */
export function diagnoseInstalledCopies(
  applicationFile: string | undefined = process.argv[1],
  nestFile: string | undefined = resolveFrom(import.meta.url, '@nestjs/common'),
): string[] {
  if (applicationFile === undefined || nestFile === undefined) {
    return [];
  }
  return (Object.keys(PACKAGES) as DecoratorPackage[]).flatMap((name) => {
    const ofApplication = resolveFrom(applicationFile, name);
    const ofNest = resolveFrom(nestFile, name);
    return ofApplication === undefined || ofNest === undefined || ofApplication === ofNest
      ? []
      : [
          `${twice(name)}: the application loads ${ofApplication}, and Nest's pipes ${ofNest}. ${remedy(name)}`,
        ];
  });
}

/** Classes whose rules were made by different copies of class-validator. */
export function diagnoseRuleCopies(classes: Iterable<NewableFunction>): string[] {
  const examples = new Map<unknown, NewableFunction>();
  for (const target of classes) {
    for (const rule of readValidationRules(target)) {
      if (!isPlainObject(rule) && !examples.has(rule.constructor)) {
        examples.set(rule.constructor, target);
      }
    }
  }
  if (examples.size < 2) {
    return [];
  }
  const names = [...new Set([...examples.values()].map(({ name }) => name))].join(' and ');
  return [
    `${twice('class-validator')}: the rules of ${names} were made by different copies. ${remedy('class-validator')}`,
  ];
}

/** Mapped types copy rules into plain objects, which tell nothing of where they were made. */
function isPlainObject(rule: object): boolean {
  const prototype = Object.getPrototypeOf(rule) as object;
  return Object.getPrototypeOf(prototype) === null;
}

function twice(name: DecoratorPackage): string {
  return `${name} is installed more than once`;
}

function remedy(name: DecoratorPackage): string {
  return `${PACKAGES[name]}. Find them with "npm ls ${name}", and keep one: one version for all packages, "npm dedupe".`;
}

function resolveFrom(file: string, name: string): string | undefined {
  try {
    return realpathSync(createRequire(file).resolve(name));
  } catch {
    return undefined;
  }
}

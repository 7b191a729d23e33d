import fc from 'fast-check';
import { jsonValues, texts, withOwn } from './json-values.js';

/** Text with a piece of it replaced, repeated, moved or taken out. */
export function mutatedText(source: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(
      source,
      fc.nat(10_000),
      fc.nat(8),
      fc.oneof(texts, fc.constantFrom('', '{', '}', '[', '"', ',', '\\u')),
    )
    .map(([text, position, length, piece]) => {
      const start = text.length === 0 ? 0 : position % text.length;
      return text.slice(0, start) + piece + text.slice(start + length);
    });
}

/** A message with one of its parts, wherever it is, replaced, renamed or taken out. */
export function mutatedMessage(source: fc.Arbitrary<object>): fc.Arbitrary<unknown> {
  return fc
    .tuple(source, fc.nat(1_000), fc.constantFrom('replace', 'remove', 'rename', 'add'), texts, jsonValues)
    .map(([message, position, way, key, value]) => {
      const paths = pathsOf(message);
      return paths.length === 0
        ? value
        : changed(message, paths[position % paths.length]!, { way, key, value });
    });
}

interface Change {
  readonly way: string;
  readonly key: string;
  readonly value: unknown;
}

function pathsOf(value: unknown, depth = 0): string[][] {
  if (typeof value !== 'object' || value === null || depth > 5) {
    return [];
  }
  return Object.entries(value)
    .slice(0, 20)
    .flatMap(([key, inner]) => [[key], ...pathsOf(inner, depth + 1).map((path) => [key, ...path])]);
}

function changed(value: unknown, [head, ...rest]: string[], change: Change): unknown {
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) =>
      String(index) !== head ? item : rest.length > 0 ? changed(item, rest, change) : change.value,
    );
  }
  let made = {};
  for (const [key, inner] of Object.entries(value as object)) {
    if (key !== head) {
      made = withOwn(made, key, inner);
    } else if (rest.length > 0) {
      made = withOwn(made, key, changed(inner, rest, change));
    } else if (change.way !== 'remove') {
      made = withOwn(
        made,
        change.way === 'rename' ? change.key : key,
        change.way === 'rename' ? inner : change.value,
      );
    }
  }
  return change.way === 'add' && rest.length === 0 ? withOwn(made, change.key, change.value) : made;
}

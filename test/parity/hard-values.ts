/** Values that mean something in a URL, a path of files, a header or JavaScript. */
export const HARD_VALUES: readonly (readonly [title: string, value: string])[] = [
  ['a slash', 'a/b'],
  ['slashes around it', '/a/'],
  ['nothing but slashes', '//'],
  ['one dot', '.'],
  ['two dots', '..'],
  ['dots that climb', '../../etc/passwd'],
  ['dots that climb by backslashes', '..\\..\\windows'],
  ['an encoded slash', 'a%2Fb'],
  ['an encoded slash in small letters', 'a%2fb'],
  ['encoded dots', '%2e%2e%2f'],
  ['an encoded zero', '%00'],
  ['a zero', 'a\0b'],
  ['a percent sign', '%'],
  ['half an escape', '100%2'],
  ['an escape that is no UTF-8', '%ff'],
  ['a question mark', 'a?b=c'],
  ['a hash', 'a#b'],
  ['a semicolon', 'a;b=c'],
  ['a backslash', 'a\\b'],
  ['spaces', ' a b '],
  ['a plus', 'a+b'],
  ['a colon', 'a:b'],
  ['a hyphen', 'a-b'],
  ['several hyphens', '-a--b-'],
  ['a dot', 'a.b'],
  ['a suffix', 'a.json'],
  ['composed unicode', 'caf\u00e9'],
  ['decomposed unicode', 'cafe\u0301'],
  ['a character of two units', '\u{1F600}'],
  ['a mark that turns text around', 'a\u202eb'],
  ['a name that every object has', '__proto__'],
  ['a name that every function has', 'constructor'],
];

/** What a line break makes of a text that somebody puts in a header. */
export const LINE_BREAK = 'a\r\nx-injected: 1';

/** Half of a surrogate pair: no URL can carry it. */
export const LONE_SURROGATE = 'a\ud800';

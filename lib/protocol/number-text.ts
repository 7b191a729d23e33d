const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;

/** Whether a decimal text (`42`, `-7`, `42.0`) is this number, with no digit lost on the way. */
export function isTextOfNumber(text: string, value: number): boolean {
  const point = text.indexOf('.');
  const wholeEnd = point === -1 ? text.length : point;
  const wholeStart = text.charCodeAt(0) === MINUS ? 1 : 0;
  if (!isDigits(text, wholeStart, wholeEnd)) return false;
  if (point !== -1 && !isDigits(text, point + 1, text.length)) return false;
  if (!Number.isInteger(value)) return Number(text) === value;
  return Number.isSafeInteger(value) && Number(text.slice(0, wholeEnd)) === value && isZeros(text, wholeEnd);
}

function isDigits(text: string, start: number, end: number): boolean {
  for (let index = start; index < end; index++) {
    const code = text.charCodeAt(index);
    if (code < ZERO || code > NINE) return false;
  }
  return end > start;
}

function isZeros(text: string, start: number): boolean {
  for (let index = start; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code !== ZERO && code !== POINT) return false;
  }
  return true;
}

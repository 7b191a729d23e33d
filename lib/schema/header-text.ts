/** RFC 9110, section 5.5: no field value has control characters, except tabs. */
const CONTROL_CHARACTER = /[\x00-\x08\x0a-\x1f\x7f]/;

/** Why a value cannot be sent as a header; undefined when it can. */
export function headerTextProblem(value: unknown): string | undefined {
  const isBroken = Array.isArray(value)
    ? value.some((item) => typeof item === 'string' && CONTROL_CHARACTER.test(item))
    : typeof value === 'string' && CONTROL_CHARACTER.test(value);
  return isBroken
    ? 'must have no line breaks or other control characters: it is sent as an HTTP header'
    : undefined;
}

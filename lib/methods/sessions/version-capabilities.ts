import { isJsonObject } from '../../protocol/index.js';
import type { JsonObject } from '../../protocol/index.js';

const ELICITATION_SINCE = '2025-06-18';
/** Forms and pages are told apart, and models can be given tools. */
const MODES_SINCE = '2025-11-25';

/** What a client can be asked for in its version. What it declares beyond that means something else, or nothing. */
export function capabilitiesInVersion(capabilities: JsonObject, version: string): JsonObject {
  if (version >= MODES_SINCE) {
    return capabilities;
  }
  const { elicitation, sampling, ...others } = capabilities;
  return {
    ...others,
    ...(isJsonObject(elicitation) && version >= ELICITATION_SINCE && { elicitation: {} }),
    ...(isJsonObject(sampling) && { sampling: {} }),
  };
}

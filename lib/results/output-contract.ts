import { Logger } from '@nestjs/common';
import type { JsonSchema } from '../interfaces/index.js';
import type { OutputMismatch, OutputValidator } from '../schema/output/index.js';
import type { McpContentBlock, ResultDraft } from './interfaces/index.js';
import { wrapsStructuredContent } from './structured-content.js';

/** What happens to a result that does not meet its schema. */
export type OutputPolicy = 'error' | 'warn' | 'off';

export interface OutputTerms {
  readonly tool: string;
  /** `ItemsController.findOne` */
  readonly label: string;
  /** As declared: of the value itself, even when it is sent as `{ result: value }`. */
  readonly schema: JsonSchema;
  readonly validate: OutputValidator;
  readonly policy: OutputPolicy;
}

const NO_DATA: OutputMismatch = { path: '', declaredPath: '', message: 'there is no data' };

/**
 * Holds the results of one tool to the output schema that it declares.
 *
 * Clients insist on data that meets the schema, unless the result is an error. A result that cannot have such data is
 * therefore sent as an error, the only form in which its text reaches the model.
 */
export class OutputContract {
  /** Whether the data is sent as `{ result: value }`. */
  readonly wraps: boolean;

  private readonly logger = new Logger('McpModule');
  private isLogged = false;

  constructor(private readonly terms: OutputTerms) {
    this.wraps = wrapsStructuredContent(terms.schema);
  }

  /** Whether a route that never answers with a body can meet the schema. */
  get allowsNoData(): boolean {
    return this.terms.validate(this.empty) === undefined;
  }

  /** The data of an answer without a body. */
  private get empty(): object | null {
    return this.wraps ? null : {};
  }

  apply(draft: ResultDraft): ResultDraft {
    if (draft.data === undefined) {
      return this.allowsNoData ? { ...draft, data: JSON.stringify(this.empty) } : this.refuse(draft, NO_DATA);
    }
    if (this.terms.policy === 'off') {
      return draft;
    }
    const mismatch = this.terms.validate(JSON.parse(draft.data));
    return mismatch ? this.refuse(draft, mismatch) : draft;
  }

  private refuse({ status, content, meta }: ResultDraft, mismatch: OutputMismatch): ResultDraft {
    this.log(mismatch);
    const where = describe(mismatch.declaredPath, mismatch.message);
    return {
      status,
      meta,
      isError: true,
      content:
        this.terms.policy === 'error'
          ? [note(`The answer is withheld, since ${notMet(where)}. ${CARRIED_OUT}`)]
          : [...content, note(`The answer is text only, since ${notMet(where)}. ${CARRIED_OUT}`)],
    };
  }

  /** Once: every further call would say the same. */
  private log({ path, message }: OutputMismatch): void {
    if (this.isLogged) {
      return;
    }
    this.isLogged = true;
    const { tool, label, policy } = this.terms;
    const text =
      `The tool "${tool}" (${label}) answered with a result that does not meet its output schema: ` +
      `${describe(path, message)}. Clients would refuse the data, so that the answer is sent ` +
      `${policy === 'error' ? 'as an error without it' : 'as text, marked as an error'}. ` +
      'Correct the handler or the schema; this is logged once for a tool.';
    if (policy === 'error') {
      this.logger.error(text);
    } else {
      this.logger.warn(text);
    }
  }
}

const CARRIED_OUT =
  'The call was carried out; this is a fault of the server, so do not repeat the call with other arguments.';

function notMet(where: string): string {
  return `it does not meet the output schema of the tool: ${where}`;
}

function describe(path: string, message: string): string {
  return path === '' ? message : `${path} ${message}`;
}

function note(text: string): McpContentBlock {
  return { type: 'text', text };
}

import type { AppSettings } from '../app/app-settings.js';
import type { MeasuredRequest } from '../requests/measured-request.js';

/** One thing that is measured. */
export interface Operation {
  readonly name: string;
  readonly title: string;
  /** The app that is asked. */
  readonly settings: AppSettings;
  readonly request: MeasuredRequest;
  /** Throws unless the server answers as it should. */
  readonly check: (url: string) => Promise<void>;
  /** Name of the operation that this one is compared with. */
  readonly baseline?: string;
  /** The least that its requests per second should be of the baseline's. */
  readonly goal?: number;
}

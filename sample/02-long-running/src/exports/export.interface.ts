/** What is known of an export, from its beginning on. */
export interface Export {
  readonly name: string;
  readonly state: 'running' | 'ready' | 'failed' | 'stopped';
  /** Orders so far. */
  readonly orders: number;
}

export interface Order {
  readonly number: number;
  /** ISO 8601, without the time. */
  readonly date: string;
  readonly customer: string;
  readonly email: string;
  /** In euros. */
  readonly total: number;
}

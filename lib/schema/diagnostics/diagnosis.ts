/** Something in the application that leaves a client without a usable schema. */
export interface Diagnosis {
  /** `CreateOrderDto.items`, or the label of a parameter; one place is reported once. */
  readonly place: string;
  /** What is the matter, and what to write. */
  readonly message: string;
}

import type { ValueTransformer } from 'typeorm';

/** Euros in the code, whole cents in the database. */
export const money: ValueTransformer = {
  to: (euros?: number | null) => (typeof euros === 'number' ? Math.round(euros * 100) : euros),
  from: (cents?: number | null) => (typeof cents === 'number' ? cents / 100 : cents),
};

/** Adds amounts of money without the rounding errors of binary fractions. */
export function sumOfMoney(amounts: number[]): number {
  return amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100;
}

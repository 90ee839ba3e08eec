import { MAX_ORDER_QUANTITY } from '../../../src/domain/orders/validate.ts';

/** Quantities at a press: shares, and contracts of options. */
export const QUANTITY_CHOICES = { shares: [10, 50, 100, 500, 1_000], contracts: [1, 2, 5, 10, 25] } as const;

/** The quantity after steps of the wheel: by 1 below 10, by 10 below 100, and so on, so that a few steps reach any size. */
export function steppedQuantity(quantity: number, steps: number): number {
  let next = quantity;
  for (let count = 0; count < Math.abs(steps); count++) {
    // Downwards 100 goes to 90, as 90 upwards goes to 100.
    const from = steps < 0 ? next - 1 : next;
    const size = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, from))));
    next = steps > 0 ? Math.floor(next / size) * size + size : Math.ceil(next / size) * size - size;
    next = Math.min(MAX_ORDER_QUANTITY, Math.max(1, next));
  }
  return next;
}

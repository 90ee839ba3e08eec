import * as v from 'valibot';
import { MAX_ORDER_QUANTITY } from '../../src/domain/orders/validate.ts';

/** Quantities offered as buttons: of stock, and of options. */
export interface Presets {
  readonly Shares: readonly number[];
  readonly Contracts: readonly number[];
}
export const DEFAULT_PRESETS: Presets = {
  Shares: [10, 50, 100, 200, 500, 1000],
  Contracts: [1, 2, 5, 10, 20, 50],
};
const MAX_PRESETS = 6;

const STORE_KEY = 'tapedeck.order-entry.quantities';
const quantities = v.pipe(
  v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_ORDER_QUANTITY))),
  v.minLength(1),
  v.maxLength(MAX_PRESETS),
);
const schema = v.object({ Shares: quantities, Contracts: quantities });

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** The stored quantities of this browser; the defaults when there are none that can be read. */
export function loadPresets(store: Store): Presets {
  try {
    return v.parse(schema, JSON.parse(store.getItem(STORE_KEY) ?? 'null'));
  } catch {
    return DEFAULT_PRESETS;
  }
}

/** False when the browser stores nothing: the quantities then apply until the page is left. */
export function storePresets(store: Store, presets: Presets): boolean {
  try {
    store.setItem(STORE_KEY, JSON.stringify(presets));
    return true;
  } catch {
    return false;
  }
}

/** Reads `10, 50 100`: ascending, each once; what is wrong with it as text. */
export function readQuantities(
  text: string,
):
  | { readonly ok: true; readonly quantities: readonly number[] }
  | { readonly ok: false; readonly problem: string } {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  const numbers = parts.map(Number);
  if (numbers.length === 0) return { ok: false, problem: 'Enter at least one quantity' };
  if (
    numbers.some((quantity) => !Number.isInteger(quantity) || quantity < 1 || quantity > MAX_ORDER_QUANTITY)
  )
    return {
      ok: false,
      problem: `Enter whole numbers from 1 to ${MAX_ORDER_QUANTITY.toLocaleString('en-US')}`,
    };
  const distinct = [...new Set(numbers)].sort((a, b) => a - b);
  return distinct.length > MAX_PRESETS
    ? { ok: false, problem: `At most ${MAX_PRESETS} quantities` }
    : { ok: true, quantities: distinct };
}

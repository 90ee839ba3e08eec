import * as v from 'valibot';
import { formatInteger, formatMoney, formatPrice } from '../../domain/columns/index.ts';
import { fromE4, isExactE4, toMoneyE4, toPriceE4 } from '../../domain/money/price.ts';
import { MAX_ORDER_QUANTITY } from '../../domain/orders/validate.ts';
import { quantityOf, type SizeProblem, type SizeRule } from '../../domain/sizing/size-order.ts';
import { CONTRACT_SHARES } from '../../domain/symbols/contract-shares.ts';
import { isOptionSymbol } from '../../domain/symbols/symbol.ts';

/** How a quantity is calculated, as it is entered. Null = empty, NaN = what is typed is no number. */
export interface SizeEntry {
  readonly by: SizeRule['by'];
  /** Dollars; of `AccountShare` per cent. */
  readonly amount: number | null;
  /** Dollars; only `Risk` has one. */
  readonly stop: number | null;
}

/** The rules, for the user. */
export const SIZE_RULES = [
  { value: 'Value', label: 'Dollars' },
  { value: 'AccountShare', label: 'Per cent of account value' },
  { value: 'Risk', label: 'Dollars at risk' },
] as const satisfies readonly { value: SizeEntry['by']; label: string }[];

/** The order whose quantity is calculated. */
export interface OrderToSize {
  readonly symbol: string;
  readonly side: 'Buy' | 'Sell' | 'Short';
}

/** What a quantity is calculated from besides the entry. Dollars, null = unknown. */
export interface SizeFacts {
  readonly price: number | null;
  readonly accountValue: number | null;
}

/** The quantity with a line that explains it, or why there is none. */
export type Sized =
  { readonly quantity: number; readonly text: string } | { readonly quantity: null; readonly text: string };

/** The quantity of a ticket by an entry. */
export function sizeOf(
  entry: SizeEntry,
  { symbol, side }: OrderToSize,
  { price, accountValue }: SizeFacts,
): Sized {
  const isOption = isOptionSymbol(symbol);
  if (entry.by === 'AccountShare' && accountValue === null)
    return { quantity: null, text: 'The value of the account is not known' };
  if (entry.by === 'Risk' && !isAmount(entry.stop)) return { quantity: null, text: 'Enter the stop price' };
  const multiplier = isOption ? CONTRACT_SHARES : 1;
  const priceE4 = isAmount(price) ? toPriceE4(price) : 0;
  const sized = quantityOf(ruleOf(entry, accountValue ?? 0), { isBuy: side === 'Buy', priceE4, multiplier });
  if (!sized.ok) return { quantity: null, text: PROBLEM_TEXTS[sized.error](isOption) };
  const cost = fromE4(priceE4 * multiplier * sized.value);
  const unit = isOption ? 'contract' : 'share';
  const count = `${formatInteger(sized.value)} ${unit}${sized.value === 1 ? '' : 's'}`;
  return { quantity: sized.value, text: `${count} at ${formatPrice(fromE4(priceE4))}: ${formatMoney(cost)}` };
}

const PROBLEM_TEXTS: Readonly<Record<SizeProblem, (isOption: boolean) => string>> = {
  NoPrice: () => 'There is no price yet: enter a limit, or wait for a quote',
  NoAmount: () => 'Enter an amount above zero',
  StopBeyondPrice: () => 'The stop is on the profit side of the price',
  TooSmall: (isOption) => `Not enough for one ${isOption ? 'contract' : 'share'}`,
  TooLarge: (isOption) =>
    `More than the ${formatInteger(MAX_ORDER_QUANTITY)} ${isOption ? 'contracts' : 'shares'} that an order may have`,
};

const isAmount = (amount: number | null): amount is number =>
  amount !== null && Number.isFinite(amount) && amount > 0 && isExactE4(amount);

function ruleOf({ by, amount, stop }: SizeEntry, accountValue: number): SizeRule {
  const amountE4 = isAmount(amount) ? toMoneyE4(amount) : 0;
  switch (by) {
    case 'Value':
      return { by, amountE4 };
    case 'AccountShare':
      return { by, percentE4: amountE4, accountE4: toMoneyE4(accountValue) };
    case 'Risk':
      return { by, amountE4, stopE4: isAmount(stop) ? toPriceE4(stop) : 0 };
  }
}

const STORE_KEY = 'tapedeck.order-entry.size';
const amountField = v.nullable(v.pipe(v.number(), v.minValue(0)));
const schema = v.object({
  by: v.picklist(['Value', 'AccountShare', 'Risk']),
  amount: amountField,
});
const DEFAULT_ENTRY = { by: 'Value', amount: null } as const;

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** What this browser used last, without the stop, which belongs to an order. */
export function loadSizeEntry(store: Store): Pick<SizeEntry, 'by' | 'amount'> {
  try {
    return v.parse(schema, JSON.parse(store.getItem(STORE_KEY) ?? 'null'));
  } catch {
    return DEFAULT_ENTRY;
  }
}

/** A browser that stores nothing begins with the defaults the next time. */
export function storeSizeEntry(store: Store, { by, amount }: SizeEntry): void {
  try {
    store.setItem(STORE_KEY, JSON.stringify({ by, amount }));
  } catch {
    // The quantity is in the ticket all the same.
  }
}

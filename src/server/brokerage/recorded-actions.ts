import * as v from 'valibot';
import { price, quantity, text, whole } from './recorded-requests.ts';

/** Schemas of what records of corporate actions hold. */

const ofSymbol = { symbol: text, exDate: text };
const ratio = { numerator: quantity, denominator: quantity };

/** A corporate action. */
export const action = v.variant('kind', [
  v.object({ kind: v.literal('Split'), ...ofSymbol, ...ratio, cashInLieuE4: price }),
  v.object({ kind: v.literal('Dividend'), ...ofSymbol, amountE6: price }),
  v.object({ kind: v.literal('SymbolChange'), ...ofSymbol, newSymbol: text }),
  v.object({ kind: v.literal('Delisting'), ...ofSymbol, cashE4: price }),
]);

/** What it did to a position. */
export const positionChange = v.object({
  symbol: text,
  toSymbol: text,
  ...ratio,
  quantityBefore: whole,
  quantityAfter: whole,
  costBeforeE4: whole,
  costAfterE4: whole,
  cashE4: whole,
});

/** What it did to an open order. */
export const adjustedOrder = v.object({
  orderId: text,
  quantity,
  filled: price,
  priceE4: price,
  stopPriceE4: price,
  offsetE4: whole,
  minQuantity: price,
  displayQuantity: price,
  workingStopE4: price,
  watermarkE4: price,
  reserveE4: price,
  openingQuantity: price,
});

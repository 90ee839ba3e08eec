import * as v from 'valibot';
import type { PriceE4 } from '../../domain/money/price.ts';
import { LEG_SIDES } from '../../domain/orders/legs.ts';
import { price, quantity, text, whole } from './recorded-requests.ts';

/** The schemas of fills and quotes, as records of the journal hold them. */

const later = v.optional(whole, 0);
export const fees = v.object({
  clearingE4: later,
  executionE4: later,
  liquidityE4: whole,
  secE4: whole,
  nsccE4: later,
  finraE4: whole,
  otherE4: later,
});
const legFill = v.object({
  symbol: text,
  side: v.picklist(LEG_SIDES),
  quantity,
  priceE4: quantity,
  exchange: text,
  fees,
});
export const nbbo = v.object({ bidE4: whole, bidSize: price, askE4: whole, askSize: price });

export const hasPrice = ({
  legs,
  priceE4,
}: {
  readonly legs?: unknown;
  readonly priceE4: PriceE4;
}): boolean => legs !== undefined || priceE4 >= 1;
export const PRICE_MISSING = 'an execution has a price';
export const legFills = v.optional(v.array(legFill));
export const executionTerms = v.pipe(
  v.object({ quantity, priceE4: whole, fees, legs: legFills }),
  v.check((figures) => hasPrice(figures), PRICE_MISSING),
);

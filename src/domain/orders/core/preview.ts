import { notionalE4, type MoneyE4, type PriceE4 } from '../../money/price.ts';
import { feesOf, multiplierOfSymbol, securityOf, totalFeesE4 } from '../../portfolio/index.ts';
import { refusalText } from '../errors.ts';
import { MAX_ORDER_VALUE_E4 } from '../validate.ts';
import { kindOfSymbol } from '../../risk/exposure.ts';
import { ORDER_TYPES } from '../order-types.ts';
import { powerPerDollar } from '../../risk/prices.ts';
import { leavesOf, type Book } from './book.ts';
import { contextOf } from './context.ts';
import { holdingOf, judgeNew, judgeReplace, type OrderChange } from './decide.ts';
import { createAccountBook } from './account-book.ts';
import { requiredBy } from './held.ts';
import type { FactsOf } from './multi-leg.ts';
import { accountPowerE4 } from './power.ts';
import type { BookOrder, MarketView, OrderRequest } from './types.ts';

/** The effect of an order if it arrived now. A rejected order is computed as if accepted, where its numbers allow that. */
export interface OrderPreview {
  /** 0 = it would be accepted. */
  readonly code: number;
  readonly message: string;
  /** Cash paid (positive) or received (negative) when filled at the expected price, fees included. */
  readonly costE4: MoneyE4;
  readonly feesE4: MoneyE4;
  /** Of a multi-leg order: margin that the written options of the account need more once it is filled, negative = released. */
  readonly marginE4?: MoneyE4;
  /** Change of the buying power (of a cash account, its free cash) while it is open, negative = less. */
  readonly buyingPowerEffectE4: MoneyE4;
  readonly buyingPowerAfterE4: MoneyE4;
  /** Signed position after the whole fill. */
  readonly positionAfter: number;
}

/** Evaluates an order against the present book, and changes nothing. `change` names the order that it is to replace. */
export function previewOf(
  book: Book,
  order: OrderRequest,
  change: OrderChange | undefined,
  factsOf: FactsOf,
  view: MarketView,
): OrderPreview {
  const replaced = change?.target;
  const facts = factsOf(order.symbol);
  const context = {
    ...contextOf(book, order, facts, view, replaced),
    replaced: replaced ? replacedOf(replaced) : null,
  };
  const judged = change
    ? judgeReplace(book, change, order, factsOf, view)
    : judgeNew(book, order, factsOf, view);
  const holding = 'code' in judged ? holdingOf(context) : judged;
  const { code, detail } = 'code' in judged ? judged : { code: 0 };
  const account = book.accounts.get(order.account) ?? createAccountBook(order.account);
  const kind = facts.account?.kind ?? 'margin';
  const powerE4 = accountPowerE4(account, kind, view.marks);
  const heldBefore = account.positions.get(order.symbol)?.quantity ?? 0;
  const working = workingQuantity(order, replaced);
  const priceE4 = expectedPriceE4(order, view);
  // A rejection for the numbers of the order leaves nothing to compute.
  if (code !== 0 && !isComputable(order.symbol, working, priceE4))
    return { ...unpriced(code, detail), buyingPowerAfterE4: powerE4, positionAfter: heldBefore };
  const heldE4: MoneyE4 = 'code' in holding ? 0 : holding.openingQuantity * holding.reserveE4;
  const effectE4 = powerEffectE4(order, kind, heldE4, replaced);
  const signed = order.side === 'Buy' ? working : -working;
  const feesE4 = expectedFeesE4(order, working, priceE4);
  return {
    code,
    message: refusalText(code, detail),
    costE4: notionalE4(priceE4, signed * multiplierOfSymbol(order.symbol)) + feesE4,
    feesE4,
    buyingPowerEffectE4: effectE4,
    buyingPowerAfterE4: powerE4 + effectE4,
    positionAfter: heldBefore + signed,
  };
}

/** Open quantity of the order after a replace of `replaced`, whose fills count. */
const workingQuantity = ({ quantity }: OrderRequest, replaced: BookOrder | undefined): number =>
  Math.max(0, quantity - (replaced?.filled ?? 0));

/** True when quantity and value are exact integers within the limit of an order. */
const isComputable = (symbol: string, quantity: number, priceE4: PriceE4): boolean =>
  Number.isSafeInteger(quantity) &&
  Number.isSafeInteger(priceE4) &&
  notionalE4(priceE4, quantity * multiplierOfSymbol(symbol)) <= MAX_ORDER_VALUE_E4;

const unpriced = (
  code: number,
  detail?: string,
): Omit<OrderPreview, 'buyingPowerAfterE4' | 'positionAfter'> => ({
  code,
  message: refusalText(code, detail),
  costE4: 0,
  feesE4: 0,
  buyingPowerEffectE4: 0,
});

/** The fees of one fill at the expected price that removes liquidity; 0 without a price. */
const expectedFeesE4 = ({ side, symbol }: OrderRequest, quantity: number, priceE4: PriceE4): MoneyE4 =>
  priceE4 > 0 && quantity > 0 ? totalFeesE4(feesOf(side, quantity, priceE4, 'R', securityOf(symbol))) : 0;

/**
 * The change of the account's buying power while the order is open, negative = less: what a replaced order holds is released. What is paid in
 * full takes its price from free cash, and a multiple of it from buying power.
 */
function powerEffectE4(
  { symbol, side }: OrderRequest,
  kind: 'cash' | 'margin',
  heldE4: MoneyE4,
  replaced: BookOrder | undefined,
): MoneyE4 {
  const perDollar = kind === 'cash' ? powerPerDollar(kindOfSymbol(symbol), side) : 1;
  const releasedE4 = replaced ? requiredBy(replaced) : 0;
  const effectE4: MoneyE4 = Math.ceil((releasedE4 - heldE4) / perDollar);
  // Math.ceil returns -0 for a small decrease.
  return effectE4 === 0 ? 0 : effectE4;
}

const replacedOf = (order: BookOrder) => ({
  side: order.side,
  filled: order.filled,
  leaves: leavesOf(order),
  reservedE4: requiredBy(order),
  isTriggered: order.isTriggered,
});

/**
 * The expected price of a share: the limit of the order, else the opposite quote; for a stop its stop price or a worse quote, for a peg at most its
 * limit. 0 = unknown.
 */
function expectedPriceE4(order: OrderRequest, view: MarketView): PriceE4 {
  const { needsLimitPrice, takesStopPrice, isPegged } = ORDER_TYPES[order.type];
  if (needsLimitPrice && order.priceE4 > 0) return order.priceE4;
  const quoteE4 = quotedPriceE4(order, view);
  // A stop that the market has passed already triggers at once and fills at the quote.
  if (takesStopPrice && order.stopPriceE4 > 0)
    return order.side === 'Buy'
      ? Math.max(order.stopPriceE4, quoteE4)
      : Math.min(order.stopPriceE4, quoteE4 || order.stopPriceE4);
  if (!isPegged || order.priceE4 <= 0 || quoteE4 === 0) return quoteE4;
  return order.side === 'Buy' ? Math.min(quoteE4, order.priceE4) : Math.max(quoteE4, order.priceE4);
}

/** The opposite side of the quote, else the last trade, else the previous close; 0 = unknown. */
function quotedPriceE4({ side, symbol }: OrderRequest, view: MarketView): PriceE4 {
  const prices = view.prices(symbol);
  if (!prices) return 0;
  return (side === 'Buy' ? prices.askE4 : prices.bidE4) || prices.lastE4 || prices.previousCloseE4;
}

import { newYorkMinutes } from '../calendar/us-equity.ts';
import { formatInteger, formatPrice } from '../format/format-number.ts';
import { fromE4, type PriceE4 } from '../money/price.ts';
import { ORDER_TYPES } from '../orders/order-types.ts';
import { minuteText } from './intervals.ts';
import { ORDER_REASONS } from './order-record.ts';
import type { ReconciledOrder } from './reconciliation-types.ts';

/** Texts for the trader: why an order of a live run differs from its backtest. */

/** A pair of which both sides exist. */
export interface WholePair {
  readonly live: ReconciledOrder;
  readonly backtest: ReconciledOrder;
}

const RUN_REASONS: ReadonlySet<string> = new Set(ORDER_REASONS);

const price = (priceE4: PriceE4): string => formatPrice(fromE4(priceE4));
const clock = (timeMs: number): string => minuteText(newYorkMinutes(timeMs));
/** `text` as a sentence of its own. */
const sentence = (text: string): string => (text === '' ? '' : ` ${text.replace(/\.$/, '')}.`);

const isLimited = ({ type }: ReconciledOrder): boolean => ORDER_TYPES[type].needsLimitPrice;
const isStop = ({ type }: ReconciledOrder): boolean => ORDER_TYPES[type].takesStopPrice;

/** How a backtest and the account come to the price of an order of a type. */
function pricingText(order: ReconciledOrder): string {
  if (ORDER_TYPES[order.type].isClosingAuction)
    return 'A backtest fills at the close of the last bar, the account in the closing auction.';
  if (isLimited(order))
    return 'A backtest fills at the limit or at the open of a bar, the account at the best price within the limit.';
  if (isStop(order))
    return 'A backtest fills at the stop or at the open of a bar beyond it, the account at the first quote after the stop is reached.';
  return 'A backtest fills at the open of the next bar, the account at the bid or offer when the order arrives.';
}

/** Both were filled, at different prices. */
export function fillPriceCause({ live, backtest }: WholePair): string {
  const isDearer = live.fillPriceE4 > backtest.fillPriceE4;
  const isWorse = (live.side === 'Buy') === isDearer;
  const difference = price(Math.abs(live.fillPriceE4 - backtest.fillPriceE4));
  return `Filled at ${price(live.fillPriceE4)} live and at ${price(backtest.fillPriceE4)} in the backtest, ${difference} ${isWorse ? 'worse' : 'better'} live. ${pricingText(live)}`;
}

/** Both were filled, in different bars. */
export function fillTimeCause({ live, backtest }: WholePair): string {
  const times = `Filled at ${clock(live.fillMs ?? live.sentMs)} live and at ${clock(backtest.fillMs ?? backtest.sentMs)} in the backtest.`;
  if (isLimited(live))
    return `${times} A backtest fills a limit only when a bar trades beyond it. The account fills it from its place in the queue at that price.`;
  if (isStop(live))
    return `${times} A bar shows that a stop was reached, live each trade does. The two can fall into different bars.`;
  return `${times} The order waited for a market: no bar or no quote came before.`;
}

/** The live order was not filled, or not all of it; that of the backtest was. */
export function notFilledLiveCause({ live, backtest }: WholePair): string {
  const filled =
    live.filledQuantity > 0
      ? `Live ${formatInteger(live.filledQuantity)} of ${formatInteger(live.quantity)} were filled.`
      : 'Live it was not filled.';
  const end = live.status === 'Cancelled' ? sentence(live.reason || 'It was cancelled') : '';
  const why = isLimited(backtest)
    ? 'The bars of the backtest traded beyond the limit, and a backtest has no queue and no limited size.'
    : isStop(backtest)
      ? 'The bars of the backtest reached the stop.'
      : 'A backtest fills a market order at the open of the next bar in any case.';
  return `${filled}${end} ${why}`;
}

/** The order of the backtest was not filled; the live one was, at least in part. */
export function notFilledInBacktestCause({ backtest }: WholePair): string {
  if (backtest.reason === 'The data ends here')
    return 'The bar in which the backtest would fill it is not part of the comparison: the run or its data ended before.';
  const end = sentence(backtest.reason);
  if (isLimited(backtest))
    return `The backtest did not fill it.${end} It needs a bar beyond the limit, and the account fills at the limit, too.`;
  if (isStop(backtest)) return `The backtest did not fill it.${end} No bar of the market reached its stop.`;
  return `The backtest did not fill it.${end}`;
}

/** The live order was rejected. */
export function rejectedLiveCause({ reason }: ReconciledOrder): string {
  return RUN_REASONS.has(reason)
    ? `The rules of the run rejected it live, by the time or position that it had then:${sentence(reason)}`
    : `The account rejected it:${sentence(reason || 'no reason was given')} A backtest has no account, so it has no risk checks.`;
}

/** The order of the backtest was rejected. */
export const rejectedInBacktestCause = ({ reason }: ReconciledOrder): string =>
  `The rules of the run rejected it in the backtest, by the time or position that it had then:${sentence(reason)}`;

/** The same order with another quantity or price. */
export function termsCause({ live, backtest }: WholePair): string {
  if (live.quantity !== backtest.quantity)
    return `The quantity is ${formatInteger(live.quantity)} live and ${formatInteger(backtest.quantity)} in the backtest. The limits of the run or the strategy chose another one.`;
  const [name, ours, theirs] =
    live.priceE4 === backtest.priceE4
      ? (['stop', live.stopPriceE4, backtest.stopPriceE4] as const)
      : (['limit', live.priceE4, backtest.priceE4] as const);
  return `The ${name} is ${price(ours)} live and ${price(theirs)} in the backtest. The strategy calculated it from other bars or quotes.`;
}

/** Only the live run sent the order. */
export function onlyLiveCause(order: ReconciledOrder): string {
  if (order.isMultiLeg)
    return 'A backtest has no quotes of options, so it rejects multi-leg orders: they are live only.';
  return order.status === 'Rejected' && !RUN_REASONS.has(order.reason)
    ? `The backtest sent no such order. The account rejected it:${sentence(order.reason)}`
    : `The backtest sent no such order. ${INDEPENDENT}`;
}

/** Only the backtest sent the order. */
export const onlyInBacktestCause = (): string => `The live run sent no such order. ${INDEPENDENT}`;

const INDEPENDENT =
  'No earlier order differs, so the strategy saw other data: live bars are made of the trades received, quotes exist live only, and variables of the code begin again in the backtest of a session.';

/** The difference that a later one follows from. */
export interface EarlierDifference {
  readonly sentMs: number;
  readonly kind: 'outcome' | 'price';
  /** Since then both sides have held the same position again. */
  readonly isOver: boolean;
}

/** An order that differs because an earlier one did. `difference`: how it differs. */
export function followsCause(difference: string, { sentMs, kind, isOver }: EarlierDifference): string {
  const since = clock(sentMs);
  if (kind === 'price')
    return `${difference} Fills had other prices before (${since}): a strategy that reads its fill price or its profit decides otherwise from then on.`;
  return isOver
    ? `${difference} An order of ${since} had ended differently. The positions are equal again, but the strategy may remember it.`
    : `${difference} An order of ${since} had ended differently, so the strategy decides from another position.`;
}

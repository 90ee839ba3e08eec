import { formatInteger, formatPrice } from '../format/format-number.ts';
import { fromE4, type PriceE4 } from '../money/price.ts';
import { displaySymbol } from '../symbols/symbol.ts';

/** Prices of a symbol at one moment; 0 = none. */
export interface DoubtQuote {
  readonly bidE4: PriceE4;
  readonly askE4: PriceE4;
  readonly lastE4: PriceE4;
}

/** The market that an order is judged by. */
export interface DoubtMarket extends DoubtQuote {
  /** Time since the feed last vouched for the prices, ms; null before the first price. */
  readonly ageMs: number | null;
  readonly isStale: boolean;
}

/** The parts of an order that its price is judged by. */
export interface DoubtOrder {
  readonly symbol: string;
  readonly side: 'Buy' | 'Sell' | 'Short';
  readonly quantity: number;
  /** Limit and stop price; null = it has none. */
  readonly priceE4: PriceE4 | null;
  readonly stopPriceE4: PriceE4 | null;
}

/** How far prices may be off before an order needs a confirmation, per cent. */
export interface PriceBands {
  /** Of the market, since the user edited the order. */
  readonly movedPercent: number;
  /** Of a limit, through the price on the other side. */
  readonly throughPercent: number;
}

/** The price that an order would trade at, and its name. */
interface OtherSide {
  readonly name: 'ask' | 'bid' | 'last price';
  readonly priceE4: PriceE4;
}

/** Why an order may not be meant as it is. */
export type PriceDoubt =
  /** The prices on the screen are old, or there are none yet. */
  | { readonly why: 'Stale'; readonly ageMs: number | null }
  /** The market is elsewhere than it was when the user edited the order. */
  | {
      readonly why: 'Moved';
      readonly name: OtherSide['name'];
      readonly fromE4: PriceE4;
      readonly toE4: PriceE4;
    }
  /** The market has passed the stop price: the stop is a market order. */
  | { readonly why: 'StopPassed'; readonly other: OtherSide }
  /** The limit is far beyond the price on the other side. */
  | { readonly why: 'ThroughMarket'; readonly other: OtherSide; readonly percent: number };

const PERCENT = 100;

/** The named price of a quote; 0 = none. */
const priceOf = (quote: DoubtQuote, name: OtherSide['name']): PriceE4 =>
  name === 'ask' ? quote.askE4 : name === 'bid' ? quote.bidE4 : quote.lastE4;

/** The distance of two prices, per cent of `fromE4`. Positive when the second is higher. */
const percentBetween = (fromE4: PriceE4, toE4: PriceE4): number => ((toE4 - fromE4) * PERCENT) / fromE4;

/**
 * The one rule of orders whose price needs a confirmation.
 * @param reference the prices when the user edited the order last; null for an order that is sent as it is made
 */
export function priceDoubts(
  order: DoubtOrder,
  market: DoubtMarket,
  { bands, reference }: { readonly bands: PriceBands; readonly reference: DoubtQuote | null },
): readonly PriceDoubt[] {
  const doubts: PriceDoubt[] = [];
  if (market.isStale || market.ageMs === null) doubts.push({ why: 'Stale', ageMs: market.ageMs });
  const moved = reference === null ? null : movedDoubt(order, market, reference, bands);
  if (moved !== null) doubts.push(moved);
  const through = throughDoubt(order, market, bands);
  if (through !== null) doubts.push(through);
  return doubts;
}

/** Compares the price on the other side, or the last trade where one of both quotes has no such side. */
function movedDoubt(
  { side }: DoubtOrder,
  market: DoubtQuote,
  reference: DoubtQuote,
  { movedPercent }: PriceBands,
): PriceDoubt | null {
  const names = [side === 'Buy' ? 'ask' : 'bid', 'last price'] as const;
  const name = names.find((each) => priceOf(reference, each) > 0 && priceOf(market, each) > 0);
  if (name === undefined) return null;
  const fromE4 = priceOf(reference, name);
  const toE4 = priceOf(market, name);
  return Math.abs(percentBetween(fromE4, toE4)) > movedPercent ? { why: 'Moved', name, fromE4, toE4 } : null;
}

/** Judges a stop by whether the market has passed it, and a limit by how far it is beyond the other side. */
function throughDoubt(
  { side, priceE4, stopPriceE4 }: DoubtOrder,
  market: DoubtQuote,
  { throughPercent }: PriceBands,
): PriceDoubt | null {
  const isBuy = side === 'Buy';
  const name = isBuy ? 'ask' : 'bid';
  const other: OtherSide = { name, priceE4: priceOf(market, name) };
  if (other.priceE4 <= 0) return null;
  if (stopPriceE4 !== null) {
    const isPassed = isBuy ? other.priceE4 > stopPriceE4 : other.priceE4 < stopPriceE4;
    return isPassed ? { why: 'StopPassed', other } : null;
  }
  if (priceE4 === null) return null;
  const percent = (isBuy ? 1 : -1) * percentBetween(other.priceE4, priceE4);
  return percent > throughPercent ? { why: 'ThroughMarket', other, percent } : null;
}

/** `Buy 100 SPY at 662.50`, `Sell 100 SPY stop 650.00`. */
export const pricedOrderText = ({ side, quantity, symbol, priceE4, stopPriceE4 }: DoubtOrder): string =>
  `${side} ${formatInteger(quantity)} ${displaySymbol(symbol)} ${
    stopPriceE4 === null
      ? `at ${priceE4 === null ? 'market' : formatPrice(fromE4(priceE4))}`
      : `stop ${formatPrice(fromE4(stopPriceE4))}`
  }`;

/** Says that the quote of a symbol is stale, or that there is none. */
export function staleText(symbol: string, ageMs: number | null): string {
  const name = displaySymbol(symbol);
  return ageMs === null
    ? `${name} has no current price.`
    : `The quote of ${name} is stale: it is ${formatInteger(Math.round(ageMs / 1000))} s old.`;
}

/** Titles of the questions, where one doubt is alone. */
export const DOUBT_TITLES: Readonly<Record<PriceDoubt['why'], string>> = {
  Stale: 'Stale quote',
  Moved: 'Price has moved',
  StopPassed: 'Stop already passed',
  ThroughMarket: 'Price far from the market',
};

/**
 * A doubt as a sentence, with the prices.
 * @param since the moment of the reference, of an order that the user has not edited
 */
export function doubtText(
  doubt: PriceDoubt,
  order: DoubtOrder,
  since = 'since you edited this order',
): string {
  switch (doubt.why) {
    case 'Stale':
      return staleText(order.symbol, doubt.ageMs);
    case 'Moved': {
      const { name, fromE4: before, toE4: now } = doubt;
      const percent = Math.abs(percentBetween(before, now)).toFixed(1);
      return `The ${name} of ${displaySymbol(order.symbol)} has moved from ${formatPrice(fromE4(before))} to ${formatPrice(fromE4(now))} (${percent} %) ${since}.`;
    }
    case 'StopPassed':
      return `The market has passed ${pricedOrderText(order)}: it would trade at once, at ${otherText(doubt.other)} or worse.`;
    case 'ThroughMarket':
      return `${pricedOrderText(order)} is ${doubt.percent.toFixed(1)} % through ${otherText(doubt.other)}. It would trade at once.`;
  }
}

const otherText = ({ name, priceE4 }: OtherSide): string => `the ${name} of ${formatPrice(fromE4(priceE4))}`;

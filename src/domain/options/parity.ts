import type { OptionTerms } from './black-scholes.ts';

/** A bid and an offer, dollars a share; 0 = none. */
export interface TwoSided {
  readonly bid: number;
  readonly ask: number;
}

/** A call and a put of one strike and expiration, and what they are on. */
export interface ParityInput extends Pick<OptionTerms, 'strike' | 'years' | 'rate' | 'dividendYield'> {
  readonly call: TwoSided;
  readonly put: TwoSided;
  /** Bid and ask of the underlying; both its price where there is no quote. */
  readonly underlying: TwoSided;
}

/** Quotes of a strike that put-call parity rules out. All amounts in dollars a share. */
export interface ParityViolation {
  /** On which side of the bounds call minus put lies. */
  readonly side: 'above' | 'below';
  /** Call minus put as a seller and as a buyer of the combination trade it. */
  readonly bid: number;
  readonly ask: number;
  /** The bounds of call minus put. */
  readonly lower: number;
  readonly upper: number;
  /** Distance of the nearer side of the quotes from the bound that they break: what the arbitrage earns. */
  readonly gap: number;
}

/** Quotes closer than this to a bound are on it, dollars: half of the smallest price step. */
const TOLERANCE = 0.005;

const isSound = ({ bid, ask }: TwoSided): boolean => bid > 0 && ask >= bid && Number.isFinite(ask);

/**
 * Checks a strike of American options against put-call parity: S·e^(-qT) - K <= C - P <= S - K·e^(-rT), with rate and dividend
 * yield of 0 or more. Every price is the one at which the arbitrage would trade, so call minus put has to leave the bounds by more
 * than the spreads of both quotes and of the underlying. Null for consistent quotes, and where a quote is missing, one-sided or
 * crossed, or the option has expired.
 */
export function parityViolation(input: ParityInput): ParityViolation | null {
  const figures = figuresOf(input);
  if (figures === null) return null;
  const { bid, ask, lower, upper } = figures;
  if (bid > upper + TOLERANCE) return { side: 'above', bid, ask, lower, upper, gap: bid - upper };
  if (ask < lower - TOLERANCE) return { side: 'below', bid, ask, lower, upper, gap: lower - ask };
  return null;
}

/** The fewest sound strikes that determine the offset of an expiration. */
const MIN_STRIKES = 5;

/**
 * What has to be added to the price of the underlying, dollars, for the middle one of the strikes of an expiration to lie within the
 * bounds; 0 when it does, or for fewer than five sound strikes. Quotes of another time or of other rates are off together; against
 * this offset only the strikes that contradict the rest are.
 */
export function parityOffset(strikes: readonly ParityInput[]): number {
  const found = strikes.flatMap((input) => {
    const figures = figuresOf(input);
    if (figures === null) return [];
    const { bid, ask, lower, upper } = figures;
    return [{ distance: (bid + ask) / 2 - (lower + upper) / 2, half: (upper - lower) / 2 }];
  });
  found.sort((a, b) => a.distance - b.distance);
  const middle = found[found.length >> 1];
  if (middle === undefined || found.length < MIN_STRIKES) return 0;
  return Math.abs(middle.distance) > middle.half + TOLERANCE ? middle.distance : 0;
}

/** Call minus put and its bounds; null where a quote does not say what it is. */
function figuresOf({
  call,
  put,
  underlying,
  strike,
  years,
  rate,
  dividendYield,
}: ParityInput): Pick<ParityViolation, 'bid' | 'ask' | 'lower' | 'upper'> | null {
  if (![call, put, underlying].every(isSound) || !(strike > 0 && years > 0)) return null;
  return {
    bid: call.bid - put.ask,
    ask: call.ask - put.bid,
    lower: underlying.bid * Math.exp(-dividendYield * years) - strike,
    upper: underlying.ask - strike * Math.exp(-rate * years),
  };
}

import { displaySymbol } from '../../symbols/symbol.ts';
import { MAX_LEG_RATIO, MAX_LEGS } from '../../orders/legs.ts';
import { commonRatio, underlyingOfLegs, type SpreadLeg } from './leg.ts';

const MIN_LEGS = 2;

/** Why legs do not make a spread that can be sent, or what is missing to price it. */
export interface SpreadProblem {
  readonly code:
    | 'legs-few'
    | 'legs-many'
    | 'ratio'
    | 'leg-twice'
    | 'stock-twice'
    | 'underlyings'
    | 'expired'
    | 'ratio-reducible'
    | 'no-quote';
  /** An error keeps the order from being sent; a warning does not. */
  readonly severity: 'error' | 'warning';
  /** Index of the leg concerned; null = the legs together. */
  readonly leg: number | null;
  /** What is wrong and what to do. */
  readonly message: string;
}

/** What a check of legs depends on besides them. */
export interface ProblemFacts {
  /** Exchange time, UTC ms. */
  readonly nowMs: number;
  /** Whether a leg has a bid or an ask now. */
  readonly hasQuote: (symbol: string) => boolean;
}

type Check = (legs: readonly SpreadLeg[], facts: ProblemFacts) => Omit<SpreadProblem, 'severity'> | null;

/** The first problem of a set of legs, errors before warnings; null when there is none. */
export function problemOf(legs: readonly SpreadLeg[], facts: ProblemFacts): SpreadProblem | null {
  for (const check of ERRORS) {
    const found = check(legs, facts);
    if (found !== null) return { ...found, severity: 'error' };
  }
  const missing = noQuote(legs, facts);
  return missing === null ? null : { ...missing, severity: 'warning' };
}

const legCount: Check = ({ length }) => {
  if (length > MAX_LEGS)
    return {
      code: 'legs-many',
      leg: MAX_LEGS,
      message: `A spread has at most ${MAX_LEGS} legs. Remove ${length - MAX_LEGS === 1 ? 'one' : length - MAX_LEGS}.`,
    };
  if (length >= MIN_LEGS) return null;
  const message =
    length === 0
      ? 'Add legs: click a bid or an ask in the chain, or choose a strategy.'
      : 'A spread has at least two legs. Add another one.';
  return { code: 'legs-few', leg: null, message };
};

const ratio: Check = (legs) => {
  const index = legs.findIndex(
    (leg) => !(Number.isInteger(leg.ratio) && leg.ratio > 0 && leg.ratio <= MAX_LEG_RATIO),
  );
  if (index < 0) return null;
  return { code: 'ratio', leg: index, message: `Enter a whole ratio from 1 to ${MAX_LEG_RATIO}.` };
};

const legTwice: Check = (legs) => {
  const index = legs.findIndex(({ symbol }, at) => legs.findIndex((leg) => leg.symbol === symbol) < at);
  const leg = legs[index];
  if (leg === undefined) return null;
  const message = `${displaySymbol(leg.symbol)} is in two legs. Remove one and set the ratio of the other.`;
  return { code: 'leg-twice', leg: index, message };
};

const stockTwice: Check = (legs) => {
  const index = legs.findLastIndex(({ kind }) => kind === 'stock');
  if (index < 0 || legs.findIndex(({ kind }) => kind === 'stock') === index) return null;
  return {
    code: 'stock-twice',
    leg: index,
    message: 'A spread has at most one stock leg. Remove the other.',
  };
};

const underlyings: Check = (legs) => {
  if (underlyingOfLegs(legs) !== null) return null;
  const [first, ...others] = legs;
  const different = others.findIndex((leg) => underlyingOfLegs([leg, ...(first ? [first] : [])]) === null);
  return {
    code: 'underlyings',
    leg: different + 1,
    message: 'All legs of a spread have the same underlying. Remove the legs of the other one.',
  };
};

const expired: Check = (legs, { nowMs }) => {
  const index = legs.findIndex(({ expirationMs }) => expirationMs <= nowMs);
  const leg = legs[index];
  if (leg === undefined) return null;
  return {
    code: 'expired',
    leg: index,
    message: `${displaySymbol(leg.symbol)} has expired. Remove it or choose a later expiration.`,
  };
};

const ratioReducible: Check = (legs) => {
  const common = commonRatio(legs);
  if (common === 1) return null;
  const reduced = legs.map((leg) => leg.ratio / common).join(':');
  return {
    code: 'ratio-reducible',
    leg: null,
    message: `All ratios are multiples of ${common}. Reduce them to ${reduced} and multiply the quantity by ${common}.`,
  };
};

const noQuote: Check = (legs, { hasQuote }) => {
  const index = legs.findIndex(({ symbol }) => !hasQuote(symbol));
  const leg = legs[index];
  if (leg === undefined) return null;
  return {
    code: 'no-quote',
    leg: index,
    message: `${displaySymbol(leg.symbol)} has no quote now, so the spread has no market price.`,
  };
};

/** A ratio that cannot be sent is reported for a single leg, too. */
const ERRORS: readonly Check[] = [
  ratio,
  legCount,
  stockTwice,
  legTwice,
  underlyings,
  expired,
  ratioReducible,
];

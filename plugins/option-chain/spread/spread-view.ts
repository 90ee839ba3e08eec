import { RISK_FREE_RATE, type Greeks } from '../../../src/domain/options/index.ts';
import {
  legGreeks,
  nearestExpirationMs,
  netQuote,
  probabilityOfProfit,
  problemOf,
  profileOf,
  signedRatio,
  smileOf,
  spreadGreeks,
  type LegQuote,
  type NetQuote,
  type PricedSpread,
  type Smile,
  type SpreadLeg,
  type SpreadMarket,
  type SpreadProblem,
  type SpreadProfile,
} from '../../../src/domain/options/spread/index.ts';
import { combinationName, type CombinationName } from '../../../src/domain/orders/combination-name.ts';
import { CONTRACT_SHARES } from '../../../src/domain/symbols/contract-shares.ts';
import { E4, toPriceE4, type Dollars, type PriceE4 } from '../../../src/domain/money/price.ts';
import type { ChainAnalytics } from '../model/analytics.ts';
import type { ExpirationGroup } from '../model/chain-lines.ts';
import type { Contract } from '../model/contract.ts';
import { rowVolatility } from '../plots/volatility-series.ts';
import { wholeCents } from './net-price.ts';

/** What is shown of a leg. Prices in dollars a share, 0 = none. */
export interface LegFigures {
  readonly bid: number;
  readonly ask: number;
  /** Implied by its own quote, a fraction a year; null for a stock and where the quote implies none. */
  readonly volatility: number | null;
  /** Shares of the underlying that the leg moves like in one unit; null without a volatility. */
  readonly delta: number | null;
}

/** Everything that the builder shows of its legs at one moment. */
export interface SpreadView {
  readonly name: CombinationName;
  readonly problem: SpreadProblem | null;
  readonly legs: readonly LegFigures[];
  readonly net: NetQuote;
  /** The net price that the figures count with, dollars a share; positive = debit; null = unknown. */
  readonly cost: number | null;
  readonly spread: PricedSpread | null;
  readonly profile: SpreadProfile | null;
  /** From 0 to 1. */
  readonly probability: number | null;
  /** Of one unit. */
  readonly greeks: Greeks | null;
  /** Price of the underlying, dollars; 0 = unknown. */
  readonly spot: number;
  /** UTC ms; null without an option. */
  readonly expirationMs: number | null;
}

export interface SpreadViewInput {
  readonly legs: readonly SpreadLeg[];
  /** The contract of an option leg with its newest quote. */
  readonly contractOf: (symbol: string) => Contract | undefined;
  /** Bid and ask of the underlying, for a stock leg; dollars, 0 = none. */
  readonly stockQuote: { readonly bid: number; readonly ask: number };
  readonly analytics: ChainAnalytics;
  readonly groups: readonly ExpirationGroup[];
  /** The entered limit price, dollars a share, positive = debit; null = the middle of the net quote in whole cents. */
  readonly limit: number | null;
}

/** Problems that leave nothing to calculate. */
const WITHOUT_FIGURES: ReadonlySet<SpreadProblem['code']> = new Set([
  'ratio',
  'underlyings',
  'expired',
  'legs-many',
]);
const NO_NET: NetQuote = { bidE4: null, middleE4: null, offerE4: null };
/** Prices above this are no quotes, dollars. */
const MAX_QUOTE = 1e8;

const quoteE4 = (dollars: Dollars): PriceE4 => (dollars > 0 && dollars < MAX_QUOTE ? toPriceE4(dollars) : 0);

/** The builder's figures at the present quotes. */
export function spreadView(input: SpreadViewInput): SpreadView {
  const { legs, contractOf, stockQuote, analytics, limit } = input;
  const { spot, nowMs } = analytics.pricing;
  const contracts = legs.map((leg) => (leg.kind === 'stock' ? undefined : contractOf(leg.symbol)));
  const quotes = new Map<string, LegQuote>();
  legs.forEach((leg, index) => {
    const { bid, ask } = leg.kind === 'stock' ? stockQuote : (contracts[index] ?? { bid: 0, ask: 0 });
    quotes.set(leg.symbol, { bidE4: quoteE4(bid), askE4: quoteE4(ask) });
  });
  const hasQuote = (symbol: string): boolean => {
    const quote = quotes.get(symbol);
    return quote !== undefined && (quote.bidE4 > 0 || quote.askE4 > 0);
  };
  const problem = problemOf(legs, { nowMs, hasQuote });
  const net = netOf(legs, problem, quotes);
  const market: SpreadMarket = {
    spot,
    nowMs,
    rate: RISK_FREE_RATE,
    dividendYield: Math.max(0, ...contracts.map((contract) => contract?.dividendYield ?? 0)),
  };
  const implied = contracts.map((contract) =>
    contract === undefined ? null : analytics.volatility(contract),
  );
  const smiles = smileSource(input, implied);
  const valued = legs.map((leg, index) => ({
    ...leg,
    volatility: implied[index] ?? smiles(leg.expirationMs)?.volatilityAt(leg.strike) ?? null,
  }));
  const cost = limit ?? (net.middleE4 === null ? null : wholeCents(net.middleE4));
  const isCounted = legs.length > 0 && spot > 0 && (problem === null || !WITHOUT_FIGURES.has(problem.code));
  const spread = isCounted && cost !== null ? { legs: valued, cost, market } : null;
  const profile = spread === null ? null : profileOf(spread);
  const expirationMs = nearestExpirationMs(legs);
  const smile = expirationMs === null ? null : smiles(expirationMs);
  return {
    name: combinationName(legs),
    problem,
    legs: valued.map((leg, index) => {
      const greeks = isCounted ? legGreeks(leg, market) : null;
      const quote = quotes.get(leg.symbol);
      return {
        bid: (quote?.bidE4 ?? 0) / E4,
        ask: (quote?.askE4 ?? 0) / E4,
        volatility: implied[index] ?? null,
        delta: greeks === null ? null : CONTRACT_SHARES * signedRatio(leg) * greeks.delta,
      };
    }),
    net,
    cost,
    spread,
    profile,
    probability:
      spread === null || profile === null || smile === null
        ? null
        : probabilityOfProfit(spread, profile, smile),
    greeks: isCounted ? spreadGreeks(valued, market) : null,
    spot,
    expirationMs,
  };
}

/** The net quote of the legs; a ratio that is still being typed has none. */
function netOf(
  legs: readonly SpreadLeg[],
  problem: SpreadProblem | null,
  quotes: ReadonlyMap<string, LegQuote>,
): NetQuote {
  return problem?.code === 'ratio' ? NO_NET : netQuote(legs, (symbol) => quotes.get(symbol));
}

/** The smiles of expirations, each computed once. */
function smileSource(
  input: SpreadViewInput,
  implied: readonly (number | null)[],
): (expirationMs: number) => Smile | null {
  const known = new Map<number, Smile | null>();
  return (expirationMs) => {
    const found = known.get(expirationMs);
    if (found !== undefined) return found;
    const made = smileFor(expirationMs, input, implied);
    known.set(expirationMs, made);
    return made;
  };
}

/** The smile of an expiration from the strikes that the chain shows, else from the legs that expire then. */
function smileFor(
  expirationMs: number,
  { legs, groups, analytics }: SpreadViewInput,
  implied: readonly (number | null)[],
): Smile | null {
  const group = groups.find(({ expiration }) => expiration.seconds * 1000 === expirationMs);
  const shown = group?.rows.map((row) => ({
    strike: row.strike,
    volatility: rowVolatility(row, analytics) ?? Number.NaN,
  }));
  const ofLegs = legs.flatMap((leg, index) =>
    leg.expirationMs === expirationMs
      ? [{ strike: leg.strike, volatility: implied[index] ?? Number.NaN }]
      : [],
  );
  return smileOf(shown ?? []) ?? smileOf(ofLegs);
}

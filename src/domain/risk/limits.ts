import type { MoneyE4, PriceE4 } from '../money/price.ts';
import type { CollarBand } from '../orders/price-collar.ts';
import { MAX_ORDER_QUANTITY, MAX_ORDER_VALUE_E4 } from '../orders/validate.ts';

/** Orders of an account within a moving window. */
export interface OrderRate {
  readonly count: number;
  readonly windowMs: number;
}
/** Shares of all stocks priced above, and at or below, a price. null = no limit. */
export interface ShareTotals {
  readonly thresholdE4: PriceE4;
  readonly maxAbove: number | null;
  readonly maxAtOrBelow: number | null;
}
/** An order that trades at once is refused while at least so many shares, and so many times its own, rest on the other side. */
export interface SpoofingRule {
  readonly minRestingShares: number;
  readonly timesOrder: number;
}

/** Limits of one scope or of all of them together. null (or an empty list) = deliberately none. Shares stand for contracts where options are meant. */
export interface RiskLimits {
  readonly maxOrderValueE4: MoneyE4 | null;
  readonly maxTradeValueE4: MoneyE4 | null;
  readonly maxOptionTradeValueE4: MoneyE4 | null;
  readonly maxTradeShares: number | null;
  readonly maxTradeContracts: number | null;
  readonly maxLongShares: number | null;
  readonly maxLongValueE4: MoneyE4 | null;
  readonly maxShortShares: number | null;
  readonly maxShortValueE4: MoneyE4 | null;
  readonly maxPositionValueE4: MoneyE4 | null;
  readonly maxSymbolPosition: number | null;
  readonly maxPositionShares: number | null;
  readonly maxPositionContracts: number | null;
  readonly maxTotalShares: number | null;
  readonly maxTotalContracts: number | null;
  readonly maxSymbols: number | null;
  readonly maxOpenOrders: number | null;
  readonly maxOrdersPerDay: number | null;
  readonly maxFirmSymbolShares: number | null;
  readonly maxFirmOrdersPerDay: number | null;
  readonly maxBulletShares: number | null;
  /** Largest single order of the route; what is larger would be split. */
  readonly maxSliceShares: number | null;
  readonly maxDailyLossE4: MoneyE4 | null;
  readonly minAverageDailyVolume: number | null;
  readonly duplicateWindowMs: number | null;
  /** Cancels and replaces that were sent longer ago are refused. */
  readonly requestTimeoutMs: number | null;
  readonly refusesOddLots: boolean;
  readonly refusesWashSales: boolean;
  readonly orderRates: readonly OrderRate[];
  readonly priceCollars: readonly (readonly CollarBand[])[];
  readonly shareTotals: readonly ShareTotals[];
  readonly spoofingRules: readonly SpoofingRule[];
}

/** Limits that restrict nothing. */
export const NO_LIMITS: RiskLimits = {
  maxOrderValueE4: null,
  maxTradeValueE4: null,
  maxOptionTradeValueE4: null,
  maxTradeShares: null,
  maxTradeContracts: null,
  maxLongShares: null,
  maxLongValueE4: null,
  maxShortShares: null,
  maxShortValueE4: null,
  maxPositionValueE4: null,
  maxSymbolPosition: null,
  maxPositionShares: null,
  maxPositionContracts: null,
  maxTotalShares: null,
  maxTotalContracts: null,
  maxSymbols: null,
  maxOpenOrders: null,
  maxOrdersPerDay: null,
  maxFirmSymbolShares: null,
  maxFirmOrdersPerDay: null,
  maxBulletShares: null,
  maxSliceShares: null,
  maxDailyLossE4: null,
  minAverageDailyVolume: null,
  duplicateWindowMs: null,
  requestTimeoutMs: null,
  refusesOddLots: false,
  refusesWashSales: false,
  orderRates: [],
  priceCollars: [],
  shareTotals: [],
  spoofingRules: [],
};

/** What the server starts with before an administrator sets anything: the arithmetic bounds of the book and the guards against slips. */
export const HOUSE_LIMITS: RiskLimits = {
  ...NO_LIMITS,
  maxOrderValueE4: MAX_ORDER_VALUE_E4,
  maxTradeShares: MAX_ORDER_QUANTITY,
  maxOpenOrders: 2_000,
  refusesWashSales: true,
  requestTimeoutMs: 60_000,
  duplicateWindowMs: 1_000,
  orderRates: [{ count: 5_000, windowMs: 1_000 }],
  priceCollars: [
    [
      { upToE4: 250_000, basisPoints: 2_000 },
      { upToE4: 500_000, basisPoints: 1_000 },
      { upToE4: null, basisPoints: 600 },
    ],
  ],
};

/** Limits as an administrator sets them, each scope naming only what it limits. */
export interface RiskConfiguration {
  readonly firm: Partial<RiskLimits>;
  readonly accounts: Readonly<Record<string, Partial<RiskLimits>>>;
  readonly symbols: Readonly<Record<string, Partial<RiskLimits>>>;
  /** By `routeKey`. */
  readonly routes: Readonly<Record<string, Partial<RiskLimits>>>;
  /** By account, then by symbol. */
  readonly accountSymbols: Readonly<Record<string, Readonly<Record<string, Partial<RiskLimits>>>>>;
}

/** The limits of an order: the strictest of every scope it falls into. */
export function limitsFor(
  configuration: RiskConfiguration,
  scope: { readonly account: string; readonly symbol: string; readonly routeKey: string },
): RiskLimits {
  return combineLimits(...scopesOf(configuration, scope));
}

/** The scopes that an order falls into, as far as anything is set for them. */
export function scopesOf(
  configuration: RiskConfiguration,
  scope: { readonly account: string; readonly symbol: string; readonly routeKey: string },
): readonly (Partial<RiskLimits> | undefined)[] {
  const pairs = ownEntry(configuration.accountSymbols, scope.account);
  return [
    configuration.firm,
    ownEntry(configuration.accounts, scope.account),
    ownEntry(configuration.symbols, scope.symbol),
    ownEntry(configuration.routes, scope.routeKey),
    pairs && ownEntry(pairs, scope.symbol),
  ];
}

/** Strictest wins, field by field, so one more scope can only refuse more. A value that is no number refuses everything it bounds. */
export function combineLimits(...scopes: readonly (Partial<RiskLimits> | undefined)[]): RiskLimits {
  const combined: { -readonly [Name in keyof RiskLimits]: RiskLimits[Name] } = { ...NO_LIMITS };
  for (const scope of scopes) {
    if (!scope) continue;
    for (const name of MAXIMA) combined[name] = stricter(combined[name], scope[name], Math.min);
    for (const name of MINIMA) combined[name] = stricter(combined[name], scope[name], Math.max);
    combined.refusesOddLots ||= scope.refusesOddLots ?? false;
    combined.refusesWashSales ||= scope.refusesWashSales ?? false;
    combined.orderRates = [...combined.orderRates, ...(scope.orderRates ?? [])];
    combined.priceCollars = [...combined.priceCollars, ...(scope.priceCollars ?? [])];
    combined.shareTotals = [...combined.shareTotals, ...(scope.shareTotals ?? [])];
    combined.spoofingRules = [...combined.spoofingRules, ...(scope.spoofingRules ?? [])];
  }
  return combined;
}

/** Limits where less is stricter. */
export const MAXIMA = [
  'maxOrderValueE4',
  'maxTradeValueE4',
  'maxOptionTradeValueE4',
  'maxTradeShares',
  'maxTradeContracts',
  'maxLongShares',
  'maxLongValueE4',
  'maxShortShares',
  'maxShortValueE4',
  'maxPositionValueE4',
  'maxSymbolPosition',
  'maxPositionShares',
  'maxPositionContracts',
  'maxTotalShares',
  'maxTotalContracts',
  'maxSymbols',
  'maxOpenOrders',
  'maxOrdersPerDay',
  'maxFirmSymbolShares',
  'maxFirmOrdersPerDay',
  'maxBulletShares',
  'maxSliceShares',
  'maxDailyLossE4',
  'requestTimeoutMs',
] as const satisfies readonly (keyof RiskLimits)[];
/** Limits where more is stricter. */
export const MINIMA = [
  'minAverageDailyVolume',
  'duplicateWindowMs',
] as const satisfies readonly (keyof RiskLimits)[];

function stricter(
  a: number | null,
  b: number | null | undefined,
  choose: (a: number, b: number) => number,
): number | null {
  if (b === null || b === undefined) return a;
  // NaN comes out of Math.min and Math.max as NaN, and no check lets it pass.
  return a === null ? b : choose(a, b);
}

/** A symbol may be called `constructor`: inherited names are no limits. */
function ownEntry<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

import { newYorkDate } from '../../../domain/calendar/us-equity.ts';
import { E4, toPriceE4, type PriceE4 } from '../../../domain/money/price.ts';
import {
  expirationSeconds,
  impliedVolatility,
  nearestStrikes,
  RISK_FREE_RATE,
  YEAR_MS,
} from '../../../domain/options/index.ts';
import type { ExchangeQuote, LastPrice, Quote, Snapshot } from '../market-data.ts';
import type { Contract } from './contract.ts';
import type { OptionState } from './option-market.ts';
import type { ChainSnapshot, RecordedChain, RecordedOption } from './recorded-chain.ts';

/** The input of a recorded option's figures at a moment. */
export interface RecordedMoment {
  readonly chain: RecordedChain;
  /** Exchange time now, UTC ms. */
  readonly timeMs: number;
  /** Price of the underlying now, dollars: stands in where the recording has none; 0 = unknown. */
  readonly spot: number;
  readonly dividendYield: number;
  /** Nothing is quoted while trading of the underlying is halted. */
  readonly isHalted: boolean;
}

/** The consolidated quote is recorded without its exchange. */
const CONSOLIDATED = 'OPRA';
/** What the volatility of an underlying looks ahead, years. */
const AHEAD_YEARS = 30 / 365;

/** The option at the latest snapshot; undefined before the first, and where that one lacks it. */
function rowOf({ symbol }: Contract, { chain, timeMs }: RecordedMoment): RecordedOption | undefined {
  return chain.snapshotAt(timeMs)?.options.get(symbol);
}

/** The recorded quote, as it stands between snapshots. */
export function recordedQuote(contract: Contract, moment: RecordedMoment): Quote {
  const row = moment.isHalted || moment.timeMs >= contract.endMs ? undefined : rowOf(contract, moment);
  const { bidE4 = 0, bidSize = 0, askE4 = 0, askSize = 0 } = row ?? {};
  return {
    symbol: contract.symbol,
    bidE4,
    bidSize: bidE4 === 0 ? 0 : bidSize,
    bidExchange: bidE4 === 0 ? '' : CONSOLIDATED,
    askE4,
    askSize: askE4 === 0 ? 0 : askSize,
    askExchange: askE4 === 0 ? '' : CONSOLIDATED,
    timeMs: snapshotMs(moment),
  };
}

/** The recorded quote is all that was recorded of the book: nothing is made up behind it. */
export function recordedDepth(quote: Quote): ExchangeQuote[] {
  const { bidE4, bidSize, askE4, askSize } = quote;
  return bidE4 === 0 && askE4 === 0 ? [] : [{ exchange: CONSOLIDATED, bidE4, bidSize, askE4, askSize }];
}

/** When the quotes were recorded, UTC ms; now before the first snapshot, and not later than now. */
function snapshotMs({ chain, timeMs }: RecordedMoment): number {
  return Math.min(timeMs, chain.snapshotAt(timeMs)?.timeMs ?? timeMs);
}

/** Last price and volume of this session, and the last price of an earlier one. E4 and contracts; 0 = none. */
function tradesOf(
  contract: Contract,
  moment: RecordedMoment,
): { readonly lastE4: PriceE4; readonly previousCloseE4: PriceE4; readonly volume: number } {
  const { lastE4 = 0, volume = 0, lastTradeMs = null } = rowOf(contract, moment) ?? {};
  // `Last` may be from an earlier session, and `Volume` then too. Without the time of the trade, volume decides.
  const isOfToday = lastTradeMs === null ? volume > 0 : newYorkDate(lastTradeMs) === moment.chain.date;
  return isOfToday
    ? { lastE4, previousCloseE4: 0, volume }
    : { lastE4: 0, previousCloseE4: lastE4, volume: 0 };
}

/** It is valid only for the present moment: the time of the next snapshot is unknown. */
export function recordedLastPrice(contract: Contract, moment: RecordedMoment): LastPrice {
  const { lastE4, previousCloseE4 } = tradesOf(contract, moment);
  return { lastE4, previousCloseE4, untilMs: moment.timeMs };
}

/** The session of an option as far as a snapshot knows it: last and volume, without open, extremes and average. */
export function recordedSnapshot(contract: Contract, moment: RecordedMoment): Snapshot {
  const { bidE4, bidSize, askE4, askSize, timeMs } = recordedQuote(contract, moment);
  const { lastE4, previousCloseE4, volume } = tradesOf(contract, moment);
  return {
    symbol: contract.symbol,
    lastE4,
    lastSize: 0,
    tick: 0,
    openE4: 0,
    highE4: 0,
    lowE4: 0,
    previousCloseE4,
    previousVolume: 0,
    volume,
    vwapE4: 0,
    bidE4,
    bidSize,
    askE4,
    askSize,
    timeMs,
    yearHighE4: 0,
    yearLowE4: 0,
  };
}

/** What a chain shows of a recorded option. */
export function recordedState(contract: Contract, moment: RecordedMoment): OptionState {
  const { symbol, underlying, right, strike, expiration, displayName } = contract;
  const quote = recordedQuote(contract, moment);
  const snapshot = moment.chain.snapshotAt(moment.timeMs);
  const trades = tradesOf(contract, moment);
  return {
    symbol,
    underlying,
    right,
    strike,
    expiration,
    displayName,
    ...trades,
    openInterest: moment.chain.listed(symbol)?.openInterest ?? 0,
    bidE4: quote.bidE4,
    bidSize: quote.bidSize,
    askE4: quote.askE4,
    askSize: quote.askSize,
    impliedVolatility: snapshot ? volatilityOf(contract, snapshot, moment) : null,
    dividendYield: moment.dividendYield,
    timeMs: quote.timeMs,
    recorded: {
      timeMs: snapshot?.timeMs ?? null,
      underlyingE4: snapshot ? toPriceE4(spotAt(snapshot, moment)) : 0,
    },
  };
}

/** The price of the underlying that the quotes of a snapshot belong to, dollars; 0 = unknown. */
const spotAt = ({ underlyingE4 }: ChainSnapshot, { spot }: RecordedMoment): number =>
  underlyingE4 > 0 ? underlyingE4 / E4 : spot;

/** Volatilities of a snapshot: it stands still, so each is computed once for a price of the underlying. */
const volatilities = new WeakMap<
  ChainSnapshot,
  Map<string, { readonly spot: number; readonly volatility: number | null }>
>();

/** The volatility that the middle of the recorded quote implies at the moment it was recorded; null for a quote with one side or none. */
function volatilityOf(contract: Contract, snapshot: ChainSnapshot, moment: RecordedMoment): number | null {
  const row = snapshot.options.get(contract.symbol);
  const spot = spotAt(snapshot, moment);
  const years = (expirationSeconds(contract.expiration) * 1000 - snapshot.timeMs) / YEAR_MS;
  if (row === undefined || row.bidE4 === 0 || row.askE4 === 0 || !(spot > 0) || years <= 0) return null;
  const known = volatilities.get(snapshot) ?? new Map<string, { spot: number; volatility: number | null }>();
  volatilities.set(snapshot, known);
  const before = known.get(contract.symbol);
  if (before?.spot === spot) return before.volatility;
  const volatility = impliedVolatility((row.bidE4 + row.askE4) / 2 / E4, {
    right: contract.right,
    spot,
    strike: contract.strike,
    years,
    rate: RISK_FREE_RATE,
    dividendYield: moment.dividendYield,
  });
  known.set(contract.symbol, { spot, volatility });
  return volatility;
}

/** Expirations that are tried for the volatility of an underlying. */
const MAX_TRIED = 4;

/** The volatility at the money of the expiration nearest to 30 days whose quotes imply one: the mean of call and put; null without any. */
export function recordedVolatility(
  moment: RecordedMoment,
  contractsOf: (expiration: string, strike: number) => readonly Contract[],
): number | null {
  const snapshot = moment.chain.snapshotAt(moment.timeMs);
  const spot = snapshot ? spotAt(snapshot, moment) : 0;
  if (!snapshot || !(spot > 0)) return null;
  const distance = (expiration: string): number =>
    Math.abs((expirationSeconds(expiration) * 1000 - snapshot.timeMs) / YEAR_MS - AHEAD_YEARS);
  const byDistance = moment.chain.expirations.toSorted((left, right) => distance(left) - distance(right));
  for (const expiration of byDistance.slice(0, MAX_TRIED)) {
    const [strike] = nearestStrikes(moment.chain.strikes(expiration), spot, 1);
    const contracts = strike === undefined ? [] : contractsOf(expiration, strike);
    const found = contracts.flatMap((contract) => volatilityOf(contract, snapshot, moment) ?? []);
    if (found.length > 0) return found.reduce((sum, volatility) => sum + volatility, 0) / found.length;
  }
  return null;
}

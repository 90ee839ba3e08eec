import {
  expirationsOn,
  monthlyExpiration,
  nearestStrikes,
  type Expiration,
} from '../../../domain/options/index.ts';
import { parseOptionSymbol } from '../../../domain/symbols/symbol.ts';
import { E4 } from '../../../domain/money/price.ts';
import type { ExchangeQuote, Instrument, LastPrice, MarketData, Quote, Snapshot } from '../market-data.ts';
import type { SeedPart } from '../shared/random.ts';
import { LruCache } from '../simulated/lru-cache.ts';
import { contractOf, listedContract, listingClassOf, type Contract } from './contract.ts';
import { depthOfOption } from './option-depth.ts';
import type { OptionState, StrikeChoice } from './option-market.ts';
import {
  NO_PRICES,
  optionExchangeAt,
  priceOption,
  quotedSize,
  quotedVolatility,
  type OptionPrices,
} from './option-pricer.ts';
import { lastPrintE4, summaryOf, type PrintSummary } from './option-prints.ts';
import type { RecordedChain } from './recorded-chain.ts';
import {
  recordedDepth,
  recordedLastPrice,
  recordedQuote,
  recordedSnapshot,
  recordedState,
  recordedVolatility,
} from './recorded-option.ts';
import { UnderlyingDay, type UnderlyingView } from './underlying-day.ts';
import { createVolatilityModel } from './volatility-surface.ts';

const UNDERLYINGS_KEPT = 32;
const SUMMARIES_KEPT = 512;
const CONTRACTS_KEPT = 20_000;
/** The class of recorded options whose underlying would have none by the model. */
const RECORDED_LISTING = 'weekly';
/** What a stock's own implied volatility looks ahead, years. */
const AHEAD_YEARS = 30 / 365;

/** The options of a market as they stand now. Everything follows from the underlying's present state and the seed; what is kept only saves work. */
export class OptionBook {
  readonly #market: MarketData;
  readonly #seed: SeedPart;
  readonly #days = new LruCache<string, UnderlyingDay>(UNDERLYINGS_KEPT);
  readonly #summaries = new LruCache<string, { date: string; prints: number; summary: PrintSummary }>(
    SUMMARIES_KEPT,
  );
  #contracts = new LruCache<string, Contract | null>(CONTRACTS_KEPT);
  #expirations = new Map<string, readonly Expiration[]>();
  #date = '';

  constructor(market: MarketData, seed: SeedPart) {
    this.#market = market;
    this.#seed = seed;
  }

  /** The listed option of a symbol. */
  contract(symbol: string): Contract | undefined {
    this.#turnDay();
    const known = this.#contracts.get(symbol);
    if (known !== undefined) return known ?? undefined;
    const found = this.#find(symbol);
    this.#contracts.set(symbol, found ?? null);
    return found;
  }

  instrument(contract: Contract): Instrument | undefined {
    const underlying = this.#market.instrument(contract.underlying);
    return (
      underlying && {
        symbol: contract.symbol,
        company: contract.displayName,
        exchange: 'OPRA',
        currency: underlying.currency,
        isEtf: false,
        sector: null,
        industry: null,
        sharesOutstanding: null,
        shortInterest: null,
        dividend: null,
        eps: null,
        shortable: true,
      }
    );
  }

  /** Undefined for an unknown symbol; empty for one without options. */
  expirations(underlying: string): readonly Expiration[] | undefined {
    this.#turnDay();
    const instrument = this.#market.instrument(underlying);
    if (instrument === undefined) return undefined;
    const chain = this.#chain(underlying);
    const listing = listingClassOf(instrument);
    if (chain === null && listing === null) return [];
    const key = (chain === null ? listing : null) ?? underlying;
    const known = this.#expirations.get(key);
    if (known) return known;
    const found = chain
      ? withKinds(chain.expirations, this.#date)
      : listing
        ? expirationsOn(listing, this.#date)
        : [];
    this.#expirations.set(key, found);
    return found;
  }

  /** An underlying as it stands now; undefined without options or without any price. */
  view(underlying: string, given?: Snapshot): UnderlyingView | undefined {
    const instrument = this.#market.instrument(underlying);
    const chain = this.#chain(underlying);
    const listing = instrument && (listingClassOf(instrument) ?? (chain && RECORDED_LISTING));
    const snapshot = listing ? (given ?? this.#market.snapshot(underlying)) : undefined;
    if (!instrument || !listing || !snapshot) return undefined;
    const date = this.#market.sessionDay().date;
    let day = this.#days.get(underlying);
    if (day?.session.date !== date || day.previousClose === 0) {
      day = new UnderlyingDay(this.#market, instrument, listing, snapshot, this.#seed);
      this.#days.set(underlying, day);
    }
    const moment = day.moment(snapshot, spotOf(snapshot), this.#market.exchangeMs());
    const isHalted = this.#market.isHalted(underlying);
    const { spot, timeMs, dividendYield } = moment;
    const recorded = chain && { chain, timeMs, spot, dividendYield, isHalted };
    return { day, snapshot, moment, isHalted, recorded };
  }

  /** Why the recorded chain of an underlying cannot be used today; null when nothing is wrong. Reads it first if need be. */
  async chainProblem(underlying: string): Promise<string | null> {
    await this.#market.ready?.([underlying], 'prices');
    await this.#market.recordedChains?.prepare(underlying, this.#market.sessionDay().date);
    return this.#chain(underlying)?.problem ?? null;
  }

  prices(contract: Contract, view: UnderlyingView): OptionPrices {
    return view.isHalted ? NO_PRICES : priceOption(contract, view.moment);
  }

  quote(contract: Contract, view: UnderlyingView, timeMs: number = view.snapshot.timeMs): Quote {
    if (view.recorded) return recordedQuote(contract, view.recorded);
    return quoteOf(contract, this.prices(contract, view), view.moment.timeMs, timeMs);
  }

  /** Quotes by exchange, best bid first. */
  depth(contract: Contract, view: UnderlyingView): ExchangeQuote[] {
    const quote = this.quote(contract, view);
    return view.recorded ? recordedDepth(quote) : depthOfOption(contract, quote);
  }

  /** Changes with the underlying, so it holds for no time at all. */
  lastPrice(contract: Contract, view: UnderlyingView): LastPrice {
    if (view.recorded) return recordedLastPrice(contract, view.recorded);
    const { schedule, previousCloseE4 } = view.day.ofContract(contract);
    const prints = schedule.printsAt(view.snapshot.volume);
    return {
      // Where the last print had no price, the summary knows the one before it.
      lastE4: lastPrintE4(contract, view) || (prints > 0 ? this.#summary(contract, view, prints).lastE4 : 0),
      previousCloseE4,
      untilMs: view.moment.timeMs,
    };
  }

  snapshot(contract: Contract, view: UnderlyingView): Snapshot {
    if (view.recorded) return recordedSnapshot(contract, view.recorded);
    const { schedule, previousCloseE4 } = view.day.ofContract(contract);
    const prints = schedule.printsAt(view.snapshot.volume);
    const { notionalE4, ...summary } = this.#summary(contract, view, prints);
    const quote = this.quote(contract, view);
    const volume = schedule.volumeOf(prints);
    const known = [previousCloseE4, summary.lowE4].filter((price) => price > 0);
    return {
      symbol: contract.symbol,
      ...summary,
      previousCloseE4,
      previousVolume: 0,
      volume,
      vwapE4: volume > 0 ? Math.round(notionalE4 / volume) : 0,
      bidE4: quote.bidE4,
      bidSize: quote.bidSize,
      askE4: quote.askE4,
      askSize: quote.askSize,
      timeMs: quote.timeMs,
      // An option has no year behind it that could be compared: what is known are this day and the close before it.
      yearHighE4: Math.max(previousCloseE4, summary.highE4),
      yearLowE4: known.length === 0 ? 0 : Math.min(...known),
    };
  }

  /** What a chain shows of an option. */
  state(contract: Contract, view: UnderlyingView): OptionState {
    if (view.recorded) return recordedState(contract, view.recorded);
    const { activity, schedule, previousCloseE4 } = view.day.ofContract(contract);
    const prices = this.prices(contract, view);
    const { symbol, underlying, right, strike, expiration, displayName } = contract;
    const quote = quoteOf(contract, prices, view.moment.timeMs, view.snapshot.timeMs);
    return {
      symbol,
      underlying,
      right,
      strike,
      expiration,
      displayName,
      previousCloseE4,
      lastE4: lastPrintE4(contract, view),
      volume: schedule.volumeOf(schedule.printsAt(view.snapshot.volume)),
      openInterest: activity.openInterest,
      bidE4: quote.bidE4,
      bidSize: quote.bidSize,
      askE4: quote.askE4,
      askSize: quote.askSize,
      impliedVolatility: quotedVolatility(contract, view.moment, prices),
      dividendYield: view.moment.dividendYield,
      timeMs: quote.timeMs,
    };
  }

  /** The options of one expiration by strike, call before put. */
  contracts(underlying: string, expiration: string, view: UnderlyingView, choice: StrikeChoice): Contract[] {
    if (!this.expirations(underlying)?.some(({ date }) => date === expiration)) return [];
    const { spot } = view.moment;
    const chain = view.recorded?.chain;
    const all = chain?.strikes(expiration) ?? view.day.strikes(expiration, spot);
    // Without any price of the underlying, take the middle of the recorded strikes.
    const centre = spot > 0 ? spot : (all[all.length >> 1] ?? 0);
    const strikes = choice.nearest === undefined ? all : nearestStrikes(all, centre, choice.nearest);
    const contracts = strikes.flatMap((strike) => view.day.contracts(expiration, strike));
    return chain ? contracts.filter(({ symbol }) => chain.listed(symbol) !== undefined) : contracts;
  }

  volatilityOf(underlying: string, given?: Snapshot): number | null {
    // Requested for all symbols at once: no reason to read all their chains.
    if (this.#market.recordedChains?.isUnread(underlying, this.#market.sessionDay().date)) return null;
    if (this.#chain(underlying) !== null) {
      const view = this.view(underlying, given);
      return view?.recorded
        ? recordedVolatility(view.recorded, (date, strike) => view.day.contracts(date, strike))
        : null;
    }
    const instrument = this.#market.instrument(underlying);
    const snapshot =
      instrument && listingClassOf(instrument) !== null
        ? (given ?? this.#market.snapshot(underlying))
        : undefined;
    const spot = snapshot ? spotOf(snapshot) : 0;
    if (!instrument || !snapshot || spot === 0) return null;
    return createVolatilityModel(instrument, this.#seed)
      .surface(snapshot, spot, this.#market.sessionDay().date)
      .atTheMoney(AHEAD_YEARS);
  }

  #summary(contract: Contract, view: UnderlyingView, prints: number): PrintSummary {
    const { date } = view.day.session;
    const known = this.#summaries.get(contract.symbol);
    if (known?.date === date && known.prints === prints) return known.summary;
    const isOfToday = known?.date === date && known.prints < prints;
    const summary = isOfToday
      ? summaryOf(contract, view, known.prints, known.summary)
      : summaryOf(contract, view, 0);
    this.#summaries.set(contract.symbol, { date, prints, summary });
    return summary;
  }

  /** The chain that was recorded of an underlying today; null when the model prices its options. */
  #chain(underlying: string): RecordedChain | null {
    return this.#market.recordedChains?.chain(underlying, this.#market.sessionDay().date) ?? null;
  }

  #find(symbol: string): Contract | undefined {
    const parts = parseOptionSymbol(symbol);
    const instrument = parts === null ? undefined : this.#market.instrument(parts.underlying);
    if (parts === null || instrument === undefined) return undefined;
    const chain = this.#chain(parts.underlying);
    if (chain === null)
      return listedContract(
        symbol,
        this.#date,
        (underlying) => this.#market.instrument(underlying),
        this.#seed,
      );
    return chain.listed(symbol) === undefined
      ? undefined
      : contractOf(parts, listingClassOf(instrument) ?? RECORDED_LISTING, this.#seed);
  }

  /** What is listed changes from day to day. */
  #turnDay(): void {
    const { date } = this.#market.sessionDay();
    if (date === this.#date) return;
    this.#date = date;
    this.#contracts = new LruCache(CONTRACTS_KEPT);
    this.#expirations = new Map();
  }
}

/** Recorded expirations with their kinds, seen on a date. */
function withKinds(expirations: readonly string[], seenOn: string): readonly Expiration[] {
  const kinds = new Map(expirationsOn('daily', seenOn).map(({ date, kind }) => [date, kind]));
  return expirations.map((date) => {
    const [year = 0, month = 0] = date.split('-').map(Number);
    return {
      date,
      kind: kinds.get(date) ?? (monthlyExpiration(year, month) === date ? 'monthly' : 'weekly'),
    };
  });
}

/** The price of the underlying that its options follow, dollars: its last, before the first print of a day the close before it; 0 = none. */
function spotOf({ lastE4, previousCloseE4 }: Snapshot): number {
  return (lastE4 || previousCloseE4) / E4;
}

/** The best bid and offer of prices made at `pricedMs`, stamped `timeMs`. */
export function quoteOf(
  contract: Contract,
  { bidE4, askE4 }: OptionPrices,
  pricedMs: number,
  timeMs: number,
): Quote {
  return {
    symbol: contract.symbol,
    bidE4,
    bidSize: quotedSize(contract, bidE4, pricedMs, 511),
    bidExchange: bidE4 === 0 ? '' : optionExchangeAt(contract.seed32, bidE4, 512),
    askE4,
    askSize: quotedSize(contract, askE4, pricedMs, 513),
    askExchange: askE4 === 0 ? '' : optionExchangeAt(contract.seed32, askE4, 514),
    timeMs,
  };
}

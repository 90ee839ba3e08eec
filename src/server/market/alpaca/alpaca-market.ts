import { join } from 'node:path';
import { barsBetween, type Bar } from '../../../domain/bars/bar.ts';
import { partialYearSince, yearStartMs } from '../../../domain/bars/periods.ts';
import { MINUTE_MS } from '../../../domain/calendar/durations.ts';
import { newYorkMs } from '../../../domain/calendar/us-equity.ts';
import type {
  CandleType,
  ExchangeQuote,
  Instrument,
  MarketData,
  MarketPhase,
  Quote,
  Snapshot,
  Urgency,
} from '../market-data.ts';
import { lookupInstruments } from '../shared/lookup-instruments.ts';
import { RequestLimiter } from '../../request-limiter.ts';
import { AlpacaSource } from './alpaca-source.ts';
import { BarFiles } from './bar-files.ts';
import { BarStore } from './bar-store.ts';
import { LiveClock } from '../shared/live-clock.ts';
import { LivePrices, type LivePricesOptions } from './live-prices.ts';
import { AlpacaRest, type AlpacaRestOptions } from './rest-client.ts';
import type { AlpacaSettings } from './settings.ts';
import { loadInstruments } from './symbol-list.ts';

const MINUTES: Readonly<Record<Exclude<CandleType, 'Day'>, 1 | 5 | 30>> = {
  OneMinute: 1,
  FiveMinutes: 5,
  ThirtyMinutes: 30,
};
/** How long the ranking of the most active symbols is kept, ms. */
const RANKING_AGE_MS = 30 * MINUTE_MS;

/** How a market of Alpaca is made. */
export interface AlpacaMarketOptions {
  readonly settings: AlpacaSettings;
  /** Folder for the list of symbols and the bars. */
  readonly folder: string;
  /** UTC ms; never goes back. */
  readonly nowMs: () => number;
  /** The clock of the machine, UTC ms. */
  readonly wallMs: () => number;
  readonly note: (line: string) => void;
  /** Overrides of how requests are repeated. */
  readonly rest?: Pick<AlpacaRestOptions, 'retryMs' | 'timeoutMs'>;
  /** Overrides of how the stream is opened and kept. */
  readonly stream?: LivePricesOptions['stream'];
}

/** Opens the market: loads its list of symbols. Throws an AlpacaError when Alpaca refuses the key, or does not answer and there is no earlier list. */
export async function createAlpacaMarket(options: AlpacaMarketOptions): Promise<MarketData> {
  const { settings, folder, nowMs, wallMs, note } = options;
  const limiter = new RequestLimiter({ perMinute: settings.requestsPerMinute, nowMs });
  const rest = new AlpacaRest({ ...options.rest, settings, limiter, wallMs });
  const source = new AlpacaSource(rest, settings);
  const instruments = await loadInstruments({ source, path: join(folder, 'symbols.json'), wallMs, note });
  return new AlpacaMarket(options, source, instruments, () => {
    limiter.stop();
    rest.stop();
  });
}

class AlpacaMarket implements MarketData {
  readonly kind = 'alpaca';
  readonly #note: (line: string) => void;
  readonly #source: AlpacaSource;
  readonly #instruments: ReadonlyMap<string, Instrument>;
  readonly #symbols: readonly string[];
  readonly #endRequests: () => void;
  readonly #clock: LiveClock;
  readonly #live: LivePrices;
  readonly #store: BarStore;
  #ranking: { readonly madeMs: number; readonly symbols: Promise<readonly string[]> } | undefined;

  constructor(
    { settings, folder, nowMs, wallMs, note, stream }: AlpacaMarketOptions,
    source: AlpacaSource,
    instruments: readonly Instrument[],
    endRequests: () => void,
  ) {
    this.#note = note;
    this.#source = source;
    this.#instruments = new Map(instruments.map((instrument) => [instrument.symbol, instrument]));
    this.#symbols = [...this.#instruments.keys()];
    this.#endRequests = endRequests;
    this.#clock = new LiveClock({ nowMs, onPhase: (phase) => this.#beforePhase(phase) });
    this.#live = new LivePrices({
      source,
      settings,
      clock: this.#clock,
      wallMs,
      note,
      isListed: (symbol) => this.#instruments.has(symbol),
      onWatched: (symbol) => void this.#learnYear(symbol),
      ...(stream && { stream }),
    });
    this.#store = new BarStore({
      load: (...request) => source.bars(...request),
      files: new BarFiles(join(folder, settings.feed), note),
      nowMs: () => this.exchangeMs(),
      sessionDay: () => this.sessionDay(),
    });
  }

  async start(): Promise<void> {
    this.#clock.start();
    this.#live.start();
  }

  async stop(): Promise<void> {
    this.#clock.stop();
    this.#live.stop();
    this.#endRequests();
  }

  exchangeMs(): number {
    return this.#clock.exchangeMs();
  }

  flowedAtMs(): number {
    return this.#live.flowedAtMs;
  }

  sessionDay(): ReturnType<MarketData['sessionDay']> {
    return this.#clock.sessionDay();
  }

  phase(): MarketPhase {
    return this.#clock.phase();
  }

  isOpen(): boolean {
    return this.phase() === 'open';
  }

  isHalted(symbol: string): boolean {
    return this.#live.halts.isHalted(symbol.toUpperCase());
  }

  haltReason(symbol: string): string {
    return this.#live.halts.reasonOf(symbol.toUpperCase());
  }

  haltsKnownFromMs(symbol: string): number | null {
    // Outside of the session most symbols do not trade, and the doubt would say nothing.
    return this.isOpen() ? this.#live.halts.knownFromMs(symbol.toUpperCase()) : null;
  }

  onSession(...[listener]: Parameters<MarketData['onSession']>): () => void {
    return this.#clock.onSession(listener);
  }

  instrument(symbol: string): Instrument | undefined {
    return this.#instruments.get(symbol.toUpperCase());
  }

  symbols(): readonly string[] {
    return this.#symbols;
  }

  symbolCount(): number {
    return this.#symbols.length;
  }

  async byTurnover(limit: number): Promise<readonly string[]> {
    const nowMs = this.exchangeMs();
    if (this.#ranking === undefined || nowMs - this.#ranking.madeMs > RANKING_AGE_MS)
      this.#ranking = { madeMs: nowMs, symbols: this.#rank() };
    return (await this.#ranking.symbols).slice(0, limit);
  }

  lookup(query: string, limit: number): Instrument[] {
    return lookupInstruments(this.#instruments.values(), query, limit);
  }

  async ready(...[symbols, part]: Parameters<NonNullable<MarketData['ready']>>): Promise<void> {
    const known = symbols.flatMap((symbol) => this.instrument(symbol)?.symbol ?? []);
    await this.#live.ready(known, part);
  }

  snapshot(symbol: string): Snapshot | undefined {
    return this.#of(symbol, (known) =>
      this.#live.state(known).snapshot(this.sessionDay(), this.exchangeMs()),
    );
  }

  quote(symbol: string): Quote | undefined {
    return this.#of(symbol, (known) => this.#live.state(known).quote);
  }

  lastPrice(symbol: string): ReturnType<MarketData['lastPrice']> {
    return this.#of(symbol, (known) => this.#live.lastPrice(known));
  }

  /** The exchanges of the best bid and of the best offer: Alpaca has no quotes of others. */
  depth(symbol: string): ExchangeQuote[] {
    const quote = this.quote(symbol);
    return quote === undefined ? [] : bestOf(quote);
  }

  timeAndSales(symbol: string, limit: number): ReturnType<MarketData['timeAndSales']> {
    return this.#of(symbol, (known) => this.#live.state(known).prints(limit)) ?? [];
  }

  async bars(
    requested: string,
    candle: CandleType,
    fromMs: number,
    toMs: number,
    urgency: Urgency = 'visible',
  ): Promise<Bar[]> {
    const symbol = this.instrument(requested)?.symbol;
    const untilMs = Math.min(toMs, this.exchangeMs());
    if (symbol === undefined || !(fromMs < untilMs)) return [];
    const bars = await this.#store.bars(symbol, candle, fromMs, untilMs, urgency);
    const newest =
      candle === 'Day'
        ? await this.#withToday(symbol, bars, untilMs)
        : (this.#live.minutes(symbol)?.continue(bars, MINUTES[candle], untilMs) ?? bars);
    return barsBetween(newest, fromMs, untilMs);
  }

  watch(...[symbol, listener]: Parameters<MarketData['watch']>): (() => void) | undefined {
    return this.#of(symbol, (known) => this.#live.watch(known, listener));
  }

  #of<Value>(requested: string, value: (symbol: string) => Value): Value | undefined {
    const symbol = this.instrument(requested)?.symbol;
    return symbol === undefined ? undefined : value(symbol);
  }

  #beforePhase(phase: MarketPhase): void {
    if (phase === 'post') this.#live.closeSession();
    if (phase !== 'open') return;
    this.#live.beginSession();
    // After the phase is published: until then the session is yesterday's.
    setImmediate(() => {
      for (const symbol of this.#live.watchedSymbols()) void this.#learnYear(symbol);
    });
  }

  /** The daily bar of the session in progress is made from its trades: the vendor's is minutes old. */
  async #withToday(symbol: string, bars: readonly Bar[], untilMs: number): Promise<readonly Bar[]> {
    const dayMs = newYorkMs(this.sessionDay().date, 0);
    if (dayMs >= untilMs) return bars;
    await this.#live.ready([symbol], 'prices');
    const today = this.#live.state(symbol).dayBar(dayMs);
    return today === undefined ? bars : [...barsBetween(bars, -Infinity, dayMs), today];
  }

  /** Reads the highest and lowest price of the 52 weeks before the session. */
  async #learnYear(symbol: string): Promise<void> {
    const dayMs = newYorkMs(this.sessionDay().date, 0);
    try {
      const days = await this.#store.bars(symbol, 'Day', yearStartMs(dayMs), dayMs, 'background');
      this.#live.state(symbol).pastYear = {
        highE4: Math.max(0, ...days.map(({ highE4 }) => highE4)),
        lowE4: days.length === 0 ? 0 : Math.min(...days.map(({ lowE4 }) => lowE4)),
        sinceMs: partialYearSince(days[0]?.timeMs, dayMs),
      };
    } catch {
      // The extremes stay those of the day, and are marked as such: a chart or the next session tries again.
    }
  }

  /** The most active symbols, by the money that was traded in them. */
  async #rank(): Promise<readonly string[]> {
    let symbols: readonly string[] = [];
    try {
      symbols = (await this.#source.activeSymbols()).filter((symbol) => this.#instruments.has(symbol));
    } catch (error) {
      this.#ranking = undefined;
      this.#note(
        `The most active symbols cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
      );
      symbols = [...this.#live.knownSymbols()];
    }
    await this.#live.ready(symbols, 'prices');
    const turnover = new Map(symbols.map((symbol) => [symbol, this.#turnoverOf(symbol)]));
    const ranked = [...symbols].sort((a, b) => (turnover.get(b) ?? 0) - (turnover.get(a) ?? 0));
    return ranked.length > 0 ? ranked : this.#symbols;
  }

  #turnoverOf(symbol: string): number {
    const { lastE4, volume, previousVolume } = this.#live
      .state(symbol)
      .snapshot(this.sessionDay(), this.exchangeMs());
    return lastE4 * Math.max(volume, previousVolume);
  }
}

/** The quotes of the exchanges that are the best, best bid first; none for a symbol without a quote. */
function bestOf(quote: Quote): ExchangeQuote[] {
  const { bidE4, bidSize, bidExchange, askE4, askSize, askExchange } = quote;
  if (bidE4 === 0 && askE4 === 0) return [];
  if (bidE4 > 0 && askE4 > 0 && bidExchange === askExchange)
    return [{ exchange: bidExchange, bidE4, bidSize, askE4, askSize }];
  const bid = { exchange: bidExchange, bidE4, bidSize, askE4: 0, askSize: 0 };
  const ask = { exchange: askExchange, bidE4: 0, bidSize: 0, askE4, askSize };
  return [...(bidE4 > 0 ? [bid] : []), ...(askE4 > 0 ? [ask] : [])];
}

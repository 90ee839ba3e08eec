import { barsBetween, type Bar } from '../../../domain/bars/bar.ts';
import { barStartMs, type BarPeriod } from '../../../domain/bars/bar-period.ts';
import type {
  CandleType,
  ExchangeQuote,
  Instrument,
  MarketData,
  MarketListener,
  MarketPhase,
  Quote,
  Snapshot,
  Trade,
} from '../market-data.ts';
import { LiveClock } from '../shared/live-clock.ts';
import { lookupInstruments } from '../shared/lookup-instruments.ts';
import { FeedConnection, type FeedConnectionOptions } from './feed-connection.ts';
import { SymbolState } from './symbol-state.ts';
import type { FeedBar, FeedMessageOf } from './wire.ts';

const PERIODS: Readonly<Record<CandleType, BarPeriod>> = {
  OneMinute: { minutes: 1 },
  FiveMinutes: { minutes: 5 },
  ThirtyMinutes: { minutes: 30 },
  Day: 'day',
};
/** A symbol that was read without being watched stays subscribed for this long, ms: most are read again soon. */
const HOLD_MS = 30_000;
const SWEEP_MS = 5_000;
/** Longest wait for the states of symbols, ms. */
const READY_MS = 3_000;

/** How a market of a feed is made. */
export interface FeedMarketOptions extends Omit<FeedConnectionOptions, 'listener'> {
  /** UTC ms; never goes back. */
  readonly nowMs: () => number;
  readonly note: (line: string) => void;
}

/** Connects to the feed and learns its symbols. Throws an Error when it cannot be reached or does not speak the protocol. */
export async function openFeedMarket(options: FeedMarketOptions): Promise<MarketData> {
  const market = new FeedMarket(options);
  try {
    await market.connect();
  } catch (error) {
    await market.stop();
    throw error;
  }
  return market;
}

interface Entry {
  readonly state: SymbolState;
  readonly listeners: Set<MarketListener>;
  /** Call back when a state has come, or will not. */
  readonly waiting: Set<() => void>;
  /** The session opened while the symbol was watched, and it has not traded since. */
  awaitsOpening: boolean;
  heldUntilMs: number;
}

class FeedMarket implements MarketData {
  readonly kind = 'feed';
  readonly #options: FeedMarketOptions;
  readonly #connection: FeedConnection;
  readonly #clock: LiveClock;
  /** The symbols of the first hello, as the feed ranks them. */
  #ranking: readonly string[] = [];
  #symbols: readonly string[] = [];
  #instruments: ReadonlyMap<string, Instrument> = new Map();
  /** Symbols that were read so far. */
  readonly #entries = new Map<string, Entry>();
  /** Entries that are subscribed. */
  readonly #subscribed = new Set<Entry>();
  readonly #opening = Promise.withResolvers<undefined>();
  #sweepTimer: NodeJS.Timeout | undefined;

  constructor(options: FeedMarketOptions) {
    this.#options = options;
    this.#clock = new LiveClock({ nowMs: options.nowMs, onPhase: (phase) => this.#beforePhase(phase) });
    this.#connection = new FeedConnection({
      ...options,
      listener: {
        onHello: (hello) => this.#list(hello),
        onMessage: (message) => this.#receive(message),
        onLost: (reason) => this.#lost(reason),
        onNote: options.note,
      },
    });
  }

  /** Resolves at the first hello; rejects when the first attempt fails. */
  connect(): Promise<undefined> {
    this.#connection.start();
    return this.#opening.promise;
  }

  async start(): Promise<void> {
    this.#clock.start();
    this.#sweepTimer ??= setInterval(() => this.#sweep(), SWEEP_MS);
    this.#sweepTimer.unref();
  }

  async stop(): Promise<void> {
    this.#clock.stop();
    clearInterval(this.#sweepTimer);
    this.#connection.stop();
    this.#endWaits();
  }

  exchangeMs(): number {
    return this.#clock.exchangeMs();
  }

  flowedAtMs(): number {
    return this.#connection.aliveAtMs;
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

  /** The protocol has no halts. */
  isHalted(): boolean {
    return false;
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
    return this.#ranking.slice(0, limit);
  }

  lookup(query: string, limit: number): Instrument[] {
    return lookupInstruments(this.#instruments.values(), query, limit);
  }

  async ready(symbols: readonly string[]): Promise<void> {
    const entries = symbols.flatMap((symbol) => this.#hold(symbol) ?? []);
    const missing = entries.filter(({ state }) => !state.isLoaded);
    if (!this.#connection.isLive || missing.length === 0) return;
    const loaded = missing.map(({ waiting }) => new Promise<void>((resolve) => waiting.add(resolve)));
    const timer = setTimeout(() => this.#endWaits(missing), READY_MS);
    await Promise.all(loaded);
    clearTimeout(timer);
  }

  snapshot(symbol: string): Snapshot | undefined {
    return this.#entry(symbol)?.state.snapshot(this.sessionDay(), this.exchangeMs());
  }

  quote(symbol: string): Quote | undefined {
    return this.#entry(symbol)?.state.quote;
  }

  lastPrice(symbol: string): ReturnType<MarketData['lastPrice']> {
    return this.#hold(symbol)?.state.lastPrice();
  }

  /** The exchanges of the best bid and of the best offer: the protocol has no others. */
  depth(symbol: string): ExchangeQuote[] {
    const quote = this.quote(symbol);
    if (quote === undefined) return [];
    const { bidE4, bidSize, bidExchange, askE4, askSize, askExchange } = quote;
    const bid = { exchange: bidExchange, bidE4, bidSize, askE4: 0, askSize: 0 };
    const ask = { exchange: askExchange, bidE4: 0, bidSize: 0, askE4, askSize };
    if (bidE4 > 0 && askE4 > 0 && bidExchange === askExchange) return [{ ...bid, askE4, askSize }];
    return [...(bidE4 > 0 ? [bid] : []), ...(askE4 > 0 ? [ask] : [])];
  }

  timeAndSales(symbol: string, limit: number): Trade[] {
    return this.#entry(symbol)?.state.prints(limit) ?? [];
  }

  async bars(requested: string, size: CandleType, fromMs: number, toMs: number): Promise<Bar[]> {
    const symbol = this.instrument(requested)?.symbol;
    const untilMs = Math.min(toMs, this.exchangeMs());
    if (symbol === undefined || !(fromMs < untilMs)) return [];
    const bars = await this.#connection.bars({ symbol, size, fromMs, toMs: untilMs });
    return barsBetween(barsOf(bars, PERIODS[size]), fromMs, untilMs);
  }

  watch(...[symbol, listener]: Parameters<MarketData['watch']>): (() => void) | undefined {
    const entry = this.#entry(symbol);
    if (entry === undefined) return undefined;
    // A listener that is added twice is called twice, and removed by itself each time.
    const added: MarketListener = {
      onTrade: (trade) => listener.onTrade?.(trade),
      onQuote: (quote) => listener.onQuote?.(quote),
    };
    entry.listeners.add(added);
    this.#subscribe(entry);
    return () => {
      // What is watched again at once, as when a window changes, keeps its subscription.
      if (entry.listeners.delete(added)) entry.heldUntilMs = this.#options.wallMs() + HOLD_MS;
    };
  }

  #entry(requested: string): Entry | undefined {
    const symbol = this.instrument(requested)?.symbol;
    if (symbol === undefined) return undefined;
    const known = this.#entries.get(symbol);
    if (known !== undefined) return known;
    const entry: Entry = {
      state: new SymbolState(symbol),
      listeners: new Set(),
      waiting: new Set(),
      awaitsOpening: false,
      heldUntilMs: 0,
    };
    this.#entries.set(symbol, entry);
    return entry;
  }

  /** Subscribes a symbol that is read for a while. */
  #hold(symbol: string): Entry | undefined {
    const entry = this.#entry(symbol);
    if (entry === undefined) return undefined;
    entry.heldUntilMs = this.#options.wallMs() + HOLD_MS;
    this.#subscribe(entry);
    return entry;
  }

  #subscribe(entry: Entry): void {
    if (this.#subscribed.has(entry)) return;
    this.#subscribed.add(entry);
    this.#connection.add(entry.state.symbol);
  }

  #sweep(): void {
    const nowMs = this.#options.wallMs();
    const ended = [...this.#subscribed].filter(
      ({ listeners, heldUntilMs }) => listeners.size === 0 && heldUntilMs <= nowMs,
    );
    for (const entry of ended) {
      this.#subscribed.delete(entry);
      entry.state.forget();
    }
    this.#connection.remove(ended.map(({ state }) => state.symbol));
  }

  /** The list of the first hello holds until the server starts again: other services have read it. */
  #list({ instruments }: FeedMessageOf<'hello'>): void {
    if (this.#symbols.length > 0) return;
    this.#instruments = new Map(
      instruments.map((instrument) => [instrument.symbol, { ...instrument, currency: 'USD' }]),
    );
    this.#ranking = [...this.#instruments.keys()];
    this.#symbols = this.#ranking.toSorted();
    this.#opening.resolve(undefined);
  }

  #lost(reason: string): void {
    this.#opening.reject(
      new Error(
        `The feed at ${this.#options.host} ${reason}; start the feed, or correct the address in TAPEDECK_MARKET.`,
      ),
    );
    for (const { state } of this.#subscribed) state.pause();
    this.#endWaits();
  }

  #receive(message: FeedMessageOf<'state' | 'trade' | 'quote' | 'error'>): void {
    const entry = this.#entries.get(message.symbol ?? '');
    if (message.t === 'error') {
      this.#options.note(`The feed at ${this.#options.host} reports: ${message.message}`);
      if (entry !== undefined) this.#endWaits([entry]);
      return;
    }
    if (entry === undefined || !this.#subscribed.has(entry)) return;
    // A phase that has begun is published before what follows it.
    this.#clock.check();
    const [session, nowMs] = [this.sessionDay(), this.exchangeMs()];
    const { state } = entry;
    if (message.t === 'state') {
      for (const trade of state.load(message, session, nowMs)) this.#publishTrade(entry, trade);
      this.#publishQuote(entry, state.quote);
      return this.#endWaits([entry]);
    }
    if (message.t === 'quote') return this.#publishQuote(entry, state.addQuote(message, nowMs));
    return this.#publishTrade(entry, state.addTrade(message, session, nowMs));
  }

  #publishTrade(entry: Entry, trade: Trade | undefined): void {
    if (trade === undefined) return;
    for (const listener of entry.listeners) listener.onTrade?.(trade);
    if (!entry.awaitsOpening || trade.timeMs < this.sessionDay().openMs) return;
    entry.awaitsOpening = false;
    this.#clock.publishAuctionPrint('opening', trade);
  }

  #publishQuote(entry: Entry, quote: Quote | undefined): void {
    if (quote === undefined || quote.timeMs === 0) return;
    for (const listener of entry.listeners) listener.onQuote?.(quote);
  }

  #endWaits(entries: Iterable<Entry> = this.#subscribed): void {
    for (const { waiting } of entries) {
      for (const resolve of waiting) resolve();
      waiting.clear();
    }
  }

  /** The first trade after the open and the last one before the close count as the prints of the auctions. */
  #beforePhase(phase: MarketPhase): void {
    const watched = [...this.#entries.values()].filter(({ listeners }) => listeners.size > 0);
    if (phase === 'post') {
      const { openMs } = this.sessionDay();
      for (const { last } of watched.map(({ state }) => state))
        if (last !== undefined && last.timeMs >= openMs) this.#clock.publishAuctionPrint('closing', last);
    }
    if (phase !== 'open') return;
    for (const { state } of this.#entries.values()) state.beginSession();
    for (const entry of watched) entry.awaitsOpening = true;
  }
}

/** Bars that can be, each at its place in time, ascending; of two with one time the later one counts. */
function barsOf(bars: readonly FeedBar[], period: BarPeriod): Bar[] {
  const byTime = new Map<number, Bar>();
  for (const { time, open, high, low, close, volume } of bars) {
    const isPossible = low > 0 && Math.max(open, close) <= high && Math.min(open, close) >= low;
    if (!isPossible || barStartMs(time, period) !== time) continue;
    byTime.set(time, { timeMs: time, openE4: open, highE4: high, lowE4: low, closeE4: close, volume });
  }
  return [...byTime.values()].sort((a, b) => a.timeMs - b.timeMs);
}

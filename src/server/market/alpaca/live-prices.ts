import { HOUR_MS, MINUTE_MS } from '../../../domain/calendar/durations.ts';
import type { LastPrice, MarketListener, Quote, ReadyPart, Trade } from '../market-data.ts';
import type { AlpacaSource } from './alpaca-source.ts';
import type { LiveClock } from '../shared/live-clock.ts';
import { HaltStates } from './halt-states.ts';
import { LiveMinutes } from './live-minutes.ts';
import type { AlpacaSettings } from './settings.ts';
import { SnapshotLoader } from './snapshot-loader.ts';
import { AlpacaStream, type StreamData, type StreamOptions } from './stream-client.ts';
import { MAX_PRINTS, SymbolState } from './symbol-state.ts';
import type { WireSnapshot, WireTrade } from './wire.ts';

/** Symbols that the stream of the free plan carries. */
const MAX_STREAMED: Readonly<Record<AlpacaSettings['feed'], number>> = { iex: 30, sip: Infinity };
/** How often symbols that are not streamed are queried, ms. */
const POLL_MS = 5_000;
/** A state of a symbol that is not streamed is loaded again when it is older, for a screen and for the value of a position, ms. */
const READY_AGE_MS = 4_000;
const MARK_AGE_MS = 15_000;
/** After a longer loss of the stream its trades are not requested one by one, ms. */
const MAX_GAP_MS = 15 * MINUTE_MS;
/** Pages of trades that one loss may cost, for each hundred symbols. */
const MAX_GAP_PAGES = 5;
const GAP_SYMBOLS = 100;
/** Trades before the open belong to the tape of the day, ms. */
const BEFORE_OPEN_MS = 5.5 * HOUR_MS;

/** What live prices are made of. */
export interface LivePricesOptions {
  readonly source: AlpacaSource;
  readonly settings: AlpacaSettings;
  readonly clock: Pick<
    LiveClock,
    | 'exchangeMs'
    | 'sessionDay'
    | 'phase'
    | 'check'
    | 'publishAuctionPrint'
    | 'publishHalt'
    | 'publishHaltsKnown'
  >;
  /** Whether the market lists a symbol. */
  readonly isListed: (symbol: string) => boolean;
  readonly wallMs: () => number;
  readonly note: (line: string) => void;
  /** A symbol is watched that was not before. */
  readonly onWatched: (symbol: string) => void;
  /** Overrides of how the stream is opened and kept. */
  readonly stream?: Pick<StreamOptions, 'retryMs' | 'maxRetryMs' | 'pingMs' | 'random'>;
}

interface Watched {
  readonly listeners: Set<MarketListener>;
  readonly minutes: LiveMinutes;
  isStreamed: boolean;
  /** The session opened while the symbol was watched, and it has not traded since. */
  awaitsOpening: boolean;
  hasPrints: boolean;
}

/**
 * The present of symbols: streamed while they are watched, queried where the stream does not carry them, and queried on request otherwise. After a
 * loss of the stream the missing trades are requested, in order, before new ones count.
 */
export class LivePrices {
  /** Which symbols are halted. */
  readonly halts: HaltStates;
  readonly #options: LivePricesOptions;
  readonly #states = new Map<string, SymbolState>();
  readonly #watched = new Map<string, Watched>();
  readonly #loader: SnapshotLoader;
  readonly #stream: AlpacaStream;
  readonly #corrected = new Set<string>();
  #maxStreamed: number;
  #streamedCount = 0;
  /** Messages that came while the trades of a gap were requested; undefined = none are. */
  #held: StreamData[] | undefined;
  /** Losses of the stream so far. */
  #gaps = 0;
  #timer: NodeJS.Timeout | undefined;
  #hasNotedFailure = false;
  #isStopped = false;

  constructor(options: LivePricesOptions) {
    const { source, settings, wallMs, note } = options;
    this.#options = options;
    this.halts = new HaltStates({
      publish: (...halt) => options.clock.publishHalt(...halt),
      publishKnown: (...known) => options.clock.publishHaltsKnown(...known),
      note,
      wallMs,
    });
    this.#maxStreamed = MAX_STREAMED[settings.feed];
    this.#loader = new SnapshotLoader({
      request: (symbols, urgency) => source.snapshots(symbols, urgency),
      onLoaded: (symbol, snapshot) => this.#loaded(symbol, snapshot),
      onFailed: (error) => this.#failed(error),
    });
    this.#stream = new AlpacaStream({
      ...options.stream,
      settings,
      wallMs,
      listener: {
        onData: (message) => this.#receive(message),
        onLive: (isAgain) => {
          this.halts.live(options.clock.exchangeMs());
          if (options.clock.phase() === 'open') this.halts.publishDoubts(this.#watched.keys());
          if (isAgain) void this.#fillGap();
        },
        onRefusedSymbols: (symbols) => this.#refuseSymbols(symbols),
        onNote: note,
      },
    });
  }

  /** When the prices of watched symbols were last confirmed, UTC ms. */
  get flowedAtMs(): number {
    return this.#stream.aliveAtMs;
  }

  start(): void {
    this.#stream.start();
    this.#timer ??= setInterval(() => this.#poll(), POLL_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#isStopped = true;
    this.#stream.stop();
  }

  /** What is known of a symbol so far. */
  state(symbol: string): SymbolState {
    let state = this.#states.get(symbol);
    if (state === undefined) {
      state = new SymbolState(symbol, this.#options.settings.quoteSizes);
      this.#states.set(symbol, state);
    }
    return state;
  }

  /** Symbols of which something is known. */
  knownSymbols(): Iterable<string> {
    return this.#states.keys();
  }

  watchedSymbols(): Iterable<string> {
    return this.#watched.keys();
  }

  /** The minutes of a watched symbol. */
  minutes(symbol: string): LiveMinutes | undefined {
    return this.#watched.get(symbol)?.minutes;
  }

  /** The last price; that of a symbol that is not watched is loaded again in the background when it is old. */
  lastPrice(symbol: string): LastPrice {
    const state = this.state(symbol);
    if (!this.#isFresh(state, MARK_AGE_MS)) void this.#loader.load([symbol], 'background');
    return state.lastPrice();
  }

  /** Loads what is not known of the present of symbols, or too old. Never rejects. */
  async ready(symbols: readonly string[], part: ReadyPart): Promise<void> {
    const old = symbols.filter((symbol) => !this.#isFresh(this.state(symbol), READY_AGE_MS));
    await this.#loader.load(old, 'visible');
    if (part === 'prints') await Promise.all(symbols.map((symbol) => this.#loadPrints(symbol)));
  }

  /** The returned function ends the watch of this listener. */
  watch(symbol: string, listener: MarketListener): () => void {
    const watched = this.#watched.get(symbol) ?? this.#begin(symbol);
    // A listener that is added twice is called twice, and removed by itself each time.
    const entry: MarketListener = {
      onTrade: (trade) => listener.onTrade?.(trade),
      onQuote: (quote) => listener.onQuote?.(quote),
    };
    watched.listeners.add(entry);
    return () => {
      watched.listeners.delete(entry);
      if (watched.listeners.size === 0 && this.#watched.get(symbol) === watched) this.#end(symbol, watched);
    };
  }

  /** A session opens: its figures begin, and those of all symbols are loaded again when they are needed. */
  beginSession(): void {
    this.halts.doubt();
    this.halts.publishDoubts(this.#watched.keys());
    for (const state of this.#states.values()) state.beginSession();
    for (const watched of this.#watched.values()) watched.awaitsOpening = true;
  }

  /** The session is about to close: the last trade of each watched symbol is its closing print. */
  closeSession(): void {
    const { openMs } = this.#options.clock.sessionDay();
    for (const symbol of this.#watched.keys()) {
      const last = this.state(symbol).lastTrade();
      if (last !== undefined && last.timeMs >= openMs)
        this.#options.clock.publishAuctionPrint('closing', last);
    }
  }

  #begin(symbol: string): Watched {
    const isStreamed = this.#streamedCount < this.#maxStreamed;
    const watched: Watched = {
      listeners: new Set(),
      minutes: new LiveMinutes(),
      isStreamed: false,
      awaitsOpening: false,
      hasPrints: false,
    };
    this.#watched.set(symbol, watched);
    if (isStreamed) this.#startStreaming(symbol, watched);
    void this.#loader.load([symbol], 'visible');
    this.#options.onWatched(symbol);
    return watched;
  }

  #end(symbol: string, watched: Watched): void {
    this.#watched.delete(symbol);
    if (!watched.isStreamed) return;
    this.#streamedCount -= 1;
    this.#stream.remove(symbol);
    // Its place on the stream is free for a symbol that waits for it.
    for (const [other, waiting] of this.#watched) {
      if (waiting.isStreamed || this.#streamedCount >= this.#maxStreamed) continue;
      return this.#startStreaming(other, waiting);
    }
  }

  #startStreaming(symbol: string, watched: Watched): void {
    watched.isStreamed = true;
    this.#streamedCount += 1;
    this.#stream.add(symbol);
  }

  #refuseSymbols(symbols: readonly string[]): void {
    let refused = 0;
    for (const symbol of symbols) {
      const watched = this.#watched.get(symbol);
      if (watched?.isStreamed !== true) continue;
      watched.isStreamed = false;
      refused += 1;
    }
    this.#streamedCount -= refused;
    this.#maxStreamed = this.#streamedCount;
    this.#options.note(
      `The plan streams no more than ${this.#maxStreamed} symbols; the prices of others are queried every ${POLL_MS / 1_000} s.`,
    );
  }

  #isFresh(state: SymbolState, maxAgeMs: number): boolean {
    const watched = this.#watched.get(state.symbol);
    if (watched?.isStreamed === true && this.#stream.isLive && state.loadedAtMs > -Infinity) return true;
    return this.#options.wallMs() - state.loadedAtMs < maxAgeMs;
  }

  #poll(): void {
    const isLive = this.#stream.isLive;
    const symbols = [...this.#watched]
      .filter(([symbol, { isStreamed }]) => !isLive || !isStreamed || this.state(symbol).loadedAtMs < 0)
      .map(([symbol]) => symbol);
    void this.#loader.load([...symbols, ...this.halts.due()], 'background');
  }

  #loaded(symbol: string, snapshot: WireSnapshot | undefined): void {
    const state = this.state(symbol);
    const { clock, wallMs } = this.#options;
    this.#hasNotedFailure = false;
    if (snapshot === undefined) {
      state.loadedAtMs = wallMs();
      return;
    }
    const wasLoaded = state.loadedAtMs > -Infinity;
    const [tradeMs, quoteMs] = [state.lastMs, state.quote.timeMs];
    state.load(snapshot, clock.sessionDay(), wallMs(), this.#corrected.delete(symbol));
    // Before the trade: an order that the trade fills must not find the symbol halted.
    this.halts.traded(symbol, state.lastMs);
    if (!this.#watched.has(symbol)) return;
    const last = state.lastTrade();
    // A first trade is no event: it took place before the symbol was watched.
    if (wasLoaded && last !== undefined && last.timeMs > tradeMs) this.#publishTrade(last);
    if (state.quote.timeMs > quoteMs) this.#publishQuote(state.quote);
  }

  #failed(error: unknown): void {
    // One line for each time that the vendor is away.
    if (!this.#hasNotedFailure && !this.#isStopped)
      this.#options.note(
        `Prices cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
      );
    this.#hasNotedFailure = true;
  }

  async #loadPrints(symbol: string): Promise<void> {
    const { source, clock } = this.#options;
    const watched = this.#watched.get(symbol);
    if (watched?.hasPrints === true && watched.isStreamed) return;
    try {
      const session = clock.sessionDay();
      const trades = await source.latestTrades(symbol, session.openMs - BEFORE_OPEN_MS, MAX_PRINTS);
      this.state(symbol).loadPrints(trades, session);
      if (watched !== undefined) watched.hasPrints = true;
    } catch (error) {
      this.#failed(error);
    }
  }

  #receive(message: StreamData): void {
    if (this.#held !== undefined) return void this.#held.push(message);
    switch (message.T) {
      case 't':
        return this.#addTrade(message.S, message);
      case 'q': {
        if (!this.#watched.has(message.S)) return;
        const quote = this.state(message.S).addQuote({ ...message, t: this.#clamped(message.t) });
        return quote && this.#publishQuote(quote);
      }
      case 's':
        if (this.#options.isListed(message.S)) this.halts.apply(message.S, message);
        return;
      case 'c':
      case 'x':
        this.#corrected.add(message.S);
        return void this.#loader.load([message.S], 'visible');
    }
  }

  /** The vendor's clock may run before ours: nothing is later than the present. */
  #clamped(timeMs: number): number {
    const { clock } = this.#options;
    clock.check();
    return Math.min(timeMs, clock.exchangeMs());
  }

  #addTrade(symbol: string, wire: WireTrade): void {
    const watched = this.#watched.get(symbol);
    if (watched === undefined) return;
    const trade = this.state(symbol).addTrade(
      { ...wire, t: this.#clamped(wire.t) },
      this.#options.clock.sessionDay(),
    );
    if (trade === undefined) return;
    this.halts.traded(symbol, trade.timeMs);
    watched.minutes.add(trade);
    this.#publishTrade(trade);
    if (!watched.awaitsOpening || trade.timeMs < this.#options.clock.sessionDay().openMs) return;
    watched.awaitsOpening = false;
    this.#options.clock.publishAuctionPrint('opening', trade);
  }

  #publishTrade(trade: Trade): void {
    for (const listener of this.#watched.get(trade.symbol)?.listeners ?? []) listener.onTrade?.(trade);
  }

  #publishQuote(quote: Quote): void {
    for (const listener of this.#watched.get(quote.symbol)?.listeners ?? []) listener.onQuote?.(quote);
  }

  /** The stream was lost and is open again. A loss while trades are requested leaves another gap, which is filled before new messages count. */
  async #fillGap(): Promise<void> {
    this.#gaps += 1;
    if (this.#held !== undefined) return;
    this.#held = [];
    for (let filled = 0; filled < this.#gaps;) {
      filled = this.#gaps;
      try {
        for (const { symbol, trade } of await this.#missedTrades()) this.#addTrade(symbol, trade);
      } catch (error) {
        this.#failed(error);
      }
    }
    const held = this.#held;
    this.#held = undefined;
    for (const message of held) this.#receive(message);
    for (const watched of this.#watched.values()) watched.hasPrints = false;
    // The figures of the day are the vendor's again, whatever was missed.
    await this.#loader.load([...this.#watched.keys(), ...this.halts.due()], 'visible');
  }

  /** Trades of streamed symbols after the last one that is known, in the order of their times. */
  async #missedTrades(): Promise<{ readonly symbol: string; readonly trade: WireTrade }[]> {
    const { source, clock } = this.#options;
    const nowMs = clock.exchangeMs();
    const streamed = [...this.#watched]
      .filter(([symbol, { isStreamed }]) => isStreamed && nowMs - this.state(symbol).lastMs <= MAX_GAP_MS)
      .map(([symbol]) => symbol);
    const missed: { readonly symbol: string; readonly trade: WireTrade }[] = [];
    for (let from = 0; from < streamed.length; from += GAP_SYMBOLS) {
      const symbols = streamed.slice(from, from + GAP_SYMBOLS);
      const sinceMs = Math.min(...symbols.map((symbol) => this.state(symbol).lastMs));
      const found = await source.tradesSince(symbols, sinceMs, nowMs, MAX_GAP_PAGES);
      for (const [symbol, trades] of found)
        for (const trade of trades) if (trade.t >= this.state(symbol).lastMs) missed.push({ symbol, trade });
    }
    return missed.sort((a, b) => a.trade.t - b.trade.t);
  }
}

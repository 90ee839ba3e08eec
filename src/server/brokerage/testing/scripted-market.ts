import type { CorporateAction } from '../../../domain/corporate-actions/types.ts';
import { E4 } from '../../../domain/money/price.ts';
import type { Clock } from '../../clock.ts';
import type {
  Bar,
  ExchangeQuote,
  Instrument,
  LastPrice,
  MarketData,
  MarketListener,
  MarketPhase,
  Quote,
  SessionDay,
  SessionListener,
  Snapshot,
  Trade,
} from '../../market/market-data.ts';

/** 2026-03-02 is a Monday; 09:30 to 16:00 in New York. */
export const SCRIPTED_SESSION: SessionDay = {
  date: '2026-03-02',
  openMs: Date.UTC(2026, 2, 2, 14, 30),
  closeMs: Date.UTC(2026, 2, 2, 21, 0),
};

interface ScriptedSymbol {
  readonly instrument: Instrument;
  depth: ExchangeQuote[];
  readonly trades: Trade[];
  volume: number;
  previousCloseE4: number;
  readonly listeners: Set<MarketListener>;
}

/** A market that a test controls completely: quotes, prints, time. Implements all of MarketData; nothing happens by itself. */
export class ScriptedMarket implements MarketData, Clock {
  readonly kind = 'simulated';
  nowMs: number;
  session: SessionDay;
  open = true;
  /** The phase when `open` does not determine it. */
  phaseNow: MarketPhase | undefined;
  /** Corporate actions, in the order of their ex-dates. */
  readonly actions: CorporateAction[] = [];
  /** Halted symbols with their reasons. */
  readonly #halted = new Map<string, string>();
  readonly #sessionListeners = new Set<SessionListener>();
  readonly #symbols = new Map<string, ScriptedSymbol>();

  /** Each symbol starts without quotes, at a previous close of 100 dollars. The time starts an hour into the session. */
  constructor(
    symbols: readonly (string | (Partial<Instrument> & { symbol: string }))[],
    session: SessionDay = SCRIPTED_SESSION,
  ) {
    this.session = session;
    this.nowMs = session.openMs + 3_600_000;
    for (const entry of symbols) {
      const part = typeof entry === 'string' ? { symbol: entry } : entry;
      const instrument: Instrument = {
        company: `${part.symbol} Inc.`,
        exchange: 'NYSE',
        currency: 'USD',
        isEtf: false,
        sector: null,
        industry: null,
        sharesOutstanding: null,
        shortInterest: null,
        dividend: null,
        eps: null,
        shortable: true,
        ...part,
      };
      this.#symbols.set(part.symbol, {
        instrument,
        depth: [],
        trades: [],
        volume: 0,
        previousCloseE4: 100 * E4,
        listeners: new Set(),
      });
    }
  }

  /** Shows new quotes of the exchanges, dollars and shares, and notifies the watchers. */
  show(
    symbol: string,
    depth: readonly {
      exchange: string;
      bid?: readonly [price: number, size: number];
      ask?: readonly [price: number, size: number];
    }[],
  ): void {
    const found = this.#need(symbol);
    found.depth = depth.map(({ exchange, bid = [0, 0], ask = [0, 0] }) => ({
      exchange,
      bidE4: Math.round(bid[0] * E4),
      bidSize: bid[1],
      askE4: Math.round(ask[0] * E4),
      askSize: ask[1],
    }));
    const quote = this.quote(symbol);
    if (quote) for (const listener of [...found.listeners]) listener.onQuote?.(quote);
  }

  /** Prints a trade, dollars and shares, and notifies the watchers. */
  print(symbol: string, price: number, size: number): void {
    const found = this.#need(symbol);
    found.volume += size;
    const trade: Trade = {
      symbol,
      priceE4: Math.round(price * E4),
      size,
      totalVolume: found.volume,
      exchange: 'NSDQ',
      timeMs: this.nowMs,
    };
    found.trades.push(trade);
    for (const listener of [...found.listeners]) listener.onTrade?.(trade);
  }

  /** Moves on to another session: the last price becomes the previous close, on the scale of its splits. Nothing is quoted yet. */
  beginSession(session: SessionDay): void {
    for (const symbol of this.#symbols.values())
      symbol.previousCloseE4 = symbol.trades.at(-1)?.priceE4 ?? symbol.previousCloseE4;
    for (const action of this.corporateActions(this.session.date, session.date)) {
      const split = action.kind === 'Split' ? this.#symbols.get(action.symbol) : undefined;
      if (!split || action.kind !== 'Split') continue;
      split.previousCloseE4 = Math.round((split.previousCloseE4 * action.denominator) / action.numerator);
      split.depth = [];
      split.trades.length = 0;
    }
    this.session = session;
    this.nowMs = session.openMs;
    this.open = true;
    this.phaseNow = undefined;
  }

  /** Moves the exchange day to a phase immediately. */
  turn(phase: MarketPhase): void {
    this.phaseNow = phase;
    this.open = phase === 'open';
    for (const listener of [...this.#sessionListeners]) listener.onPhase?.(phase, this.nowMs);
  }

  /** The official opening or closing print, dollars and shares: on the tape, and published as an official print. */
  auction(kind: 'opening' | 'closing', symbol: string, price: number, size: number): void {
    this.print(symbol, price, size);
    const trade = this.#need(symbol).trades.at(-1);
    if (trade) for (const listener of [...this.#sessionListeners]) listener.onAuctionPrint?.(kind, trade);
  }

  halt(symbol: string, isHalted = true, reason = ''): void {
    if (isHalted) this.#halted.set(symbol, reason);
    else this.#halted.delete(symbol);
    for (const listener of [...this.#sessionListeners])
      listener.onHalt?.(symbol, isHalted, this.nowMs, isHalted ? reason : '');
  }

  watcherCount(symbol: string): number {
    return this.#need(symbol).listeners.size;
  }

  corporateActions(afterDate: string, throughDate: string): readonly CorporateAction[] {
    return this.actions.filter(({ exDate }) => exDate > afterDate && exDate <= throughDate);
  }

  exchangeMs(): number {
    return this.nowMs;
  }
  hostMs(): number {
    return this.nowMs;
  }
  sessionDay(): SessionDay {
    return this.session;
  }
  isOpen(): boolean {
    return this.open;
  }
  phase(): MarketPhase {
    return this.phaseNow ?? (this.open ? 'open' : 'closed');
  }
  isHalted(symbol: string): boolean {
    return this.#halted.has(symbol);
  }
  haltReason(symbol: string): string {
    return this.#halted.get(symbol) ?? '';
  }
  onSession(listener: SessionListener): () => void {
    this.#sessionListeners.add(listener);
    return () => this.#sessionListeners.delete(listener);
  }
  symbols(): readonly string[] {
    return [...this.#symbols.keys()].sort();
  }
  instrument(symbol: string): Instrument | undefined {
    return this.#symbols.get(symbol)?.instrument;
  }
  symbolCount(): number {
    return this.#symbols.size;
  }
  /** In the order that the symbols were given. */
  async byTurnover(limit: number): Promise<readonly string[]> {
    return [...this.#symbols.keys()].slice(0, limit);
  }
  lookup(query: string, limit: number): Instrument[] {
    return [...this.#symbols.values()]
      .map(({ instrument }) => instrument)
      .filter(({ symbol }) => symbol.startsWith(query.toUpperCase()))
      .slice(0, limit);
  }

  snapshot(symbol: string): Snapshot | undefined {
    const found = this.#symbols.get(symbol);
    const quote = this.quote(symbol);
    if (!found || !quote) return undefined;
    const prices = found.trades.map(({ priceE4 }) => priceE4);
    const last = found.trades.at(-1);
    const value = found.trades.reduce((sum, trade) => sum + trade.priceE4 * trade.size, 0);
    return {
      symbol,
      lastE4: last?.priceE4 ?? 0,
      lastSize: last?.size ?? 0,
      openE4: prices[0] ?? 0,
      highE4: Math.max(0, ...prices),
      lowE4: prices.length ? Math.min(...prices) : 0,
      previousCloseE4: found.previousCloseE4,
      previousVolume: 0,
      volume: found.volume,
      vwapE4: found.volume ? Math.round(value / found.volume) : 0,
      tick: 0,
      bidE4: quote.bidE4,
      bidSize: quote.bidSize,
      askE4: quote.askE4,
      askSize: quote.askSize,
      timeMs: this.nowMs,
      yearHighE4: 0,
      yearLowE4: 0,
    };
  }

  /** May differ at any moment: a test prints without moving the time. */
  lastPrice(symbol: string): LastPrice | undefined {
    const found = this.#symbols.get(symbol);
    return (
      found && {
        lastE4: found.trades.at(-1)?.priceE4 ?? 0,
        previousCloseE4: found.previousCloseE4,
        untilMs: this.nowMs,
      }
    );
  }

  quote(symbol: string): Quote | undefined {
    const found = this.#symbols.get(symbol);
    if (!found) return undefined;
    const bid = found.depth.filter(({ bidE4 }) => bidE4 > 0).sort((a, b) => b.bidE4 - a.bidE4)[0];
    const ask = found.depth.filter(({ askE4 }) => askE4 > 0).sort((a, b) => a.askE4 - b.askE4)[0];
    return {
      symbol,
      bidE4: bid?.bidE4 ?? 0,
      bidSize: bid?.bidSize ?? 0,
      bidExchange: bid?.exchange ?? '',
      askE4: ask?.askE4 ?? 0,
      askSize: ask?.askSize ?? 0,
      askExchange: ask?.exchange ?? '',
      timeMs: this.nowMs,
    };
  }

  depth(symbol: string): ExchangeQuote[] {
    return [...(this.#symbols.get(symbol)?.depth ?? [])].sort((a, b) => b.bidE4 - a.bidE4);
  }
  timeAndSales(symbol: string, limit: number): Trade[] {
    return this.#symbols.get(symbol)?.trades.slice(-limit).reverse() ?? [];
  }
  async bars(symbol: string, _candle: string, fromMs: number, toMs: number): Promise<Bar[]> {
    // Every print is a bar of its own: enough for a test that wants bars where it printed.
    const trades = this.#symbols.get(symbol)?.trades ?? [];
    return trades
      .filter(({ timeMs }) => timeMs >= fromMs && timeMs < toMs)
      .map(({ timeMs, priceE4, size }) => ({
        timeMs,
        openE4: priceE4,
        highE4: priceE4,
        lowE4: priceE4,
        closeE4: priceE4,
        volume: size,
      }));
  }
  watch(symbol: string, listener: MarketListener): (() => void) | undefined {
    const found = this.#symbols.get(symbol);
    found?.listeners.add(listener);
    return found && (() => found.listeners.delete(listener));
  }
  /** How many listeners watch a symbol now. */
  watchCount(symbol: string): number {
    return this.#need(symbol).listeners.size;
  }
  async start(): Promise<void> {}
  async stop(): Promise<void> {}

  #need(symbol: string): ScriptedSymbol {
    const found = this.#symbols.get(symbol);
    if (!found) throw new Error(`The script has no symbol ${symbol}.`);
    return found;
  }
}

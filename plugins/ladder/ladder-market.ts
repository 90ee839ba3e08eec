import { toPriceE4, type PriceE4 } from '../../src/domain/money/price.ts';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { QueuePositions } from './model/queue-position.ts';
import type { ExchangeQuote } from './model/row-book.ts';
import { TradedVolume } from './model/traded-volume.ts';

type Symbols = ToolPlatform['symbols'];
type WirePrint = Awaited<ReturnType<Symbols['timeAndSale']>>[number];

/** The last trade of the symbol. */
export interface LastTrade {
  readonly priceE4: PriceE4;
  readonly size: number;
  /** Whether its price was above or below the one before it; null for the first, and for an equal price before any change. */
  readonly direction: 'up' | 'down' | null;
}

export type DepthState = 'loading' | 'ready' | 'failed';

/** The market of one symbol as a ladder needs it, live from `start` until the function that it returns is called. */
export class LadderMarket {
  readonly symbol: string;
  readonly volume: TradedVolume;
  readonly queue = new QueuePositions();
  quotes: readonly ExchangeQuote[] = [];
  last: LastTrade | null = null;
  readonly #symbols: Symbols;
  readonly #onChange: () => void;
  readonly #onDepthState: (state: DepthState) => void;
  #depthState: DepthState = 'loading';
  /** The first print that came live: older ones are loaded, once. */
  #firstLive: Pick<WirePrint, 'TS' | 'TV'> | null = null;
  #hasHistory = false;
  #run: AbortController | null = null;

  /** `onChange` is called with every change of the market; views paint once a frame. */
  constructor(
    symbols: Symbols,
    symbol: string,
    stepE4: PriceE4,
    on: { readonly change: () => void; readonly depthState: (state: DepthState) => void },
  ) {
    this.#symbols = symbols;
    this.symbol = symbol;
    this.volume = new TradedVolume(stepE4);
    this.#onChange = on.change;
    this.#onDepthState = on.depthState;
  }

  /** Bid and ask of the market; 0 = none. */
  get quote(): { readonly bidE4: PriceE4; readonly askE4: PriceE4 } {
    const record = this.#symbols.get(this.symbol);
    return { bidE4: toPriceE4(record?.bid ?? 0), askE4: toPriceE4(record?.ask ?? 0) };
  }

  /** The price that the rows follow: between bid and ask, else the last trade; 0 before there is any. */
  get middleE4(): PriceE4 {
    const { bidE4, askE4 } = this.quote;
    if (bidE4 > 0 && askE4 > 0) return (bidE4 + askE4) / 2;
    return this.last?.priceE4 ?? (bidE4 || askE4 || toPriceE4(this.#symbols.get(this.symbol)?.last ?? 0));
  }

  start(): () => void {
    const run = (this.#run = new AbortController());
    const symbols = this.#symbols;
    const ends = [
      symbols.watch([this.symbol]),
      symbols.subscribe([this.symbol], 'frame', () => this.#onChange()),
      symbols.onTrade(this.symbol, (trade) => this.#takeTrade(trade)),
      symbols.watchBbo(this.symbol, (quotes) => this.#takeQuotes(quotes)),
      () => run.abort(),
    ];
    void this.loadDepth();
    if (!this.#hasHistory) void this.#loadHistory(run.signal);
    return () => {
      for (const end of ends) end();
      if (this.#run === run) this.#run = null;
    };
  }

  /** Loads the present depth; its changes come with the feed. */
  async loadDepth(): Promise<void> {
    const run = this.#run;
    if (run === null) return;
    if (this.#depthState === 'failed') this.#setDepthState('loading');
    try {
      const quotes = await this.#symbols.bbo(this.symbol, run.signal);
      if (!run.signal.aborted) this.#takeQuotes(quotes);
    } catch {
      if (!run.signal.aborted && this.#depthState === 'loading') this.#setDepthState('failed');
    }
  }

  /** Adds the trades from before the ladder was opened. Without them the volume begins with the first live one. */
  async #loadHistory(signal: AbortSignal): Promise<void> {
    const prints = await this.#symbols.timeAndSale(this.symbol, signal).catch(() => null);
    if (prints === null || signal.aborted) return;
    this.#hasHistory = true;
    const first = this.#firstLive;
    for (const print of prints)
      if (first === null || print.TS < first.TS || (print.TS === first.TS && print.TV < first.TV))
        this.volume.add({ price: print.P, size: print.V });
    const newest = prints[0];
    if (this.last === null && newest !== undefined)
      this.last = { priceE4: toPriceE4(newest.P), size: newest.V, direction: null };
    this.#onChange();
  }

  #takeTrade(trade: WirePrint): void {
    // The market as a subscription begins: no print, and of no exchange.
    if (trade.X === '') return;
    this.#firstLive ??= { TS: trade.TS, TV: trade.TV };
    const priceE4 = toPriceE4(trade.P);
    const before = this.last;
    this.last = { priceE4, size: trade.V, direction: directionOf(before, priceE4) };
    this.volume.add({ price: trade.P, size: trade.V });
    this.queue.trade(priceE4, trade.V);
    this.#onChange();
  }

  #takeQuotes(quotes: readonly ExchangeQuote[]): void {
    this.quotes = quotes;
    this.#setDepthState('ready');
    this.#onChange();
  }

  #setDepthState(state: DepthState): void {
    if (state === this.#depthState) return;
    this.#depthState = state;
    this.#onDepthState(state);
  }
}

function directionOf(before: LastTrade | null, priceE4: PriceE4): LastTrade['direction'] {
  if (before === null) return null;
  if (priceE4 === before.priceE4) return before.direction;
  return priceE4 > before.priceE4 ? 'up' : 'down';
}

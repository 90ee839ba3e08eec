import { isOptionSymbol } from '../../src/domain/symbols/symbol.ts';
import type { FramePainter, ToolPlatform } from '../../src/plugin-api/index.ts';
import { sideOfPrint, type PrintSide } from './print-side.ts';
import { Tape, type Print } from './tape.ts';
import type { ExchangeQuote } from './depth.ts';

export type LoadState = 'loading' | 'ready' | 'failed';
/** `unrecorded`: a replay has only quotes of the option, no trades. */
export type TapeState = LoadState | 'unrecorded';
/** The parts of the window that change on their own. */
export type Part = 'quote' | 'depth' | 'tape';
export type MarketPainter = FramePainter<Part>;
export interface FeedStates {
  readonly tape: TapeState;
  readonly depth: LoadState;
}

type Symbols = ToolPlatform['symbols'];
type WirePrint = Awaited<ReturnType<Symbols['timeAndSale']>>[number];

function toPrint(wire: WirePrint, side: PrintSide | null, missed: number): Print {
  return {
    price: wire.P,
    size: wire.V,
    exchange: wire.X,
    timeMs: wire.TS,
    volumeAfter: wire.TV,
    side,
    missed,
  };
}

/** Tape and depth of one symbol, live from `start` until the function that it returns is called. Reports each change; views paint once a frame. */
export class MarketFeed {
  readonly symbol: string;
  readonly tape = new Tape();
  quotes: readonly ExchangeQuote[] = [];
  states: FeedStates = { tape: 'loading', depth: 'loading' };
  readonly #symbols: Symbols;
  readonly #onChange: (part: Part) => void;
  readonly #onStates: (states: FeedStates) => void;
  #run: AbortController | null = null;

  constructor(
    symbols: Symbols,
    symbol: string,
    onChange: (part: Part) => void,
    onStates: (states: FeedStates) => void,
  ) {
    this.symbol = symbol;
    this.#symbols = symbols;
    this.#onChange = onChange;
    this.#onStates = onStates;
  }

  start(): () => void {
    const { symbol } = this;
    const symbols = this.#symbols;
    const run = (this.#run = new AbortController());
    /** Volume of the session after the last print; null before the first. */
    let volume: number | null = null;
    const ends = [
      symbols.watch([symbol]),
      symbols.subscribe([symbol], 'frame', () => this.#onChange('quote')),
      symbols.onTrade(symbol, (trade) => {
        // The market as a subscription begins: no print, and of no exchange.
        if (trade.X === '') {
          volume ??= trade.TV;
          return;
        }
        const record = symbols.get(symbol);
        // A client that falls behind gets fewer prints, and the volume shows it; a smaller volume is another session's.
        const missed = volume === null || trade.TV <= volume ? 0 : Math.max(0, trade.TV - trade.V - volume);
        volume = trade.TV;
        this.tape.add(
          toPrint(trade, record === undefined ? null : sideOfPrint(trade.P, record.bid, record.ask), missed),
        );
        this.#onChange('tape');
      }),
      symbols.watchBbo(symbol, (quotes) => this.#takeQuotes(quotes)),
      () => run.abort(),
    ];
    void this.loadTape();
    void this.loadDepth();
    return () => {
      for (const end of ends) end();
      if (this.#run === run) this.#run = null;
    };
  }

  /** Loads past prints; those that come live meanwhile stay. */
  async loadTape(): Promise<void> {
    const run = this.#run;
    if (run === null) return;
    this.#set({ tape: this.tape.total > 0 ? 'ready' : 'loading' });
    try {
      const prints = await this.#symbols.timeAndSale(this.symbol, run.signal);
      if (run.signal.aborted) return;
      // Bid and ask at their time are unknown: they get no colour rather than a guessed one.
      this.tape.load(prints.map((wire) => toPrint(wire, null, 0)));
      const isUnrecorded = prints.length === 0 && (await this.#hasRecordedQuotes(run.signal));
      if (run.signal.aborted) return;
      this.#set({ tape: isUnrecorded ? 'unrecorded' : 'ready' });
      this.#onChange('tape');
    } catch {
      if (!run.signal.aborted) this.#set({ tape: 'failed' });
    }
  }

  /** Loads the present depth; its changes come with the feed. */
  async loadDepth(): Promise<void> {
    const run = this.#run;
    if (run === null) return;
    this.#set({ depth: this.quotes.length > 0 ? 'ready' : 'loading' });
    try {
      const quotes = await this.#symbols.bbo(this.symbol, run.signal);
      if (!run.signal.aborted) this.#takeQuotes(quotes);
    } catch {
      if (!run.signal.aborted && this.states.depth === 'loading') this.#set({ depth: 'failed' });
    }
  }

  /** True for an option whose quotes a replay has recorded: no trades of it exist. */
  async #hasRecordedQuotes(signal: AbortSignal): Promise<boolean> {
    if (!isOptionSymbol(this.symbol)) return false;
    const [snapshot] = await this.#symbols.optionSnapshot([this.symbol], signal).catch(() => []);
    return snapshot?.Recorded !== undefined;
  }

  #takeQuotes(quotes: readonly ExchangeQuote[]): void {
    this.quotes = quotes;
    this.#set({ depth: 'ready' });
    this.#onChange('depth');
  }

  #set(change: Partial<FeedStates>): void {
    const next = { ...this.states, ...change };
    if (next.tape === this.states.tape && next.depth === this.states.depth) return;
    this.states = next;
    this.#onStates(next);
  }
}

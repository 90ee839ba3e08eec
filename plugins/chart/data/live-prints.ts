import type { Print } from './live-series.ts';

/** Where live prints come from. */
export interface PrintSource {
  onTrade(symbol: string, listener: (print: Print) => void): () => void;
  /** Keeps the prices of symbols flowing. */
  watch(symbols: readonly string[]): () => void;
}

/** The prints of one symbol; they are held back while bars are under way. */
export class LivePrints {
  readonly #source: PrintSource;
  readonly #onPrint: (print: Print) => void;
  #symbol = '';
  #stop: (() => void) | null = null;
  /** Null while prints are passed on. */
  #held: Print[] | null = null;

  constructor(source: PrintSource, onPrint: (print: Print) => void) {
    this.#source = source;
    this.#onPrint = onPrint;
  }

  /** The symbol whose prints flow; empty = none. */
  get symbol(): string {
    return this.#symbol;
  }

  follow(symbol: string): void {
    if (symbol === this.#symbol) return;
    this.stop();
    this.#symbol = symbol;
    if (symbol === '') return;
    const release = this.#source.watch([symbol]);
    const stop = this.#source.onTrade(symbol, (print) => this.#take(print));
    this.#stop = () => {
      stop();
      release();
    };
  }

  /** Prints wait from now on. */
  hold(): void {
    this.#held ??= [];
  }

  /** The prints that have waited; later ones are passed on. */
  release(): readonly Print[] {
    const held = this.#held ?? [];
    this.#held = null;
    return held;
  }

  /** Forgets the prints that have waited; later ones are passed on. */
  discardHeld(): void {
    this.#held = null;
  }

  stop(): void {
    this.#stop?.();
    this.#stop = null;
  }

  #take(print: Print): void {
    if (this.#held === null) this.#onPrint(print);
    else this.#held.push(print);
  }
}

import type { MarketData, Trade } from '../market-data.ts';

const FIRST_READ = 64;
/** Each further read goes so many times deeper. */
const DEEPER = 8;

/** What of a print is needed to make an option's print of it. */
export type UnderlyingPrint = Pick<Trade, 'priceE4' | 'size' | 'totalVolume' | 'timeMs'>;

/**
 * The prints of an underlying's session up to the newest, read from its market only as far back as queried, in columns: a
 * busy day has a few hundred thousand.
 */
export class UnderlyingTape {
  readonly #market: Pick<MarketData, 'timeAndSales'>;
  readonly #symbol: string;
  /** Oldest first, without a gap. */
  #totalVolume: number[] = [];
  #priceE4: number[] = [];
  #size: number[] = [];
  #timeMs: number[] = [];
  /** True when nothing lies before the first print known. */
  #isWhole = false;

  constructor(market: Pick<MarketData, 'timeAndSales'>, symbol: string) {
    this.#market = market;
    this.#symbol = symbol;
  }

  /** The first print with which `isReached` (of the session volume after it) became true; undefined when none did. `sessionVolume` is that of now. */
  firstReaching(
    sessionVolume: number,
    isReached: (totalVolume: number) => boolean,
  ): UnderlyingPrint | undefined {
    this.#catchUp(sessionVolume);
    while (!this.#isWhole && isReached((this.#totalVolume[0] ?? 0) - (this.#size[0] ?? 0)))
      this.#read(Math.max(FIRST_READ, this.#totalVolume.length) * DEEPER);
    let low = 0;
    let high = this.#totalVolume.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isReached(this.#totalVolume[middle] ?? 0)) high = middle;
      else low = middle + 1;
    }
    return this.#at(low);
  }

  #at(place: number): UnderlyingPrint | undefined {
    const priceE4 = this.#priceE4[place];
    if (priceE4 === undefined) return undefined;
    return {
      priceE4,
      size: this.#size[place] ?? 0,
      totalVolume: this.#totalVolume[place] ?? 0,
      timeMs: this.#timeMs[place] ?? 0,
    };
  }

  #catchUp(sessionVolume: number): void {
    const newest = this.#totalVolume.at(-1);
    if (newest === undefined) return this.#read(FIRST_READ);
    if (newest >= sessionVolume) return;
    for (let depth = FIRST_READ; ; depth *= DEEPER) {
      const latest = this.#market.timeAndSales(this.#symbol, depth);
      const known = latest.findIndex((trade) => trade.totalVolume <= newest);
      if (known < 0 && latest.length === depth) continue;
      return this.#append(known < 0 ? latest : latest.slice(0, known));
    }
  }

  #read(depth: number): void {
    const latest = this.#market.timeAndSales(this.#symbol, depth);
    this.#isWhole = latest.length < depth;
    [this.#totalVolume, this.#priceE4, this.#size, this.#timeMs] = [[], [], [], []];
    this.#append(latest);
  }

  /** `latest` is newest first, as the market returns it. */
  #append(latest: readonly Trade[]): void {
    for (const trade of latest.toReversed()) {
      this.#totalVolume.push(trade.totalVolume);
      this.#priceE4.push(trade.priceE4);
      this.#size.push(trade.size);
      this.#timeMs.push(trade.timeMs);
    }
  }
}

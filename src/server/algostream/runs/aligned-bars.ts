import type { Bar } from '../../../domain/bars/bar.ts';
import type { MarketData, Trade } from '../../market/market-data.ts';
import { isFinished } from '../data/collect.ts';
import type { LiveBars } from './live-bars.ts';

type BarTrade = Pick<Trade, 'timeMs' | 'priceE4' | 'size'>;
type Clock = Pick<MarketData, 'exchangeMs' | 'sessionDay'>;

/** Bars for a run: its own, and those of each other symbol. */
export interface ReadyBars {
  readonly bars: readonly Bar[];
  readonly others: readonly (readonly Bar[])[];
}

/**
 * Finished bars of the symbols of a live run. A bar of the run waits for the bars of the other symbols that end at the same time: until each has traded in a later
 * one, or until the second check of the clock after its end, which ends every bar. So the strategy reads what it reads in a backtest.
 */
export class AlignedBars {
  readonly #barMinutes: number;
  readonly #traded: LiveBars;
  readonly #others: readonly LiveBars[];
  /** Bars of the run that wait, in the order of time. */
  #held: Bar[] = [];
  #ready: Bar[] = [];
  readonly #ended: Bar[][];
  /** Exchange times of the last check and of the one before it. */
  #checkMs = -Infinity;
  #earlierCheckMs = -Infinity;

  /** `others`: the bars of the other symbols, in the sequence of the description. */
  constructor(barMinutes: number, traded: LiveBars, others: readonly LiveBars[]) {
    this.#barMinutes = barMinutes;
    this.#traded = traded;
    this.#others = others;
    this.#ended = others.map(() => []);
  }

  /** True when there is a bar of the run to deliver. */
  get isReady(): boolean {
    return this.#ready.length > 0;
  }

  /** A trade of the symbol of the run. */
  add(trade: BarTrade, clock: Clock): void {
    this.#held.push(...this.#traded.add(trade));
    this.#release(clock);
  }

  /** A trade of another symbol. */
  addOther(at: number, trade: BarTrade, clock: Clock): void {
    const bars = this.#others[at];
    if (bars === undefined) return;
    this.#ended[at]?.push(...bars.add(trade));
    this.#release(clock);
  }

  /** Ends bars by the clock; called about once a second. */
  checkClock(clock: Clock): void {
    this.#earlierCheckMs = this.#checkMs;
    this.#checkMs = clock.exchangeMs();
    for (const [at, bars] of this.#others.entries()) this.#ended[at]?.push(...bars.checkClock(clock));
    this.#held.push(...this.#traded.checkClock(clock));
    this.#release(clock);
  }

  /** The bars that were not taken before. Those of other symbols may be later than the last bar of the run. */
  take(): ReadyBars {
    const bars = this.#ready;
    this.#ready = [];
    return { bars, others: this.#ended.map((some) => some.splice(0)) };
  }

  #release(clock: Clock): void {
    for (let [bar] = this.#held; bar !== undefined; [bar] = this.#held) {
      const { timeMs } = bar;
      if (!this.#others.every((other) => other.isDoneUpTo(timeMs))) {
        if (!this.#wasOver(bar, clock)) return;
        for (const [at, other] of this.#others.entries()) this.#ended[at]?.push(...other.endUpTo(timeMs));
      }
      this.#held.shift();
      this.#ready.push(bar);
    }
  }

  /** Whether the bar was over at the check before the last one. */
  #wasOver(bar: Bar, { sessionDay }: Clock): boolean {
    return isFinished(bar, this.#barMinutes, { exchangeMs: () => this.#earlierCheckMs, sessionDay });
  }
}

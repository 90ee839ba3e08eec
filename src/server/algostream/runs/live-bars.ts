import { mergeBar, type Bar } from '../../../domain/bars/bar.ts';
import { barStartMs } from '../../../domain/bars/bar-period.ts';
import type { MarketData, Trade } from '../../market/market-data.ts';
import { barOfPrint } from '../data/bar-columns.ts';
import { isFinished, periodOf } from '../data/collect.ts';

/**
 * Makes trades into finished bars. A bar ends with the first trade of a later one, or by the clock: at the second look after its end, so that trades that are still
 * on their way count in it. A trade that comes later than that counts nowhere.
 */
export class LiveBars {
  readonly #barMinutes: number;
  #forming: Bar | null;
  #doneUpToMs = -Infinity;
  #isOver = false;

  /** `forming`: the bar that is forming now, as the market knows it. */
  constructor(barMinutes: number, forming: Bar | null) {
    this.#barMinutes = barMinutes;
    this.#forming = forming;
  }

  /** The bars that a trade finishes: none, or one. */
  add(trade: Pick<Trade, 'timeMs' | 'priceE4' | 'size'>): Bar[] {
    if (this.#barMinutes === 0) return [barOfPrint(trade)];
    const startMs = barStartMs(trade.timeMs, periodOf(this.#barMinutes));
    const single = { ...barOfPrint(trade), timeMs: startMs };
    const forming = this.#forming;
    if (forming && startMs <= forming.timeMs) {
      this.#forming = mergeBar(forming, single);
      return [];
    }
    if (startMs <= this.#doneUpToMs) return [];
    const finished = this.#end();
    this.#forming = single;
    return finished;
  }

  /** Ends the forming bar by the clock; called about once a second. A bar ends at the second check after its end, so that late trades count. */
  checkClock(market: Pick<MarketData, 'exchangeMs' | 'sessionDay'>): Bar[] {
    if (!this.#forming || !isFinished(this.#forming, this.#barMinutes, market)) return [];
    if (this.#isOver) return this.#end();
    this.#isOver = true;
    return [];
  }

  /** Whether no trade can change the bar of a period any more, or those before it. */
  isDoneUpTo(startMs: number): boolean {
    return this.#forming === null ? this.#doneUpToMs >= startMs : this.#forming.timeMs > startMs;
  }

  /** Ends the bar that starts then or before, if one is forming: a trade of its period that comes later counts nowhere. */
  endUpTo(startMs: number): Bar[] {
    if (this.isDoneUpTo(startMs)) return [];
    const finished = this.#end();
    this.#doneUpToMs = startMs;
    return finished;
  }

  #end(): Bar[] {
    const finished = this.#forming;
    this.#forming = null;
    this.#isOver = false;
    if (!finished) return [];
    this.#doneUpToMs = finished.timeMs;
    return [finished];
  }
}

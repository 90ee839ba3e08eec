import { MINUTE_MS } from '../../../domain/calendar/durations.ts';
import { barStartMs } from '../../../domain/bars/bar-period.ts';
import { mergeBar, type Bar } from '../../../domain/bars/bar.ts';
import { aggregateBars } from '../../../domain/bars/aggregate.ts';
import type { Trade } from '../market-data.ts';

/** Minutes that are kept: the vendor has the older ones by then. */
const MAX_MINUTES = 60;

/** Bars of the last minutes of a watched symbol, made from its trades, until the vendor has them. */
export class LiveMinutes {
  #bars: Bar[] = [];

  add({ timeMs, priceE4, size }: Trade): void {
    const bar = {
      timeMs: Math.floor(timeMs / MINUTE_MS) * MINUTE_MS,
      openE4: priceE4,
      highE4: priceE4,
      lowE4: priceE4,
      closeE4: priceE4,
      volume: size,
    };
    const last = this.#bars.at(-1);
    if (last !== undefined && last.timeMs === bar.timeMs)
      this.#bars[this.#bars.length - 1] = mergeBar(last, bar);
    else if (last === undefined || last.timeMs < bar.timeMs) this.#bars.push(bar);
    if (this.#bars.length > MAX_MINUTES) this.#bars.shift();
  }

  /** The bars of the vendor, continued by the minutes after them. What is known of the last period from both is put together. */
  continue(bars: readonly Bar[], minutes: 1 | 5 | 30, toMs: number): Bar[] {
    const last = bars.at(-1);
    const fromMs = last === undefined ? -Infinity : last.timeMs + (minutes === 1 ? MINUTE_MS : 0);
    const later = aggregateBars(
      this.#bars.filter((bar) => bar.timeMs >= fromMs && bar.timeMs < toMs),
      { minutes },
    );
    const [first] = later;
    if (last === undefined || first === undefined || first.timeMs !== barStartMs(last.timeMs, { minutes }))
      return [...bars, ...later];
    // The vendor's bar has the beginning of the period, the trades its end.
    const both = {
      ...last,
      highE4: Math.max(last.highE4, first.highE4),
      lowE4: Math.min(last.lowE4, first.lowE4),
      closeE4: first.closeE4,
      volume: Math.max(last.volume, first.volume),
    };
    return [...bars.slice(0, -1), both, ...later.slice(1)];
  }
}

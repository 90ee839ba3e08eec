import { fromE4 } from '../../../domain/money/price.ts';
import type { BarColumns } from '../../../domain/studies/index.ts';
import type { Bar } from '../market-data.ts';

/** Bars as columns in dollars, days without a price left out. */
export function columnsOfBars(bars: readonly Bar[]): BarColumns {
  const column = (): Float64Array => new Float64Array(bars.length);
  const columns = {
    timeMs: column(),
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volume: column(),
  };
  let length = 0;
  for (const bar of bars) {
    if (bar.closeE4 <= 0 || bar.highE4 <= 0 || bar.lowE4 <= 0) continue;
    columns.timeMs[length] = bar.timeMs;
    columns.open[length] = fromE4(bar.openE4);
    columns.high[length] = fromE4(bar.highE4);
    columns.low[length] = fromE4(bar.lowE4);
    columns.close[length] = fromE4(bar.closeE4);
    columns.volume[length] = bar.volume;
    length += 1;
  }
  return { length, ...columns };
}

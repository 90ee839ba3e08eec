import type { Bar } from '../../../domain/bars/bar.ts';
import { fromE4 } from '../../../domain/money/price.ts';
import type { Trade } from '../../market/market-data.ts';
import type { DataColumns } from '../runtime/types.ts';

function emptyColumns(length: number): DataColumns {
  const column = (): Float64Array => new Float64Array(length);
  return {
    timeMs: column(),
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volume: column(),
  };
}

/** Bars as the runtime takes them: columns, prices in dollars. */
export function columnsOfBars(bars: readonly Bar[]): DataColumns {
  const columns = emptyColumns(bars.length);
  bars.forEach((bar, at) => {
    columns.timeMs[at] = bar.timeMs;
    columns.open[at] = fromE4(bar.openE4);
    columns.high[at] = fromE4(bar.highE4);
    columns.low[at] = fromE4(bar.lowE4);
    columns.close[at] = fromE4(bar.closeE4);
    columns.volume[at] = bar.volume;
  });
  return columns;
}

/** A trade is a bar whose four prices are equal. */
export function barOfPrint({ timeMs, priceE4, size }: Pick<Trade, 'timeMs' | 'priceE4' | 'size'>): Bar {
  return { timeMs, openE4: priceE4, highE4: priceE4, lowE4: priceE4, closeE4: priceE4, volume: size };
}

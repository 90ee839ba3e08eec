import { barStartMs, type BarPeriod } from '../../../src/domain/bars/bar-period.ts';
import type { BarColumns } from '../../../src/domain/studies/index.ts';
import { BarStore } from './bar-store.ts';

const at = (column: Float64Array, index: number): number => column[index] ?? Number.NaN;

/** Adds source bars [from, length) to bars of a longer period: extends the last or appends. Source bars ascend and do not start before the last bar. */
export function aggregateInto(target: BarStore, source: BarColumns, period: BarPeriod, from = 0): void {
  for (let i = from; i < source.length; i += 1) {
    const startMs = barStartMs(at(source.timeMs, i), period);
    const last = target.length - 1;
    if (last < 0 || at(target.timeMs, last) !== startMs) {
      target.append(
        startMs,
        at(source.open, i),
        at(source.high, i),
        at(source.low, i),
        at(source.close, i),
        at(source.volume, i),
      );
      continue;
    }
    const high = at(source.high, i);
    const low = at(source.low, i);
    const close = at(source.close, i);
    if (Number.isNaN(at(target.open, last))) target.open[last] = at(source.open, i);
    if (!(high <= at(target.high, last)) && !Number.isNaN(high)) target.high[last] = high;
    if (!(low >= at(target.low, last)) && !Number.isNaN(low)) target.low[last] = low;
    if (!Number.isNaN(close)) target.close[last] = close;
    target.volume[last] = at(target.volume, last) + at(source.volume, i);
  }
}

/** Bars of a period out of shorter ones. */
export function aggregateColumns(source: BarColumns, period: BarPeriod): BarStore {
  const target = new BarStore();
  aggregateInto(target, source, period);
  return target;
}

import { newYorkDate, sessionOn } from '../../../domain/calendar/us-equity.ts';
import type { Bar } from '../market-data.ts';
import type { RecordingFiles } from './recording-files.ts';
import { dailyReader, minuteReader } from './row-readers.ts';

/** Daily and minute bars of every symbol, read when first queried. */
export class RecordedBars {
  readonly #files: RecordingFiles;
  readonly #daily = new Map<string, readonly Bar[]>();
  readonly #minutes = new Map<string, ReadonlyMap<string, readonly Bar[]>>();

  constructor(files: RecordingFiles) {
    this.#files = files;
  }

  /** Daily bars of a symbol, all of them, ascending. */
  daily(symbol: string): readonly Bar[] {
    let bars = this.#daily.get(symbol);
    if (bars === undefined) {
      bars = mergeByTime(this.#files.readEach('daily', symbol, dailyReader));
      this.#daily.set(symbol, bars);
    }
    return bars;
  }

  /** Regular-session minute bars by New York date. */
  minutes(symbol: string): ReadonlyMap<string, readonly Bar[]> {
    let byDate = this.#minutes.get(symbol);
    if (byDate === undefined) {
      byDate = bySession(mergeByTime(this.#files.readEach('minute', symbol, minuteReader)));
      this.#minutes.set(symbol, byDate);
    }
    return byDate;
  }
}

/** Joins files of one symbol; where two have a bar of the same time, the first file's counts. */
function mergeByTime(lists: readonly (readonly Bar[])[]): readonly Bar[] {
  const filled = lists.filter(({ length }) => length > 0);
  if (filled.length <= 1) return filled[0] ?? [];
  const byTime = new Map<number, Bar>();
  for (const bar of filled.flat()) if (!byTime.has(bar.timeMs)) byTime.set(bar.timeMs, bar);
  return [...byTime.values()].sort((a, b) => a.timeMs - b.timeMs);
}

/** Splits minute bars into regular sessions; what lies before the open, after the close or on a holiday is left out. */
function bySession(bars: readonly Bar[]): Map<string, Bar[]> {
  const byDate = new Map<string, Bar[]>();
  for (const bar of bars) {
    const date = newYorkDate(bar.timeMs);
    const session = sessionOn(date);
    if (session === null || bar.timeMs < session.openMs || bar.timeMs >= session.closeMs) continue;
    const list = byDate.get(date);
    if (list === undefined) byDate.set(date, [bar]);
    else list.push(bar);
  }
  return byDate;
}

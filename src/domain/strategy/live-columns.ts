import type { BarColumns } from '../studies/index.ts';
import type { ColumnSource, Cursor } from './column.ts';
import type { DataColumns } from './description.ts';

const NAMES = ['timeMs', 'open', 'high', 'low', 'close', 'volume'] as const;
/** Rows that are kept for lookback. The older ones are dropped when there are twice as many. */
const KEPT_ROWS = 50_000;

/** The columns of a live run: they grow with each row, and drop old rows. */
export interface LiveColumns {
  /** Adds a row; false for one that is earlier than the last. */
  append(rows: DataColumns, row: number): boolean;
  /** Updates the studies up to the last row. */
  follow(): void;
}

/** Columns with their cursor, and the studies on them. */
interface GrowingTarget {
  readonly columns: Readonly<Record<(typeof NAMES)[number], ColumnSource>>;
  readonly cursor: Cursor;
  readonly studies: { follow(bars: BarColumns): void };
}

/** Lets the columns of a run grow. `keptRows`: rows that stay available for lookback. `onDrop` is called with the number of dropped rows. */
export function createLiveColumns(
  { columns, cursor, studies }: GrowingTarget,
  keptRows = KEPT_ROWS,
  onDrop: (count: number) => void = () => {},
): LiveColumns {
  let length = 0;

  function makeRoom(): void {
    const capacity = columns.timeMs.values.length;
    if (length < capacity) return;
    if (length < 2 * keptRows) {
      for (const name of NAMES) {
        const longer = new Float64Array(Math.min(2 * keptRows, Math.max(1_024, 2 * capacity)));
        longer.set(columns[name].values);
        columns[name].values = longer;
      }
      return;
    }
    const dropped = length - keptRows;
    for (const name of NAMES) columns[name].values.copyWithin(0, dropped, length);
    length = keptRows;
    onDrop(dropped);
    follow();
  }

  function follow(): void {
    cursor.index = Math.max(0, length - 1);
    const bars = {
      length,
      timeMs: columns.timeMs.values,
      open: columns.open.values,
      high: columns.high.values,
      low: columns.low.values,
      close: columns.close.values,
      volume: columns.volume.values,
    };
    studies.follow(bars);
  }

  return {
    append(rows, row) {
      const timeMs = rows.timeMs[row] ?? Number.NaN;
      const lastMs = length === 0 ? Number.NEGATIVE_INFINITY : (columns.timeMs.values[length - 1] ?? 0);
      // Each trade of one millisecond is a row of its own.
      if (!(timeMs >= lastMs)) return false;
      makeRoom();
      for (const name of NAMES) columns[name].values[length] = rows[name][row] ?? Number.NaN;
      length += 1;
      cursor.index = length - 1;
      return true;
    },
    follow,
  };
}

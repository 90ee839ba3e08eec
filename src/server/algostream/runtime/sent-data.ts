import type { BarRows } from '../data/bar-columns.ts';
import type { BacktestJob } from './types.ts';
import type { UserProcess } from './user-process.ts';

/** Rows of one message to the process: about half a megabyte, serialised in one turn of the event loop. */
const ROWS_PER_MESSAGE = 8_192;

/** The rows of a backtest in the order in which the process has them: those of the traded symbol, then those of each other one. */
export const tablesOf = ({ data, others = [] }: Pick<BacktestJob, 'data' | 'others'>): readonly BarRows[] => [
  data,
  ...others.map(({ data: rows }) => rows),
];

/** Data that a process keeps. */
export interface KeptData {
  readonly id: number;
  readonly tables: readonly BarRows[];
  readonly sent: Promise<void>;
}

/** Whether kept data are those of a backtest: the same rows of the same symbols in the same order. */
export const isKeptAs = (kept: KeptData, tables: readonly BarRows[]): boolean =>
  kept.tables.length === tables.length && kept.tables.every((table, n) => table === tables[n]);

/** The others of a job as its process finds them: `offset` is where their rows begin among those of all symbols. */
export function placedOthers({ data, others = [] }: Pick<BacktestJob, 'data' | 'others'>) {
  let offset = data.length;
  return others.map(({ symbol, data: rows, startRows, rowRange = { from: 0, until: rows.length } }) => {
    const placed = { symbol, offset, rowRange, startRows };
    offset += rows.length;
    return placed;
  });
}

/** Sends data in pieces, as long as they are wanted. */
export async function sendData(
  to: UserProcess,
  {
    id,
    tables,
    isKept,
  }: { readonly id: number; readonly tables: readonly BarRows[]; readonly isKept: boolean },
  isWanted: () => boolean,
): Promise<void> {
  const rowCount = tables.reduce((sum, { length }) => sum + length, 0);
  await to.send({ kind: 'data', id, rowCount, isKept });
  let offset = 0;
  for (const table of tables) {
    for (let from = 0; from < table.length && isWanted(); from += ROWS_PER_MESSAGE) {
      const rows = table.rows(from, from + ROWS_PER_MESSAGE);
      await to.send({ kind: 'rows', id, from: offset + from, rows });
    }
    offset += table.length;
  }
}

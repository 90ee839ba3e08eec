import { symbolInfo } from '../../client/testing/fixtures.ts';
import type { SymbolRecord } from '../../client/types.ts';
import { deskColumns, QuoteRow } from '../../plugin-api/index.ts';
import { finding, type CheckedTool, type Finding } from './checked-tool.ts';

/** As much of a record as columns read. */
const LIVE = {
  symbol: 'AAPL',
  state: 'live',
  info: symbolInfo('AAPL'),
  historical: null,
  last: 100,
  lastSize: 100,
  open: 99,
  high: 101,
  low: 98,
  previousClose: 99,
  volume: 1_000_000,
  vwap: 100,
  tick: 1,
  bid: 99.99,
  bidSize: 300,
  bidExchange: 'ARCA',
  ask: 100.01,
  askSize: 100,
  askExchange: 'ARCA',
  timeMs: Date.UTC(2026, 5, 15, 15),
};
const rowOf = (record: object | undefined) =>
  new QuoteRow('AAPL', {
    get: () => record as SymbolRecord | undefined,
    staleness: () => ({ ageMs: 0, isStale: false }),
  });
const ROWS = [
  ['a symbol of which nothing is known yet', rowOf(undefined)],
  ['a symbol with prices', rowOf(LIVE)],
] as const;

/** What the columns of a tool read without declaring it, where they fail, and values that are no number. */
export function columnFindings({ plugin, folder }: CheckedTool): Finding[] {
  const reports: string[] = [];
  const columns = deskColumns(plugin, (message) => reports.push(message));
  for (const column of columns) for (const [, row] of ROWS) column.value(row);
  const remedy = `Correct columns in ${folder}/manifest.ts.`;
  const unnumbered = (plugin.columns ?? []).flatMap((column) =>
    ROWS.flatMap(([name, row]) => {
      const value = valueOf(() => column.value(row));
      return value === null || Number.isFinite(value)
        ? []
        : [
            finding(
              'columns',
              `The column "${column.id}" has the value ${String(value)} for ${name}.`,
              'Return null for an unknown value.',
            ),
          ];
    }),
  );
  return [...reports.map((report) => finding('columns', report, remedy)), ...unnumbered];
}

/** Null for a column that fails, which is reported already. */
function valueOf(read: () => number | null): number | null {
  try {
    return read();
  } catch {
    return null;
  }
}

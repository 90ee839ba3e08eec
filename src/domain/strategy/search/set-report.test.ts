import { expect, it } from 'vitest';
import { newYorkMs } from '../../calendar/us-equity.ts';
import { reportOf } from '../report/report.ts';
import { runOfFills } from '../report/testing/run-of-fills.ts';
import { setReportOf } from './set-report.ts';

it('has the parts of the report of the same run', () => {
  const at = (date: string): number => newYorkMs(date, 600);
  const { input } = runOfFills(
    [
      { timeMs: at('2026-03-02'), shares: 100, price: 100, feesE4: 3_000 },
      { timeMs: at('2026-03-03'), shares: -150, price: 104 },
      { timeMs: at('2026-03-05'), shares: 50, price: 101 },
    ],
    {
      closes: { '2026-03-02': 101, '2026-03-03': 103, '2026-03-04': 102, '2026-03-05': 99 },
      fromMs: newYorkMs('2026-03-02', 0),
      toMs: newYorkMs('2026-03-06', 0) - 1,
    },
  );
  const parts = setReportOf(input);
  expect(parts.trades).toHaveLength(2);
  expect(reportOf(input)).toMatchObject(parts);
  const withoutTrades = { ...input, fills: null };
  expect(reportOf(withoutTrades)).toMatchObject(setReportOf(withoutTrades));
});

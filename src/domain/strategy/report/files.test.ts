import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { newYorkMs } from '../../calendar/us-equity.ts';
import { daysCsv, figuresCsv, tradesCsv } from './csv-files.ts';
import { documentWithoutFills, reportDocument } from './document.ts';
import { bestOf, durationText, figureText, REPORT_FIGURES } from './figures.ts';
import { reportOf } from './report.ts';
import { runOfFills } from './testing/run-of-fills.ts';
import type { StrategyReport } from './types.ts';

const docs = (name: string): string =>
  readFileSync(new URL(`../../../../docs/algostream/${name}`, import.meta.url), 'utf8');
const run = {
  strategy: '=Cross',
  instanceId: 'i1',
  isBacktest: true,
  symbol: 'SPY',
  account: 'D-1',
  parameters: '',
  assumptions: 'Slippage none; spread none',
  feesPaid: 1.2,
  slippagePaid: 0,
  borrowPaid: null,
};
const report = reportOf(
  runOfFills(
    [
      { timeMs: newYorkMs('2026-01-29', 600), shares: 10, price: 100, feesE4: 5_000 },
      { timeMs: newYorkMs('2026-01-30', 600), shares: -10, price: 99, feesE4: 7_000 },
    ],
    {
      closes: { '2026-01-29': 101, '2026-01-30': 98 },
      fromMs: newYorkMs('2026-01-29', 0),
      toMs: newYorkMs('2026-01-30', 1_439),
    },
  ).input,
);
const document = reportDocument(report, run, new Map([[1, { adverseE4: -120_000, favorableE4: 90_000 }]]));

/** Names of fields, those of objects and of the first items of lists included: `days[].date`. */
function fieldsOf(value: unknown, path = ''): readonly string[] {
  if (Array.isArray(value)) return fieldsOf(value[0], `${path}[]`);
  if (value === null || typeof value !== 'object') return [path];
  return Object.entries(value).flatMap(([name, inner]) =>
    fieldsOf(inner, path === '' ? name : `${path}.${name}`),
  );
}

describe('the document of a report', () => {
  it('has dollars, fractions and times in UTC', () => {
    expect(document).toMatchObject({
      format: 'tapedeck-run-report',
      version: 1,
      run: { strategy: '=Cross', from: '2026-01-29T05:00:00.000Z' },
      figures: { netProfit: -11.2, capital: 1_000, trades: 1, winRate: 0, averageHeld: 86_400 },
      months: [{ period: '2026-01', net: -11.2 }],
    });
    expect(document.days[0]).toEqual({
      date: '2026-01-29',
      time: '2026-01-29T21:00:00.000Z',
      net: 9.5,
      equity: 1_009.5,
      return: expect.closeTo(0.0095, 12),
      drawdown: 0,
      buyAndHold: 1_000,
    });
    expect(document.trades[0]).toEqual({
      number: 1,
      symbol: 'SPY',
      side: 'Long',
      opened: '2026-01-29T15:00:00.000Z',
      closed: '2026-01-30T15:00:00.000Z',
      quantity: 10,
      entryPrice: 100,
      exitPrice: 99,
      gross: -10,
      fees: 1.2,
      net: -11.2,
      mae: -12,
      mfe: 9,
    });
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  it('has the fields that docs/algostream/report-format.md lists, and no others', () => {
    const [first] = report.days;
    const rolling = [{ date: first?.date ?? '', timeMs: first?.timeMs ?? 0, volatility: 0.1, sharpe: 1 }];
    const whole = reportDocument({ ...report, rolling }, run, new Map(), {
      plots: [{ name: 'mean', points: [{ timeMs: 1, value: 2 }] }],
      marks: [{ timeMs: 1, text: 'here', price: null }],
    });
    const listed = [...docs('report-format.md').matchAll(/^\| `([\w.[\]]+)`/gm)].map(([, name]) => name);
    const log = [{ timeMs: 1, text: 'a line' }];
    const withoutFills = documentWithoutFills(run, { fromMs: 1, toMs: null, reason: 'No order', log });
    const fields = fieldsOf({ ...whole, log: withoutFills.log });
    expect(listed.toSorted()).toEqual(fields.toSorted());
    // A reader finds every list and every figure in both kinds.
    expect(Object.keys(withoutFills)).toEqual(Object.keys(whole));
    expect(Object.keys(withoutFills.figures)).toEqual(Object.keys(whole.figures));
  });

  it('of a run without fills has the reason and the log, and no figure', () => {
    const facts = {
      fromMs: null,
      toMs: null,
      reason: 'No order was sent.',
      log: [{ timeMs: 0, text: 'hi' }],
    };
    const plots = [{ name: 'mean', points: [{ timeMs: 1, value: 2 }] }];
    const saved = documentWithoutFills(run, facts, { plots, marks: [] });
    expect(saved).toMatchObject({
      run: { strategy: '=Cross', from: null, to: null },
      noFills: 'No order was sent.',
      log: [{ time: '1970-01-01T00:00:00.000Z', text: 'hi' }],
      plots: [{ name: 'mean' }],
      trades: [],
    });
    expect(Object.values(saved.figures).every((figure) => figure === null)).toBe(true);
    const lines = figuresCsv(null, saved).split('\r\n');
    expect(lines).toContain('Return,Net P&L,,dollars');
    expect(lines.at(-2)).toBe('Run,No fills,No order was sent.,text');
    expect(document.noFills).toBeNull();
  });
});

it('every figure is defined in docs/algostream/returns.md under its label', () => {
  const labels = new Set([...docs('returns.md').matchAll(/^\| ([^|]+?)\s*\|/gm)].map(([, label]) => label));
  expect(REPORT_FIGURES.map(({ label }) => label).filter((label) => !labels.has(label))).toEqual([]);
});

describe('the CSV files of a report', () => {
  it('have figures with units, the days, and the trades', () => {
    const lines = figuresCsv(report, document).split('\r\n');
    expect(lines[0]).toBe('Group,Figure,Value,Unit');
    expect(lines).toContain('Return,Net P&L,-11.2,dollars');
    expect(lines).toContain('Return,CAGR,,fraction');
    expect(lines.slice(-5, -1)).toEqual([
      'Costs,Fees paid,1.2,dollars',
      'Costs,Slippage paid,0,dollars',
      'Costs,Borrow paid,,dollars',
      'Costs,Assumptions,Slippage none; spread none,text',
    ]);
    expect(lines).toHaveLength(REPORT_FIGURES.length + 6);
    expect(daysCsv(document).split('\r\n').slice(0, 2)).toEqual([
      'Date,Net P&L,Equity,Return,Drawdown,Buy and hold',
      '2026-01-29,9.5,1009.5,0.0095,0,1000',
    ]);
    expect(tradesCsv(document)).toContain(
      '1,SPY,Long,2026-01-29T15:00:00.000Z,2026-01-30T15:00:00.000Z,10,100,99,-10,1.2,-11.2,-12,9',
    );
  });
});

describe('figures', () => {
  it('have texts in their units, and none when they are not known', () => {
    const textOf = (id: string): string | null | undefined => {
      const figure = REPORT_FIGURES.find((each) => each.id === id);
      return figure && figureText(figure, report);
    };
    expect(['netProfit', 'capital', 'totalReturn', 'trades', 'averageHeld', 'sharpe'].map(textOf)).toEqual([
      '-11.20',
      '1,000.00',
      '-1.12%',
      '1',
      '1 d 0 h',
      null,
    ]);
    expect([59_000, 12 * 60_000, 185 * 60_000, 100 * 3_600_000].map(durationText)).toEqual([
      '0 min',
      '12 min',
      '3 h 5 min',
      '4 d 4 h',
    ]);
  });

  it('name the best of several reports, none of equal ones, and none where more is not better', () => {
    // Only the net P&L is read.
    const reportWith = (netE4: number): StrategyReport => ({ ...report, netE4 });
    const net = (better: 'more' | 'less' | null) => ({ better, value: ({ netE4 }: StrategyReport) => netE4 });
    const reports = [reportWith(3), reportWith(5), reportWith(5), reportWith(-1)];
    expect([...bestOf(net('more'), reports)]).toEqual([1, 2]);
    expect([...bestOf(net('less'), reports)]).toEqual([3]);
    expect(bestOf(net(null), reports).size).toBe(0);
    expect(bestOf(net('more'), [reportWith(5), reportWith(5)]).size).toBe(0);
    expect(bestOf(net('more'), [reportWith(5)]).size).toBe(0);
  });
});

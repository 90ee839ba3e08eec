import { describe, expect, it } from 'vitest';
import { csvText } from '../../../src/domain/csv/csv.ts';
import { newYorkMs } from '../../../src/domain/calendar/us-equity.ts';
import { BarStore } from '../model/bar-store.ts';
import { ChartModel } from '../model/chart-model.ts';
import { Comparison } from '../model/comparison.ts';
import { TradeList } from '../model/trade-list.ts';
import { barTable, readableTable } from './rows.ts';

/** Twelve minutes of one price and another, the second without its first minute. */
function chart(studies: readonly string[] = []): ChartModel {
  const model = new ChartModel();
  const bars = new BarStore();
  const others = new BarStore();
  for (let i = 0; i < 12; i += 1) {
    bars.append(newYorkMs('2024-03-14', 570 + i), 1000, 1001 + i, 999, 1000 + i, 1234567);
    if (i > 0) others.append(newYorkMs('2024-03-14', 570 + i), 20, 20, 20, 20 + i / 10, 5);
  }
  model.chooseStudies(studies.map((Id) => ({ Id, Parameters: {} })));
  model.setBars(bars, { minutes: 1 }, 0);
  const comparison = new Comparison('AAPL');
  comparison.align(bars, others);
  model.comparisons = [comparison];
  return model;
}

describe('bars for a program', () => {
  it('are plain numbers, with a column for each compared symbol', () => {
    const { header, rows } = barTable(chart(['sma10']), 0, 12);
    expect(header).toEqual([
      'Date',
      'Time',
      'Open',
      'High',
      'Low',
      'Close',
      'Volume',
      'AAPL Close',
      'SMA (10)',
    ]);
    expect([rows[0], rows[11]]).toEqual([
      ['2024-03-14', '09:30', 1000, 1001, 999, 1000, 1234567, null, null],
      ['2024-03-14', '09:41', 1000, 1012, 999, 1011, 1234567, 21.1, 1006.5],
    ]);
  });

  it('keep a negative study value a number in the file', () => {
    const model = new ChartModel();
    const bars = new BarStore();
    for (let i = 0; i < 30; i += 1) bars.append(newYorkMs('2024-03-14', 570 + i), 50, 50, 50, 50 - i, 1);
    model.chooseStudies([{ Id: 'roc', Parameters: {} }]);
    model.setBars(bars, { minutes: 1 }, 0);
    const { header, rows } = barTable(model, 20, 21);
    expect(csvText(header, rows).split('\r\n')[1]).toMatch(/,-\d+(\.\d+)?$/);
  });

  it('have what is drawn ahead beside the bar where it is drawn', () => {
    const model = new ChartModel();
    const bars = new BarStore();
    for (let i = 0; i < 90; i += 1) bars.append(newYorkMs('2024-03-14', 570 + i), 10, 10, 10, 10 + i, 1);
    model.chooseStudies([{ Id: 'ichimoku', Parameters: {} }]);
    model.setBars(bars, { minutes: 1 }, 0);
    const { header, rows } = barTable(model, 0, 90);
    const column = header.findIndex((name) => name.endsWith('Lagging'));
    // The close of 25 minutes later, which the last 25 bars do not have.
    expect([rows[0]?.[column], rows[64]?.[column], rows[65]?.[column]]).toEqual([35, 99, null]);
  });
});

describe('bars in the readable table', () => {
  it('have the formats of the legend, newest first, and the change of a compared symbol as on the chart', () => {
    const { header, rows } = readableTable(chart(['volume', 'sma10']), 2, 12, 500);
    expect(header).toEqual([
      'Date',
      'Time',
      'Open',
      'High',
      'Low',
      'Close',
      'Volume',
      'AAPL Close',
      'AAPL %',
      'SMA (10)',
    ]);
    expect(rows).toHaveLength(10);
    expect(rows[0]).toEqual([
      '3/14/2024',
      '09:41',
      '1,000.00',
      '1,012.00',
      '999.00',
      '1,011.00',
      '1,234,567',
      '21.10',
      '+4.46%',
      '1,006.50',
    ]);
    expect(rows.at(-1)).toEqual([
      '3/14/2024',
      '09:32',
      '1,000.00',
      '1,003.00',
      '999.00',
      '1,002.00',
      '1,234,567',
      '20.20',
      '0.00%',
      '–',
    ]);
  });

  it('are the newest of many, with the change since the first that is visible', () => {
    const { rows } = readableTable(chart(), 2, 12, 3);
    expect(rows.map(([, time, , , , , , , change]) => [time, change])).toEqual([
      ['09:41', '+4.46%'],
      ['09:40', '+3.96%'],
      ['09:39', '+3.47%'],
    ]);
  });

  it('say where a compared symbol has no price yet', () => {
    expect(readableTable(chart(), 0, 1, 500).rows[0]?.slice(7)).toEqual(['–', '–']);
  });

  it('of days have no time, and executions their P&L in dollars', () => {
    const model = new ChartModel();
    const bars = new BarStore();
    for (let i = 0; i < 2; i += 1)
      bars.append(newYorkMs('2024-03-14', 0) + i * 86_400_000, 10, 10, 10, Number.NaN, 1);
    model.setBars(bars, 'day', 0);
    model.setTradeLists([
      new TradeList(
        [{ timeMs: newYorkMs('2024-03-14', 600), side: 'Buy', price: 10, quantity: 1, netPnl: -1234.5 }],
        { isOwn: true, title: 'Trades', hasMarks: true, hasProfit: true },
      ),
    ]);
    const { header, rows } = readableTable(model, 0, 2, 500);
    expect(header).toEqual(['Date', 'Open', 'High', 'Low', 'Close', 'Volume', 'P&L']);
    expect(rows[0]).toEqual(['3/15/2024', '10.00', '10.00', '10.00', '–', '1', '-1,234.50']);
  });
});

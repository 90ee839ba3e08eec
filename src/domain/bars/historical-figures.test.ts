import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newYorkMs } from '../calendar/us-equity.ts';
import type { BarColumns } from '../studies/index.ts';
import { HISTORICAL_FIGURES, historicalFigures, noFigures } from './historical-figures.ts';
import { plainFigures, type PlainDay } from './testing/plain-figures.ts';

const FIXTURES = new URL('../../../tests/fixtures/daily-history/', import.meta.url);
/** Thirty years, which the project does not carry; the fixtures of five and ten years are always tested. */
const LONG = new URL('../../../../shared/data/daily-long/', import.meta.url);

function load(file: URL): PlainDay[] {
  const [header = '', ...lines] = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  const names = header.split(',');
  return lines
    .map((line) => {
      const cells = line.split(',');
      const number = (name: string): number => Number.parseFloat(cells[names.indexOf(name)] ?? '');
      return {
        date: cells[0] ?? '',
        open: number('Open'),
        high: number('High'),
        low: number('Low'),
        close: number('Close'),
        volume: number('Volume'),
      };
    })
    .filter(({ high, low, close }) => high > 0 && low > 0 && close > 0);
}

function columnsOf(days: readonly PlainDay[]): BarColumns {
  const column = (pick: (day: PlainDay) => number): Float64Array => Float64Array.from(days, pick);
  return {
    length: days.length,
    timeMs: column(({ date }) => newYorkMs(date, 0)),
    open: column((day) => day.open),
    high: column((day) => day.high),
    low: column((day) => day.low),
    close: column((day) => day.close),
    volume: column((day) => day.volume),
  };
}

function expectFigures(days: readonly PlainDay[]): void {
  const [actual, expected] = [historicalFigures(columnsOf(days)), plainFigures(days)];
  for (const figure of HISTORICAL_FIGURES) {
    const wanted = expected[figure];
    const got = actual[figure];
    if (wanted === null || got === null)
      expect([figure, days.at(-1)?.date, got]).toEqual([figure, days.at(-1)?.date, wanted]);
    // Figures are rounded to four decimals.
    else
      expect(
        Math.abs(got - wanted),
        `${figure} of ${days.at(-1)?.date}: ${got}, plainly ${wanted}`,
      ).toBeLessThanOrEqual(0.00005 + Math.abs(wanted) * 1e-9);
  }
}

/** Working days from a date on, a price that wanders. */
function wanderingDays(count: number, steps: readonly number[]): PlainDay[] {
  const days: PlainDay[] = [];
  const date = new Date('2012-01-02T12:00:00Z');
  let close = 50;
  for (let index = 0; days.length < count; index += 1) {
    if (date.getUTCDay() % 6 !== 0) {
      const open = close;
      close = Math.max(1, close * (1 + (steps[index % steps.length] ?? 0) / 1_000));
      days.push({
        date: date.toISOString().slice(0, 10),
        open,
        high: Math.max(open, close) * 1.01,
        low: Math.min(open, close) * 0.99,
        close,
        volume: 1_000 + index,
      });
    }
    date.setUTCDate(date.getUTCDate() + 1);
  }
  return days;
}

describe('figures of the daily history', () => {
  it.each(['AAPL', 'KO', 'SPY'])(
    'of %s are what plain sums over the recorded bars give, on many days',
    (symbol) => {
      const days = load(new URL(`${symbol}.csv.gz`, FIXTURES));
      expect(days.length).toBeGreaterThan(1_200);
      for (let count = days.length; count > 0; count -= 97) expectFigures(days.slice(0, count));
    },
  );

  it.runIf(existsSync(LONG))('of thirty recorded years are what plain sums give', () => {
    for (const symbol of ['AAPL', 'SPY', 'CSCO']) {
      const days = load(new URL(`${symbol}.csv.gz`, LONG));
      for (const count of [days.length, days.length - 1_000]) expectFigures(days.slice(0, count));
    }
  });

  it('of any history, short or of eleven years, are what plain sums give', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2_900 }),
        fc.array(fc.integer({ min: -30, max: 30 }), { minLength: 7, maxLength: 60 }),
        (count, steps) => {
          expectFigures(wanderingDays(count, steps));
        },
      ),
      { numRuns: 25 },
    );
  });

  it('know a price of ten years ago only with ten years of history', () => {
    const days = wanderingDays(2_700, [3, -2, 1]);
    expect(historicalFigures(columnsOf(days)).Price10Y).toBeGreaterThan(0);
    expect(historicalFigures(columnsOf(days.slice(200))).Price10Y).toBeNull();
  });

  it('take the last day of a shorter month for the beginning of a period', () => {
    const days = wanderingDays(900, [5, -4]).filter(({ date }) => date <= '2014-03-31');
    const end = days.find(({ date }) => date === '2014-02-28');
    expect(historicalFigures(columnsOf(days)).Price1M).toBeCloseTo(end?.close ?? 0, 3);
  });

  it('have no price from before a hole in the history', () => {
    const days = wanderingDays(900, [5, -4]).filter(({ date }) => date < '2013-06-01' || date > '2014-07-15');
    const figures = historicalFigures(columnsOf(days));
    expect([figures.Price1Y, figures.High2Y === null]).toEqual([null, false]);
  });

  it('of a price that never moves are 0 where a range is divided by, and never no number', () => {
    const figures = historicalFigures(
      columnsOf(wanderingDays(300, [0]).map((day) => ({ ...day, high: 50, low: 50 }))),
    );
    expect([
      figures.RSI14,
      figures.Stochastic14,
      figures.SMA10Slope,
      figures.MLR50Slope,
      figures.ADTR,
    ]).toEqual([0, 0, 0, 0, 0]);
  });

  it('of no day at all are all unknown', () => {
    expect(historicalFigures(columnsOf([]))).toEqual(noFigures());
    expect(new Set(Object.values(noFigures()))).toEqual(new Set([null]));
  });
});

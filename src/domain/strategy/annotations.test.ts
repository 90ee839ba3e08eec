import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_MARKS, MAX_PLOTS } from './annotations.ts';
import { MAX_PLOT_POINTS, PlotLine } from './plot-line.ts';
import { BarPlayer } from './testing/live-with-bars.ts';
import { barsOf, centsBetween } from './testing/random-strategy.ts';
import { backtest, loadStrategy, minutes, sessionsOf } from './testing/run-strategy.ts';
import type { TestBar } from './testing/run-strategy.ts';

const DATE = '2026-01-06';
const flat = (count: number): readonly TestBar[] => Array.from({ length: count }, () => [100, 100, 100, 100]);
const run = (code: string, bars = flat(4)) => {
  const data = minutes(DATE, 600, bars);
  const done = backtest(code, data, sessionsOf(DATE));
  const endOf = (row: number): number => (data.timeMs[row] ?? 0) + 60_000;
  return { ...done, drawn: done.language.annotations.take(), endOf };
};

describe('plot', () => {
  it('draws a line over the bars, at their ends; of several values of a bar the last one counts', () => {
    const { drawn, endOf } = run(
      "onBar((bar) => { plot('index', bar.index); if (bar.index === 2) plot('index', 9); if (bar.index > 2) plot('late', -1.5); });",
    );
    expect(drawn?.plots).toEqual([
      {
        name: 'index',
        points: [0, 1, 9, 3].map((value, row) => ({ timeMs: endOf(row), value })),
      },
      { name: 'late', points: [{ timeMs: endOf(3), value: -1.5 }] },
    ]);
  });

  it('puts a line on the scale of prices when the author declares it', () => {
    const { drawn } = run(
      "onBar((bar) => { plot('mean', bar.close, { scale: 'price' }); plot('index', bar.index, {}); });",
    );
    expect(drawn?.plots.map(({ name, isOnPrice }) => [name, isOnPrice])).toEqual([
      ['mean', true],
      ['index', undefined],
    ]);
  });

  it('leaves out values that a study does not have yet', () => {
    const { drawn } = run("const mean = sma(3); onBar(() => plot('mean', mean.last));", flat(5));
    expect(drawn?.plots.map(({ points }) => points.map(({ value }) => value))).toEqual([[100, 100, 100]]);
  });

  it('gives back nothing of a strategy that draws nothing', () => {
    expect(run('onBar(() => {});').drawn).toBeNull();
  });
});

describe('mark', () => {
  it('marks a bar with a text, and a price', () => {
    const { drawn, endOf } = run(
      "onBar((bar) => { if (bar.index === 1) { mark('one'); mark({ text: 'two', price: 99.5 }); } });",
    );
    expect(drawn).toEqual({
      plots: [],
      marks: [
        { timeMs: endOf(1), text: 'one', price: null },
        { timeMs: endOf(1), text: 'two', price: 99.5 },
      ],
      droppedMarks: 0,
      alerts: [],
    });
  });

  it('keeps the newest ones, and counts those that it drops', () => {
    const { drawn } = run(
      'let n = 0; onBar(() => { for (let m = 0; m < 150; m += 1) mark(`m${(n += 1)}`); });',
    );
    expect(drawn?.marks.map(({ text }) => text)).toEqual(
      Array.from({ length: MAX_MARKS }, (_, at) => `m${600 - MAX_MARKS + 1 + at}`),
    );
    expect(drawn?.droppedMarks).toBe(600 - MAX_MARKS);
  });
});

describe('alert', () => {
  const code = "onBar((bar) => { if (bar.index === 1) alert('SPY is up'); });";
  it('is a line of the log in a backtest', () => {
    const { log, drawn } = run(code);
    expect(log).toEqual(['Alert: SPY is up']);
    expect(drawn).toBeNull();
  });

  it('is sent by a run that sends alerts', () => {
    const { language } = loadStrategy(code);
    expect(language.annotations.sendsAlerts).toBe(false);
    const player = new BarPlayer(`${code} `, minutes(DATE, 600, flat(3)), sessionsOf(DATE));
    expect(player.play().log).toEqual(['Alert: SPY is up']);
  });
});

it('draws in a live run what it draws in a backtest, and nothing that depends on later bars', () => {
  const code = `const mean = sma(4);
onBar((bar) => {
  plot('mean', mean.last, { scale: 'price' });
  plot('equity', account.equity);
  if (crossesAbove(close, mean)) { mark({ text: 'above', price: bar.close }); goLong(10); }
  if (crossesBelow(close, mean)) { mark('below'); goFlat(); }
});`;
  const bars = fc.array(barsOf(centsBetween(9_000, 11_000)), { minLength: 8, maxLength: 40 });
  fc.assert(
    fc.property(bars, fc.integer({ min: 1, max: 7 }), (all, count) => {
      const whole = run(code, all).drawn;
      const player = new BarPlayer(code, minutes(DATE, 600, all), sessionsOf(DATE));
      player.play();
      expect(player.drawing()).toEqual(whole);
      const { drawn: part, endOf } = run(code, all.slice(0, -count));
      const lastMs = endOf(all.length - count - 1);
      const until = <Timed extends { readonly timeMs: number }>(items: readonly Timed[]): Timed[] =>
        items.filter(({ timeMs }) => timeMs <= lastMs);
      expect(part?.marks).toEqual(until(whole?.marks ?? []));
      for (const { name, points } of part?.plots ?? [])
        expect(points).toEqual(until(whole?.plots.find((plot) => plot.name === name)?.points ?? []));
    }),
    { numRuns: 50 },
  );
});

it('keeps the extremes and the end of a line, in a bounded number of points', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1 }), (some) => {
      const line = new PlotLine();
      const values = Array.from({ length: 1_500 }, (_, at) => some[(at * 7) % some.length] ?? 0);
      for (const [at, value] of values.entries()) line.add(at, value);
      const points = line.points();
      expect(points.length).toBeLessThanOrEqual(MAX_PLOT_POINTS);
      const kept = points.map(({ value }) => value);
      expect(Math.max(...kept)).toBe(Math.max(...values));
      expect(Math.min(...kept)).toBe(Math.min(...values));
      expect(points.at(-1)).toEqual({ timeMs: 1_499, value: values[1_499] });
      const times = points.map(({ timeMs }) => timeMs);
      expect(times).toEqual([...new Set(times)].sort((left, right) => left - right));
    }),
    { numRuns: 50 },
  );
});

describe('rejects', () => {
  it.each([
    ['plot()', 'plot takes a name of 1 to 40 characters and a value: undefined'],
    ["plot('', 1)", "plot takes a name of 1 to 40 characters and a value: ''"],
    ["plot('x'.repeat(41), 1)", 'plot takes a name of 1 to 40 characters and a value'],
    ["plot('mean', sma)", "plot takes a number, such as plot('mean', mean.last): function"],
    ["plot('mean', 1, 'red')", "plot takes { scale: 'price' } for a line in prices of the symbol: 'red'"],
    [
      "plot('mean', 1, { scale: 'log' })",
      "plot takes { scale: 'price' } for a line in prices of the symbol: 'log'",
    ],
    ["plot('mean', 1, { color: 'red' })", "Unknown: 'color'"],
    ["plot('mean', 1, {}, 5)", 'plot() takes at most 3 values (name, value, how): 5'],
    [
      "plot('mean', bar.close, bar.index > 0 ? { scale: 'price' } : undefined)",
      "a line has one scale in all calls of plot: 'mean'",
    ],
    [
      `for (let n = 0; n <= ${MAX_PLOTS}; n += 1) plot('line' + n, n)`,
      "a strategy plots at most 8 lines: 'line8'",
    ],
    ['mark(5)', "mark takes a text, or { text, price }, such as mark('breakout'): 5"],
    ["mark('')", "mark takes a text of 1 to 120 characters: ''"],
    ["mark({ text: 'x'.repeat(121) })", 'mark takes a text of 1 to 120 characters'],
    ["mark({ text: 'x', price: NaN })", 'a price is more than 0 and at most 100,000: NaN'],
    ["mark({ text: 'x', color: 'red' })", "Unknown: 'color'"],
    ["mark('x', 5)", 'mark() takes one value: 5'],
    ['alert()', 'alert takes a text of 1 to 120 characters: undefined'],
    ["alert('x'.repeat(121))", 'alert takes a text of 1 to 120 characters'],
    ["alert('x', 1)", 'alert() takes one value: 1'],
  ])('%s', (call, message) => {
    expect(() => run(`onBar((bar) => { ${call}; });`)).toThrow(message);
  });

  it.each(["plot('a', 1)", "mark('a')", "alert('a')"])('%s at the top of the file', (call) => {
    expect(() => loadStrategy(`${call}; onBar(() => {});`)).toThrow(
      'plots, marks and alerts can only be made in a handler',
    );
  });
});

import { describe, expect, it, test } from 'vitest';
import { ChartModel } from '../model/chart-model.ts';
import type { ChartType } from '../model/chart-types.ts';
import { Comparison } from '../model/comparison.ts';
import { DARK_LINES, LIGHT_LINES, type ChartTheme } from './theme.ts';
import { lineColors } from './line-colors.ts';

const lines = ['c0', 'c1', 'c2', 'c3', 'c4', 'c5'];
// What colours are made of.
const theme = {
  lines,
  main: 'c0',
  second: 'c1',
  third: 'c2',
  up: 'up',
  down: 'down',
  muted: 'muted',
} as unknown as ChartTheme;

function chart(
  studies: readonly string[],
  compared: readonly string[] = [],
  chartType: ChartType = 'candle',
): ChartModel {
  const model = new ChartModel();
  model.chartType = chartType;
  model.chooseStudies(studies.map((Id) => ({ Id, Parameters: {} })));
  model.comparisons = compared.map((symbol) => new Comparison(symbol));
  return model;
}
const colorsOf = (
  studies: readonly [id: string, tone: string][],
  compared: readonly string[] = [],
  chartType: ChartType = 'candle',
) => {
  const colors = lineColors(
    chart(
      studies.map(([id]) => id),
      compared,
      chartType,
    ),
    theme,
  );
  return [
    ...studies.map(([id, tone]) => colors.study(id, tone)),
    ...compared.map((_, n) => colors.comparison(n)),
  ];
};

describe('the colours of lines over the prices', () => {
  it('are those of their tones while they are free', () => {
    expect(
      colorsOf([
        ['sma10', 'main'],
        ['sma20', 'second'],
        ['sma30', 'third'],
      ]),
    ).toEqual(['c0', 'c1', 'c2']);
  });

  it('differ where two averages have the same tone', () => {
    const colors = colorsOf([
      ['sma20', 'second'],
      ['sma50', 'second'],
      ['sma30', 'third'],
      ['sma200', 'third'],
    ]);
    expect(new Set(colors).size).toBe(4);
    expect(colors[0]).toBe('c1');
  });

  it("of a compared symbol are no study's, and no study changes its colour for one that is added", () => {
    for (const id of ['sma20', 'sma50', 'vwap', 'ema20', 'bb']) {
      const model = chart([id], ['AAPL', 'MSFT', 'QQQ']);
      const colors = lineColors(model, theme);
      const others = model.studies.views.flatMap((view) =>
        view.study.form === 'series' ? view.study.outputs.map(({ tone }) => colors.study(view.id, tone)) : [],
      );
      const compared = [0, 1, 2].map((n) => colors.comparison(n));
      expect([id, new Set(compared).size, compared.filter((color) => others.includes(color))]).toEqual([
        id,
        3,
        [],
      ]);
    }
    const averages: readonly [string, string][] = [
      ['sma20', 'second'],
      ['sma50', 'second'],
      ['sma200', 'third'],
    ];
    expect(colorsOf(averages, ['AAPL', 'MSFT']).slice(0, 3)).toEqual(colorsOf(averages));
    expect(colorsOf([], ['AAPL', 'MSFT'])).toEqual(colorsOf(averages, ['AAPL', 'MSFT']).slice(3));
  });

  it('are none that a line of the prices has', () => {
    expect(colorsOf([['sma10', 'main']], [], 'line')).not.toContain('c0');
    expect(colorsOf([['sma10', 'main']], [], 'area')).not.toContain('c0');
  });

  it('leave bands of one study in one colour, and prices that turn in theirs', () => {
    const colors = lineColors(chart(['sma10', 'bb']), theme);
    expect([colors.study('sma10', 'main'), colors.study('bb', 'main'), colors.study('bb', 'muted')]).toEqual([
      'c0',
      'c1',
      'muted',
    ]);
  });

  it("in a pane of its own are the study's, whatever lies over the prices", () => {
    expect(lineColors(chart(['sma10', 'rsi']), theme).study('rsi', 'main')).toBe('c0');
  });

  it('of more lines than there are colours come round again', () => {
    const all: readonly [string, string][] = [
      ['sma10', 'main'],
      ['sma20', 'second'],
      ['sma30', 'third'],
      ['sma50', 'second'],
      ['sma200', 'third'],
      ['mlr10', 'main'],
      ['mlr20', 'second'],
      ['mlr30', 'third'],
    ];
    const colors = colorsOf(all);
    expect(new Set(colors).size).toBe(6);
    expect(colorsOf(all)).toEqual(colors);
  });
});

// Linear light as seen without red or green cones (Machado, Oliveira and Fernandes 2009, severity 1), and as it is.
const SEEN = {
  whole: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'no red cones': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'no green cones': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
} as const;
const light = (hex: string) =>
  [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
const luminance = (hex: string) => {
  const [r = 0, g = 0, b = 0] = light(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (left: string, right: string) => {
  const [low = 0, high = 0] = [luminance(left), luminance(right)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};
/** Oklab, in hundredths. */
function lab(hex: string, seen: keyof typeof SEEN): readonly number[] {
  const from = light(hex);
  const [r = 0, g = 0, b = 0] = SEEN[seen].map((row) =>
    Math.min(
      1,
      Math.max(
        0,
        row.reduce<number>((sum, part, n) => sum + part * (from[n] ?? 0), 0),
      ),
    ),
  );
  const [l, m, s] = [
    Math.cbrt(0.41222147 * r + 0.53633254 * g + 0.05144599 * b),
    Math.cbrt(0.2119035 * r + 0.6806995 * g + 0.10739696 * b),
    Math.cbrt(0.08830246 * r + 0.28171884 * g + 0.6299787 * b),
  ];
  return [
    0.21045426 * l + 0.79361778 * m - 0.00407205 * s,
    1.9779985 * l - 2.42859221 * m + 0.45059371 * s,
    0.0259040371 * l + 0.78277177 * m - 0.80867577 * s,
  ].map((part) => part * 100);
}
const apart = (left: string, right: string, seen: keyof typeof SEEN) =>
  Math.hypot(...lab(left, seen).map((part, n) => part - (lab(right, seen)[n] ?? 0)));

test.each([
  ['light', LIGHT_LINES, '#ffffff', '#ffffff'],
  ['dark', DARK_LINES, '#101317', '#0b0e11'],
] as const)(
  'keeps the colours of the %s theme distinct with and without red or green cones, and readable on the panel and in tags',
  (_, palette, panel, onTag) => {
    palette.forEach((color, n) => {
      expect(contrast(color, panel)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(color, onTag)).toBeGreaterThanOrEqual(4.5);
      for (const seen of ['whole', 'no red cones', 'no green cones'] as const)
        for (const other of palette.slice(0, n))
          expect([color, other, seen, apart(color, other, seen) > 8]).toEqual([color, other, seen, true]);
    });
  },
);

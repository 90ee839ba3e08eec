import { describe, expect, it, test } from 'vitest';
import type { BarPeriod } from '../../../src/domain/bars/bar-period.ts';
import { newYorkMs } from '../../../src/domain/calendar/us-equity.ts';
import { STUDIES } from '../../../src/domain/studies/index.ts';
import { recordedMinutes } from '../../../tests/support/recorded-minutes.ts';
import { BarStore } from '../model/bar-store.ts';
import { ChartModel } from '../model/chart-model.ts';
import { CHART_TYPES, type ChartType } from '../model/chart-types.ts';
import { cleanBars, type WireBar } from '../model/clean-bars.ts';
import { Comparison } from '../model/comparison.ts';
import { TradeList, type Trade } from '../model/trade-list.ts';
import type { Surface } from '../paint/surface.ts';
import type { ChartTheme } from '../paint/theme.ts';
import type { ScaleMode } from '../model/scale-mode.ts';
import { timeTicks } from '../scales/time-ticks.ts';
import { axisLabels } from '../view/axis-labels.ts';
import { layOut } from '../view/geometry.ts';
import { PaneScales } from '../view/pane-scales.ts';
import { paintMain, paintStrip, type MainScene } from '../paint/paint-main.ts';
import { paintTop, topSpans } from '../paint/paint-top.ts';
import { Viewport } from '../view/viewport.ts';

const theme: ChartTheme = {
  background: 'background',
  grid: 'grid',
  line: 'line',
  separator: 'separator',
  text: 'text',
  textMuted: 'muted text',
  up: 'up',
  down: 'down',
  upFaint: 'faint up',
  downFaint: 'faint down',
  accent: 'accent',
  accentFaint: 'faint accent',
  accentText: 'accent text',
  crosshair: 'crosshair',
  label: 'label',
  labelText: 'label text',
  onPrice: 'on price',
  buy: 'buy',
  sell: 'sell',
  lines: ['main', 'second', 'third', 'fourth', 'fifth', 'sixth'],
  main: 'main',
  second: 'second',
  third: 'third',
  muted: 'muted',
  shade: 'shade',
  font: '11px sans-serif',
  fontStrong: '600 11px sans-serif',
  fontPx: 11,
};

interface Painted {
  readonly name: string;
  readonly numbers: readonly number[];
  readonly style: string;
  readonly text: string;
}

/** A canvas that writes down what is painted on it. */
function notebook(ratio: number): { readonly surface: Surface; readonly painted: Painted[] } {
  const painted: Painted[] = [];
  const state: Record<string, unknown> = { fillStyle: '', strokeStyle: '' };
  const context = new Proxy(state, {
    get(target, name) {
      if (typeof name !== 'string') return undefined;
      if (name in target) return target[name];
      if (name === 'measureText') return (text: string) => ({ width: text.length * 6 });
      if (name === 'createLinearGradient')
        return (...numbers: number[]) => {
          painted.push({ name, numbers, style: '', text: '' });
          return { addColorStop: () => {} };
        };
      return (...values: unknown[]) => {
        const style = name === 'stroke' ? target['strokeStyle'] : target['fillStyle'];
        painted.push({
          name,
          numbers: values.filter((value) => typeof value === 'number'),
          style: typeof style === 'string' ? style : 'gradient',
          text: typeof values[0] === 'string' ? values[0] : '',
        });
      };
    },
    set(target, name, value) {
      if (typeof name === 'string') target[name] = value;
      return true;
    },
  });
  const canvas = { width: 1, height: 1, style: {} };
  const surface = {
    canvas,
    context,
    ratio,
    resize(width: number, height: number) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      return true;
    },
  };
  // What the painters use of a surface and its context is here.
  return { surface: surface as unknown as Surface, painted };
}

interface Options {
  readonly period?: BarPeriod;
  readonly type?: ChartType;
  readonly scale?: ScaleMode;
  readonly width?: number;
  readonly height?: number;
  readonly ratio?: number;
  readonly studies?: readonly string[];
  readonly trades?: readonly Trade[];
}

/** A chart painted whole, its last bars, and what lies above. */
function paint(
  bars: readonly WireBar[],
  {
    period = { minutes: 1 },
    type = 'candle',
    scale = 'linear',
    width = 600,
    height = 400,
    ratio = 1,
    studies = [],
    trades = [],
  }: Options,
) {
  const model = new ChartModel();
  model.chartType = type;
  model.scaleMode = scale;
  model.chooseStudies(studies.map((Id) => ({ Id, Parameters: {} })));
  model.setBars(new BarStore(cleanBars(bars)), period, 0);
  if (scale === 'percent') {
    const comparison = new Comparison('OTHER');
    comparison.align(model.bars, model.bars);
    model.comparisons = [comparison];
  }
  model.setTradeLists([
    new TradeList(trades, { isOwn: true, title: 'Trades', hasMarks: true, hasProfit: true }),
  ]);
  const geometry = layOut(width, height, model.lowerPanes, {}, 40);
  const viewport = new Viewport();
  viewport.setWidth(geometry.plotWidth);
  viewport.setBars(model.displayStart, model.bars.length, model.studies.leadBars + 1);
  const scales = new PaneScales();
  scales.update(model, viewport, geometry);
  const labels = new Map(
    geometry.panes.map(({ id }) => {
      const each = scales.get(id);
      return [id, each === undefined ? [] : axisLabels(id, each, model.studies.axisLevels(id))] as const;
    }),
  );
  const ticks = timeTicks(model.bars, period, viewport.from, viewport.to, viewport.barPx, 72);
  const sheets = { main: notebook(ratio), strip: notebook(ratio), top: notebook(ratio) };
  const scene: MainScene = {
    surface: sheets.main.surface,
    model,
    viewport,
    geometry,
    scales,
    theme,
    ticks,
    labels,
  };
  paintMain(scene);
  const stripLeft = paintStrip(
    { ...scene, surface: sheets.strip.surface },
    ratio,
    Math.max(0, model.bars.length - 2),
  );
  for (const source of ['pointer', 'key', 'link'] as const)
    paintTop({
      surface: sheets.top.surface,
      model,
      viewport,
      geometry,
      scales,
      theme,
      lastSpan: null,
      crosshair: { index: model.bars.length - 1, y: source === 'pointer' ? 10 : null, source },
    });
  const spans = topSpans({
    model,
    viewport,
    geometry,
    scales,
    lastSpan: null,
    crosshair: { index: model.bars.length - 1, y: 10, source: 'pointer' },
  });
  return {
    main: sheets.main.painted,
    strip: sheets.strip.painted,
    top: sheets.top.painted,
    stripLeft,
    viewport,
    labels,
    spans,
    plotWidth: geometry.plotWidth,
  };
}

const bar = (TS: number, price: number | null): WireBar => ({
  TS,
  O: price,
  H: price,
  L: price,
  C: price,
  V: 10,
});
const minute = (n: number) => newYorkMs('2024-03-14', 570 + n);
const CASES: Readonly<Record<string, readonly WireBar[]>> = {
  'no bar': [],
  'one bar': [bar(minute(0), 10)],
  'bars without prices': [bar(minute(0), null), bar(minute(1), Number.NaN), bar(minute(2), 0)],
  'a price among none': [bar(minute(0), null), bar(minute(1), 5), bar(minute(2), null)],
  'bars out of order and twice': [
    bar(minute(5), 10),
    bar(minute(1), 11),
    bar(minute(5), 12),
    bar(minute(3), 9),
  ],
  'a price of 0.0001': [bar(minute(0), 0.0001), bar(minute(1), 0.0001)],
  'a price of 700,000': [bar(minute(0), 700_000), bar(minute(1), 700_000.01)],
  'both at once': [bar(minute(0), 0.0001), bar(minute(1), 700_000)],
  'a gap of ten years': [bar(newYorkMs('2014-03-14', 600), 10), bar(minute(0), 20)],
  'absurd numbers': [
    { TS: minute(0), O: 1e300, H: Number.POSITIVE_INFINITY, L: -5, C: 2, V: Number.NaN },
    { TS: Number.NaN, O: 1, H: 1, L: 1, C: 1, V: 1 },
    bar(minute(1), 3),
  ],
};
const everyStudy = STUDIES.map(({ id }) => id);
const trades: readonly Trade[] = [
  { timeMs: minute(0), side: 'Buy', price: 10, quantity: 1, netPnl: -1 },
  { timeMs: minute(1), side: 'Short', price: 11, quantity: 1, netPnl: 5 },
];
const places = (painted: readonly Painted[]) =>
  painted.filter(({ name }) =>
    [
      'fillRect',
      'moveTo',
      'lineTo',
      'fillText',
      'rect',
      'createLinearGradient',
      'clearRect',
      'translate',
    ].includes(name),
  );

describe.each(Object.entries(CASES))('%s', (_, bars) => {
  it.each(CHART_TYPES)(
    'is painted as %s in every scale, size and pixel ratio, with every study, and nothing lands at a place that is none',
    (type) => {
      for (const [scale, ratio, size] of [
        ['linear', 1, [600, 400]],
        ['log', 1.5, [600, 400]],
        ['percent', 2, [300, 900]],
        ['linear', 3, [1, 1]],
        ['log', 1, [41, 31]],
      ] as const) {
        const { main, strip, top } = paint(bars, {
          type,
          scale,
          ratio,
          width: size[0],
          height: size[1],
          studies: everyStudy,
          trades,
        });
        for (const { name, numbers, text } of places([...main, ...strip, ...top]))
          if (!numbers.every(Number.isFinite))
            throw new Error(`${name} ${numbers.join()} ${text} with ${scale} at ${ratio}`);
      }
    },
  );
});

describe('what is painted', () => {
  const minutes = recordedMinutes('SPY', '2019-02-12');
  const count = (painted: readonly Painted[], style: string) =>
    painted.filter((each) => each.style === style && ['fillRect', 'fill', 'stroke'].includes(each.name))
      .length;

  it('are candles in both colours, columns of volume, a line for each study, marks and P&L of executions', () => {
    const made = { ...minutes[100], timeMs: minutes[100]?.TS ?? 0 };
    const { main } = paint(minutes, {
      width: 1200,
      studies: ['volume', 'sma20', 'rsi'],
      trades: [
        { timeMs: made.timeMs, side: 'Buy', price: made.C ?? 0, quantity: 10, netPnl: -1 },
        { timeMs: made.timeMs + 600_000, side: 'Sell', price: made.C ?? 0, quantity: 10, netPnl: 12 },
      ],
    });
    expect([
      count(main, 'up') > 100,
      count(main, 'down') > 100,
      count(main, 'faint up') > 100,
      count(main, 'faint down') > 100,
    ]).toEqual([true, true, true, true]);
    // The average; the RSI and the P&L.
    expect([count(main, 'second'), count(main, 'main')]).toEqual([1, 2]);
    // A triangle and the line at the price, on either side.
    expect([count(main, 'buy'), count(main, 'sell')]).toEqual([2, 2]);
  });

  it('of tags on the axis is what the labels there give way to', () => {
    const { top, spans, plotWidth } = paint(minutes, { scale: 'percent' });
    const painted = top
      .filter(
        ({ name, numbers, style }) =>
          name === 'fillRect' && ['fourth', 'label'].includes(style) && numbers[0] === plotWidth,
      )
      .map(({ numbers }) => numbers);
    // The comparison's and the crosshair's.
    expect(spans).toHaveLength(2);
    for (const { top: from, bottom } of spans)
      expect(
        painted.some(
          ([, y = 0, , height = 0]) => Math.abs(y - from) <= 1 && Math.abs(y + height - bottom) <= 1,
        ),
      ).toBe(true);
  });

  it('in the strip of the last bars is what the whole picture has there', () => {
    for (const type of ['candle', 'bar', 'line'] as const) {
      for (const barsShown of [40, 391]) {
        const { main, strip, stripLeft } = paint(minutes.slice(0, barsShown), {
          type,
          width: 900,
          studies: ['volume', 'sma10', 'rsi'],
        });
        expect(stripLeft).toBeGreaterThan(0);
        const boxes = (painted: readonly Painted[]) =>
          painted
            .filter(
              ({ name, numbers, style }) =>
                name === 'fillRect' &&
                (numbers[0] ?? 0) >= (stripLeft ?? 0) &&
                (numbers[0] ?? 0) < 860 &&
                ['up', 'down', 'faint up', 'faint down'].includes(style),
            )
            .map(({ numbers, style }) => `${style} ${numbers.join()}`);
        expect(boxes(strip)).toEqual(boxes(main));
        const ends = (painted: readonly Painted[]) =>
          painted
            .filter(({ name }) => name === 'lineTo')
            .map(({ numbers }) => numbers)
            .filter(([x]) => (x ?? 0) > (stripLeft ?? 0));
        for (const end of ends(strip)) expect(ends(main)).toContainEqual(end);
      }
    }
  });

  it('of more bars than pixels are the extremes of each pixel column, in the strip, too', () => {
    const days = Array.from({ length: 30 }, (_, day) =>
      minutes.map((each) => ({ ...each, TS: each.TS + day * 86_400_000 })),
    ).flat();
    const { main, strip, stripLeft } = paint(days, { width: 300 });
    const columns = (painted: readonly Painted[]) =>
      painted
        .filter(
          ({ name, numbers, style }) =>
            name === 'fillRect' && ['up', 'down'].includes(style) && (numbers[0] ?? 0) >= (stripLeft ?? 0),
        )
        .map(({ numbers, style }) => `${style} ${numbers.join()}`)
        .toSorted();
    expect(columns(main).length).toBeGreaterThan(0);
    expect(columns(strip)).toEqual(columns(main));
  });
});

test('a scale of volume does not move with every tick, and always has room', () => {
  const model = new ChartModel();
  const bars = new BarStore(cleanBars([bar(minute(0), 10), { ...bar(minute(1), 10), V: 1_000_000 }]));
  model.chooseStudies([{ Id: 'volume', Parameters: {} }]);
  model.setBars(bars, { minutes: 1 }, 0);
  const geometry = layOut(600, 400, model.lowerPanes, {}, 40);
  const viewport = new Viewport();
  viewport.setBars(0, 2, 1);
  const scales = new PaneScales();
  scales.update(model, viewport, geometry);
  let moves = 0;
  for (let n = 0; n < 1_000; n += 1) {
    bars.extendLast(10, 500);
    model.follow(1);
    model.settle();
    if (scales.update(model, viewport, geometry)) moves += 1;
    expect(scales.get('volume')?.largest).toBeGreaterThanOrEqual(bars.volume[1] ?? Infinity);
  }
  expect(moves).toBeLessThan(15);
});

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { differences, expectPicture as expectPictureIn } from '../../tests/support/compare-picture.ts';
import { recordedMinutes } from '../../tests/support/recorded-minutes.ts';
import { paintAlerts } from './alerts/paint-alerts.ts';
import { CHART_TYPES } from './model/chart-types.ts';
import { PRICE_PANE } from './model/panes.ts';
import type { Trade } from './model/trade-list.ts';
import { paintValueAxis, type AxisScope } from './paint/axes.ts';
import { paintDashedLine, paintValueTag } from './paint/labels.ts';
import { paintMain } from './paint/paint-main.ts';
import { paintTop, topSpans } from './paint/paint-top.ts';
import {
  PICTURE_THEME,
  pictureScene,
  swingingBars,
  type PictureOptions,
  type PictureScene,
} from './testing/picture-scene.ts';
import { SvgCanvas, SvgPath } from './testing/svg-canvas.ts';
import { paintOrderLines } from './trading/paint-order-lines.ts';

const PICTURES = new URL('./testing/pictures/', import.meta.url);
const expectPicture = (name: string, painted: string): void => expectPictureIn(PICTURES, name, painted);

const axesOf = ({ surface: { context, ratio }, theme, geometry }: PictureScene): AxisScope => ({
  context,
  theme,
  ratio,
  ...geometry,
});

/** The plot and both axes. */
function paintChart(options: PictureOptions): PictureScene {
  const scene = pictureScene(options);
  paintMain(scene);
  for (const { id, top, height } of scene.geometry.panes)
    paintValueAxis(axesOf(scene), scene.labels.get(id) ?? [], top, height);
  return scene;
}

function expectChart(name: string, options: PictureOptions): void {
  expectPicture(name, paintChart(options).canvas.markup());
}

const bars = swingingBars(24);
const tradeAt = (n: number, side: Trade['side'], netPnl: number): Trade => ({
  timeMs: bars[n]?.TS ?? 0,
  side,
  price: bars[n]?.C ?? 0,
  quantity: 100,
  netPnl,
});
const trades = [
  tradeAt(3, 'Buy', -1),
  tradeAt(3, 'Buy', -2),
  tradeAt(9, 'Sell', 40),
  tradeAt(14, 'Short', 38),
  tradeAt(20, 'Buy', -15),
];

describe('the chart is painted as in the checked-in pictures:', () => {
  it.each(CHART_TYPES)('prices as %s', (type) => expectChart(`prices-${type}`, { type }));

  it('candles at two device pixels for one', () => expectChart('candles-ratio-2', { ratio: 2 }));

  it.each(CHART_TYPES)('more bars than pixels as %s', (type) =>
    expectChart(`dense-${type}`, { type, bars: swingingBars(700), width: 206 }),
  );

  it('hours before the open and after the close', () =>
    expectChart('extended-hours', { bars: swingingBars(24, 540) }));

  it('a logarithmic scale', () => expectChart('axes-log', { scale: 'log' }));

  it.each([
    ['volume', 'columns by the direction of the bar'],
    ['macd', 'columns by sign, and lines'],
    ['sar', 'dots'],
    ['bb', 'a filled band'],
    ['ichimoku', 'lines ahead of and behind their bars'],
    ['rsi', 'levels in a pane with a fixed scale'],
    ['volumeProfile', 'a profile of what is visible'],
  ])('the study %s: %s', (id) => expectChart(`study-${id}`, { studies: [id], bars: swingingBars(80) }));

  it('marks of reversals above and below the bars', () =>
    expectChart('study-marks', {
      studies: ['strsClosingPrice'],
      bars: recordedMinutes('SPY', '2019-02-12').slice(0, 80),
    }));

  it('executions of the account and their P&L', () => expectChart('trades-account', { bars, trades }));

  it('executions of a strategy', () => expectChart('trades-strategy', { bars, trades, isOwn: false }));

  it.each(['pointer', 'key', 'link'] as const)('a crosshair of a %s, and a comparison', (source) => {
    const scene = paintChart({ bars, isCompared: true, scale: 'percent' });
    paintTop({
      ...scene,
      lastSpan: null,
      crosshair: { index: 12, y: source === 'pointer' ? 60 : null, source },
    });
    expectPicture(`crosshair-${source}`, scene.canvas.markup());
  });

  it('the tag of a comparison beside that of the last price, which would cover it', () => {
    const scene = { ...paintChart({ bars, isCompared: true, scale: 'percent' }), crosshair: null };
    const [wanted] = topSpans({ ...scene, lastSpan: null });
    const top = (wanted?.top ?? Number.NaN) - 6;
    const lastSpan = { top, bottom: top + 31 };
    expect(topSpans({ ...scene, lastSpan })).toEqual([{ top: top - 17, bottom: top }]);
    const style = { fill: PICTURE_THEME.up, text: PICTURE_THEME.onPrice };
    paintValueTag(axesOf(scene), top + 8.5, ['+1.00%', '4:59'], style, top, lastSpan.bottom);
    paintTop({ ...scene, lastSpan });
    expectPicture('comparison-beside-last-price', scene.canvas.markup());
  });

  it('the line and the tag of the last price', () => {
    const scene = pictureScene({ bars });
    const y = scene.scales.get(PRICE_PANE)?.y(100) ?? 0;
    const { plotWidth, plotHeight } = scene.geometry;
    paintDashedLine(axesOf(scene), [0, y], [plotWidth, y], PICTURE_THEME.up, [2, 2]);
    const style = { fill: PICTURE_THEME.up, text: PICTURE_THEME.onPrice };
    paintValueTag(axesOf(scene), y, ['100.00', '4:59'], style, 0, plotHeight);
    expectPicture('last-price', scene.canvas.markup());
  });
});

describe('what lies above the chart is painted as in the checked-in pictures:', () => {
  // Node has no paths of SVG data.
  beforeEach(() => vi.stubGlobal('Path2D', SvgPath));

  it('working orders and a position', () => {
    const canvas = new SvgCanvas(360, 200);
    const lines = [
      {
        y: 40,
        isOut: false,
        text: 'Buy 100 @ 98.50 Limit',
        color: PICTURE_THEME.buy,
        shiftPx: 0,
        isSent: true,
      },
      {
        y: 44,
        isOut: false,
        text: 'Sell 50 @ 98.90 Stop',
        color: PICTURE_THEME.sell,
        shiftPx: 140,
        isSent: false,
      },
      {
        y: 198,
        isOut: true,
        text: 'Buy 10 @ 20.00 Limit',
        color: PICTURE_THEME.buy,
        shiftPx: 0,
        isSent: true,
      },
    ];
    const position = { y: 120, isOut: false, text: '+100 @ 97.00', color: PICTURE_THEME.up };
    paintOrderLines(canvas.context(), PICTURE_THEME, 314, lines, position);
    expectPicture('order-lines', canvas.markup());
  });

  it('price alerts, one of them paused and one without room for its price', () => {
    const canvas = new SvgCanvas(360, 200);
    paintAlerts(canvas.context(), PICTURE_THEME, { plotWidth: 314, width: 360 }, [
      { y: 50, price: '101.00', isPaused: false },
      { y: 90, price: '99.50', isPaused: true },
      { y: 96, price: '', isPaused: false },
    ]);
    expectPicture('alerts', canvas.markup());
  });
});

describe('the comparison of pictures', () => {
  const line = '<rect x="10" y="20" width="3" height="4" fill="#ffffff"/>';
  it('passes over what is less than the tolerance', () => {
    expect(differences(line, line.replace('"10"', '"10.04"'))).toEqual([]);
  });
  it('finds a place, a colour and an element that differ', () => {
    expect(differences(line, line.replace('"10"', '"11"'))).toHaveLength(1);
    expect(differences(line, line.replace('#ffffff', '#fffffe'))).toHaveLength(1);
    expect(differences(line, `${line}\n${line}`)).toHaveLength(1);
  });
});

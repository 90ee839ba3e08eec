import { describe, expect, it, test } from 'vitest';
import { studyById, STUDIES } from '../../src/domain/studies/index.ts';
import { chart } from './manifest.ts';
import { studyEntries } from './dialogs/entries.ts';
import { BUILT_IN_STUDIES } from './model/study-catalogue.ts';
import { chartArea, layOut, PRICE_AXIS_PX } from './view/geometry.ts';
import { PRICE_PANE } from './model/panes.ts';

describe('the layout of a chart', () => {
  it('leaves 2 px of the height free, 40 px for the price axis and 30 px for the date axis', () => {
    const { width, height } = chartArea(1000.7, 602.4);
    expect([width, height]).toEqual([1000, 600]);
    const { plotWidth, plotHeight } = layOut(width, height, [], {}, PRICE_AXIS_PX);
    expect([plotWidth, plotHeight]).toEqual([960, 570]);
  });

  it('has the price on top, and each study that is no overlay in a pane of its own below, of at least 70 px', () => {
    const lower = STUDIES.filter(({ pane }) => pane === 'own').map(({ id }) => id);
    expect(lower.length).toBeGreaterThan(5);
    const { panes } = layOut(1000, 400, lower, {}, PRICE_AXIS_PX);
    expect(panes.map(({ id }) => id)).toEqual([PRICE_PANE, ...lower]);
    const [price, ...others] = panes;
    expect([price?.top, price?.height]).toEqual([0, 100]);
    expect(others.map(({ height }) => height)).toEqual(lower.map(() => 70));
    expect(panes.slice(1).map(({ top }) => top)).toEqual(
      panes.slice(0, -1).map(({ top, height }) => top + height),
    );
  });

  it('gives the price a quarter of the height when panes of any wanted height compete with it', () => {
    const { panes } = layOut(1000, 1000, ['rsi', 'atr'], { rsi: 2_000, atr: 2_000 }, PRICE_AXIS_PX);
    expect(panes[0]).toMatchObject({ id: PRICE_PANE, top: 0 });
    expect(panes[0]?.height).toBeGreaterThanOrEqual(250);
    expect(panes[0]?.height).toBeLessThanOrEqual(252);
  });
});

test('the studies dialog offers every lower pane and overlay of the specification, executions and P&L included', () => {
  const offered = new Map(
    studyEntries(BUILT_IN_STUDIES).all.map(({ id, place }) => [id, place.includes('pane')]),
  );
  for (const id of ['volume', 'atr', 'obv', 'rsi', 'roc', 'sto', 'pl'])
    expect([id, offered.get(id)]).toEqual([id, true]);
  const overlays = [
    'sma10',
    'sma20',
    'sma30',
    'sma50',
    'sma200',
    'mlr10',
    'mlr20',
    'mlr30',
    'mlr50',
    'mlr100',
    'sar',
    'bb',
    'trades',
    'strsClosingPrice',
    'strsOpenClose',
    'strsPivotPoint',
    'strsKey',
    'strsHook',
    'strsIsland',
  ];
  for (const id of overlays) expect([id, offered.get(id)]).toEqual([id, false]);
});

test('study settings have the names of the specification', () => {
  const names = (id: string) => Object.keys(studyById(id)?.parameters ?? {});
  expect(
    ['atr', 'rsi', 'roc', 'sto', 'sar', 'sma10', 'mlr100', 'bb', 'obv', 'volume'].map((id) => names(id)),
  ).toEqual([
    ['period', 'percent'],
    ['period'],
    ['period'],
    ['period', 'k', 'd'],
    ['initialAcceleration', 'accelerationIncrement', 'maxAcceleration'],
    ['period'],
    ['period'],
    ['period', 'n'],
    [],
    [],
  ]);
});

test('the window has studies and range as commands, and the link in its title bar', () => {
  expect(chart.commands.map(({ title }) => title).slice(0, 2)).toEqual([
    'Technical studies',
    'Symbol and date range',
  ]);
  expect(chart.toolbar).toEqual(['link']);
});

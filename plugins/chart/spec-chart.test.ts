import { describe, expect, it, test } from 'vitest';
import { studyById, STUDIES } from '../../src/domain/studies/index.ts';
import { chart } from './manifest.ts';
import { STUDY_ENTRIES } from './dialogs/entries.ts';
import {
  EDITOR_DELAY_MS,
  HANDLE_PX,
  MIN_SHAPE_PX,
  NEW_TEXT_FONT_SIZE,
  SELECT_DISTANCE_PX,
  STYLE_FONT_SIZE,
} from './drawings/shape.ts';
import {
  PRICE_PANE,
  DATE_AXIS_PX,
  HEIGHT_REDUCTION_PX,
  layOut,
  MIN_PANE_PX,
  paneOf,
  PRICE_AXIS_PX,
} from './view/geometry.ts';

describe('constants of the specification', () => {
  it('price axis 40 wide, date axis 30 high, two pixels of the height left free', () => {
    expect([PRICE_AXIS_PX, DATE_AXIS_PX, HEIGHT_REDUCTION_PX]).toEqual([40, 30, 2]);
    const geometry = layOut(1000, 600, [], {}, PRICE_AXIS_PX);
    expect([geometry.plotWidth, geometry.plotHeight]).toEqual([960, 570]);
  });

  it('drawings are taken within 15 px, kept from 5 px on, with handles of 10 px; the editor of a new text opens after 200 ms; font size 20, and 16 in the style dialog', () => {
    expect([
      SELECT_DISTANCE_PX,
      MIN_SHAPE_PX,
      HANDLE_PX,
      EDITOR_DELAY_MS,
      NEW_TEXT_FONT_SIZE,
      STYLE_FONT_SIZE,
    ]).toEqual([15, 5, 10, 200, 20, 16]);
  });

  it('an indicator that is no overlay has its own pane of at least 70 px, the price keeps a quarter', () => {
    const lower = STUDIES.filter(({ pane }) => pane === 'own').map(({ id }) => id);
    const geometry = layOut(1000, 1200, lower, {}, PRICE_AXIS_PX);
    for (const id of lower) expect(paneOf(geometry, id)?.height).toBeGreaterThanOrEqual(MIN_PANE_PX);
    expect(paneOf(geometry, PRICE_PANE)?.height).toBeGreaterThanOrEqual(300);
  });
});

test('the studies dialog offers every lower pane and overlay of the specification, executions and P&L included', () => {
  const offered = new Map(STUDY_ENTRIES.map(({ id, place }) => [id, place.includes('pane')]));
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

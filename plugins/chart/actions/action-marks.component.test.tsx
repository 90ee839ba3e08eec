import { fireEvent } from '@testing-library/dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { newYorkMs } from '../../../src/domain/calendar/us-equity.ts';
import { closeAfterTest } from '../../../src/testing/rendered.ts';
import { BarStore } from '../model/bar-store.ts';
import { actionsOfBar, type ChartAction } from '../model/chart-action.ts';
import { ChartModel } from '../model/chart-model.ts';
import { PRICE_PANE } from '../model/panes.ts';
import type { ChartView } from '../screen/types.ts';
import { Invalid } from '../view/invalidation.ts';
import { Viewport } from '../view/viewport.ts';
import { ActionMarks } from './action-marks.ts';

const dayMs = (date: string): number => newYorkMs(date, 0);
const SPLIT: ChartAction = { kind: 'Split', timeMs: dayMs('2014-06-09'), title: '7-for-1 split' };
const DIVIDEND: ChartAction = {
  kind: 'Dividend',
  timeMs: dayMs('2014-06-17'),
  title: 'Dividend of 0.47 a share',
};
/** Monday to Friday of three weeks. */
const DAYS = ['02', '03', '04', '05', '06', '09', '10', '11', '12', '13', '16', '17', '18', '19', '20'];

let model: ChartModel;
let viewport: Viewport;
let overlay: HTMLElement;
let marks: ActionMarks;
let paint: () => void;
const setCrosshair = vi.fn<ChartView['setCrosshair']>();

beforeEach(() => {
  setCrosshair.mockClear();
  model = new ChartModel();
  const bars = new BarStore();
  for (const day of DAYS) bars.append(dayMs(`2014-06-${day}`), 90, 91, 89, 90, 1_000);
  model.setBars(bars, 'day', 0);
  model.actions = [SPLIT, DIVIDEND];
  viewport = new Viewport();
  viewport.setWidth(300);
  viewport.setBars(0, DAYS.length, 1);
  overlay = document.createElement('div');
  document.body.replaceChildren(overlay);
  paint = () => {};
  const view = {
    model,
    viewport,
    overlay,
    root: overlay,
    geometry: () => ({
      plotWidth: 300,
      plotHeight: 200,
      panes: [{ id: PRICE_PANE, top: 0, height: 200 }],
    }),
    invalidate: () => paint(),
    setCrosshair,
    addPictureLayer: () => () => {},
    onPaint(listener: (painted: Invalid) => void) {
      paint = () => listener(Invalid.view);
      return () => {
        paint = () => {};
      };
    },
  };
  // The marks use nothing else of a chart.
  marks = new ActionMarks(view as unknown as ChartView);
  marks.show();
  closeAfterTest(() => {
    marks.dispose();
    overlay.remove();
  });
});

const names = (): (string | null)[] =>
  [...overlay.querySelectorAll('button')].map((button) => button.getAttribute('aria-label'));
const buttonAt = (index: number): HTMLButtonElement => {
  const button = overlay.querySelectorAll('button')[index];
  if (!button) throw new Error(`There is no mark ${index}.`);
  return button;
};
const tip = (): string | null => {
  const shown = overlay.querySelector<HTMLElement>('[aria-hidden="true"]');
  return shown === null || shown.hidden ? null : shown.textContent;
};

test('marks a split and a dividend with date and ratio or amount', () => {
  expect(names()).toEqual(['6/9/2014 7-for-1 split', '6/17/2014 Dividend of 0.47 a share']);
  expect([buttonAt(0).textContent, buttonAt(1).textContent]).toEqual(['S', 'D']);
});

test('shows what a mark stands for while the pointer or the focus is on it, and no longer after Escape', () => {
  fireEvent.pointerEnter(buttonAt(0));
  expect(tip()).toBe('6/9/2014 7-for-1 split');
  fireEvent.pointerLeave(buttonAt(0));
  expect(tip()).toBeNull();
  buttonAt(1).focus();
  expect(tip()).toBe('6/17/2014 Dividend of 0.47 a share');
  fireEvent.keyDown(buttonAt(1), { key: 'Escape' });
  expect(tip()).toBeNull();
});

test('has one stop of Tab, and arrow keys go from mark to mark without moving the chart', () => {
  const chartKeys = vi.fn();
  document.body.addEventListener('keydown', chartKeys);
  expect([buttonAt(0).tabIndex, buttonAt(1).tabIndex]).toEqual([-1, 0]);
  buttonAt(1).focus();
  fireEvent.keyDown(buttonAt(1), { key: 'ArrowLeft' });
  expect(document.activeElement).toBe(buttonAt(0));
  expect([buttonAt(0).tabIndex, buttonAt(1).tabIndex]).toEqual([0, -1]);
  expect(chartKeys).not.toHaveBeenCalled();
  fireEvent.keyDown(buttonAt(0), { key: '0' });
  expect(chartKeys).toHaveBeenCalledTimes(1);
  document.body.removeEventListener('keydown', chartKeys);
});

test('moves the crosshair to the bar of a mark that is clicked', () => {
  fireEvent.click(buttonAt(0));
  expect(setCrosshair).toHaveBeenCalledWith(expect.objectContaining({ index: 5, source: 'key' }));
});

test('puts actions that would cover each other into one mark, named after the split', () => {
  model.actions = [{ ...DIVIDEND, timeMs: SPLIT.timeMs }, SPLIT];
  marks.show();
  expect(names()).toEqual(['6/9/2014 Dividend of 0.47 a share, 6/9/2014 7-for-1 split']);
  expect(buttonAt(0).textContent).toBe('S');
});

test('removes marks with the actions, and everything at the end', () => {
  model.actions = [];
  marks.show();
  expect(names()).toEqual([]);
  marks.dispose();
  expect(overlay.childElementCount).toBe(0);
});

test('an action belongs to the bar that contains its ex-date, and to none outside of the bars', () => {
  const titles = (index: number) => actionsOfBar(model, index).map(({ title }) => title);
  expect(titles(5)).toEqual(['7-for-1 split']);
  expect(titles(4)).toEqual([]);
  model.actions = [
    { ...SPLIT, timeMs: dayMs('2014-05-30') },
    { ...SPLIT, timeMs: dayMs('2014-06-23') },
  ];
  expect(DAYS.flatMap((_, index) => titles(index))).toEqual([]);
  // Weeks begin on Mondays.
  const weeks = new BarStore();
  for (const day of ['02', '09', '16']) weeks.append(dayMs(`2014-06-${day}`), 90, 91, 89, 90, 1_000);
  model.setBars(weeks, 'week', 0);
  model.actions = [DIVIDEND];
  expect([0, 1, 2].map(titles)).toEqual([[], [], ['Dividend of 0.47 a share']]);
});

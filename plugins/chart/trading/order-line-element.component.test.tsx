import { fireEvent } from '@testing-library/dom';
import { beforeEach, expect, test } from 'vitest';
import { closeAfterTest } from '../../../src/testing/rendered.ts';
import type { OrderLine } from './chart-orders.ts';
import { OrderLineElements } from './order-line-elements.ts';
import { OrderLineElement, type OrderLineOptions } from './order-line-element.ts';

const LINE: OrderLine = {
  key: 'G1 condition',
  orderId: '',
  groupId: 'G1',
  part: 'price',
  figure: 'Condition',
  value: 100,
  isBuy: true,
  isSent: true,
  label: 'Buy 50 MKT if AAPL last ≥ 100.00 · G1',
  title: '',
  canDrag: true,
  canReplace: true,
  canCancel: true,
};

let calls: [string, string, number?][];
beforeEach(() => {
  calls = [];
});

/** A line on a chart whose price is 200 less the height in px. */
function show(change: Partial<OrderLine> = {}) {
  const layer = document.createElement('div');
  const options: OrderLineOptions = {
    onMove: ({ key }, value) => calls.push(['move', key, value]),
    onCancel: ({ key }) => calls.push(['cancel', key]),
    onOpen: ({ key }) => calls.push(['open', key]),
    rounded: Math.round,
    format: (value) => value.toFixed(2),
    valueAt: (clientY) => 200 - clientY,
    onDragged: () => {},
  };
  const element = new OrderLineElement(layer, { ...LINE, ...change }, options);
  const grip = layer.querySelector<HTMLButtonElement>('button') ?? document.createElement('button');
  // jsdom captures no pointers.
  grip.setPointerCapture = () => {};
  const pointer = (type: 'pointerDown' | 'pointerMove' | 'pointerUp', clientY: number) =>
    fireEvent[type](grip, { button: 0, pointerId: 1, clientY });
  return { element, grip, pointer };
}

test('a figure of a group is dragged like an order: it shows the price meanwhile, and stands at its own again until the server moves it', () => {
  const { element, grip, pointer } = show();
  pointer('pointerDown', 100);
  pointer('pointerMove', 90.4);
  expect([element.value, grip.textContent]).toEqual([110, `${LINE.label} → 110.00`]);
  pointer('pointerUp', 90.4);
  expect([calls, element.value, grip.textContent]).toEqual([[['move', LINE.key, 110]], 100, LINE.label]);
  element.setLine({ ...LINE, value: 110 });
  expect(element.value).toBe(110);
});

test('Escape ends the drag, and a press that hardly moves is none', () => {
  const { element, grip, pointer } = show();
  pointer('pointerDown', 100);
  pointer('pointerMove', 90);
  fireEvent.keyDown(grip, { key: 'Escape' });
  expect(element.value).toBe(100);
  pointer('pointerUp', 90);
  pointer('pointerDown', 100);
  pointer('pointerMove', 98);
  pointer('pointerUp', 98);
  expect(calls).toEqual([]);
});

test('a drag that is cancelled, as when its window leaves the screen, moves nothing when the button comes up', () => {
  const { element, pointer } = show();
  pointer('pointerDown', 100);
  pointer('pointerMove', 90);
  element.cancelDrag();
  pointer('pointerMove', 80);
  pointer('pointerUp', 80);
  expect([calls, element.value]).toEqual([[], 100]);
});

test('keys of the desk pass while a line has the focus; those of the chart do not', () => {
  const { grip } = show();
  document.body.append(grip);
  const passed: string[] = [];
  const note = ({ key }: KeyboardEvent) => passed.push(key);
  document.body.addEventListener('keydown', note);
  for (const press of [
    { key: 'k', ctrlKey: true },
    { key: 'F9' },
    { key: 'ArrowLeft' },
    { key: 'a' },
    { key: 'Tab' },
  ])
    fireEvent.keyDown(grip, press);
  document.body.removeEventListener('keydown', note);
  grip.remove();
  expect(passed).toEqual(['k', 'F9', 'Tab']);
});

test('a figure that is used while it is dragged stays where it is', () => {
  const { element, pointer } = show();
  pointer('pointerDown', 100);
  pointer('pointerMove', 90);
  element.setLine({ ...LINE, figure: null, canDrag: false, canReplace: false });
  pointer('pointerUp', 90);
  expect([calls, element.value]).toEqual([[], 100]);
});

test('by keys it opens its figures, and Delete cancels its group', () => {
  const { grip } = show();
  expect(grip.getAttribute('aria-label')).toBe(`${LINE.label}. Enter changes it.`);
  fireEvent.click(grip, { detail: 0 });
  fireEvent.keyDown(grip, { key: 'Delete' });
  expect(calls).toEqual([
    ['open', LINE.key],
    ['cancel', LINE.key],
  ]);
});

test('a price of a group that stays is neither dragged nor opened', () => {
  const { grip, pointer } = show({ figure: null, canDrag: false, canReplace: false });
  pointer('pointerDown', 100);
  pointer('pointerMove', 90);
  pointer('pointerUp', 90);
  fireEvent.click(grip, { detail: 0 });
  expect([calls, grip.getAttribute('aria-label')]).toEqual([[], LINE.label]);
});

test('knows whether it has the focus, which goes with it', () => {
  const { element, grip } = show();
  const layer = grip.closest('div')?.parentElement ?? grip;
  document.body.append(layer);
  closeAfterTest(() => layer.remove());
  expect(element.hasFocus).toBe(false);
  grip.focus();
  expect(element.hasFocus).toBe(true);
  element.remove();
  expect([element.hasFocus, document.activeElement]).toEqual([false, document.body]);
});

test('the chart has the focus after the order whose label had it is gone', () => {
  const root = document.body.appendChild(document.createElement('div'));
  root.tabIndex = 0;
  closeAfterTest(() => root.remove());
  // The lines use these parts of a view alone.
  const view = {
    root,
    overlay: root.appendChild(document.createElement('div')),
    model: { bars: { length: 0 } },
  } as unknown as ConstructorParameters<typeof OrderLineElements>[0];
  const actions = {
    onMove: () => {},
    onCancel: () => {},
    onOpen: () => {},
    rounded: Math.round,
    format: String,
  };
  const lines = new OrderLineElements(view, actions);
  const other = { ...LINE, key: 'G2 condition' };
  lines.show([LINE, other], null);
  // Hidden without bars, which jsdom does not mind.
  const [first, ...rest] = root.querySelectorAll('button');
  first?.focus();
  lines.show([LINE, other], null);
  expect(document.activeElement).toBe(first);
  lines.show([other], null);
  expect(document.activeElement).toBe(root);
  rest.at(-1)?.focus();
  lines.show([], null);
  expect(document.activeElement).toBe(root);
  lines.dispose();
});

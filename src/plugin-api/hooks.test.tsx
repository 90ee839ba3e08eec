import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useIsActive, useLinked, useReadable, useToolState } from './hooks.ts';
import { createSelection, isShallowlyEqual } from './selection.ts';
import type { ToolWindow } from './types.ts';

// Only what the hooks read; the rest of a window is the shell's.
const window = {
  getState: () => ({ Symbol: 'SPY', Linked: true }),
  subscribe: () => () => {},
  isActive: () => true,
  isLinked: () => true,
  onContext: () => () => {},
} as unknown as ToolWindow<{ Symbol: string; Linked: boolean }>;
test('the hooks give what a window holds', () => {
  function Probe() {
    const linked = useLinked(window);
    // A selector that builds a new object each time would render for ever if the selection were not remembered.
    const { upper } = useToolState(window, (state) => ({ upper: state.Symbol.toLowerCase() }));
    const value = useReadable({ get: () => 7, subscribe: () => () => {} });
    return (
      <p>{[useToolState(window).Symbol, upper, useIsActive(window), linked.isLinked, value].join(' ')}</p>
    );
  }
  expect(renderToString(<Probe />)).toBe('<p>SPY spy true true 7</p>');
});

test('a selection stays the same object while nothing in it changes', () => {
  const selection = createSelection<{ a: number; b: number }, { a: number }>();
  const first = selection({ a: 1, b: 1 }, ({ a }) => ({ a }));
  expect(selection({ a: 1, b: 2 }, ({ a }) => ({ a }))).toBe(first);
  expect(selection({ a: 2, b: 2 }, ({ a }) => ({ a }))).toEqual({ a: 2 });
});

test.each([
  [[1, 2], [1, 2], true],
  [{ a: 1 }, { a: 1 }, true],
  [{ a: undefined }, { b: undefined }, false],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [[1], { 0: 1 }, false],
  [new Map([[1, 1]]), new Map([[1, 2]]), false],
  [Number.NaN, Number.NaN, true],
  [null, {}, false],
])('%j and %j: shallowly equal is %s', (left, right, isEqual) => {
  expect(isShallowlyEqual(left, right)).toBe(isEqual);
});

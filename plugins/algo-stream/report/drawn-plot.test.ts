import { expect, it } from 'vitest';
import { drawnPlot, valuesAt } from './drawn-plot.ts';

const NO_PRICE = { symbol: 'SPY', closes: [] };
const plot = (name: string, ...values: readonly (readonly [timeMs: number, value: number])[]) => ({
  name,
  points: values.map(([timeMs, value]) => ({ timeMs, value })),
});

it('gives lines of one scale one pane, and others one of their own', () => {
  const { times, panes } = drawnPlot(
    {
      plots: [
        plot('fast', [1, 100], [3, 110]),
        plot('rsi', [1, 20], [2, 80]),
        plot('slow', [1, 102], [3, 109]),
        plot('level', [1, 5]),
        plot('same level', [2, 5]),
      ],
      marks: [{ timeMs: 4, text: 'x', price: null }],
    },
    NO_PRICE,
  );
  expect(panes.map(({ title }) => title)).toEqual(['fast, slow', 'rsi', 'level, same level']);
  expect(times).toEqual([1, 2, 3, 4]);
  expect(panes[0]?.series).toEqual([
    { id: '0', label: 'fast', values: [100, 105, 110, null] },
    { id: '2', label: 'slow', values: [102, 105.5, 109, null] },
  ]);
});

it('draws lines that the author declares as prices over the closes of the symbol, and the others below', () => {
  const { times, panes } = drawnPlot(
    {
      plots: [
        plot('rsi', [2, 20], [4, 80]),
        { ...plot('mean', [2, 101], [4, 103]), isOnPrice: true },
        // Of the scale of the mean by its values, but not declared.
        plot('equity', [2, 101], [4, 103]),
      ],
      marks: [{ timeMs: 3, text: 'x', price: 102 }],
    },
    {
      symbol: 'SPY',
      closes: [
        { timeMs: 1, value: 100 },
        { timeMs: 3, value: 104 },
      ],
    },
  );
  expect(times).toEqual([1, 2, 3, 4]);
  expect(panes.map(({ title, isPrice }) => [title, isPrice])).toEqual([
    ['SPY, mean', true],
    ['rsi', undefined],
    ['equity', undefined],
  ]);
  expect(panes[0]?.series).toEqual([
    { id: 'price', label: 'SPY', values: [100, 102, 104, null] },
    { id: '1', label: 'mean', values: [null, 101, 102, 103] },
  ]);
});

it('shows the price for marks with a price alone', () => {
  const mark = { timeMs: 4, text: 'x', price: 99 };
  const { panes } = drawnPlot({ plots: [], marks: [mark] }, NO_PRICE);
  expect(panes.map(({ title }) => title)).toEqual(['SPY']);
});

it('has an empty pane for a strategy that only marks', () => {
  const { times, panes } = drawnPlot({ plots: [], marks: [{ timeMs: 4, text: 'x', price: null }] }, NO_PRICE);
  expect([times, panes.map(({ series }) => series)]).toEqual([[4], [[]]]);
});

it('draws straight lines between the points of a line, and nothing outside of them', () => {
  expect(valuesAt(plot('a', [10, 0], [20, 4]), [5, 10, 15, 17.5, 20, 25])).toEqual([null, 0, 2, 3, 4, null]);
});

import { at, columnAt } from '../columns.ts';
import { windowHighest, windowLowest } from '../passes/window-extremes.ts';
import { defineStudy, periodParameter } from '../study.ts';

/** Donchian channel (Richard Donchian; TA-Lib MAX of the highs and MIN of the lows): the extremes of the last `period` bars, this one included, and their middle. */
export const donchian = defineStudy({
  id: 'donchian',
  title: 'Donchian channel',
  help: 'The highest high and the lowest low of the period, and the middle between them.',
  pane: 'overlay',
  parameters: { period: periodParameter(20) },
  outputs: [
    { id: 'upper', title: 'Upper', form: 'line', tone: 'main', format: 'price' },
    { id: 'middle', title: 'Middle', form: 'line', tone: 'muted', format: 'price' },
    { id: 'lower', title: 'Lower', form: 'line', tone: 'main', format: 'price' },
  ],
  fills: [[0, 2]],
  workColumns: 0,
  stateLength: 0,
  warmUpBars: ({ period }) => period - 1,
  compute(bars, from, to, { period }, columns) {
    const upper = columnAt(columns, 0);
    const middle = columnAt(columns, 1);
    const lower = columnAt(columns, 2);
    windowHighest(bars.high, period, from, to, upper);
    windowLowest(bars.low, period, from, to, lower);
    for (let i = from; i < to; i += 1) middle[i] = (at(upper, i) + at(lower, i)) / 2;
  },
});

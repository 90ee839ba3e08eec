import { at, columnAt } from '../columns.ts';
import { windowHighest, windowLowest } from '../passes/window-extremes.ts';
import { defineStudy, periodParameter } from '../study.ts';
import type { StudyParameters } from '../study.ts';

/** A displacement of 26 counts the bar itself, as Hosoda did: the value is drawn 25 bars away. */
const displaced = ({ displacement = 26 }: StudyParameters): number => displacement - 1;

/**
 * Ichimoku Kinko Hyo (Goichi Hosoda, 1969): conversion and base line are the middles between the highest high and lowest low of their periods; span A is the
 * mean of the two, span B the middle of the longest period, both drawn ahead; the lagging line is the close, drawn back. Every value is stored at
 * the bar at which it is known, and `shiftBars` gives where it is drawn, so no value depends on a later bar. TA-Lib has no Ichimoku; MAX and MIN are TA-Lib's.
 */
export const ichimoku = defineStudy({
  id: 'ichimoku',
  title: 'Ichimoku',
  help: 'Five lines: short and middle balance, a cloud of balance drawn ahead of the price, and the close drawn back.',
  pane: 'overlay',
  parameters: {
    conversion: periodParameter(9, 'Conversion line'),
    base: periodParameter(26, 'Base line'),
    spanB: periodParameter(52, 'Leading span B'),
    displacement: periodParameter(26, 'Displacement'),
  },
  outputs: [
    { id: 'conversion', title: 'Conversion', form: 'line', tone: 'main', format: 'price' },
    { id: 'base', title: 'Base', form: 'line', tone: 'second', format: 'price' },
    { id: 'spanA', title: 'Span A', form: 'line', tone: 'up', format: 'price', shiftBars: displaced },
    { id: 'spanB', title: 'Span B', form: 'line', tone: 'down', format: 'price', shiftBars: displaced },
    {
      id: 'lagging',
      title: 'Lagging',
      form: 'line',
      tone: 'muted',
      format: 'price',
      shiftBars: (parameters) => -displaced(parameters),
    },
  ],
  fills: [[2, 3]],
  workColumns: 1,
  stateLength: 0,
  warmUpBars: ({ conversion, base, spanB }) => Math.max(conversion, base, spanB) - 1,
  compute(bars, from, to, { conversion, base, spanB }, columns) {
    const conversionLine = columnAt(columns, 0);
    const baseLine = columnAt(columns, 1);
    const spanALine = columnAt(columns, 2);
    const lows = columnAt(columns, 5);
    middle(conversion, conversionLine);
    middle(base, baseLine);
    middle(spanB, columnAt(columns, 3));
    for (let i = from; i < to; i += 1) spanALine[i] = (at(conversionLine, i) + at(baseLine, i)) / 2;
    columnAt(columns, 4).set(bars.close.subarray(from, to), from);

    function middle(period: number, out: Float64Array): void {
      windowHighest(bars.high, period, from, to, out);
      windowLowest(bars.low, period, from, to, lows);
      for (let i = from; i < to; i += 1) out[i] = (at(out, i) + at(lows, i)) / 2;
    }
  },
});

import { expect, it } from 'vitest';
import { callFaults } from './call-faults.ts';

it.each([
  ["const slow = timeframe('fortnight');", 1, 14, 'a timeframe is '],
  ["symbol('SPY');\nbars('7 weeks');", 2, 1, 'a bar size is '],
  ["openingTime('25:00');", 1, 1, "a time of day is 'HH:mm'"],
  ["const qqq = security('QQQ');\nconst week = qqq.timeframe('weeks');", 2, 18, 'a timeframe is '],
  ["const s = study('nothing');", 1, 11, 'nothing'],
  ["symbol('!');", 1, 1, "a symbol is expected, such as 'SPY'"],
])('marks %j in line %i with the message of the run', (code, line, column, message) => {
  const faults = callFaults(code);
  expect(faults).toMatchObject([{ line, column }]);
  expect(faults[0]?.message).toContain(message);
});

it.each([
  "symbol('SPY'); bars('5 minutes'); const day = timeframe('day'); openingTime('09:45');",
  "const week = security('QQQ').timeframe('week'); study('atr').last;",
  // Only the run knows these.
  "bars(param('size', '7 weeks')); timeframe(size);",
  "timeframe(`fortnight`); bars('5' + ' minutes');",
  "// timeframe('fortnight')",
  // Names of the author.
  "const bars = (text) => text; bars('7 weeks');",
  "chart.symbol('!');",
])('marks nothing in %j', (code) => {
  expect(callFaults(code)).toEqual([]);
});

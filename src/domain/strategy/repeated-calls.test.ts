import { expect, it } from 'vitest';
import { repeatedCalls } from './repeated-calls.ts';

it('finds the second call at the top of a file, at its place', () => {
  expect(repeatedCalls("symbol('SPY');\nbars('1 minute')\n  symbol('spy'); bars('day');")).toEqual([
    { line: 3, column: 3, message: 'symbol() is called once for each symbol' },
    { line: 3, column: 18, message: 'bars() is called once' },
  ]);
});

it.each([
  ["symbol('SPY'); bars('day'); onBar(() => { log(bars); });"],
  ["symbol('SPY'); // symbol('QQQ');\n/* symbol('IWM'); */ const text = \"symbol('DIA')\";"],
  ["symbol('SPY'); symbol('QQQ'); symbol(param('third', 'IWM')); symbol(param('fourth', 'DIA'));"],
  ["if (param('long', true)) bars('day'); else bars('1 hour');"],
  ["if (param('long', true))\n  bars('day');\nelse {\n  bars('1 hour');\n}"],
  ["bars('day'); const copy = { bars(size) {} }; copy.bars('5 minutes');"],
  ['symbol('],
])('leaves alone %j', (code) => expect(repeatedCalls(code)).toEqual([]));

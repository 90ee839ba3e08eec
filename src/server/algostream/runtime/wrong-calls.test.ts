import { afterAll, expect, it } from 'vitest';
import { createStrategyRuntime } from './index.ts';

const runtime = createStrategyRuntime();
afterAll(() => runtime.close());

it.each([
  [
    "symbol('SPY');\n  symbol('SPY');",
    2,
    3,
    "'SPY' is declared already: symbol() is called once for each symbol",
  ],
  ["symbol('SPY');\nconst a = sma(5),\n  b = sma(5, 'PEP');", 3, 7, "sma() takes one value (period): 'PEP'"],
  [
    "symbol('SPY');\nconst hour = timeframe('1 hour');\nbars('day');\nonBar(() => {});",
    2,
    14,
    "bars of the timeframe '1 hour' cannot be made of the strategy's bars ('day'): a timeframe is a larger size, of minutes a multiple",
  ],
  [
    "symbol('SPY');\nbars('trade');\nconst qqq = security('QQQ');\nonBar(() => {});",
    3,
    13,
    "other symbols can be read and traded on bars of minutes and of days: the bars of the strategy are 'trade'",
  ],
  [
    "symbol('SPY');\n  capital(0);\nonBar(() => {});",
    2,
    3,
    'capital takes an amount from 1 to 1,000,000,000 dollars: 0',
  ],
  ['const size = percentOfEquity(10);\nonBar(() => {});', 1, 14, 'the account can only be read in a handler'],
  ["onBar(() => {});\nplot('a', 1);", 2, 1, 'plots, marks and alerts can only be made in a handler'],
])('reports the wrong call in %j at its line and column', async (code, line, column, message) => {
  const described = await runtime.forUser('anna', 'live').describe({ code, parameters: '' }, '');
  expect(described).toMatchObject({ ok: false, error: { kind: 'syntax', line, column, message } });
});

import { expect, test } from 'vitest';
import { chartState } from './state.ts';
import { takeGiven } from './symbol-changes.ts';

/** A window of SPY on a market that has MSFT besides; `answer` is what the server says of an unknown one. */
function setUp({
  Symbol = 'SPY',
  isLinked = true,
  answer = async () => ({ unknown: ['NOSUCH'] }),
}: { Symbol?: string; isLinked?: boolean; answer?: () => Promise<{ unknown: string[] }> } = {}) {
  const calls: string[] = [];
  let state = { ...chartState.initial, Symbol };
  const window = {
    id: 'w1',
    getState: () => state,
    isLinked: () => isLinked,
    update: (change: object) => {
      state = { ...state, ...change };
    },
    publish: ({ id }: { id: { ticker: string } }) => {
      calls.push(`group ${id.ticker}`);
    },
    platform: {
      symbols: {
        get: (symbol: string) => (symbol === 'AAPL' ? { state: 'live' } : undefined),
        load: async ([symbol]: string[]) => (symbol === 'NOSUCH' ? answer() : { unknown: [] }),
      },
      route: {
        select: (_tool: string, symbol: string) => {
          calls.push(`address ${symbol}`);
        },
      },
      dialogs: {
        toast: ({ message }: { message: string }) => {
          calls.push(message);
        },
      },
    },
  };
  // What it needs of a window.
  const give = (symbol: string, isLatest = () => true) =>
    takeGiven(window as unknown as Parameters<typeof takeGiven>[0], symbol, isLatest);
  return { give, calls, symbol: () => state.Symbol };
}

test('an unknown symbol leaves the chart as it is, shows a message, and restores the symbol of address and group', async () => {
  const { give, calls, symbol } = setUp();
  await give('NOSUCH');
  expect([symbol(), calls]).toEqual([
    'SPY',
    ['NOSUCH: Symbol not found. The chart stays on SPY.', 'address SPY', 'group SPY'],
  ]);
});

test('a chart without a group publishes to none', async () => {
  const { give, calls } = setUp({ isLinked: false });
  await give('NOSUCH');
  expect(calls).toEqual(['NOSUCH: Symbol not found. The chart stays on SPY.', 'address SPY']);
});

test.each(['AAPL', 'MSFT', 'SPY'])('shows %s, which the market has', async (given) => {
  const { give, calls, symbol } = setUp();
  await give(given);
  expect([symbol(), calls]).toEqual([given, [`address ${given}`]]);
});

test('shows a symbol that cannot be checked now; its load reports the failure with a way to retry', async () => {
  const { give, symbol } = setUp({
    answer: async () => {
      throw new Error('Timeout has occured loading data');
    },
  });
  await give('NOSUCH');
  expect(symbol()).toBe('NOSUCH');
});

test('a chart without a symbol has none to stay on', async () => {
  const { give, symbol } = setUp({ Symbol: '' });
  await give('NOSUCH');
  expect(symbol()).toBe('NOSUCH');
});

test('a later symbol is kept, whatever the answer about the earlier one', async () => {
  const { give, calls, symbol } = setUp();
  await give('MSFT', () => false);
  await give('NOSUCH', () => false);
  expect([symbol(), calls]).toEqual(['SPY', []]);
});

import { expect, test } from 'vitest';
import { chartState } from './state.ts';
import { takeGiven } from './symbol-changes.ts';

/** A window of SPY on a market that has MSFT besides; `answer` is what the server says of an unknown one. */
function setUp({
  Symbol = 'SPY',
  isLinked = true,
  answer = async () => ({ unknown: ['NOSUCH'] }),
}: { Symbol?: string; isLinked?: boolean; answer?: () => Promise<{ unknown: string[] }> } = {}) {
  const told: string[] = [];
  let state = { ...chartState.initial, Symbol };
  const window = {
    id: 'w1',
    getState: () => state,
    isLinked: () => isLinked,
    update: (change: object) => {
      state = { ...state, ...change };
    },
    publish: ({ id }: { id: { ticker: string } }) => {
      told.push(`group ${id.ticker}`);
    },
    platform: {
      symbols: {
        get: (symbol: string) => (symbol === 'AAPL' ? { state: 'live' } : undefined),
        load: async ([symbol]: string[]) => (symbol === 'NOSUCH' ? answer() : { unknown: [] }),
      },
      route: {
        select: (_tool: string, symbol: string) => {
          told.push(`address ${symbol}`);
        },
      },
      dialogs: {
        toast: ({ message }: { message: string }) => {
          told.push(message);
        },
      },
    },
  };
  // What it needs of a window.
  const give = (symbol: string, isLatest = () => true) =>
    takeGiven(window as unknown as Parameters<typeof takeGiven>[0], symbol, isLatest);
  return { give, told, symbol: () => state.Symbol };
}

test('an unknown symbol given to a chart leaves it as it is, says so, and puts address and group right', async () => {
  const { give, told, symbol } = setUp();
  await give('NOSUCH');
  expect([symbol(), told]).toEqual([
    'SPY',
    ['NOSUCH: Symbol not found. The chart stays on SPY.', 'address SPY', 'group SPY'],
  ]);
});

test('a chart of no group tells none', async () => {
  const { give, told } = setUp({ isLinked: false });
  await give('NOSUCH');
  expect(told).toEqual(['NOSUCH: Symbol not found. The chart stays on SPY.', 'address SPY']);
});

test.each(['AAPL', 'MSFT', 'SPY'])('%s, which the market has, is shown', async (given) => {
  const { give, told, symbol } = setUp();
  await give(given);
  expect([symbol(), told]).toEqual([given, [`address ${given}`]]);
});

test('one that cannot be judged now is shown: its load says what is wrong, with a way to try again', async () => {
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

test('a symbol that came later counts, whatever is said of the first', async () => {
  const { give, told, symbol } = setUp();
  await give('MSFT', () => false);
  await give('NOSUCH', () => false);
  expect([symbol(), told]).toEqual(['SPY', []]);
});

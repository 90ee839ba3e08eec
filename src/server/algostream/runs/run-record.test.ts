import { expect, it } from 'vitest';
import { newInstance } from './new-instance.ts';
import { RunBook } from './run-book.ts';
import { RunRecord } from './run-record.ts';

it('stores the orders of a backtest in few writes, each of a bounded size, and all of them', async () => {
  const writes: number[] = [];
  const serials = new Set<number>();
  const record = new RunRecord(
    {
      store: {
        setInstance: () => Promise.resolve(),
        putReport: () => Promise.resolve(),
        orders: () => Promise.resolve([]),
        putOrders(_key, orders) {
          writes.push(orders.length);
          for (const { serial } of orders) serials.add(serial);
          return Promise.resolve();
        },
      },
      push() {},
      logger: { error: (problem: unknown) => expect.unreachable(String(problem)) },
    },
    { userId: 'u', name: 'Cross', instanceId: 'i' },
    0,
    '',
    newInstance({
      version: null,
      account: 'A',
      start: {
        InstanceId: 'i',
        Parameters: '',
        IntradayPositionsOnly: false,
        FirstTradingIntervalStart: 570,
        FirstTradingIntervalEnd: 960,
        SecondTradingIntervalStart: 0,
        SecondTradingIntervalEnd: 0,
        IncludeOffMarket: false,
        ShareLimit: -1,
        DollarLimit: -1,
      },
      limits: {
        intradayPositionsOnly: false,
        intervals: [],
        includeOffMarket: false,
        shareLimit: -1,
        dollarLimit: -1,
      },
      startedAtMs: 0,
      backtest: { fromMs: 0, toMs: 1, dataType: 'Minute' },
    }),
  );
  const book = new RunBook('SPY');
  const filled = book.simulated({
    id: '1',
    status: 'Filled',
    side: 'Buy',
    type: 'Market',
    quantity: 100,
    price: 0,
    stopPrice: 0,
    fillPrice: 10,
    liquidity: 'R',
    sentMs: 1,
    fillMs: 2,
    reason: '',
  });
  for (let serial = 1; serial <= 12_345; serial += 1) record.putOrders([{ serial, order: filled }]);
  await record.stored();
  expect(serials.size).toBe(12_345);
  expect(writes).toHaveLength(13);
  expect(Math.max(...writes)).toBe(1_000);
});

import { expect, it } from 'vitest';
import type { SimulatedOrder } from '../runtime/types.ts';
import type { StrategyPush } from '../service.ts';
import { BacktestOrders } from './backtest-orders.ts';
import type { RunRecord } from './run-record.ts';

const order = (number: number): SimulatedOrder => ({
  id: String(number),
  status: number % 3 === 0 ? 'Rejected' : 'Filled',
  side: 'Buy',
  type: 'Market',
  quantity: 100,
  price: 0,
  stopPrice: 0,
  fillPrice: 10,
  liquidity: 'R',
  sentMs: number,
  fillMs: number,
  reason: '',
});

const itemsOf = ({ body }: StrategyPush): number => ('Items' in body ? body.Items.length : 0);

it('stores and sends the orders of a fast backtest a few in each turn of the event loop, and all of them before it ends', async () => {
  const stored: number[] = [];
  let sent = 0;
  const perTurn: number[] = [];
  let thisTurn = 0;
  const record = {
    key: { userId: 'u', name: 'Cross', instanceId: 'i' },
    putOrders: (orders: readonly { readonly serial: number }[]) => {
      if (thisTurn === 0)
        setImmediate(() => {
          perTurn.push(thisTurn);
          thisTurn = 0;
        });
      thisTurn += orders.length;
      stored.push(...orders.map(({ serial }) => serial));
    },
    glance: () => undefined,
    push: (push: StrategyPush) => {
      sent += itemsOf(push);
    },
  };
  // Of a record, the orders use these members.
  const orders = new BacktestOrders(record as unknown as RunRecord, 'SPY');
  orders.take(Array.from({ length: 2_500 }, (_, index) => order(index + 1)));
  const ended = orders.end();
  orders.take([order(2_501)]);
  await ended;
  expect(stored).toEqual(Array.from({ length: 2_501 }, (_, index) => index + 1));
  expect(sent).toBe(2_000);
  await new Promise((resolve) => setImmediate(resolve));
  expect(Math.max(...perTurn)).toBe(100);
});

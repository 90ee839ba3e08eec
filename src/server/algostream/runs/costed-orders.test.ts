import { expect, it } from 'vitest';
import { NO_COSTS } from '../../../domain/strategy/costs/settings.ts';
import type { SimulatedFill, SimulatedOrder } from '../runtime/types.ts';
import { RunBook } from './run-book.ts';

const costs = {
  ...NO_COSTS,
  Commission: 'PerShare',
  CommissionAmount: 0.01,
  CommissionMinimum: 1,
} as const;
const fill = (orderId: string, change: Partial<SimulatedFill>): SimulatedFill => ({
  orderId,
  side: 'Buy',
  quantity: 50,
  price: 10,
  timeMs: 1_000,
  liquidity: 'R',
  slippageE4: 0,
  ...change,
});
const order = (id: string, change: Partial<SimulatedOrder> = {}): SimulatedOrder => ({
  id,
  status: 'Filled',
  side: 'Buy',
  type: 'Market',
  quantity: 200,
  price: 0,
  stopPrice: 0,
  fillPrice: 10,
  liquidity: 'R',
  sentMs: 0,
  fillMs: 2_000,
  reason: '',
  ...change,
});
const period = { startPrice: 10, endPrice: 11, fromMs: 0, toMs: 9_000 };

it('books each fill with its price, and the commission of the order once', () => {
  const book = new RunBook('SPY', undefined, costs);
  book.simulatedFill(fill('1', { slippageE4: 5_000 }));
  book.simulatedFill(fill('1', { quantity: 150, price: 10.001, timeMs: 2_000, slippageE4: 20_000 }));
  expect(book.simulated(order('1'))).toMatchObject({
    Status: 'Filled',
    FillPrice: 10.0008,
    FillTimestamp: 2_000,
    GrossAmount: -2_000.15,
    ExecutionCharge: 2,
    NetProfitLoss: -2,
    SecFee: 0,
  });
  expect(book.returns(period, null)).toMatchObject({ FeesPaid: 2, SlippagePaid: 2.5, BorrowPaid: 0 });
});

it('shows an order that filled in part with what it got, and its reason', () => {
  const book = new RunBook('SPY', undefined, costs);
  book.simulatedFill(fill('1', {}));
  expect(book.hasFills('1')).toBe(true);
  const cancelled = {
    status: 'Cancelled',
    fillPrice: 0,
    fillMs: null,
    reason: 'The day order expired',
  } as const;
  expect(book.simulated(order('1', cancelled))).toMatchObject({
    Status: 'PartiallyFilled',
    Quantity: 200,
    FilledQuantity: 50,
    FillPrice: 10,
    FillTimestamp: 1_000,
    ExecutionCharge: 1,
    Reason: 'The day order expired',
  });
});

it('counts the fills of two orders in the order in which they happened', () => {
  const book = new RunBook('SPY', undefined, { ...costs, Commission: 'None' });
  book.simulatedFill(fill('1', { side: 'Short' }));
  book.simulatedFill(fill('2', { quantity: 50, price: 9 }));
  book.simulatedFill(fill('1', { side: 'Short', price: 12, timeMs: 3_000 }));
  expect(book.simulated(order('2', { quantity: 50 })).FifoProfitLoss).toBe(50);
  expect(book.simulated(order('1', { side: 'Short', quantity: 100 })).FifoProfitLoss).toBe(0);
  expect(book.returns(period, null)).toMatchObject({ TradeCount: 1, NetProfitLoss: 100 });
});

it('takes the cost of borrowing from the net profit of the run and of its short side, and from no order', () => {
  const book = new RunBook('SPY', undefined, { ...costs, Commission: 'None', BorrowPercent: 10 });
  book.simulatedFill(fill('1', { side: 'Short' }));
  const { NetProfitLoss: first } = book.simulated(order('1', { side: 'Short', quantity: 50 }));
  book.borrow(15_000);
  book.simulatedFill(fill('2', { price: 9, timeMs: 5_000 }));
  const { NetProfitLoss: second, CumulativeProfitLoss } = book.simulated(order('2', { quantity: 50 }));
  expect([first, second, CumulativeProfitLoss]).toEqual([0, 50, 48.5]);
  expect(book.returns(period, null)).toMatchObject({
    CumulativeGrossProfitLoss: 50,
    CumulativeNetProfitLoss: 48.5,
    NetProfitLoss: 48.5,
    ShortProfitLoss: 48.5,
    AverageProfit: 48.5,
    BorrowPaid: 1.5,
  });
});

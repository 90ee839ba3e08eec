import { expect, it, vi } from 'vitest';
import { OrderError } from '../../domain/orders/errors.ts';
import type { Brokerage, CancelRequest, NewOrder, ReplaceRequest, Report } from './brokerage.ts';
import { observedOrders } from './observed-orders.ts';

// The wrapper passes requests on without reading them, and reads these two fields of a report only.
const order = {} as NewOrder;
const report = (reportType: Report['reportType'], errorCode: number): Report =>
  ({ reportType, errorCode }) as Report;

function observed(commands: Partial<Brokerage>) {
  let nowMs = 0;
  const orderAnswered = vi.fn();
  // Only the commands of the test are called.
  const brokerage = observedOrders(commands as Brokerage, { orderAnswered }, () => (nowMs += 5));
  return { brokerage, orderAnswered };
}

it('reports an accepted order, and how long its outcome took', async () => {
  const reports = [report('OrderAccepted', 0), report('OrderConfirmed', 0)];
  const { brokerage, orderAnswered } = observed({ submit: () => Promise.resolve(reports) });
  expect(await brokerage.submit(order)).toBe(reports);
  expect(orderAnswered.mock.calls).toEqual([['new', undefined, 5]]);
});

it('reports the code of a refused order, replace, cancel and exercise', async () => {
  const { brokerage, orderAnswered } = observed({
    submit: () => Promise.resolve([report('OrderRejected', OrderError.OddLot)]),
    replace: () => Promise.resolve([report('OrderCancelRejected', OrderError.CancelTooLate)]),
    cancel: () => Promise.resolve([report('OrderCancelRejected', OrderError.UnknownOrder)]),
    exercise: () => Promise.resolve({ code: OrderError.DatabaseOffline }),
  });
  await brokerage.submit(order);
  await brokerage.replace({ order } as ReplaceRequest);
  await brokerage.cancel({} as CancelRequest);
  await brokerage.exercise({} as Parameters<Brokerage['exercise']>[0]);
  expect(orderAnswered.mock.calls.map(([kind, code]: unknown[]) => [kind, code])).toEqual([
    ['new', OrderError.OddLot],
    ['replace', OrderError.CancelTooLate],
    ['cancel', OrderError.UnknownOrder],
    ['exercise', OrderError.DatabaseOffline],
  ]);
});

it('counts an order that the market cancels after it was accepted as accepted', async () => {
  const reports = [report('OrderAccepted', 0), report('OrderCanceled', OrderError.CancelledByMarket)];
  const { brokerage, orderAnswered } = observed({ submit: () => Promise.resolve(reports) });
  await brokerage.submit(order);
  expect(orderAnswered.mock.calls).toEqual([['new', undefined, 5]]);
});

it('reports nothing of a request that fails', async () => {
  const { brokerage, orderAnswered } = observed({ submit: () => Promise.reject(new Error('broken')) });
  await expect(brokerage.submit(order)).rejects.toThrow('broken');
  expect(orderAnswered).not.toHaveBeenCalled();
});

import { describe, expect, it } from 'vitest';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { reportExecutions } from './execution-toasts.ts';

type Platform = Parameters<typeof reportExecutions>[0];
type Report = Parameters<Parameters<Platform['orders']['onReport']>[0]>[0];

const EXECUTED = {
  OrderId: 'o1',
  ClientId: 'c1',
  ReportType: 'OrderExecuted',
  LeavesQuantity: 0,
  Side: 'Buy',
  Quantity: 100,
  Symbol: 'SPY',
  LastFillQuantity: 100,
  LastFillPrice: 512.3,
  Message: '',
};

/** The toasts of these reports; the order is known with this status. */
function toastsOf(reports: readonly Partial<typeof EXECUTED>[], orderStatus = 'Sent'): string[] {
  const toasts: string[] = [];
  let report: (report: Report) => void = () => {};
  const orders = {
    get: () => ({ orders: new Map([['o1', { Status: orderStatus }]]) }),
    onReport(listener: typeof report) {
      report = listener;
      return () => {};
    },
    onOptionsRefused: () => () => {},
  };
  const dialogs: Pick<ToolPlatform['dialogs'], 'toast'> = {
    toast: ({ message }) => void toasts.push(message),
  };
  // The parts of the stores that notices need.
  reportExecutions({ orders, dialogs } as unknown as Platform);
  // A report has more fields; these are the ones that notices read.
  for (const change of reports) report({ ...EXECUTED, ...change } as unknown as Report);
  return toasts;
}

describe('notices of executions', () => {
  it('show fills, and name what a rejected replacement was', () => {
    expect(toastsOf([{}])).toEqual(['Executed: Buy 100 SPY, 100 @ 512.30']);
    expect(
      toastsOf(
        [{ ReportType: 'OrderCancelRejected', LastFillQuantity: 0, Message: 'Cancel too late' }],
        'ReplaceRejected',
      ),
    ).toEqual(['Replace Rejected: Buy 100 SPY, Cancel too late']);
  });

  it('leave out fills and rejections of strategies, which their runs show', () => {
    const ClientId = 'algo-0123456789abcdef-7';
    expect(
      toastsOf([
        { ClientId },
        { ClientId, ReportType: 'OrderRejected', LastFillQuantity: 0, Message: 'Not enough buying power' },
      ]),
    ).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { isAbout, statusLine } from './status-lines.ts';

describe('order messages', () => {
  const report = {
    Serial: 7,
    ReportType: 'OrderExecuted',
    LeavesQuantity: 0,
    Side: 'Buy',
    Quantity: 100,
    Symbol: 'SPY',
    OrderType: 'Market',
    Price: 0,
    LastFillPrice: 512.3,
    LastFillQuantity: 100,
    Timestamp: Date.UTC(2024, 0, 16, 14, 30, 5),
    Message: '',
  } as const;

  it('carry status, order, time and description', () => {
    expect(statusLine(report)).toEqual({
      id: '7',
      status: 'Executed',
      order: 'Buy 100 SPY @ MKT',
      time: '09:30:05',
      description: '100 @ 512.30',
      isRefusal: false,
    });
    expect(
      statusLine({ ...report, ReportType: 'OrderRejected', LastFillQuantity: 0, Message: 'Not enough cash' }),
    ).toMatchObject({ status: 'Rejected', description: 'Not enough cash', isRefusal: true });
    expect(statusLine({ ...report, LeavesQuantity: 40 }).status).toBe('Partially Executed');
    expect(statusLine({ ...report, Symbol: 'SPY260821C00645500', Quantity: 2 }).order).toBe(
      "Buy 2 SPY Aug 21 '26 645.5 Call @ MKT",
    );
  });

  it('translate the codes of the order server', () => {
    expect(
      statusLine({
        ...report,
        ReportType: 'OrderRejected',
        LastFillQuantity: 0,
        Message: 'Order server reject: -26',
      }).description,
    ).toBe('Not enough cash');
  });

  it('show a rejected replacement apart from a rejected order', () => {
    const refused = {
      ...report,
      ReportType: 'OrderRejected',
      LastFillQuantity: 0,
      Message: 'Cancel too late',
      ClientId: 'ord2',
      OriginalClientId: 'ord1',
    } as const;
    expect(statusLine(refused)).toMatchObject({ status: 'Replace Rejected', isRefusal: true });
    expect(statusLine({ ...refused, OriginalClientId: undefined }).status).toBe('Rejected');
  });

  it('without a serial are identified by order and time', () => {
    expect([
      statusLine({ ...report, Serial: 0, ClientId: 'a' }).id,
      statusLine({ ...report, Serial: 0, ClientId: 'b' }).id,
    ]).toEqual([`0 a ${report.Timestamp}`, `0 b ${report.Timestamp}`]);
  });

  it('belong to the order whose client id they carry', () => {
    const ids = { ClientId: 'srv1', OriginalClientId: 'ord1', OrderId: 'o1' };
    expect([isAbout(ids, 'ord1'), isAbout(ids, 'srv1'), isAbout(ids, 'ord2')]).toEqual([true, true, false]);
  });
});

import { describe, expect, it } from 'vitest';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { forgetTickets, ticketMemory, type KeptTicket } from './kept-tickets.ts';
import { PriceReference } from './price-reference.ts';
import { reportsSince, withReports } from './status-lines.ts';
import { NEW_TICKET } from './ticket.ts';

const kept: KeptTicket = {
  ticket: { ...NEW_TICKET, symbol: 'NVDA', quantity: 7, type: 'Limit', price: 200 },
  reference: new PriceReference(),
  lines: [],
  sent: ['ord1'],
  newestReport: '4',
  lastSent: null,
};

function platformOf() {
  const now = { userId: 'u', account: 'A', api: 'Own', tradingAccount: 'A' };
  // The parts that identify user and account.
  return {
    now,
    platform: { session: { get: () => now }, tradingApi: { get: () => now } } as unknown as ToolPlatform,
  };
}

describe('a ticket that went off the screen', () => {
  it('is found again by its own window, and by no other', () => {
    const { platform } = platformOf();
    ticketMemory(platform, 'w1').store(kept);
    expect([
      ticketMemory(platform, 'w1').load(),
      ticketMemory(platform, 'w2').load(),
      ticketMemory(platformOf().platform, 'w1').load(),
    ]).toEqual([kept, null, null]);
  });

  it.each(['userId', 'account', 'api', 'tradingAccount'] as const)(
    'is gone once the %s is another',
    (part) => {
      const { now, platform } = platformOf();
      ticketMemory(platform, 'w1').store(kept);
      now[part] = 'other';
      expect(ticketMemory(platform, 'w1').load()).toBeNull();
    },
  );

  it('is gone at the end of the session', () => {
    const { platform } = platformOf();
    ticketMemory(platform, 'w1').store(kept);
    forgetTickets(platform);
    expect(ticketMemory(platform, 'w1').load()).toBeNull();
  });
});

describe('what was reported meanwhile', () => {
  const report = (Serial: number, part: object = {}) =>
    ({
      Serial,
      ReportType: 'OrderConfirmed',
      LeavesQuantity: 7,
      Side: 'Buy',
      Quantity: 7,
      Symbol: 'NVDA',
      OrderType: 'Limit',
      Price: 200,
      LastFillPrice: 0,
      LastFillQuantity: 0,
      Timestamp: Serial,
      Message: '',
      OrderId: 'o1',
      ClientId: 'c1',
      ...part,
    }) as Parameters<typeof withReports>[1][number];
  const idsOf = (lines: ReturnType<typeof withReports>) => lines.map(({ id, status }) => [id, status]);

  it('is what stands in the log before the report that was the newest then', () => {
    const log = [report(3), report(2), report(1)];
    expect(
      [
        reportsSince(log, '1'),
        reportsSince(log, '3'),
        reportsSince(log, null),
        reportsSince(log, 'gone'),
      ].map((some) => some.map(({ Serial }) => Serial)),
    ).toEqual([[3, 2], [], [3, 2, 1], []]);
  });

  it('comes before the older lines, each report once', () => {
    const lines = withReports([], [report(1)], () => undefined);
    const more = withReports(
      lines,
      [report(2, { ReportType: 'OrderExecuted', LeavesQuantity: 0 }), report(1)],
      () => undefined,
    );
    expect(idsOf(more)).toEqual([
      ['2', 'Executed'],
      ['1', 'Confirmed'],
    ]);
    expect(withReports(more, [report(2)], () => undefined)).toBe(more);
  });

  it('takes the status of a rejected replacement from its order', () => {
    expect(
      idsOf(withReports([], [report(5, { ReportType: 'OrderCancelRejected' })], () => 'ReplaceRejected')),
    ).toEqual([['5', 'Replace Rejected']]);
  });
});

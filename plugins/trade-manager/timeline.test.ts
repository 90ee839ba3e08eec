import { describe, expect, it } from 'vitest';
import { ORDER_ERRORS } from '../../src/domain/orders/errors.ts';
import { REPORT_TYPES } from '../../src/domain/orders/enumerations.ts';
import { REPORT_MEANINGS } from './report-labels.ts';
import type { ReportRow, SettlementRow } from './rows.ts';
import { durationText, lifeMs, timelineOf } from './timeline.ts';

const report = (change: Partial<ReportRow>): ReportRow => ({
  OrderId: 'o1',
  ClientId: 'c1',
  Serial: 1,
  UserId: 'u',
  Account: 'A',
  Symbol: 'SPY',
  Message: 'OK',
  ErrorCode: 0,
  Timestamp: 1000,
  ReportType: 'OrderAccepted',
  LeavesQuantity: 100,
  Quantity: 100,
  LastFillPrice: 0,
  LastFillQuantity: 0,
  Price: 10,
  Side: 'Buy',
  OrderType: 'Limit',
  TimeInForce: 'Day',
  Source: 'Open',
  Destination: 'SMART',
  ExecutedRoute: '',
  ExecutionId: '',
  CreatedTime: 1000,
  Fees: 0,
  ...change,
});
/** As the store keeps it: newest first, with the reports of another order between. */
const log = (...oldestFirst: Partial<ReportRow>[]) => [
  report({ OrderId: 'other', Serial: 99 }),
  ...oldestFirst.map((change, index) => report({ Serial: index + 1, ...change })).reverse(),
];

describe('the timeline of an order', () => {
  it('lists every report, oldest first, with its meaning and the time since the one before', () => {
    const steps = timelineOf(
      log(
        {},
        { ReportType: 'OrderConfirmed', Timestamp: 1012 },
        {
          ReportType: 'OrderExecuted',
          Timestamp: 4262,
          LeavesQuantity: 60,
          LastFillQuantity: 40,
          LastFillPrice: 9.99,
          ExecutedRoute: 'NSDQ',
          Liquidity: 'A',
          Fees: 0.35,
        },
        {
          ReportType: 'OrderReplaced',
          Timestamp: 5000,
          ClientId: 'c2',
          OriginalClientId: 'c1',
          Quantity: 80,
          LeavesQuantity: 40,
          Price: 10.5,
        },
        { ReportType: 'OrderCanceled', Timestamp: 6000, ClientId: 'c2', LeavesQuantity: 0 },
      ),
      'o1',
    );
    expect(steps.map(({ status, sinceMs, facts }) => [status, sinceMs, facts])).toEqual([
      ['Pending', null, ''],
      ['Confirmed', 12, ''],
      ['Partially Executed', 3250, '40 @ 9.99, 60 left, at NSDQ, added liquidity, fees 0.35'],
      ['Replaced', 738, 'quantity 80, 40 left, limit 10.50'],
      ['Cancelled', 1000, ''],
    ]);
    expect(steps[0]?.meaning).toBe('The order server accepted the order and journaled it.');
    expect(lifeMs(steps)).toBe(5000);
    expect(lifeMs(steps.slice(0, 1))).toBeNull();
  });

  it('shows corrected and busted executions with the change of their fees', () => {
    const amended = { LeavesQuantity: 0, ExecutionId: 'E3', ExecutedRoute: 'NSDQ' };
    const steps = timelineOf(
      log(
        {
          ReportType: 'OrderExecuted',
          LeavesQuantity: 0,
          LastFillQuantity: 100,
          LastFillPrice: 10,
          ExecutionId: 'E3',
          Fees: 0.35,
        },
        { ...amended, ReportType: 'OrderCorrected', LastFillQuantity: 40, LastFillPrice: 9.5, Fees: -0.21 },
        { ...amended, ReportType: 'OrderCorrected', LastFillQuantity: 60, LastFillPrice: 9.5, Fees: 0.07 },
        { ...amended, ReportType: 'OrderBusted', LastFillQuantity: 60, LastFillPrice: 9.5 },
      ),
      'o1',
    );
    expect(steps.slice(1).map(({ status, meaning, facts }) => [status, meaning, facts])).toEqual([
      [
        'Price Corrected',
        'The trade was corrected. These figures apply.',
        '40 @ 9.50, execution E3, fees -0.21',
      ],
      [
        'Price Corrected',
        'The trade was corrected. These figures apply.',
        '60 @ 9.50, execution E3, fees +0.07',
      ],
      ['Busted', 'The trade was busted: it counts as if it had never been made.', '60 @ 9.50, execution E3'],
    ]);
  });

  it('shows the message of each error code, including a code without a text, and nothing without one', () => {
    const codes = timelineOf(
      log(
        { ReportType: 'OrderRejected', ErrorCode: -26, Message: 'Not enough cash' },
        { ReportType: 'OrderRejected', ErrorCode: -26, Message: 'Order server reject: -26' },
        { ErrorCode: -19, Message: '' },
        {},
        { Message: 'Halted' },
      ),
      'o1',
    ).map(({ code }) => code);
    expect(codes).toEqual([
      '-26: Not enough cash',
      '-26: Not enough cash',
      `-19: ${ORDER_ERRORS['-19']}`,
      '',
      'Halted',
    ]);
  });

  it('shows that a rejected replacement leaves the order unchanged', () => {
    const [, refused] = timelineOf(
      log(
        {},
        {
          ReportType: 'OrderCancelRejected',
          ClientId: 'c2',
          OriginalClientId: 'c1',
          ErrorCode: -33,
          Message: 'Invalid cancel replace quantity',
        },
      ),
      'o1',
    );
    expect(refused).toMatchObject({
      status: 'Replace Rejected',
      meaning: 'The replacement was rejected. The order is unchanged.',
      code: '-33: Invalid cancel replace quantity',
    });
  });

  it('shows a waiting stop and each move of a trailing one apart from a working order', () => {
    const stop = { OrderType: 'Stop' as const, StopPrice: 96 };
    const meanings = timelineOf(
      log(
        { ...stop, ReportType: 'OrderAccepted' },
        { ...stop, ReportType: 'OrderConfirmed' },
        { ...stop, ReportType: 'OrderConfirmed', StopPrice: 97.5 },
        { ...stop, ReportType: 'OrderReplaced', ClientId: 'c2', OriginalClientId: 'c1', StopPrice: 97.5 },
        { ...stop, ReportType: 'OrderConfirmed', StopPrice: 97.5 },
        { ...stop, ReportType: 'OrderStopped', StopPrice: 97.5 },
        { ...stop, ReportType: 'OrderConfirmed', StopPrice: 97.5 },
      ),
      'o1',
    ).map((step) => step.meaning);
    expect(meanings).toEqual([
      'The order server accepted the order and journaled it.',
      'The order waits for its stop at 96.00.',
      'The stop moved to 97.50.',
      'The order is working on its new terms.',
      'The order waits for its stop at 97.50.',
      'The stop was triggered. The order is in the market now.',
      'The order is working in the market.',
    ]);
    const early = timelineOf(
      log(
        { OrderType: 'StopLimit', ReportType: 'OrderConfirmed', StopPrice: 0 },
        { OrderType: 'StopLimit', ReportType: 'OrderConfirmed', StopPrice: 98 },
      ),
      'o1',
    ).map((step) => step.meaning);
    expect(early).toEqual([
      'The trailing stop waits for a first trade to follow.',
      'The order waits for its stop at 98.00.',
    ]);
    expect(timelineOf(log({ ReportType: 'OrderConfirmed' }), 'o1')[0]?.meaning).toBe(
      'The order is working in the market.',
    );
  });

  it("ends with the settlement of the option that the order traded, without counting its time to the order's", () => {
    const CALL = 'SPY260306C00100000';
    const settled: SettlementRow = {
      Serial: 60,
      Account: 'A',
      Timestamp: 90_000,
      SettlementType: 'Exercised',
      Symbol: CALL,
      Underlying: 'SPY',
      Contracts: -2,
      Shares: 200,
      Strike: 100,
      OptionPrice: 0,
      Cash: -20_000,
    };
    const settlements = [
      { ...settled, Serial: 70, Symbol: 'SPY260306P00100000' },
      settled,
      { ...settled, Serial: 1 },
    ];
    const traded = log(
      { Symbol: CALL },
      {
        Symbol: CALL,
        ReportType: 'OrderExecuted',
        LeavesQuantity: 0,
        LastFillQuantity: 2,
        LastFillPrice: 3,
        Timestamp: 4000,
      },
    );
    const steps = timelineOf(traded, 'o1', settlements);
    expect(steps.slice(2)).toEqual([
      {
        key: 'settlement 60',
        isAfterwards: true,
        timeMs: 90_000,
        sinceMs: 86_000,
        status: 'Exercised',
        tone: 'done',
        meaning: 'The option settled, which closed the whole position in it.',
        facts: 'Exercised 2 contracts at 100.00: bought 200 SPY for 20,000.00',
        code: '',
      },
    ]);
    const [early] = timelineOf(traded, 'o1', [{ ...settled, ClientId: 'exe1' }]).slice(2);
    expect([early?.meaning, early?.facts]).toEqual([
      'The holder exercised contracts before expiration.',
      'Exercised 2 contracts early at 100.00: bought 200 SPY for 20,000.00',
    ]);
    expect(lifeMs(steps)).toBe(3000);
    // An order that never traded has no settlement.
    expect(
      timelineOf(
        log({ Symbol: CALL }, { Symbol: CALL, ReportType: 'OrderCanceled', Timestamp: 4000 }),
        'o1',
        settlements,
      ),
    ).toHaveLength(2);
  });

  it('has a meaning for every report type', () => {
    expect(REPORT_TYPES.filter((type) => (REPORT_MEANINGS[type] ?? '').length < 10)).toEqual([]);
  });

  it('writes durations from milliseconds to hours', () => {
    expect([0, 12.4, 999, 1000, 59_999, 125_000, 3_780_000].map(durationText)).toEqual([
      '0 ms',
      '12 ms',
      '999 ms',
      '1.000 s',
      '59.999 s',
      '2 min 5 s',
      '1 h 3 min',
    ]);
  });
});

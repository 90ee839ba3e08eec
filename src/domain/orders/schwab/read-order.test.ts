import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import {
  SCHWAB_STATUSES,
  isOpenAtBroker,
  isOpenStatus,
  newReportsOf,
  orderTypeOf,
  productStatusOf,
  readSchwabOrder,
  readSchwabOrders,
  reportsOf,
  reportTypeOf,
  timeInForceOf,
  uniqueOrders,
} from './index.ts';

/** A filled order as the broker lists it. */
const filled = {
  session: 'NORMAL',
  duration: 'DAY',
  orderType: 'LIMIT',
  complexOrderStrategyType: 'NONE',
  quantity: 2,
  filledQuantity: 2,
  remainingQuantity: 0,
  requestedDestination: 'AUTO',
  destinationLinkName: 'AutoRoute',
  price: 10,
  orderLegCollection: [
    {
      orderLegType: 'EQUITY',
      legId: 1,
      instrument: { assetType: 'EQUITY', symbol: 'INTC' },
      instruction: 'BUY',
      positionEffect: 'OPENING',
      quantity: 2,
    },
  ],
  orderStrategyType: 'SINGLE',
  orderId: 1_001_234_567_890,
  status: 'FILLED',
  enteredTime: '2024-10-24T16:41:34+0000',
  closeTime: '2024-10-24T16:41:35.564Z',
  accountNumber: 12_345_678,
  orderActivityCollection: [
    {
      activityType: 'EXECUTION',
      activityId: 90_123,
      executionType: 'FILL',
      quantity: 1,
      executionLegs: [{ legId: 1, quantity: 1, price: 9.98, time: '2024-10-24T16:41:35+0000' }],
    },
    {
      activityType: 'EXECUTION',
      activityId: 90_124,
      executionType: 'FILL',
      quantity: 1,
      executionLegs: [{ legId: 1, quantity: 1, price: 9.99, time: '2024-10-24T16:41:35.564Z' }],
    },
  ],
};
const read = (change: object = {}) => {
  const order = readSchwabOrder({ ...filled, ...change }, 'own');
  if (!order) throw new Error('The order was not read.');
  return order;
};
const working = {
  status: 'WORKING',
  filledQuantity: 0,
  remainingQuantity: 2,
  orderActivityCollection: undefined,
  closeTime: undefined,
};

describe('an order read from the broker', () => {
  it('has all its fields in our own terms', () => {
    expect(read()).toEqual({
      orderId: '1001234567890',
      account: '12345678',
      symbol: 'INTC',
      isOption: false,
      side: 'Buy',
      source: 'Open',
      type: 'Limit',
      tif: 'Day',
      quantity: 2,
      filled: 2,
      unfilled: 0,
      priceE4: 100_000,
      stopPriceE4: 0,
      brokerStatus: 'FILLED',
      reportType: 'OrderExecuted',
      status: 'Executed',
      description: '',
      route: 'AUTO',
      enteredMs: Date.UTC(2024, 9, 24, 16, 41, 34),
      closedMs: Date.UTC(2024, 9, 24, 16, 41, 35, 564),
      fills: [
        { executionId: '90123-1', priceE4: 99_800, quantity: 1, timeMs: Date.UTC(2024, 9, 24, 16, 41, 35) },
        {
          executionId: '90124-1',
          priceE4: 99_900,
          quantity: 1,
          timeMs: Date.UTC(2024, 9, 24, 16, 41, 35, 564),
        },
      ],
    });
  });

  it('has its account number whether that comes as number, as text or not at all', () => {
    expect(read({ accountNumber: '12345678' }).account).toBe('12345678');
    expect(read({ accountNumber: undefined }).account).toBe('own');
    expect(read({ orderId: '77' }).orderId).toBe('77');
  });

  it('counts executions of type FILL only: a cancel comes as an execution too', () => {
    const cancelled = read({
      status: 'CANCELED',
      filledQuantity: 0,
      orderActivityCollection: [
        {
          activityType: 'EXECUTION',
          activityId: 1,
          executionType: 'CANCELED',
          executionLegs: [{ legId: 1, quantity: 2, price: 0, time: '2024-10-24T16:41:35+0000' }],
        },
      ],
    });
    expect(cancelled).toMatchObject({ filled: 0, unfilled: 2, fills: [], status: 'Cancelled' });
  });

  it('is cancelled without a fill although nothing of it remains', () => {
    expect(
      read({
        status: 'CANCELED',
        filledQuantity: undefined,
        remainingQuantity: 0,
        orderActivityCollection: undefined,
      }),
    ).toMatchObject({ filled: 0, unfilled: 2 });
  });

  it('is partly filled while it works', () => {
    expect(read({ ...working, filledQuantity: 1, remainingQuantity: 1 })).toMatchObject({
      filled: 1,
      unfilled: 1,
      status: 'PartiallyExecuted',
      reportType: 'OrderAccepted',
    });
    expect(read({ ...working, filledQuantity: undefined, remainingQuantity: 1 })).toMatchObject({
      filled: 1,
      unfilled: 1,
    });
  });

  it('of an option has its symbol without padding', () => {
    const leg = {
      orderLegType: 'OPTION',
      instrument: { assetType: 'OPTION', symbol: 'AAPL  240517P00190000' },
      instruction: 'SELL_TO_OPEN',
      quantity: 2,
    };
    expect(read({ orderLegCollection: [leg] })).toMatchObject({
      symbol: 'AAPL240517P00190000',
      isOption: true,
      side: 'Short',
      source: 'Open',
    });
  });

  it('with children stands for them', () => {
    const parent = {
      orderId: 1,
      orderStrategyType: 'OCO',
      status: 'WORKING',
      childOrderStrategies: [filled, { ...filled, orderId: 5 }],
    };
    expect(readSchwabOrders([parent], 'own').orders.map(({ orderId }) => orderId)).toEqual([
      '1001234567890',
      '5',
    ]);
  });

  it.each([
    ['no id', { orderId: undefined }],
    ['no legs', { orderLegCollection: [] }],
    ['no symbol', { orderLegCollection: [{ instruction: 'BUY', quantity: 1, instrument: {} }] }],
    [
      'an unknown instruction',
      { orderLegCollection: [{ instruction: 'GIVE', quantity: 1, instrument: { symbol: 'A' } }] },
    ],
    ['a part of a share', { quantity: 0.5 }],
    ['no time', { enteredTime: 'yesterday' }],
    ['no status', { status: undefined }],
  ])('with %s is left out and counted', (_case, change) => {
    expect(readSchwabOrders([{ ...filled, ...change }, filled], 'own')).toMatchObject({
      unreadable: 1,
      orders: [{ orderId: '1001234567890' }],
    });
  });

  test.prop([fc.jsonValue()])('is read from anything without a throw', (value) => {
    expect(readSchwabOrders(value, 'own').orders.length).toBeGreaterThanOrEqual(0);
    expect(
      readSchwabOrders(
        [value, { ...filled, orderActivityCollection: value, orderLegCollection: value }],
        'own',
      ).unreadable,
    ).toBeGreaterThanOrEqual(0);
  });
});

describe('statuses of the broker', () => {
  const table = {
    NEW: ['OrderAccepted', 'Pending'],
    WORKING: ['OrderAccepted', 'Pending'],
    PENDING_ACTIVATION: ['OrderConfirmed', 'Confirmed'],
    ACCEPTED: ['OrderConfirmed', 'Confirmed'],
    REJECTED: ['OrderRejected', 'Rejected'],
    FILLED: ['OrderExecuted', 'Executed'],
    PENDING_CANCEL: ['OrderCancelPending', 'PendingCancel'],
    PENDING_REPLACE: ['OrderCancelPending', 'PendingCancel'],
    CANCELED: ['OrderCanceled', 'Cancelled'],
    REPLACED: ['OrderReplaced', 'ReplaceDone'],
    EXPIRED: ['OrderExpired', 'Expired'],
  } as const;
  const rest = SCHWAB_STATUSES.filter((status) => !(status in table));

  it.each(Object.entries(table))('%s is the report %j', (status, [reportType, productStatus]) => {
    expect([
      reportTypeOf(status),
      productStatusOf(status, reportType === 'OrderExecuted' ? 5 : 0, reportType === 'OrderExecuted' ? 0 : 5),
    ]).toEqual([reportType, productStatus]);
  });
  it.each([...rest, 'A_NAME_OF_TOMORROW', ''])('%s is nothing done', (status) => {
    expect([reportTypeOf(status), productStatusOf(status, 0, 5)]).toEqual(['NothingDone', 'Pending']);
  });
  it('are open until they are filled, cancelled, replaced, rejected or expired', () => {
    expect(SCHWAB_STATUSES.filter((status) => !isOpenAtBroker(status))).toEqual([
      'FILLED',
      'CANCELED',
      'REPLACED',
      'REJECTED',
      'EXPIRED',
    ]);
    for (const status of SCHWAB_STATUSES) {
      const isDone = status === 'FILLED';
      expect(isOpenStatus(productStatusOf(status, isDone ? 5 : 0, isDone ? 0 : 5))).toBe(
        isOpenAtBroker(status),
      );
    }
  });
  it.each([
    ['DAY', 'Day'],
    ['GOOD_TILL_CANCEL', 'GoodTillCancel'],
    ['FILL_OR_KILL', 'FillOrKill'],
    ['IMMEDIATE_OR_CANCEL', 'ImmediateOrCancel'],
    ['END_OF_WEEK', 'Day'],
    [undefined, 'Day'],
    ['constructor', 'Day'],
  ])('duration %s is %s', (duration, tif) => {
    expect(timeInForceOf(duration)).toBe(tif);
  });
  it.each([
    ['MARKET', 'Market'],
    ['STOP_LIMIT', 'StopLimit'],
    ['TRAILING_STOP', 'Stop'],
    ['EXERCISE', 'Market'],
    ['constructor', 'Market'],
  ])('order type %s is %s', (type, ours) => expect(orderTypeOf(type)).toBe(ours));
});

describe('reports of an order', () => {
  const types = (order: ReturnType<typeof read>) => reportsOf(order).map(({ reportType }) => reportType);

  it('report its whole life, with what each fill leaves', () => {
    const reports = reportsOf(read());
    expect(
      reports.map(({ reportType, leavesQuantity, lastFillPriceE4, executionId }) => [
        reportType,
        leavesQuantity,
        lastFillPriceE4,
        executionId,
      ]),
    ).toEqual([
      ['OrderAccepted', 2, 0, ''],
      ['OrderExecuted', 1, 99_800, '90123-1'],
      ['OrderExecuted', 0, 99_900, '90124-1'],
    ]);
  });
  it('say why it was rejected, when it was cancelled, and nothing of names that mean nothing', () => {
    expect(
      reportsOf(read({ ...working, status: 'REJECTED', statusDescription: 'No buying power' })),
    ).toMatchObject([{ reportType: 'OrderRejected', message: 'No buying power' }]);
    // A refusal never comes without words.
    for (const statusDescription of [undefined, '', 7])
      expect(reportsOf(read({ ...working, status: 'REJECTED', statusDescription }))).toMatchObject([
        {
          message: 'The broker refused the order without a reason',
          order: { description: 'The broker refused the order without a reason' },
        },
      ]);
    expect(types(read({ ...working, status: 'CANCELED', closeTime: filled.closeTime }))).toEqual([
      'OrderAccepted',
      'OrderCanceled',
    ]);
    expect(types(read({ ...working, status: 'PENDING_CANCEL' }))).toEqual([
      'OrderAccepted',
      'OrderCancelPending',
    ]);
    expect(types(read({ ...working, status: 'ACCEPTED' }))).toEqual(['OrderAccepted', 'OrderConfirmed']);
    expect(types(read({ ...working, status: 'A_NAME_OF_TOMORROW' }))).toEqual([
      'OrderAccepted',
      'NothingDone',
    ]);
  });
  it('are reported once, however often the order is read', () => {
    const known = new Set<string>();
    const reported = [
      read(working),
      read(working),
      read({
        ...working,
        filledQuantity: 1,
        remainingQuantity: 1,
        orderActivityCollection: filled.orderActivityCollection.slice(0, 1),
      }),
      read(),
      read(),
    ].map((order) => {
      const reports = newReportsOf(order, known);
      for (const { reportId } of reports) known.add(reportId);
      return reports.map(({ reportType }) => reportType);
    });
    expect(reported).toEqual([['OrderAccepted'], [], ['OrderExecuted'], ['OrderExecuted'], []]);
  });
  it('count a fill that the broker does not list once, also when it lists it later', () => {
    const bare = read({ orderActivityCollection: undefined });
    const reports = newReportsOf(bare, new Set());
    expect(reports.at(-1)).toMatchObject({
      reportType: 'OrderExecuted',
      lastFillQuantity: 2,
      leavesQuantity: 0,
    });
    expect(newReportsOf(read(), new Set(reports.map(({ reportId }) => reportId)))).toEqual([]);
  });
  test.prop([fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 8 }), fc.nat(20)])(
    'add up: what the fills leave is what the order has left',
    (quantities, open) => {
      const total = quantities.reduce((sum, quantity) => sum + quantity, 0);
      const order = read({
        ...working,
        quantity: total + open,
        filledQuantity: total,
        remainingQuantity: open,
        status: open === 0 ? 'FILLED' : 'WORKING',
        orderActivityCollection: quantities.map((quantity, index) => ({
          executionType: 'FILL',
          activityId: index + 1,
          executionLegs: [{ legId: 1, quantity, price: 1, time: '2024-10-24T16:41:35+0000' }],
        })),
      });
      const fills = reportsOf(order).filter(({ reportType }) => reportType === 'OrderExecuted');
      expect(fills.reduce((sum, { lastFillQuantity }) => sum + lastFillQuantity, 0)).toBe(total);
      expect(fills.at(-1)?.leavesQuantity ?? open).toBe(open);
      expect(new Set(reportsOf(order).map(({ reportId }) => reportId)).size).toBe(reportsOf(order).length);
    },
  );
  it('of orders that two windows hold are of each order once', () => {
    const twice = [
      read({ orderId: 2, enteredTime: '2024-10-25T10:00:00Z' }),
      read(),
      read({ status: 'CANCELED' }),
    ];
    expect(uniqueOrders(twice).map(({ orderId, status }) => [orderId, status])).toEqual([
      ['1001234567890', 'Cancelled'],
      ['2', 'Executed'],
    ]);
  });
});

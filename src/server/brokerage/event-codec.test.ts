import { describe, expect, it } from 'vitest';
import type { OrderEvent } from '../../domain/orders/core/types.ts';
import { PLAIN_ORDER } from '../../domain/orders/request.ts';
import { NO_FEES } from '../../domain/portfolio/index.ts';
import { decodeEvent, encodeEvent, requestIdOfRecord, EVENT_VERSION } from './event-codec.ts';
import { MemoryJournal } from './testing/memory-journal.ts';
import { openHarness, settle } from './testing/harness.ts';

/** Records as the first release wrote them: market and limit orders, three fees, no version. */
const FIRST_FORM = [
  '{"kind":"session","date":"2026-03-02","closes":[],"timeMs":1772465400000}',
  '{"kind":"funded","account":"A","cashE4":1000000000,"version":1,"timeMs":1772465400000}',
  '{"kind":"accepted","orderId":"3","order":{"account":"A","userId":"u","clientId":"old1","symbol":"SPY","side":"Buy","source":"Open","type":"Market","tif":"Day","quantity":100,"priceE4":0,"stopPriceE4":0,"stopType":"Static","destination":"SMART","route":"AUTO"},"expiresMs":1772485200000,"reserveE4":1050210,"openingQuantity":100,"timeMs":1772465400000}',
  '{"kind":"confirmed","orderId":"3","timeMs":1772465400000}',
  '{"kind":"executed","orderId":"3","quantity":100,"priceE4":1000200,"exchange":"ARCA","liquidity":"R","fees":{"secE4":0,"finraE4":0,"liquidityE4":3000},"timeMs":1772465400000}',
  '{"kind":"accepted","orderId":"6","order":{"account":"A","userId":"u","clientId":"old2","symbol":"SPY","side":"Sell","source":"Close","type":"Limit","tif":"GoodTillCancel","quantity":40,"priceE4":1010000,"stopPriceE4":0,"stopType":"Static","destination":"SMART","route":"AUTO"},"expiresMs":null,"reserveE4":0,"openingQuantity":0,"timeMs":1772465400000}',
  '{"kind":"confirmed","orderId":"6","timeMs":1772465400000}',
  '{"kind":"rejected","orderId":"8","order":{"account":"A","userId":"u","clientId":"old3","symbol":"NOPE","side":"Buy","source":"Open","type":"Market","tif":"Day","quantity":1,"priceE4":0,"stopPriceE4":0,"stopType":"Static","destination":"SMART","route":"AUTO"},"code":-49,"timeMs":1772465400000}',
  '{"kind":"cancelRejected","orderId":"77","account":"A","userId":"u","clientId":"old4","code":-13,"timeMs":1772465400000}',
];

describe('a journal of the first release', () => {
  it('is read, continues in the present form, and its orders keep trading', async () => {
    const journal = new MemoryJournal(FIRST_FORM.map((payload, index) => ({ seq: index + 1, payload })));
    const harness = await openHarness({ journal });
    expect(harness.view().positions).toMatchObject([
      { symbol: 'SPY', longQuantity: 100, fifoCostE4: 100 * 1_000_200, lockedQuantity: 40 },
    ]);
    expect(harness.view().balance.cashE4).toBe(1_000_000_000 - 100 * 1_000_200 - 3_000);
    expect(harness.order('3')).toMatchObject({
      ...PLAIN_ORDER,
      status: 'Executed',
      fees: { ...NO_FEES, liquidityE4: 3_000 },
    });
    expect(harness.order('8')).toMatchObject({
      status: 'Rejected',
      description: 'This symbol trading is restricted',
    });
    // The same send again is still the same order.
    expect(
      (
        await harness.send({
          clientId: 'old2',
          side: 'Sell',
          source: 'Close',
          type: 'Limit',
          tif: 'GoodTillCancel',
          quantity: 40,
          priceE4: 1_010_000,
        })
      )[0],
    ).toMatchObject({ serial: 6 });
    harness.market.print('SPY', 101.01, 100);
    await settle();
    expect(harness.order('6').status).toBe('Executed');
    expect(JSON.parse(journal.records.at(-1)?.payload ?? '')).toMatchObject({
      v: EVENT_VERSION,
      kind: 'executed',
      orderId: '6',
    });
  });
});

const order = {
  ...PLAIN_ORDER,
  account: 'A',
  userId: 'u',
  clientId: 'c',
  symbol: 'SPY',
  side: 'Buy',
  source: 'Open',
  type: 'Stop',
  tif: 'GoodTillDate',
  quantity: 5,
  stopPriceE4: 7,
  stopType: 'Trailing',
  offsetType: 'Percent',
  offsetE4: 10_000,
  goodTillMs: 9,
  minQuantity: 2,
  displayQuantity: 1,
  destination: 'SMART',
  route: 'AUTO',
  tradeType: 'Margin',
  strategyId: 's',
  apiId: 'api',
  pegType: 'Midpoint',
} as const;
const LEG_FILL = {
  symbol: 'SPY260306C00100000',
  side: 'Buy',
  quantity: 1,
  priceE4: 3,
  exchange: 'CBOE',
  fees: NO_FEES,
} as const;
const nbbo = { bidE4: 7, bidSize: 300, askE4: 8, askSize: 0 };
const EVENTS: readonly OrderEvent[] = [
  { kind: 'accepted', orderId: '1', order, expiresMs: 9, reserveE4: 3, openingQuantity: 5, timeMs: 1 },
  {
    kind: 'accepted',
    orderId: '1',
    order,
    expiresMs: 9,
    reserveE4: 3,
    openingQuantity: 5,
    nbbo,
    ahead: 40,
    timeMs: 1,
  },
  {
    kind: 'executed',
    orderId: '1',
    quantity: 1,
    priceE4: 2,
    exchange: 'X',
    liquidity: 'A',
    fees: NO_FEES,
    nbbo: { ...nbbo, bidE4: -7 },
    timeMs: 1,
  },
  { kind: 'fillsMarked', account: 'A', fills: [{ orderId: '1', serial: 3, nbbo }], timeMs: 1 },
  { kind: 'rejected', orderId: '1', order: { ...order, quantity: -2.5, priceE4: 0.1 }, code: -16, timeMs: 1 },
  { kind: 'confirmed', orderId: '1', timeMs: 1 },
  { kind: 'triggered', orderId: '1', stopPriceE4: 7, lastE4: 8, timeMs: 1 },
  { kind: 'trailed', orderId: '1', stopPriceE4: 7, watermarkE4: 8, timeMs: 1 },
  {
    kind: 'executed',
    orderId: '1',
    quantity: 1,
    priceE4: 2,
    exchange: 'X',
    liquidity: 'A',
    fees: { ...NO_FEES, nsccE4: 4, liquidityE4: -20 },
    timeMs: 1,
  },
  {
    kind: 'replaced',
    orderId: '1',
    order,
    originalClientId: 'b',
    keptPriority: true,
    expiresMs: null,
    reserveE4: 0,
    openingQuantity: 0,
    timeMs: 1,
  },
  {
    kind: 'replaceRejected',
    orderId: '1',
    order,
    originalClientId: 'b',
    account: 'A',
    userId: 'u',
    clientId: 'c',
    code: -33,
    timeMs: 1,
  },
  { kind: 'cancelPending', orderId: '1', userId: 'u', timeMs: 1 },
  { kind: 'cancelled', orderId: '1', code: -17, timeMs: 1 },
  { kind: 'expired', orderId: '1', timeMs: 1 },
  { kind: 'cancelRejected', orderId: '1', account: 'A', userId: 'u', clientId: 'c', code: -19, timeMs: 1 },
  {
    kind: 'busted',
    orderId: '1',
    serial: 7,
    instruction: 'i',
    was: { quantity: 1, priceE4: 2, fees: NO_FEES },
    timeMs: 1,
  },
  {
    kind: 'corrected',
    orderId: '1',
    serial: 7,
    instruction: 'i',
    was: { quantity: 1, priceE4: 2, fees: NO_FEES },
    now: { quantity: 2, priceE4: 3, fees: { ...NO_FEES, secE4: 5 } },
    timeMs: 1,
  },
  {
    kind: 'corrected',
    orderId: '1',
    serial: 7,
    instruction: 'i',
    was: { quantity: 1, priceE4: -2, fees: NO_FEES, legs: [LEG_FILL] },
    now: { quantity: 2, priceE4: 0, fees: NO_FEES, legs: [{ ...LEG_FILL, side: 'Sell', quantity: 2 }] },
    timeMs: 1,
  },
  {
    kind: 'accepted',
    orderId: '9',
    order,
    expiresMs: null,
    reserveE4: 1,
    openingQuantity: 1,
    group: { groupId: 'G9', role: 'Alternative', index: 0 },
    opens: {
      account: 'A',
      userId: 'u',
      clientId: 'g',
      kind: 'OneCancelsOther',
      symbol: 'SPY',
      orders: [order, { ...order, clientId: 'b', priceE4: 990_000 }],
      target: null,
      stop: null,
    },
    timeMs: 1,
  },
  {
    kind: 'accepted',
    orderId: '9',
    order,
    expiresMs: null,
    reserveE4: 1,
    openingQuantity: 1,
    group: { groupId: 'G9', role: 'Entry', index: 0 },
    opens: {
      account: 'A',
      userId: 'u',
      clientId: 'g',
      kind: 'Bracket',
      symbol: 'SPY',
      orders: [order],
      target: null,
      targets: [
        { basis: 'Offset', amountE4: 10_000, tif: 'Day', quantity: 1 },
        { basis: 'Offset', amountE4: 20_000, tif: 'Day', quantity: 1 },
      ],
      stop: { basis: 'Percent', amountE4: 20_000, tif: 'GoodTillCancel' },
      isBreakEven: true,
      trail: {
        start: { basis: 'Percent', amountE4: 10_000 },
        distance: { basis: 'Percent', amountE4: 5_000 },
      },
      atr: { period: 14, bars: 'FiveMinutes', valueE4: 100 },
      timeExit: { basis: 'Minutes', minutes: 600 },
    },
    timeMs: 1,
  },
  { kind: 'funded', account: 'A', cashE4: -5, version: 0, timeMs: 1 },
  { kind: 'session', date: '2026-03-02', closes: [['SPY', 5]], timeMs: 1 },
  { kind: 'accountOptions', account: 'A', userId: 'u', cancelOnDisconnect: true, isHalted: false, timeMs: 1 },
  {
    kind: 'optionSettled',
    account: 'A',
    settlement: {
      kind: 'assigned',
      symbol: 'SPY260306C00100000',
      underlying: 'SPY',
      contracts: 2,
      optionPriceE4: 0,
      shareQuantity: -200,
      strikeE4: 1_000_000,
      cashE4: 200_000_000,
    },
    timeMs: 1,
  },
  {
    kind: 'optionSettled',
    account: 'A',
    settlement: {
      kind: 'exercised',
      symbol: 'SPY260306C00100000',
      underlying: 'SPY',
      contracts: -2,
      optionPriceE4: 0,
      shareQuantity: 200,
      strikeE4: 1_000_000,
      cashE4: -200_000_000,
      underlyingPriceE4: 1_050_000,
    },
    request: { userId: 'u', clientId: 'c1' },
    timeMs: 1,
  },
];

describe('the form of a record', () => {
  it.each(EVENTS)('gives back what was put in: $kind', (event) =>
    expect(decodeEvent(encodeEvent(1, event))).toEqual(event),
  );
  it('may have the id of the request that caused it, which older records lack', () => {
    const [event] = EVENTS;
    if (!event) throw new Error('there are events');
    const record = encodeEvent(1, event, { account: 'A', requestId: '3f2a91c0-trading-5-12' });
    expect(decodeEvent(record)).toEqual(event);
    expect(record.account).toBe('A');
    expect(requestIdOfRecord(record)).toBe('3f2a91c0-trading-5-12');
    expect(requestIdOfRecord(encodeEvent(1, event))).toBeUndefined();
  });
  it('of a later release is refused by its number', () => {
    expect(() =>
      decodeEvent({
        seq: 3,
        payload: `{"v":${EVENT_VERSION + 1},"kind":"confirmed","orderId":"1","timeMs":1}`,
      }),
    ).toThrow(`record 3 was written by a later release (form ${EVENT_VERSION + 1}`);
  });
  it.each(['{"v":2,"kind":"moved"}', '{"kind":null}', '[]', 'null', '7'])(
    'of no known kind is refused: %s',
    (payload) =>
      expect(() => decodeEvent({ seq: 4, payload })).toThrow('record 4 is not an order event (kind'),
  );
  it.each(EVENTS)('cannot lose its time: $kind', (event) => {
    const { timeMs: _time, ...rest } = event;
    expect(() => decodeEvent({ seq: 1, payload: JSON.stringify({ v: 2, ...rest }) })).toThrow(
      'record 1 is not an order event (timeMs',
    );
  });
  it.each(EVENTS)('is the same whether it is read quickly or by its schema: $kind', (event) => {
    const [schemaOnly, quick] = [
      { v: 1, ...event },
      { v: 3, ...event },
    ].map((record) => decodeEvent({ seq: 1, payload: JSON.stringify(record) }));
    expect(quick).toEqual(schemaOnly);
    expect(Object.keys(quick ?? {})).toEqual(Object.keys(schemaOnly ?? {}));
  });
  it.each(
    EVENTS.flatMap((event) =>
      Object.keys(event)
        .filter((field) => field !== 'kind')
        .flatMap((field) =>
          [null, 1.5, -7.25, 'x', true, [], {}].map((junk) => [event.kind, field, junk, event] as const),
        ),
    ),
  )('of a %s with %s %j is judged alike by both', (_kind, field, junk, event) => {
    const read = (form: number): unknown => {
      try {
        return decodeEvent({ seq: 1, payload: JSON.stringify({ v: form, ...event, [field]: junk }) });
      } catch (error) {
        return String(error);
      }
    };
    expect(read(3)).toEqual(read(1));
  });
});

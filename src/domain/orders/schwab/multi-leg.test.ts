import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { legQuantity, type OrderLeg } from '../legs.ts';
import {
  legsWithEffects,
  newReportsOf,
  readLegs,
  readSchwabOrder,
  toSchwabOrder,
  toUnitFills,
  type ExternalTicket,
  type HeldQuantity,
  type LegExecution,
} from './index.ts';

const CALL_100 = 'SPY270115C00100000';
const CALL_105 = 'SPY270115C00105000';
const PUT_95 = 'SPY270115P00095000';
const vertical: readonly OrderLeg[] = [
  { symbol: CALL_100, side: 'Buy', ratio: 1 },
  { symbol: CALL_105, side: 'Sell', ratio: 1 },
];
const ratioSpread: readonly OrderLeg[] = [
  { symbol: CALL_100, side: 'Buy', ratio: 1 },
  { symbol: CALL_105, side: 'Sell', ratio: 2 },
];
const coveredCall: readonly OrderLeg[] = [
  { symbol: 'SPY', side: 'Buy', ratio: 1 },
  { symbol: CALL_105, side: 'Sell', ratio: 1 },
];
const holds =
  (held: Readonly<Record<string, number>>) =>
  (symbol: string): HeldQuantity | undefined => {
    const quantity = held[symbol];
    return quantity === undefined
      ? undefined
      : { longQuantity: Math.max(0, quantity), shortQuantity: Math.max(0, -quantity) };
  };

function bodyOf(legs: readonly OrderLeg[], change: Partial<ExternalTicket> = {}, held = {}) {
  const ticket: ExternalTicket = {
    symbol: 'SPY',
    side: 'Buy',
    source: 'Open',
    type: 'Limit',
    tif: 'Day',
    quantity: 2,
    priceE4: 13_000,
    stopPriceE4: 0,
    route: 'AUTO',
    ...change,
  };
  const decided = legsWithEffects('SPY', legs, ticket.quantity, holds(held));
  if (!decided.ok) return decided.error;
  const body = toSchwabOrder({ ...ticket, legs: decided.value });
  return body.ok ? body.value : body.error;
}

describe('the body of a multi-leg order', () => {
  it('names the combination, and each leg with its quantity in the whole order', () => {
    expect(bodyOf(vertical)).toEqual({
      session: 'NORMAL',
      duration: 'DAY',
      orderStrategyType: 'SINGLE',
      complexOrderStrategyType: 'VERTICAL',
      cancelable: true,
      orderType: 'NET_DEBIT',
      price: '1.30',
      orderLegCollection: [
        {
          instruction: 'BUY_TO_OPEN',
          quantity: 2,
          instrument: { assetType: 'OPTION', symbol: 'SPY   270115C00100000' },
        },
        {
          instruction: 'SELL_TO_OPEN',
          quantity: 2,
          instrument: { assetType: 'OPTION', symbol: 'SPY   270115C00105000' },
        },
      ],
    });
  });

  it.each([
    ['a purchase', {}, 'NET_DEBIT', '1.30'],
    ['a sale', { side: 'Sell' }, 'NET_CREDIT', '1.30'],
    ['a price of zero', { side: 'Sell', priceE4: 0 }, 'NET_ZERO', undefined],
    ['a market order', { type: 'Market', priceE4: 0 }, 'MARKET', undefined],
  ] as const)('of %s has the order type and price for it', (_case, change, orderType, price) => {
    const body = bodyOf(vertical, change);
    expect(body).toMatchObject({ orderType, ...(price && { price }) });
    expect('price' in body).toBe(price !== undefined);
  });

  it.each([
    ['shares in lots of 100', coveredCall, {}, 'COVERED', ['BUY 200', 'SELL_TO_OPEN 2']],
    ['unequal ratios', ratioSpread, {}, 'CUSTOM', ['BUY_TO_OPEN 2', 'SELL_TO_OPEN 4']],
    [
      'positions that it closes',
      vertical,
      { [CALL_100]: -2, [CALL_105]: 5 },
      'VERTICAL',
      ['BUY_TO_CLOSE 2', 'SELL_TO_CLOSE 2'],
    ],
    [
      'short shares that it covers',
      coveredCall,
      { SPY: -200 },
      'COVERED',
      ['BUY_TO_COVER 200', 'SELL_TO_OPEN 2'],
    ],
  ] as const)('with %s states them', (_case, legs, held, strategy, expected) => {
    const body = bodyOf(legs, {}, held);
    if (!('orderLegCollection' in body)) throw new Error(body.message);
    expect(body.complexOrderStrategyType).toBe(strategy);
    expect(body.orderLegCollection.map(({ instruction, quantity }) => `${instruction} ${quantity}`)).toEqual(
      expected,
    );
  });

  it.each([
    [
      'a leg that would close and open',
      vertical,
      {},
      { [CALL_100]: -1 },
      "SPY Jan 15 '27 100 Call would close 1 and open 1. The broker takes only one of the two in a leg: send two orders.",
    ],
    [
      'shares that would be sold short',
      [
        { symbol: CALL_105, side: 'Buy', ratio: 1 },
        { symbol: 'SPY', side: 'Sell', ratio: 1 },
      ],
      {},
      { SPY: 100 },
      'The order sells 200 shares of SPY, and the account at the broker holds 100. A leg cannot sell short.',
    ],
    [
      'a ratio of 1,000',
      [
        { symbol: CALL_100, side: 'Buy', ratio: 1000 },
        { symbol: CALL_105, side: 'Sell', ratio: 1 },
      ],
      {},
      {},
      `The ratio of SPY Jan 15 '27 100 Call must be a whole number from 1 to 99.`,
    ],
    [
      'another time in force',
      vertical,
      { tif: 'FillOrKill' },
      {},
      'The external broker takes multi-leg orders for the day only.',
    ],
    [
      'a stop',
      vertical,
      { type: 'Stop' },
      {},
      'The external broker takes multi-leg orders as limit or market orders only.',
    ],
    ['too many contracts', ratioSpread, { quantity: 600_000 }, {}, 'Invalid size'],
    ['a price that is none', vertical, { priceE4: -1 }, {}, 'Price out of allowed range'],
  ] as const)('is none with %s', (_case, legs, change, held, message) => {
    expect(bodyOf(legs, change, held)).toMatchObject({ message });
  });
});

interface Activity {
  readonly id: number;
  readonly legs: readonly { readonly legId: number; readonly quantity: number; readonly price: number }[];
}
const activityJson = ({ id, legs }: Activity) => ({
  executionType: 'FILL',
  activityId: id,
  executionLegs: legs.map((leg) => ({
    ...leg,
    time: `2026-11-20T15:01:${String(id).padStart(2, '0')}+0000`,
  })),
});

/** A vertical as the broker lists it. */
function listed(activities: readonly Activity[], change: object = {}) {
  const order = readSchwabOrder(
    {
      orderId: 1001,
      orderType: 'NET_DEBIT',
      complexOrderStrategyType: 'VERTICAL',
      price: 1.3,
      duration: 'DAY',
      quantity: 2,
      filledQuantity: 0,
      status: 'WORKING',
      enteredTime: '2026-11-20T15:00:00+0000',
      orderLegCollection: [
        {
          legId: 1,
          instruction: 'BUY_TO_OPEN',
          quantity: 2,
          instrument: { symbol: 'SPY   270115C00100000' },
        },
        {
          legId: 2,
          instruction: 'SELL_TO_OPEN',
          quantity: 2,
          instrument: { symbol: 'SPY   270115C00105000' },
        },
      ],
      orderActivityCollection: activities.map(activityJson),
      ...change,
    },
    '7',
  );
  if (!order) throw new Error('The order was not read.');
  return order;
}
const unit = (id: number, bought = 2.2, sold = 0.9): Activity => ({
  id,
  legs: [
    { legId: 1, quantity: 1, price: bought },
    { legId: 2, quantity: 1, price: sold },
  ],
});

describe('a multi-leg order read from the broker', () => {
  it('has its underlying, units, legs, and a net price for each fill', () => {
    expect(listed([unit(1), unit(2, 2.1, 0.95)], { status: 'FILLED' })).toMatchObject({
      symbol: 'SPY',
      side: 'Buy',
      type: 'Limit',
      quantity: 2,
      filled: 2,
      unfilled: 0,
      priceE4: 13_000,
      status: 'ExecutedMultileg',
      legs: vertical,
      fills: [
        { executionId: '1-2', quantity: 1, priceE4: 13_000 },
        { executionId: '2-2', quantity: 1, priceE4: 11_500 },
      ],
    });
  });

  it('is a sale with positive prices when it is a net credit', () => {
    const credit = listed([unit(1, 0.5, 1.75)], { orderType: 'NET_CREDIT', price: 1.25 });
    expect(credit).toMatchObject({ side: 'Sell', filled: 1, status: 'PartiallyExecuted' });
    expect(credit.fills[0]?.priceE4).toBe(12_500);
  });

  it('holds a leg that has filled alone, and names it', () => {
    const alone = listed([{ id: 1, legs: [{ legId: 1, quantity: 2, price: 2.2 }] }]);
    expect(alone).toMatchObject({
      filled: 0,
      fills: [],
      status: 'Pending',
      apart: [{ symbol: CALL_100, side: 'Buy', quantity: 2, priceE4: 22_000 }],
      description: "Filled without the other legs: Buy 2 SPY Jan 15 '27 100 Call at 2.20",
    });
    const known = new Set(newReportsOf(alone, new Set()).map(({ reportId }) => reportId));
    expect([...known]).toEqual(['1001:accepted', '1001:apart-0-2']);
    const whole = listed([
      { id: 1, legs: [{ legId: 1, quantity: 2, price: 2.2 }] },
      { id: 2, legs: [{ legId: 2, quantity: 1, price: 0.9 }] },
    ]);
    expect(whole).toMatchObject({ filled: 1, apart: [{ quantity: 1 }] });
    expect(newReportsOf(whole, known)).toMatchObject([
      { reportType: 'OrderExecuted', lastFillQuantity: 1, lastFillPriceE4: 13_000, leavesQuantity: 1 },
      { reportType: 'NothingDone', reportId: '1001:apart-1-1' },
    ]);
  });

  it('states in its last report which leg is left alone', () => {
    const ended = listed([{ id: 1, legs: [{ legId: 2, quantity: 1, price: 0.9 }] }], { status: 'CANCELED' });
    expect(newReportsOf(ended, new Set()).at(-1)).toMatchObject({
      reportType: 'OrderCanceled',
      message: "Filled without the other legs: Sell 1 SPY Jan 15 '27 105 Call at 0.9000",
    });
  });

  it.each([
    ['FILLED without a list of executions', { status: 'FILLED', filledQuantity: 2 }, 2],
    ['partly filled without a list of executions', { filledQuantity: 1 }, 1],
    ['counted in contracts of all legs', { quantity: 4, filledQuantity: 2 }, 1],
    ['CANCELED without a fill', { status: 'CANCELED' }, 0],
  ])('%s counts whole units', (_case, change, filled) => {
    expect(listed([], change).filled).toBe(filled);
  });

  it('has ratios, and shares in lots of 100', () => {
    const leg = (symbol: string, instruction: string, quantity: number) => ({
      instruction,
      quantity,
      instrument: { symbol },
    });
    expect(readLegs([leg('SPY', 'BUY', 300), leg('SPY   270115C00105000', 'SELL_TO_OPEN', 6)])).toMatchObject(
      {
        underlying: 'SPY',
        units: 3,
        legs: [
          { ratio: 1, perUnit: 100 },
          { ratio: 2, perUnit: 2 },
        ],
      },
    );
    expect(readLegs([leg('SPY', 'BUY', 150), leg('SPY   270115C00105000', 'SELL_TO_OPEN', 1)])).toMatchObject(
      {
        units: 1,
        legs: [{ ratio: 1.5 }, { ratio: 1 }],
      },
    );
    expect(readLegs([leg('SPY', 'BUY', 100), leg('SPY', 'DANCE', 1)])).toBeUndefined();
  });

  const ratios = fc.uniqueArray(fc.constantFrom(CALL_100, CALL_105, PUT_95, 'SPY'), {
    minLength: 2,
    maxLength: 4,
  });
  test.prop([
    ratios,
    fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 4, maxLength: 4 }),
    fc.nat(),
    fc.integer({ min: 1, max: 6 }),
  ])(
    'comes to the same units and the same money, however the broker splits the executions',
    (symbols, sizes, seed, units) => {
      const legs = symbols.map((symbol, index) => ({
        symbol,
        side: index % 2 === 0 ? ('Buy' as const) : ('Sell' as const),
        ratio: sizes[index] ?? 1,
        legId: String(index + 1),
        perUnit: legQuantity({ symbol, side: 'Buy', ratio: sizes[index] ?? 1 }, 1),
      }));
      const executions = splitExecutions(legs, units, seed);
      const { fills, apart } = toUnitFills({ legs }, 'Buy', executions);
      expect(apart).toEqual([]);
      expect(fills.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(units);
      expect(new Set(fills.map(({ executionId }) => executionId)).size).toBe(fills.length);
      for (const { legId, symbol, perUnit } of legs) {
        const traded = executions.filter((each) => each.legId === legId);
        const counted = fills.flatMap(({ legFills }) => legFills.filter((each) => each.symbol === symbol));
        expect(counted.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(units * perUnit);
        expect(worth(counted)).toBe(worth(traded));
      }
      // Cut short anywhere, whole units and what is held apart still make up all that was executed.
      const cut = toUnitFills({ legs }, 'Buy', executions.slice(0, seed % (executions.length + 1)));
      const all = [...cut.fills.flatMap(({ legFills }) => legFills), ...cut.apart];
      expect(worth(all)).toBe(worth(executions.slice(0, seed % (executions.length + 1))));
    },
  );
});

const worth = (items: readonly { readonly quantity: number; readonly priceE4: number }[]): number =>
  items.reduce((sum, { quantity, priceE4 }) => sum + quantity * priceE4, 0);

/** Executions that fill each leg in parts of its own, in an order that the seed decides. */
function splitExecutions(
  legs: readonly { readonly legId: string; readonly perUnit: number }[],
  units: number,
  seed: number,
): LegExecution[] {
  let state = seed + 1;
  const draw = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const left = legs.map(({ legId, perUnit }) => ({ legId, quantity: perUnit * units }));
  const executions: LegExecution[] = [];
  for (let index = 0; left.some(({ quantity }) => quantity > 0); index += 1) {
    const open = left.filter(({ quantity }) => quantity > 0);
    const leg = open[draw(open.length)];
    if (leg === undefined) break;
    const quantity = 1 + draw(leg.quantity);
    leg.quantity -= quantity;
    executions.push({
      executionId: `${index}-${leg.legId}`,
      activityId: String(index),
      legId: leg.legId,
      quantity,
      priceE4: 10_000 + draw(5) * 100,
      timeMs: index,
    });
  }
  return executions;
}

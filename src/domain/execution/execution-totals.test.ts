import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addTotals, averagesOf, NO_EXECUTIONS, totalsOf, type ExecutionTotals } from './execution-totals.ts';
import type { ExecutedFill, OrderExecution } from './order-execution.ts';
import { fillWith, orderWith, QUOTE } from './testing.ts';

const averages = (order: OrderExecution) => averagesOf(totalsOf(order));

describe('the execution quality of an order', () => {
  it('costs half the spread when it buys at the ask', () => {
    const order = orderWith({ fills: [fillWith()] });
    expect(averages(order)).toMatchObject({
      priceE4: 1_000_400,
      slippageE4: 20_000,
      slippagePerShareE4: 200,
      // 2 cents of 100.02 dollars are 2.00 basis points.
      slippageCentibasis: 200,
      fillSlippagePerShareE4: 200,
      effectiveSpreadE4: 400,
      realisedSpreadE4: undefined,
      improvementE4: 0,
      fillRatePermille: 1000,
      addedPermille: 0,
      firstFillMs: 40,
      fullFillMs: 40,
    });
  });

  it('has a realised spread once the market of five minutes later is known', () => {
    const after = { ...QUOTE, bidE4: 1_000_200, askE4: 1_000_400 };
    expect(averages(orderWith({ fills: [fillWith({ after })] })).realisedSpreadE4).toBe(200);
  });

  it('improves a sale above the bid, and worsens one below it', () => {
    const sale = { side: 'Sell', quantity: 300 } as const;
    const order = orderWith({
      ...sale,
      fills: [
        fillWith({ priceE4: 1_000_100 }),
        fillWith({ priceE4: 1_000_000 }),
        fillWith({ priceE4: 999_800 }),
      ],
    });
    expect(totalsOf(order).improvement).toEqual({
      shares: 300,
      improvedShares: 100,
      improvedE4: 10_000,
      worseShares: 100,
      worseE4: 20_000,
    });
    expect(averages(order).improvementE4).toBe(-10_000);
  });

  it('compares no order that rested with the other side of the quote', () => {
    const order = orderWith({
      isMarketable: false,
      fills: [fillWith({ liquidity: 'A', priceE4: 1_000_000 })],
    });
    expect(averages(order)).toMatchObject({
      improvementE4: undefined,
      improvementPerShareE4: undefined,
      slippagePerShareE4: -200,
      addedPermille: 1000,
    });
  });

  it('counts the shares of contracts', () => {
    const order = orderWith({
      symbol: 'SPY260306C00100000',
      quantity: 2,
      fills: [fillWith({ quantity: 2 })],
    });
    expect(totalsOf(order)).toMatchObject({ filledShares: 200, valueE4: 200 * 1_000_400 });
  });

  it('measures the net price of a multi-leg order, which may be negative', () => {
    const arrival = { bidE4: -300, bidSize: 1, askE4: -100, askSize: 1 };
    const order = orderWith({
      isMultiLeg: true,
      quantity: 1,
      arrival,
      fills: [fillWith({ quantity: 1, priceE4: -100 })],
    });
    expect(averages(order)).toMatchObject({ slippageE4: 10_000, effectiveSpreadE4: 200 });
  });

  it('has no midpoint figures where the market was not recorded or showed a single side', () => {
    const nothing = {
      slippageE4: undefined,
      slippagePerShareE4: undefined,
      slippageCentibasis: undefined,
      fillSlippagePerShareE4: undefined,
      effectiveSpreadE4: undefined,
      improvementE4: undefined,
    };
    const unrecorded = { arrival: undefined, isMarketable: false, fills: [fillWith({ nbbo: undefined })] };
    expect(averages(orderWith(unrecorded))).toMatchObject(nothing);
    const single = { ...QUOTE, askE4: 0, askSize: 0 };
    expect(
      averages(orderWith({ arrival: single, isMarketable: false, fills: [fillWith({ nbbo: single })] })),
    ).toMatchObject(nothing);
  });

  it('has no time to the full fill while it is open', () => {
    const order = orderWith({ quantity: 300, fills: [fillWith()] });
    expect(averages(order)).toMatchObject({ firstFillMs: 40, fullFillMs: undefined, fillRatePermille: 333 });
  });

  it('rounds halves away from zero', () => {
    // A midpoint of 100.00005: the price lies half of 1/10,000 dollar beside it.
    const arrival = { ...QUOTE, bidE4: 1_000_000, askE4: 1_000_001 };
    const cost = (priceE4: number) =>
      averages(orderWith({ quantity: 1, arrival, fills: [fillWith({ quantity: 1, priceE4 })] }));
    expect(cost(1_000_001).slippageE4).toBe(1);
    expect(cost(1_000_000).slippageE4).toBe(-1);
  });
});

const priceE4 = fc.integer({ min: 1, max: 50_000_000 });
const size = fc.integer({ min: 0, max: 5_000 });
const quote = fc.record({ bidE4: priceE4, bidSize: size, askE4: priceE4, askSize: size });
const fill = fc.record({
  quantity: fc.integer({ min: 1, max: 100_000 }),
  priceE4,
  liquidity: fc.constantFrom('A' as const, 'R' as const),
  feesE4: fc.integer({ min: -10_000, max: 100_000 }),
  nbbo: fc.option(quote, { nil: undefined }),
  after: fc.option(quote, { nil: undefined }),
  timeMs: fc.integer({ min: 1_000, max: 90_000_000 }),
});
const execution = fc
  .record({
    side: fc.constantFrom('Buy' as const, 'Sell' as const, 'Short' as const),
    isMarketable: fc.boolean(),
    arrival: fc.option(quote, { nil: undefined }),
    fills: fc.array(fill, { maxLength: 6 }),
    rest: fc.integer({ min: 0, max: 1_000 }),
  })
  .map(({ rest, fills, ...order }) =>
    orderWith({
      ...order,
      fills: fills.map(fillWith),
      quantity: rest + fills.reduce((sum, { quantity }) => sum + quantity, 0),
    }),
  );
const sum = (orders: readonly OrderExecution[]): ExecutionTotals =>
  orders.map(totalsOf).reduce(addTotals, NO_EXECUTIONS);

describe('totals of executions', () => {
  it('of two sets of orders add up to those of both', () => {
    fc.assert(
      fc.property(fc.array(execution, { maxLength: 5 }), fc.array(execution, { maxLength: 5 }), (a, b) => {
        expect(addTotals(sum(a), sum(b))).toEqual(sum([...a, ...b]));
      }),
    );
  });

  it('cost the same for a sale in the mirrored market', () => {
    const MIRROR_E4 = 100_000_000;
    const mirrored = (shown: typeof QUOTE | ExecutedFill['nbbo']): ExecutedFill['nbbo'] =>
      shown && {
        bidE4: MIRROR_E4 - shown.askE4,
        bidSize: shown.askSize,
        askE4: MIRROR_E4 - shown.bidE4,
        askSize: shown.bidSize,
      };
    fc.assert(
      fc.property(execution, (order) => {
        const other = orderWith({
          ...order,
          side: order.side === 'Buy' ? 'Sell' : 'Buy',
          arrival: mirrored(order.arrival),
          fills: order.fills.map((made) => ({
            ...made,
            priceE4: MIRROR_E4 - made.priceE4,
            nbbo: mirrored(made.nbbo),
            after: mirrored(made.after),
          })),
        });
        const [here, there] = [totalsOf(order), totalsOf(other)];
        for (const name of ['againstArrival', 'againstFill', 'againstAfter'] as const) {
          expect(there[name].doubledCostE4).toBe(here[name].doubledCostE4);
          expect(there[name].shares).toBe(here[name].shares);
        }
        expect(there.improvement).toEqual(here.improvement);
      }),
    );
  });

  it('split the effective spread into the realised spread and the move of the midpoint', () => {
    fc.assert(
      fc.property(
        execution.filter(({ fills }) => fills.length > 0),
        quote,
        quote,
        (order, arrival, after) => {
          fc.pre(Math.min(arrival.bidSize, arrival.askSize, after.bidSize, after.askSize) > 0);
          const whole = totalsOf({
            ...order,
            arrival,
            fills: order.fills.map((made) => ({ ...made, after })),
          });
          const sign = order.side === 'Buy' ? 1 : -1;
          const moveE4 = sign * (after.bidE4 + after.askE4 - arrival.bidE4 - arrival.askE4);
          const difference = whole.againstArrival.doubledCostE4 - whole.againstAfter.doubledCostE4;
          expect(difference - moveE4 * whole.filledShares).toBe(0);
        },
      ),
    );
  });

  it('have averages that lie within half a unit of the exact quotient', () => {
    fc.assert(
      fc.property(fc.array(execution, { minLength: 1, maxLength: 5 }), (orders) => {
        const totals = sum(orders);
        const { slippagePerShareE4, effectiveSpreadE4 } = averagesOf(totals);
        const { shares, doubledCostE4 } = totals.againstArrival;
        fc.pre(shares > 0);
        expect(Math.abs(2 * shares * (slippagePerShareE4 ?? NaN) - doubledCostE4)).toBeLessThanOrEqual(
          shares,
        );
        expect(2 * Math.abs(shares * (effectiveSpreadE4 ?? NaN) - doubledCostE4)).toBeLessThanOrEqual(shares);
      }),
    );
  });
});

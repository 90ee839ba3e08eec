import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyFill, createPosition } from '../portfolio/index.ts';
import { FIFO_RULES, matchLots, type LotRules } from './match-lots.ts';
import { openCostE4, realisedAmounts } from './realised.ts';
import { netE4, roundTrips } from './round-trips.ts';
import { LOT_METHODS, type LotMethod, type PositionTrade } from './types.ts';

const trade = (serial: number, signedQuantity: number, price: number, feesE4 = 0): PositionTrade => ({
  serial,
  part: 0,
  cause: 'Fill',
  signedQuantity,
  priceE4: price * 10_000,
  feesE4,
  timeMs: serial * 1_000,
  order: { orderId: `o${serial}`, groupId: null, strategyId: null },
});
const by = (method: LotMethod): LotRules => ({ ...FIFO_RULES, methodAt: () => method });
const closed = (trades: readonly PositionTrade[], rules: LotRules) =>
  matchLots(trades, rules).closures.map(({ lotId, quantity }) => [lotId, quantity]);

describe('the lots of a position', () => {
  const bought = [trade(1, 100, 10), trade(2, 100, 30), trade(3, 100, 20)];

  it.each([
    ['FIFO', ['1', 100], ['2', 50]],
    ['LIFO', ['3', 100], ['2', 50]],
    ['HighestCost', ['2', 100], ['3', 50]],
  ] as const)('closes %s lots', (method, ...expected) => {
    expect(closed([...bought, trade(4, -150, 25)], by(method))).toEqual(expected);
  });

  it('closes the cheapest short lots first by the highest cost', () => {
    const sold = [trade(1, -100, 10), trade(2, -100, 30), trade(3, -100, 20), trade(4, 150, 5)];
    expect(closed(sold, by('HighestCost'))).toEqual([
      ['1', 100],
      ['3', 50],
    ]);
  });

  it('opens a lot of the other side with what a fill through zero leaves, and divides its fees', () => {
    const { open, closures } = matchLots([trade(1, 100, 10, 500), trade(2, -250, 9, 1_000)], FIFO_RULES);
    expect(closures).toMatchObject([{ lotId: '1', quantity: 100, openFeesE4: 500, closeFeesE4: 400 }]);
    expect(open).toMatchObject([{ lotId: '2', quantity: 150, isShort: true, feesE4: 600 }]);
  });

  it('closes the chosen lots of an order first, and the others by the method', () => {
    const rules: LotRules = {
      methodAt: () => 'LIFO',
      choiceOf: (orderId) => (orderId === 'o4' ? [{ lotId: '1', quantity: 60 }] : undefined),
    };
    const { closures, untaken } = matchLots([...bought, trade(4, -150, 25)], rules);
    expect(closures.map(({ lotId, quantity, isChosen }) => [lotId, quantity, isChosen])).toEqual([
      ['1', 60, true],
      ['3', 90, false],
    ]);
    expect(untaken.size).toBe(0);
  });

  it('falls back to the method where a chosen lot is not open, and names what was not taken', () => {
    const rules: LotRules = {
      ...FIFO_RULES,
      choiceOf: (orderId) => (orderId === 'o5' ? [{ lotId: '1', quantity: 50 }] : undefined),
    };
    const { closures, untaken } = matchLots([...bought, trade(4, -100, 25), trade(5, -50, 25)], rules);
    expect(closures.at(-1)).toMatchObject({ lotId: '2', quantity: 50, isChosen: false });
    expect([...untaken]).toEqual([['o5', [{ lotId: '1', quantity: 50 }]]]);
  });

  it('keeps to the method that was in force at the closing trade', () => {
    const rules: LotRules = { ...FIFO_RULES, methodAt: (serial) => (serial > 4 ? 'LIFO' : 'FIFO') };
    expect(closed([...bought, trade(4, -50, 25), trade(5, -50, 25)], rules)).toEqual([
      ['1', 50],
      ['3', 50],
    ]);
  });
});

const tradesArbitrary = fc
  .array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 500 }),
      isSale: fc.boolean(),
      priceE4: fc.integer({ min: 1, max: 2_000_000 }),
      feesE4: fc.integer({ min: -3_000, max: 9_000 }),
      method: fc.constantFrom(...LOT_METHODS),
      chosen: fc.option(fc.integer({ min: 1, max: 40 })),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((drawn) => {
    const trades = drawn.map(({ quantity, isSale, priceE4, feesE4 }, at) => ({
      ...trade(at + 1, isSale ? -quantity : quantity, 1, feesE4),
      priceE4,
    }));
    const rules: LotRules = {
      methodAt: (serial) => drawn[serial - 1]?.method ?? 'FIFO',
      choiceOf: (orderId) => {
        const chosen = drawn[Number(orderId.slice(1)) - 1]?.chosen;
        return chosen ? [{ lotId: String(chosen), quantity: 70 }] : undefined;
      },
    };
    return { trades, rules };
  });
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('any sequence of trades', () => {
  it.each([100, 1])('agrees with the position of the account, with %i shares of one', (multiplier) => {
    fc.assert(
      fc.property(tradesArbitrary, ({ trades, rules }) => {
        const position = createPosition(multiplier);
        for (const { signedQuantity, priceE4, feesE4 } of trades)
          applyFill(position, { signedQuantity, priceE4, feesE4 });
        const gross = (matched: ReturnType<typeof matchLots>) =>
          sum(matched.closures.map((closure) => realisedAmounts(closure, multiplier).grossE4));
        const fifo = matchLots(trades, FIFO_RULES);
        expect(gross(fifo)).toBe(position.closedPlE4);
        expect(openCostE4(fifo.open, multiplier)).toBe(position.fifoCostE4);
        const any = matchLots(trades, rules);
        expect(sum(any.open.map((lot) => (lot.isShort ? -lot.quantity : lot.quantity)))).toBe(
          position.quantity,
        );
        // What other lots realise later or sooner is in the cost of those that are open.
        expect(gross(any) - openCostE4(any.open, multiplier)).toBe(position.closedPlE4 - position.fifoCostE4);
        const fees = any.closures.map(({ openFeesE4, closeFeesE4 }) => openFeesE4 + closeFeesE4);
        expect(sum(fees) + sum(any.open.map(({ feesE4 }) => feesE4))).toBe(position.feesE4);
      }),
    );
  });

  it('realises the same by every method once flat, fees included, and as much as its round trips', () => {
    fc.assert(
      fc.property(tradesArbitrary, ({ trades, rules }) => {
        const held = sum(trades.map(({ signedQuantity }) => signedQuantity));
        const flat = held === 0 ? trades : [...trades, trade(trades.length + 1, -held, 50, 777)];
        const gain = (matched: ReturnType<typeof matchLots>) =>
          sum(matched.closures.map((closure) => realisedAmounts(closure, 1).gainE4));
        const expected = gain(matchLots(flat, FIFO_RULES));
        for (const method of LOT_METHODS) expect(gain(matchLots(flat, by(method)))).toBe(expected);
        expect(gain(matchLots(flat, rules))).toBe(expected);
        expect(sum(roundTrips(flat, 1).map(netE4))).toBe(expected);
      }),
    );
  });
});

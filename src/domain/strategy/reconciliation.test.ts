import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newYorkMs } from '../calendar/us-equity.ts';
import { NO_FEES } from '../portfolio/index.ts';
import { reconcile } from './reconciliation.ts';
import type { Reconciliation } from './reconciliation.ts';
import type { ReconciledOrder } from './reconciliation-types.ts';

const MINUTE_MS = 60_000;
/** 10:00 New York, and `minutes` later. */
const at = (minutes: number, ms = 0): number => newYorkMs('2026-01-06', 600 + minutes) + ms;

const order = (change: Partial<ReconciledOrder> = {}): ReconciledOrder => ({
  id: '1',
  symbol: 'KO',
  sentMs: at(0),
  side: 'Buy',
  type: 'Market',
  quantity: 100,
  priceE4: 0,
  stopPriceE4: 0,
  status: 'Filled',
  filledQuantity: 100,
  fillPriceE4: 1_000_000,
  fillMs: at(0),
  fees: NO_FEES,
  reason: '',
  isMultiLeg: false,
  ...change,
});
const unfilled = { status: 'Cancelled', filledQuantity: 0, fillPriceE4: 0, fillMs: null } as const;
const compare = (
  live: readonly ReconciledOrder[],
  backtest: readonly ReconciledOrder[],
  { position = 0, ...change }: { barMs?: number; position?: number; openUntilMs?: number | null } = {},
): Reconciliation =>
  reconcile({
    live,
    backtest,
    barMs: MINUTE_MS,
    symbols: [{ symbol: 'KO', multiplier: 1, position, firstPriceE4: 1_000_000, lastPriceE4: 1_010_000 }],
    openUntilMs: null,
    ...change,
  });
const kinds = ({ orders }: Reconciliation): string[] => orders.map(({ kind }) => kind);
const only = (result: Reconciliation) => {
  expect(result.orders).toHaveLength(1);
  const [first] = result.orders;
  if (first === undefined) throw new Error('there is one order');
  return first;
};

describe('orders that are the same', () => {
  it('pairs an order that is sent moments after the end of its bar with the one of the backtest', () => {
    const result = compare(
      [order({ id: 'live', sentMs: at(1, 2_100), fillMs: at(1, 2_300) })],
      [order({ sentMs: at(1), fillMs: at(1) })],
    );
    expect(only(result)).toMatchObject({ kind: 'Same', cause: '', effectE4: 0 });
    expect([result.sameCount, result.differingCount]).toEqual([1, 0]);
  });

  it('pairs an order of onOrder, which is sent within the bar live and at its end in a backtest', () => {
    expect(
      kinds(
        compare(
          [order({ sentMs: at(1, 20_000), fillMs: at(1, 20_100) })],
          [order({ sentMs: at(2), fillMs: at(2) })],
        ),
      ),
    ).toEqual(['Same']);
  });

  it('pairs equal orders in the order in which they were sent', () => {
    const side = [1, 2, 3].map((n) => order({ id: String(n) }));
    const result = compare(side, side);
    expect(result.orders.map(({ live, backtest }) => [live?.id, backtest?.id])).toEqual([
      ['1', '1'],
      ['2', '2'],
      ['3', '3'],
    ]);
  });

  it('takes an order that both sides rejected, and an exit that is still open, as the same', () => {
    const rejected = { ...unfilled, status: 'Rejected' } as const;
    expect(
      kinds(
        compare(
          [order({ ...rejected, reason: 'Outside of the trading intervals' })],
          [order({ ...rejected, reason: 'Outside of the regular session' })],
        ),
      ),
    ).toEqual(['Same']);
    const exit = { type: 'Limit', priceE4: 1_020_000, ...unfilled } as const;
    expect(
      kinds(
        compare([order({ ...exit, status: 'Sent' })], [order({ ...exit, reason: 'The data ends here' })]),
      ),
    ).toEqual(['Same']);
  });
});

describe('the last bar of an open session', () => {
  const live = order({ sentMs: at(5, 100), fillMs: at(5, 300) });
  const backtest = order({ sentMs: at(5), ...unfilled, reason: 'The data ends here' });
  const later = order({ side: 'Sell', sentMs: at(5, 400), ...unfilled, status: 'Sent' });
  const laterTested = order({ side: 'Sell', sentMs: at(5), ...unfilled, reason: 'The data ends here' });

  it('leaves out an order that the backtest fills in the bar that still forms', () => {
    const result = compare([order(), live], [order(), backtest], { openUntilMs: at(5, 30_000) });
    expect([kinds(result), result.pendingCount]).toEqual([['Same'], 1]);
    // The shares of the order that is left out would make a difference of 100 dollars.
    expect(result.liveNetE4).toBe(result.backtestNetE4);
  });

  it('takes no later order as following from it', () => {
    const result = compare([live, later], [backtest, laterTested], { openUntilMs: at(5, 30_000) });
    expect([kinds(result), result.pendingCount]).toEqual([['Same'], 1]);
  });

  it('compares an order that filled live in an earlier bar', () => {
    const early = order({ type: 'Limit', priceE4: 1_000_000, fillMs: at(2) });
    const resting = order({
      type: 'Limit',
      priceE4: 1_000_000,
      ...unfilled,
      reason: 'The data ends here',
    });
    const result = compare([early], [resting], { openUntilMs: at(5, 30_000) });
    expect([kinds(result), result.pendingCount]).toEqual([['NotFilledInBacktest'], 0]);
  });

  it('is compared like any other bar once the session is over', () => {
    const result = compare([live], [backtest]);
    expect([kinds(result), result.pendingCount]).toEqual([['NotFilledInBacktest'], 0]);
  });
});

describe('orders that differ', () => {
  it('says by how much a fill was worse, and what the difference cost', () => {
    const buy = only(compare([order({ fillPriceE4: 1_000_200 })], [order()]));
    expect(buy).toMatchObject({ kind: 'FillPrice', effectE4: -20_000 });
    expect(buy.cause).toContain('Filled at 100.02 live and at 100.00 in the backtest, 0.02 worse live.');
    const sale = only(
      compare([order({ side: 'Short', fillPriceE4: 1_000_200 })], [order({ side: 'Short' })]),
    );
    expect(sale).toMatchObject({ kind: 'FillPrice', effectE4: 20_000 });
    expect(sale.cause).toContain('0.02 better live.');
  });

  it('names a fill in another bar, and the times of both', () => {
    const limit = { type: 'Limit', priceE4: 1_000_000 } as const;
    const found = only(
      compare([order({ ...limit, fillMs: at(3, 500) })], [order({ ...limit, fillMs: at(9) })]),
    );
    expect(found.kind).toBe('FillTime');
    expect(found.cause).toContain('Filled at 10:03 live and at 10:09 in the backtest.');
  });

  it('explains a limit order that only one side filled', () => {
    const limit = { type: 'Limit', priceE4: 1_000_000 } as const;
    const live = only(
      compare([order({ ...limit, ...unfilled, reason: 'Cancelled by the strategy' })], [order(limit)]),
    );
    expect(live.kind).toBe('NotFilledLive');
    expect(live.cause).toContain(
      'Live it was not filled. Cancelled by the strategy. The bars of the backtest traded beyond the limit',
    );
    const tested = only(
      compare([order(limit)], [order({ ...limit, ...unfilled, reason: 'The day order expired' })]),
    );
    expect(tested.kind).toBe('NotFilledInBacktest');
    expect(tested.cause).toContain(
      'The backtest did not fill it. The day order expired. It needs a bar beyond the limit',
    );
    expect(tested.effectE4).toBeNull();
  });

  it('counts a partial fill as one that is missing, and says how much was filled', () => {
    const partly = only(compare([order({ status: 'PartiallyFilled', filledQuantity: 40 })], [order()]));
    expect(partly.kind).toBe('NotFilledLive');
    expect(partly.cause).toContain('Live 40 of 100 were filled.');
  });

  it('distinguishes a reject of the account from one of the rules of the run', () => {
    const rejected = { ...unfilled, status: 'Rejected' } as const;
    const byAccount = only(compare([order({ ...rejected, reason: 'Insufficient buying power' })], [order()]));
    expect(byAccount.kind).toBe('RejectedLive');
    expect(byAccount.cause).toContain('The account rejected it: Insufficient buying power.');
    const byRun = only(
      compare([order({ ...rejected, reason: 'Outside of the trading intervals' })], [order()]),
    );
    expect(byRun.cause).toContain('The rules of the run rejected it live');
    const tested = only(compare([order()], [order({ ...rejected, reason: 'After the closing order time' })]));
    expect(tested.kind).toBe('RejectedInBacktest');
    expect(tested.cause).toContain('After the closing order time.');
  });

  it('says that multi-leg orders are live only', () => {
    expect(only(compare([order({ isMultiLeg: true })], []))).toMatchObject({
      kind: 'OnlyLive',
      cause: expect.stringContaining('live only'),
    });
  });

  it('names the terms in which an order differs', () => {
    const limit = { type: 'Limit', ...unfilled } as const;
    const found = only(
      compare([order({ ...limit, priceE4: 1_000_100 })], [order({ ...limit, priceE4: 1_000_300 })]),
    );
    expect(found.kind).toBe('Terms');
    expect(found.cause).toContain('The limit is 100.01 live and 100.03 in the backtest.');
    expect(only(compare([order({ quantity: 50, filledQuantity: 50 })], [order()])).cause).toContain(
      'The quantity is 50 live and 100 in the backtest.',
    );
  });
});

describe('differences that follow from an earlier one', () => {
  const missed = [
    order({ type: 'Limit', priceE4: 1_000_000, ...unfilled }),
    order({ type: 'Limit', priceE4: 1_000_000 }),
  ] as const;

  it('names the order after which the strategy decides from another position', () => {
    const result = compare([missed[0]], [missed[1], order({ sentMs: at(5), fillMs: at(5), side: 'Sell' })]);
    expect(kinds(result)).toEqual(['NotFilledLive', 'Follows']);
    expect(result.orders[1]?.cause).toBe(
      'Only the backtest sent this order. An order of 10:00 had ended differently, so the strategy decides from another position.',
    );
  });

  it('says so when the positions are equal again', () => {
    const sale = { sentMs: at(5), fillMs: at(5), side: 'Sell' } as const;
    const again = { sentMs: at(9), fillMs: at(9) };
    const result = compare(
      [missed[0], order(again)],
      [missed[1], order(sale), order(again), order({ sentMs: at(20), fillMs: at(20) })],
    );
    expect(kinds(result)).toEqual(['NotFilledLive', 'Follows', 'Same', 'Follows']);
    expect(result.orders[3]?.cause).toContain('The positions are equal again');
  });

  it('takes a rejected sale of shares that only the backtest holds as a consequence', () => {
    const sale = { sentMs: at(5), fillMs: at(5), side: 'Sell' } as const;
    const result = compare(
      [
        missed[0],
        order({
          ...sale,
          ...unfilled,
          status: 'Rejected',
          reason: 'The order sells more shares than are held',
        }),
      ],
      [missed[1], order(sale)],
    );
    expect(kinds(result)).toEqual(['NotFilledLive', 'Follows']);
  });

  it('explains exits whose prices follow from the fill of their entry', () => {
    const exit = { sentMs: at(0), type: 'Limit', side: 'Sell', ...unfilled } as const;
    const result = compare(
      [order({ fillPriceE4: 1_000_200 }), order({ ...exit, priceE4: 1_010_200 })],
      [order(), order({ ...exit, priceE4: 1_010_000 })],
    );
    expect(kinds(result)).toEqual(['FillPrice', 'Follows']);
    expect(result.orders[1]?.cause).toContain(
      'The limit is 101.02 live and 101.00 in the backtest. Fills had other prices before (10:00)',
    );
  });

  it('does not blame an earlier order for what has a cause of its own', () => {
    const again = { sentMs: at(9), fillMs: at(9) };
    const result = compare(
      [missed[0], order({ ...again, fillPriceE4: 1_000_100 })],
      [missed[1], order(again)],
    );
    expect(kinds(result)).toEqual(['NotFilledLive', 'FillPrice']);
  });
});

describe('the profit of both sides', () => {
  it('counts fills, fees and the open position at the last price', () => {
    const fees = { ...NO_FEES, clearingE4: 5_000 };
    const result = compare([order({ fillPriceE4: 1_000_200, fees })], [order({ fees })]);
    // 100 shares from 100.02 (100.00) to 101.00, less 0.50.
    expect([result.liveNetE4, result.backtestNetE4]).toEqual([975_000, 995_000]);
  });

  it('counts the position of the beginning from the first price', () => {
    expect(compare([], [], { position: 10 }).liveNetE4).toBe(100_000);
  });

  it('is unknown without prices', () => {
    const result = reconcile({
      live: [],
      backtest: [],
      openUntilMs: null,
      barMs: 0,
      symbols: [{ symbol: 'KO', multiplier: 1, position: 0, firstPriceE4: 0, lastPriceE4: 0 }],
    });
    expect([result.liveNetE4, result.backtestNetE4]).toEqual([null, null]);
  });
});

const anyOrder = fc
  .record({
    minute: fc.integer({ min: 0, max: 8 }),
    ms: fc.constantFrom(0, 500, 2_500, 40_000),
    side: fc.constantFrom('Buy', 'Sell', 'Short'),
    type: fc.constantFrom('Market', 'Limit', 'Stop'),
    quantity: fc.constantFrom(50, 100),
    priceE4: fc.constantFrom(990_000, 1_000_000),
    outcome: fc.constantFrom('Filled', 'Cancelled', 'Rejected'),
    fillPriceE4: fc.constantFrom(1_000_000, 1_000_100),
    reason: fc.constantFrom('', 'The order sells more shares than are held', 'Insufficient buying power'),
  })
  .map(({ minute, ms, outcome, fillPriceE4, priceE4, ...terms }): Omit<ReconciledOrder, 'id'> => ({
    ...order(),
    ...terms,
    priceE4: terms.type === 'Limit' ? priceE4 : 0,
    sentMs: at(minute, ms),
    status: outcome,
    filledQuantity: outcome === 'Filled' ? terms.quantity : 0,
    fillPriceE4: outcome === 'Filled' ? fillPriceE4 : 0,
    fillMs: outcome === 'Filled' ? at(minute, ms) : null,
  }));
const anySide = (name: string) =>
  fc
    .array(anyOrder, { maxLength: 24 })
    .map((orders) => orders.map((terms, n) => ({ ...terms, id: `${name}${n}` })));

it('has each order exactly once, in the order of time, and gives the same result for the same orders', () => {
  fc.assert(
    fc.property(
      anySide('l'),
      anySide('b'),
      fc.constantFrom(0, MINUTE_MS, 5 * MINUTE_MS),
      (live, backtest, barMs) => {
        const result = compare(live, backtest, { barMs });
        const ids = result.orders
          .flatMap((pair) => [pair.live?.id, pair.backtest?.id])
          .filter((id) => id !== undefined);
        expect(ids.toSorted()).toEqual([...live, ...backtest].map(({ id }) => id).toSorted());
        const periods = result.orders.map((pair) =>
          Math.floor(((pair.live ?? pair.backtest)?.sentMs ?? 0) / MINUTE_MS),
        );
        expect(periods).toEqual(periods.toSorted((a, b) => a - b));
        expect(result.sameCount + result.differingCount).toBe(result.orders.length);
        expect(compare(live, backtest, { barMs })).toEqual(result);
      },
    ),
  );
});

it('finds only orders that are the same when both sides have the same orders', () => {
  fc.assert(
    fc.property(anySide('o'), fc.constantFrom(0, MINUTE_MS, 5 * MINUTE_MS), (orders, barMs) => {
      const result = compare(orders, orders, { barMs });
      expect(
        result.orders.every(({ kind, live, backtest }) => kind === 'Same' && live?.id === backtest?.id),
      ).toBe(true);
      expect(result.liveNetE4).toBe(result.backtestNetE4);
    }),
  );
});

it('gives every difference a cause, and nothing that is the same one', () => {
  fc.assert(
    fc.property(anySide('l'), anySide('b'), (live, backtest) => {
      for (const { kind, cause } of compare(live, backtest).orders)
        expect(cause === '').toBe(kind === 'Same');
    }),
  );
});

import { describe, expect, it } from 'vitest';
import { backtest, days, inShort, minutes, sessionsOf } from '../testing/run-strategy.ts';
import type { TestBar } from '../testing/run-strategy.ts';
import { NO_COSTS } from './settings.ts';
import type { CostSettings } from './settings.ts';
import stored from './testing/orders-without-costs.json' with { type: 'json' };
import { scenarioData, SCENARIOS } from './testing/scenarios.ts';

const DATE = '2026-01-06';
const FLAT: TestBar = [100, 100, 100, 100];

/** Bars from 10:00 on, 1,000 shares each; the strategy sends what `first` says on the first of them, and `later` on each after it. */
function run(costs: Partial<CostSettings>, first: string, bars: readonly TestBar[], later = '') {
  const code = `let n = 0; onBar((bar) => { n += 1; if (n === 1) { ${first} } else { ${later} } });`;
  const settings = { ...NO_COSTS, ...costs };
  return backtest(code, minutes(DATE, 600, [FLAT, ...bars]), sessionsOf(DATE), { costs: settings });
}
const fills = (...given: Parameters<typeof run>) => run(...given).orders.map(inShort);
/** Minutes after 10:00 with the quantity and the price of each fill. */
const parts = (...given: Parameters<typeof run>) =>
  run(...given).fills.map(({ timeMs, quantity, price, liquidity }) =>
    [(timeMs - Date.UTC(2026, 0, 6, 15)) / 60_000, quantity, price, liquidity].join(' '),
  );

describe('without settings', () => {
  const { data, sessions } = scenarioData();
  // The stored orders were made before there were costs.
  it.each(SCENARIOS)('$name are the stored orders to the last digit', ({ name, code, limits = {} }) => {
    const expected: { orders: string[]; endE4: number; drawdownE4: number } | undefined = Object.entries(
      stored,
    ).find(([key]) => key === name)?.[1];
    for (const costs of [undefined, null, NO_COSTS]) {
      const { orders, equity } = backtest(code, data, sessions, {
        limits,
        ...(costs === undefined ? {} : { costs }),
      });
      expect(
        orders.map((order) =>
          [
            order.number,
            order.side,
            order.type,
            order.quantity,
            order.price,
            order.stop,
            order.status,
            order.fillPrice,
            order.sentMs,
            order.fillMs,
            order.liquidity,
            order.reason,
          ].join('|'),
        ),
      ).toEqual(expected?.orders);
      expect([equity?.endE4, equity?.drawdownE4]).toEqual([expected?.endE4, expected?.drawdownE4]);
    }
  });
  it('a run records no fills beside its orders', () => {
    expect(run({}, 'buy(10)', [FLAT]).fills).toHaveLength(1);
    const bare = backtest('onBar(() => buy(1));', minutes(DATE, 600, [FLAT, FLAT]), sessionsOf(DATE));
    expect(bare.records.every(({ kind }) => kind === 'order')).toBe(true);
  });
});

describe('slippage', () => {
  const cents = { Slippage: 'Cents', SlippageAmount: 2 } as const;
  it('applies to market orders and stops', () => {
    expect(fills(cents, 'buy(10)', [[101, 101, 101, 101]])).toEqual(['Buy 10 @ 101.02 R']);
    expect(fills(cents, 'short(10, { stop: 99 })', [[100, 100, 98, 100]])).toEqual(['Short 10 @ 98.98 R']);
  });
  it('never applies to a limit that rests', () =>
    expect(fills(cents, 'buy(10, { price: 99 })', [[100, 101, 98, 100]])).toEqual(['Buy 10 @ 99 A']));
  it('reaches the limit of one that is marketable at most', () => {
    expect(fills(cents, 'buy(10, { price: 100.01 })', [FLAT])).toEqual(['Buy 10 @ 100.01 R']);
    expect(fills(cents, 'buy(10, { price: 101 })', [FLAT])).toEqual(['Buy 10 @ 100.02 R']);
  });
  it('is the amount that the fill records', () =>
    expect(run(cents, 'buy(10)', [FLAT]).fills[0]?.slippageE4).toBe(2_000));
});

describe('a limit of the volume', () => {
  const tenth = { VolumePercent: 10 } as const;
  const four = [FLAT, FLAT, FLAT, FLAT];
  it('fills the rest of a market order on the next bars', () => {
    expect(parts(tenth, 'buy(250)', four)).toEqual(['1 100 100 R', '2 100 100 R', '3 50 100 R']);
    expect(fills(tenth, 'buy(250)', four)).toEqual(['Buy 250 @ 100 R']);
  });
  it('holds for all orders of the run together', () => {
    expect(parts(tenth, 'buy(70); buy(70)', four)).toEqual(['1 70 100 R', '1 30 100 R', '2 40 100 R']);
  });
  it('ends what the day has not filled, and keeps the rest', () => {
    const { orders, fills: made, language } = run(tenth, 'buy(1000)', [FLAT, FLAT], 'log(position.quantity)');
    expect(orders.map(inShort)).toEqual(['Buy 1000 Cancelled: The data ends here']);
    expect(made.map(({ quantity }) => quantity)).toEqual([100, 100]);
    expect(language.isFinished).toBe(false);
  });
  it('leaves the rest of a triggered stop as a market order', () => {
    const bars: TestBar[] = [[100, 101, 100, 100], [100.5, 100.5, 100.5, 100.5], FLAT];
    expect(parts(tenth, 'buy(150, { stop: 101 })', bars)).toEqual(['2 100 101 R', '2 50 100.5 R']);
  });
  it('leaves the rest of a marketable limit marketable while the open is within it', () => {
    const bars: TestBar[] = [[100, 100, 100, 100], [100.2, 100.2, 100.2, 100.2], [101, 101, 100, 101], FLAT];
    expect(parts(tenth, 'buy(250, { price: 100.5 })', bars)).toEqual([
      '1 100 100 R',
      '2 100 100.2 R',
      '4 50 100.5 A',
    ]);
  });
  it('gives the exits of an entry what has filled of it', () => {
    const entry = 'buy(150, { exits: { target: { amount: 1 }, stop: { amount: 1 } } })';
    const bars: TestBar[] = [FLAT, FLAT, [102, 102, 102, 102], [102, 102, 102, 102], FLAT];
    expect(parts(tenth, entry, bars)).toEqual(['1 100 100 R', '2 50 100 R', '4 100 101 A', '5 50 101 A']);
  });
  it('fills nothing in a bar without volume', () => {
    const data = { ...minutes(DATE, 600, [FLAT, FLAT, FLAT]), volume: Float64Array.from([1_000, 0, 1_000]) };
    const costs = { ...NO_COSTS, ...tenth };
    const { fills: made } = backtest(
      'let n = 0; onBar(() => { n += 1; if (n === 1) buy(10); });',
      data,
      sessionsOf(DATE),
      { costs },
    );
    expect(made.map(({ timeMs }) => (timeMs - Date.UTC(2026, 0, 6, 15)) / 60_000)).toEqual([2]);
  });
  it('does not keep a position overnight that the run closes at the end of the day', () => {
    const data = minutes(
      DATE,
      940,
      Array.from({ length: 20 }, () => FLAT),
    );
    const { fills: made } = backtest(
      'let n = 0; onBar(() => { n += 1; if (n === 1) buy(900); });',
      data,
      sessionsOf(DATE),
      { costs: { ...NO_COSTS, ...tenth }, limits: { intradayPositionsOnly: true } },
    );
    const held = made.reduce((sum, { side, quantity }) => sum + (side === 'Buy' ? quantity : -quantity), 0);
    expect(held).toBe(0);
    // The last bar fills the rest, beyond its limit.
    expect(made.at(-1)?.quantity).toBe(400);
  });
});

describe('the cost of borrowing', () => {
  const costs = { ...NO_COSTS, Commission: 'None', BorrowPercent: 36.5 } as const;
  const DATES = ['2026-01-08', '2026-01-09', '2026-01-12', '2026-01-13'];
  const bars: TestBar[] = [FLAT, [100, 100, 100, 100], [110, 110, 110, 110], FLAT];
  const held = (code: string) =>
    backtest(
      `bars('day'); let n = 0; onBar((bar) => { n += 1; ${code} });`,
      days(DATES, bars),
      sessionsOf(...DATES),
      {
        costs,
      },
    );
  it('counts the nights until the next day of the data at the close, and none after the last day', () => {
    const { borrow, equity } = held('if (n === 1) short(100);');
    // 0.1 % a night: of 10,000 dollars over a weekend, of 11,000 over one night.
    expect(borrow.map(({ amountE4 }) => amountE4)).toEqual([300_000, 110_000]);
    expect(equity?.endE4).toBe(-410_000);
  });
  it('is in the fees of the position that the strategy sees', () => {
    const { log } = held('if (n === 1) short(100); log(position.fees);');
    expect(log).toEqual(['0', '0', '30', '41']);
  });
  it('is nothing for long stock', () => expect(held('if (n === 1) buy(100);').borrow).toEqual([]));
  it('is charged for a position that an early finish leaves', () => {
    const { borrow } = held('if (n === 1) short(100); if (n === 2) finish();');
    expect(borrow.map(({ amountE4 }) => amountE4)).toEqual([300_000, 110_000]);
  });
});

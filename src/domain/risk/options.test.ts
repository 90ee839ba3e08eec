import { describe, expect, it } from 'vitest';
import type { OrderSide, OrderSource } from '../orders/enumerations.ts';
import { optionIntent, sharesHeldAsCover, writingRequirementE4 } from './options.ts';
import { openingCostE4 } from './prices.ts';
import { CALL, DOLLAR, hold, makeContext, makeOption, PUT, type TestContext } from './testing/contexts.ts';

/** The intent of an order of `quantity` contracts with these holdings and resting orders. */
function contextOf(
  symbol: string,
  side: OrderSide,
  quantity: number,
  positions: Record<string, number>,
  resting: Record<string, { buy: number; sell: number }> = {},
  source: OrderSource = 'Open',
): TestContext {
  const context = makeContext();
  makeOption(context, { symbol, side, quantity, source });
  for (const [held, shares] of Object.entries(positions)) hold(context, held, shares);
  for (const [open, quantities] of Object.entries(resting))
    context.portfolio.openInterest.set(open, quantities);
  return context;
}
const intent = (...parameters: Parameters<typeof contextOf>) => optionIntent(contextOf(...parameters));

const HIGHER_CALL = 'SPY261218C00105000';
const LOWER_CALL = 'SPY261218C00095000';
const LATER_LOWER_CALL = 'SPY270115C00095000';
const SOONER_LOWER_CALL = 'SPY261204C00095000';
const HIGHER_PUT = 'SPY261218P00105000';
const LOWER_PUT = 'SPY261218P00095000';

describe('what an option order amounts to', () => {
  it.each<[string, Parameters<typeof contextOf>, ReturnType<typeof optionIntent>]>([
    ['buying opens', [CALL, 'Buy', 1, {}], 'buy'],
    ['buying back what was written only closes', [CALL, 'Buy', 1, { [CALL]: -1 }], 'none'],
    ['buying back more than was written opens', [CALL, 'Buy', 2, { [CALL]: -1 }], 'buy'],
    ['selling what is held only closes', [CALL, 'Sell', 1, { [CALL]: 1 }], 'none'],
    [
      'selling what a resting order sells already writes',
      [CALL, 'Sell', 1, { [CALL]: 1 }, { [CALL]: { buy: 0, sell: 1 } }],
      'uncoveredCall',
    ],
    ['a call with a hundred shares is covered', [CALL, 'Sell', 1, { SPY: 100 }], 'coveredCall'],
    [
      'shares that are for sale cover nothing',
      [CALL, 'Sell', 1, { SPY: 100 }, { SPY: { buy: 0, sell: 1 } }],
      'uncoveredCall',
    ],
    ['shares cover one call only', [CALL, 'Sell', 1, { SPY: 100, [HIGHER_CALL]: -1 }], 'uncoveredCall'],
    [
      'a call resting to be written takes its shares',
      [CALL, 'Sell', 1, { SPY: 100 }, { [HIGHER_CALL]: { buy: 0, sell: 1 } }],
      'uncoveredCall',
    ],
    ['shares of another stock cover nothing', [CALL, 'Sell', 1, { QQQ: 100 }], 'uncoveredCall'],
    ['a lower call covers a call', [CALL, 'Sell', 1, { [LOWER_CALL]: 1 }], 'combination'],
    ['so does one that expires later', [CALL, 'Sell', 1, { [LATER_LOWER_CALL]: 1 }], 'combination'],
    ['not one that expires sooner', [CALL, 'Sell', 1, { [SOONER_LOWER_CALL]: 1 }], 'uncoveredCall'],
    ['not a higher one', [CALL, 'Sell', 1, { [HIGHER_CALL]: 1 }], 'uncoveredCall'],
    ['not the contracts that the order itself sells', [CALL, 'Sell', 3, { [CALL]: 2 }], 'uncoveredCall'],
    ['not a put', [CALL, 'Sell', 1, { [LOWER_PUT]: 1 }], 'uncoveredCall'],
    ['a higher put covers a put', [PUT, 'Sell', 1, { [HIGHER_PUT]: 1 }], 'combination'],
    ['a lower put does not', [PUT, 'Sell', 1, { [LOWER_PUT]: 1 }], 'uncoveredPut'],
    ['shares do not cover a put', [PUT, 'Sell', 1, { SPY: 100 }], 'uncoveredPut'],
  ])('%s', (_title, parameters, expected) => expect(intent(...parameters)).toBe(expected));
  it('is unknown without the positions, the listing or the replaced order', () => {
    for (const name of ['portfolio', 'instrument', 'replaced'] as const)
      expect(optionIntent({ ...contextOf(CALL, 'Sell', 1, {}), [name]: undefined }), name).toBeUndefined();
    const context = contextOf(CALL, 'Sell', 1, {});
    expect(
      optionIntent({ ...context, instrument: { ...context.instrument, isIndexOption: undefined } }),
    ).toBeUndefined();
  });
});

describe('the margin of a written option', () => {
  it('is its strike, for an uncovered call the price of the stock when that is higher, and nothing when covered', () => {
    const cost = (...parameters: Parameters<typeof contextOf>) => openingCostE4(contextOf(...parameters));
    expect(cost(PUT, 'Sell', 2, {})).toBe(2 * 100 * 100 * DOLLAR);
    expect(cost(LOWER_CALL, 'Sell', 1, {})).toBe(100 * 100 * DOLLAR);
    expect(cost(HIGHER_CALL, 'Sell', 1, {})).toBe(100 * 105 * DOLLAR);
    expect(cost(CALL, 'Sell', 1, { SPY: 100 })).toBe(0);
    expect(cost(CALL, 'Sell', 1, { [LOWER_CALL]: 1 })).toBe(0);
    expect(cost(CALL, 'Sell', 3, { [CALL]: 2 })).toBe(100 * 100 * DOLLAR);
  });
  it('of a leg of a strategy is that of an uncovered one, and a bought leg is paid in full', () => {
    const written = contextOf(CALL, 'Sell', 1, { SPY: 100 });
    written.order.strategyId = 's1';
    expect(writingRequirementE4(written, 'combination')).toBe(100 * DOLLAR);
    const bought = contextOf(CALL, 'Buy', 1, {});
    bought.order.strategyId = 's1';
    expect(openingCostE4(bought)).toBe(2 * 100 * 3 * DOLLAR);
  });
  it('of a call is not known without a price of the stock', () => {
    const context = contextOf(CALL, 'Sell', 1, {});
    for (const mark of [undefined, 0, Number.NaN]) {
      context.portfolio.markE4 = () => mark;
      expect(openingCostE4(context), String(mark)).toBeUndefined();
    }
  });
});

it('written calls hold a hundred shares each, resting ones too', () => {
  const context = makeContext();
  hold(context, CALL, -2);
  hold(context, LOWER_CALL, 5);
  hold(context, PUT, -7);
  context.portfolio.openInterest.set(HIGHER_CALL, { buy: 0, sell: 1 });
  expect(sharesHeldAsCover(context, 'SPY')).toBe(300);
  expect(sharesHeldAsCover(context, 'QQQ')).toBe(0);
});

import { describe, expect, it } from 'vitest';
import { newYorkMs } from '../calendar/us-equity.ts';
import { LiveRun } from './live-run.ts';
import type { LiveInput } from './live-input.ts';
import type { LiveAction, LiveReport } from './live-messages.ts';
import { ANY_TIME, backtest, columnsOf, loadStrategy, minutes, sessionsOf } from './testing/run-strategy.ts';
import type { TestBar } from './testing/run-strategy.ts';

const DATE = '2026-01-06';
const CALL = 'SPY260220C00100000';
const HIGHER = 'SPY260220C00105000';
const NOTHING = columnsOf([], []);
const FLAT: TestBar = [100, 100, 100, 100];
const VERTICAL = `[{ symbol: '${CALL}', side: 'Buy' }, { symbol: '${HIGHER}', side: 'Sell' }]`;
const COVERED = `[{ symbol: 'SPY', side: 'Buy' }, { symbol: '${CALL}', side: 'Sell' }]`;

/** Runs code live in the regular session; `actions` are those of all bars. */
function live(code: string, input: Partial<LiveInput> = {}) {
  const { language, description } = loadStrategy(code);
  const run = new LiveRun(language, description, {
    limits: ANY_TIME,
    warmUp: NOTHING,
    sessions: sessionsOf(DATE),
    position: 0,
    contracts: [],
    fills: [],
    brackets: [],
    ...input,
  });
  const report = (change: Partial<LiveReport>): readonly LiveAction[] =>
    run.report({
      number: 1,
      status: 'Filled',
      fill: null,
      filledQuantity: 0,
      reason: '',
      timeMs: newYorkMs(DATE, 600),
      ...change,
    });
  return {
    run,
    log: () => language.log.take(),
    bar: (minute: number): readonly LiveAction[] =>
      run.deliver(minutes(DATE, minute, [FLAT]), {
        bid: 99.9,
        ask: 100.1,
        timeMs: newYorkMs(DATE, minute + 1),
      }),
    report,
  };
}
const onFirst = (text: string): string => `onBar((bar) => { if (bar.index === 0) { ${text} } });`;
const leg = (symbol: string, side: 'Buy' | 'Sell', quantity: number, price: number) => ({
  symbol,
  side,
  quantity,
  price,
});

describe('a wrong call', () => {
  it.each([
    ['spread(5)', 'spread takes an array of legs'],
    [`spread([{ symbol: '${CALL}', side: 'Buy' }])`, 'A multi-leg order has at least two legs.'],
    [
      `spread([95, 96, 97, 98, 99].map((strike) => ({ symbol: optionSymbol('2026-02-20', strike, 'Put'), side: 'Buy' })))`,
      'A multi-leg order has at most 4 legs.',
    ],
    [
      `spread([{ symbol: '${CALL}', side: 'Buy' }, { symbol: '${CALL}', side: 'Sell' }])`,
      'Two legs have the same symbol.',
    ],
    [
      `spread([{ symbol: '${CALL}', side: 'Buy', ratio: 0 }, { symbol: '${HIGHER}', side: 'Sell' }])`,
      `The ratio of SPY Feb 20 '26 100 Call must be a whole number from 1 to 99.`,
    ],
    [
      `spread([{ symbol: '${CALL}', side: 'Buy', ratio: '1' }, { symbol: '${HIGHER}', side: 'Sell' }])`,
      "the ratio of a leg is a whole number: '1'",
    ],
    [
      `spread([{ symbol: 'AAPL', side: 'Buy' }, { symbol: '${CALL}', side: 'Sell' }])`,
      'AAPL is neither SPY nor an option on it.',
    ],
    [
      `spread([{ symbol: '${CALL}', side: 'Short' }, { symbol: '${HIGHER}', side: 'Sell' }])`,
      "a side is 'Buy' or 'Sell' in a multi-leg order: 'Short'",
    ],
    [
      `spread([{ symbol: '${CALL}', side: 'Buy', size: 1 }, { symbol: '${HIGHER}', side: 'Sell' }])`,
      "Unknown: 'size'",
    ],
    [`spread(${VERTICAL}, { price: -1 })`, 'a net price is 0 or more'],
    [`spread(${VERTICAL}, { price: NaN })`, 'a net price is 0 or more'],
    [`spread(${VERTICAL}, { quantity: 0 })`, 'a quantity is a whole number from 1 to 1,000,000: 0'],
    [`spread(${VERTICAL}, { tif: 'GTX' })`, 'the time in force of a multi-leg order is DAY, GTC, IOC, FOK'],
    [`spread(${VERTICAL}, { type: 'Stop' })`, "Unknown: 'type'"],
    [`optionSymbol('2026-02-30', 100, 'Call')`, 'expiration out of range: 2026-02-30'],
    [`optionSymbol('2026-02-20', 100, 'Both')`, "the right of an option is 'Call' or 'Put': 'Both'"],
    [`spread(${VERTICAL}).replace({ price: 1 })`, 'a market order has no price to replace'],
  ])('%s is an error of the line', (call, message) => {
    expect(() => live(onFirst(`${call};`)).bar(600)).toThrow(message);
  });

  it('needs the underlying as the symbol of the run', () => {
    expect(() => live(`symbol('${CALL}'); ${onFirst(`spread(${VERTICAL});`)}`).bar(600)).not.toThrow();
    const { language, description } = loadStrategy(onFirst(`spread(${VERTICAL});`), '', CALL);
    const run = new LiveRun(language, description, {
      limits: ANY_TIME,
      warmUp: NOTHING,
      sessions: sessionsOf(DATE),
      position: 0,
      contracts: [],
      fills: [],
      brackets: [],
    });
    expect(() =>
      run.deliver(minutes(DATE, 600, [FLAT]), { bid: 1, ask: 1, timeMs: newYorkMs(DATE, 601) }),
    ).toThrow("spread needs a strategy of the underlying: symbol('SPY')");
  });
});

describe('live', () => {
  it('sends one order with its legs and terms, the net price in whole cents', () => {
    const { bar } = live(
      onFirst(
        `spread(${VERTICAL}, { price: 1.257, quantity: 3, tif: 'gtc' }); spread(${COVERED}, { side: 'sell', price: 0.001 }); spread(${VERTICAL});`,
      ),
    );
    expect(
      bar(600).map(({ kind, order: { number, side, type, quantity, price, spread } }) => [
        kind,
        number,
        side,
        type,
        quantity,
        price,
        spread?.tif,
      ]),
    ).toEqual([
      ['send', 1, 'Buy', 'Limit', 3, 1.25, 'GoodTillCancel'],
      ['send', 2, 'Sell', 'Limit', 1, 0.01, 'Day'],
      ['send', 3, 'Buy', 'Market', 1, 0, 'Day'],
    ]);
  });

  it('calls onOrder for each fill, with the net price and the fills of the legs', () => {
    const { bar, report, log } = live(
      `onOrder((order) => log(order.status, order.filledQuantity, order.fillPrice, order.legs.length, order.fills.length, order.fills.at(-1).price, order.fills.at(-1).legs.map((one) => one.symbol + one.price).join()));
      ${onFirst(`spread(${VERTICAL}, { price: 2, quantity: 2 });`)}`,
    );
    bar(600);
    const fill = (price: number) => ({
      quantity: 1,
      price,
      liquidity: 'R' as const,
      legs: [leg(CALL, 'Buy', 1, price + 1), leg(HIGHER, 'Sell', 1, 1)],
    });
    report({ status: 'PartiallyFilled', filledQuantity: 1, fill: fill(2) });
    report({ status: 'PartiallyFilled', filledQuantity: 1, fill: fill(2) });
    report({ filledQuantity: 2, fill: fill(1.9) });
    expect(log()).toEqual([
      `PartiallyFilled 1 2 2 1 2 ${CALL}3,${HIGHER}1`,
      `Filled 2 1.95 2 2 1.9 ${CALL}2.9,${HIGHER}1`,
    ]);
  });

  it('adds the shares of a covered call to the position, and counts the contracts', () => {
    const { bar, report, log, run } = live(
      `onBar((bar) => { if (bar.index === 0) spread(${COVERED}, { price: 98, quantity: 2 }); log(position.quantity, position.averagePrice, held('${CALL}'), hasOpenOrders()); });`,
    );
    bar(600);
    report({
      filledQuantity: 2,
      fill: {
        quantity: 2,
        price: 97.5,
        liquidity: 'R',
        legs: [leg('SPY', 'Buy', 200, 100.5), leg(CALL, 'Sell', 2, 3)],
      },
    });
    bar(601);
    // Both calls are assigned: the shares are sold at the strike.
    run.settle({ symbol: CALL, contracts: 2, shares: -200, strike: 100 });
    bar(602);
    expect(log()).toEqual(['0 0 0 true', '200 100.5 -2 false', '0 0 0 false']);
  });

  it('replaces and cancels as one order', () => {
    const { bar, report, log } = live(
      `let mine = null;
      onOrder((changed) => log(changed.status, changed.price, changed.quantity, changed.tif, changed.reason));
      onBar((bar) => {
        if (bar.index === 0) mine = spread(${VERTICAL}, { price: 1, quantity: 2 });
        if (bar.index === 1) mine.replace({ price: 1.1, tif: 'GTC' });
        if (bar.index === 2) cancelAll();
      });`,
    );
    bar(600);
    expect(bar(601)).toMatchObject([
      { kind: 'replace', change: { price: 1.1, quantity: 2, tif: 'GoodTillCancel' } },
    ]);
    report({ status: 'ReplaceRejected', reason: 'No' });
    report({ status: 'Replaced', terms: { price: 1.1, quantity: 2, tif: 'GoodTillCancel' } });
    expect(bar(602)).toMatchObject([{ kind: 'cancel', order: { number: 1 } }]);
    report({ status: 'Cancelled' });
    expect(log()).toEqual(['Sent 1 2 DAY No', 'Sent 1.1 2 GTC ', 'Cancelled 1.1 2 GTC ']);
  });

  it.each([
    [
      'a share limit',
      { limits: { ...ANY_TIME, shareLimit: 1_000 } },
      'A run with a share or dollar limit cannot send multi-leg orders',
    ],
    [
      'intraday positions only',
      { limits: { ...ANY_TIME, intradayPositionsOnly: true } },
      'A run that closes its position during the day cannot send multi-leg orders',
    ],
    [
      'trading intervals',
      { limits: { ...ANY_TIME, intervals: [{ startMinute: 700, endMinute: 800 }] } },
      'Outside of the trading intervals',
    ],
  ])('rejects it under %s, with the same reason in the order and in the log', (_, input, reason) => {
    const { bar, log } = live(onFirst(`spread(${VERTICAL}, { quantity: 2 });`), input);
    expect(bar(600)).toMatchObject([{ kind: 'rejected', order: { reason } }]);
    expect(log()).toEqual([
      `Order 1 (Buy 2 Vertical: Buy 1 ${CALL}, Sell 1 ${HIGHER}) was rejected: ${reason}`,
    ]);
  });

  it('lets an order close outside of the trading intervals when each leg reduces what the run holds', () => {
    const { bar } = live(
      onFirst(
        `spread(${VERTICAL}, { side: 'Sell' }); spread([{ symbol: '${CALL}', side: 'Sell' }, { symbol: '${HIGHER}', side: 'Buy' }], { side: 'Sell' });`,
      ),
      {
        limits: { ...ANY_TIME, intervals: [{ startMinute: 700, endMinute: 800 }] },
        contracts: [
          { symbol: CALL, quantity: 1 },
          { symbol: HIGHER, quantity: -1 },
        ],
      },
    );
    expect(bar(600).map(({ kind, order }) => [kind, order.number])).toEqual([
      ['rejected', 1],
      ['send', 2],
    ]);
  });
});

it('is rejected in a backtest, which has no quotes of options: never filled, with one reason in the order and in the log', () => {
  const reason =
    'A backtest has no quotes of options, so it cannot fill a multi-leg order: send it in a live run';
  const { orders, log } = backtest(
    `onOrder((order) => log(order.status, order.reason)); ${onFirst(`spread(${VERTICAL}, { price: 1 });`)}`,
    minutes(DATE, 600, [FLAT, FLAT]),
    sessionsOf(DATE),
  );
  expect(orders).toMatchObject([
    { status: 'Rejected', side: 'Buy', type: 'Limit', quantity: 1, price: 1, fillPrice: 0, reason },
  ]);
  expect(log).toEqual([
    `Order 1 (Buy 1 Vertical: Buy 1 ${CALL}, Sell 1 ${HIGHER}) was rejected: ${reason}`,
    `Rejected ${reason}`,
  ]);
});

import { describe, expect, it } from 'vitest';
import { newYorkMs } from '../calendar/us-equity.ts';
import { toPriceE4 } from '../money/price.ts';
import { feesOf, totalFeesE4 } from '../portfolio/index.ts';
import { createLiveColumns } from './live-columns.ts';
import { LiveRun } from './live-run.ts';
import type { LiveInput } from './live-input.ts';
import type { LiveAction, LiveReport } from './live-messages.ts';
import { ANY_TIME, backtest, columnsOf, loadStrategy, minutes, sessionsOf } from './testing/run-strategy.ts';
import type { TestBar } from './testing/run-strategy.ts';
import type { Language } from './language.ts';

const DATE = '2026-01-06';
const FLAT: TestBar = [100, 100, 100, 100];
const NOTHING = columnsOf([], []);
const described = ({ kind, order }: LiveAction): string =>
  `${kind} ${order.number}: ${order.side} ${order.quantity} ${order.type}${order.price > 0 ? ` ${order.price}` : ''}`;

const fillOf = (quantity: number, price: number, liquidity: 'A' | 'R' = 'R') => ({
  quantity,
  price,
  liquidity,
});
const holding = (position: number, price: number): Partial<LiveInput> => ({
  position,
  fills: [{ side: position > 0 ? 'Buy' : 'Short', quantity: Math.abs(position), price, liquidity: 'R' }],
});

interface Started {
  readonly run: LiveRun;
  readonly language: Language;
  bar(minute: number, bar?: TestBar): string[];
  clock(minute: number, second?: number): string[];
  report(change: Partial<LiveReport> & { number: number }): string[];
}

function live(code: string, input: Partial<LiveInput> = {}): Started {
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
  const quote = (timeMs: number) => ({ bid: 99.99, ask: 100.01, timeMs });
  return {
    run,
    language,
    bar: (minute, prices = FLAT) =>
      run.deliver(minutes(DATE, minute, [prices]), quote(newYorkMs(DATE, minute + 1))).map(described),
    clock: (minute, second = 0) =>
      run.deliver(NOTHING, quote(newYorkMs(DATE, minute) + second * 1_000)).map(described),
    report: (change) =>
      run
        .report({
          status: 'Filled',
          fill: null,
          filledQuantity: 0,
          reason: '',
          timeMs: newYorkMs(DATE, 600),
          ...change,
        })
        .map(described),
  };
}

it('requests the orders that its handlers send, and books the reports of the broker', () => {
  const { bar, report, language } = live(
    'onBar((bar) => { if (position.isFlat && !hasOpenOrders()) buy(100); log(position.quantity, position.averagePrice); });',
  );
  expect(bar(600)).toEqual(['send 1: Buy 100 Market']);
  expect(bar(601)).toEqual([]);
  report({ number: 1, status: 'PartiallyFilled', filledQuantity: 40, fill: fillOf(40, 100) });
  expect(bar(602)).toEqual([]);
  report({ number: 1, status: 'Filled', filledQuantity: 100, fill: fillOf(60, 110) });
  bar(603);
  expect(language.log.take()).toEqual(['0 0', '0 0', '40 100', '100 106']);
});

it('takes a report that comes twice, or late, once', () => {
  const { bar, report, language } = live(
    'onBar((bar) => { if (bar.index === 0) buy(100); log(position.quantity); });',
  );
  bar(600);
  report({ number: 1, status: 'PartiallyFilled', filledQuantity: 40, fill: fillOf(40, 100) });
  report({ number: 1, status: 'PartiallyFilled', filledQuantity: 40, fill: fillOf(40, 100) });
  report({ number: 1, status: 'Cancelled', filledQuantity: 40, reason: 'by hand' });
  report({ number: 1, status: 'Filled', filledQuantity: 100, fill: fillOf(100, 100) });
  report({ number: 77, status: 'Filled', filledQuantity: 100, fill: fillOf(100, 100) });
  bar(601);
  expect(language.log.take()).toEqual(['0', '40']);
});

it('books each fill at its own price and liquidity', () => {
  const { bar, report, language } = live(
    'onBar((bar) => { if (bar.index === 0) buy(10000, { price: 10.01 }); else log(position.fees, position.averagePrice, position.netProfit); });',
  );
  const at10: TestBar = [10.01, 10.01, 10.01, 10.01];
  bar(600, at10);
  const fills = [fillOf(3_333, 10, 'R'), fillOf(6_666, 10.01, 'A'), fillOf(1, 10.01, 'A')];
  let filledQuantity = 0;
  for (const fill of fills) {
    filledQuantity += fill.quantity;
    const status = filledQuantity === 10_000 ? 'Filled' : 'PartiallyFilled';
    report({ number: 1, status, filledQuantity, fill });
  }
  bar(601, at10);
  const fees = fills.reduce(
    (sum, { quantity, price, liquidity }) =>
      sum + totalFeesE4(feesOf('Buy', quantity, toPriceE4(price), liquidity)) / 10_000,
    0,
  );
  const cost = 3_333 * 10 + 6_667 * 10.01;
  expect((language.log.take()[0] ?? '').split(' ').map(Number)).toEqual([
    expect.closeTo(fees, 6),
    expect.closeTo(cost / 10_000, 6),
    expect.closeTo(100_100 - cost - fees, 6),
  ]);
});

it('takes an order for done that the broker calls filled, though it was made smaller there', () => {
  const { bar, report, language } = live(
    'onBar((bar) => { if (bar.index === 0) buy(100); log(position.quantity, hasOpenOrders()); });',
  );
  bar(600);
  report({ number: 1, status: 'Filled', filledQuantity: 70, fill: fillOf(70, 100) });
  bar(601);
  expect(language.log.take()).toEqual(['0 true', '70 false']);
});

it('reverses in two steps: the new side is requested once the old one is closed', () => {
  const { bar, report } = live('onBar((bar) => { if (bar.index === 1) goShort(50); });', holding(100, 90));
  bar(600);
  expect(bar(601)).toEqual(['send 1: Sell 100 Market']);
  expect(report({ number: 1, status: 'PartiallyFilled', filledQuantity: 60, fill: fillOf(60, 100) })).toEqual(
    [],
  );
  expect(report({ number: 1, filledQuantity: 100, fill: fillOf(40, 100) })).toEqual([
    'send 2: Short 50 Market',
  ]);
});

it('reverses a short position by one order, once', () => {
  const { bar } = live('onBar(() => { goLong(50); });', holding(-100, 90));
  expect(bar(600)).toEqual(['send 1: Buy 150 Market']);
  expect(bar(601)).toEqual([]);
});

it('covers once when it may not be long', () => {
  const { bar } = live("allow('ShortOnly'); onBar(() => { goLong(50); });", holding(-100, 90));
  expect(bar(600)).toEqual(['send 1: Buy 100 Market']);
  expect(bar(601)).toEqual(['rejected 2: Buy 50 Market']);
});

it('gives the second step up when the first is refused', () => {
  const { bar, report, language } = live(
    'onOrder((order) => log(order.id, order.status, order.reason)); onBar((bar) => { if (bar.index === 0) goShort(50); });',
    holding(100, 90),
  );
  bar(600);
  expect(report({ number: 1, status: 'Rejected', reason: 'Trading halt' })).toEqual([]);
  expect(language.log.take()).toEqual([
    '1 Rejected Trading halt',
    '2 Cancelled The order it depends on was not filled',
  ]);
});

it('continues with the position that it already holds', () => {
  const { bar } = live(
    'onBar(() => { if (position.isShort && position.averagePrice === 50) cover(); });',
    holding(-30, 50),
  );
  expect(bar(600)).toEqual(['send 1: Buy 30 Market']);
});

it('continues with the closed profit and the fees of its earlier fills', () => {
  const { bar, language } = live(
    'onBar(() => { log(position.quantity, position.closedProfit, position.fees); });',
    {
      position: 30,
      fills: [
        { side: 'Buy', quantity: 100, price: 10, liquidity: 'A' },
        { side: 'Sell', quantity: 50, price: 11, liquidity: 'R' },
      ],
    },
  );
  bar(600);
  const feesE4 =
    totalFeesE4(feesOf('Buy', 100, toPriceE4(10), 'A')) + totalFeesE4(feesOf('Sell', 50, toPriceE4(11), 'R'));
  // Of the 50 shares left the account holds 30: the others leave at cost.
  expect(language.log.take()).toEqual([`30 50 ${feesE4 / 10_000}`]);
});

it('takes the quote for limit orders with useNbbo', () => {
  expect(live("useNbbo(); order({ type: 'Limit' }); onBar(() => { buy(1); });").bar(600)).toEqual([
    'send 1: Buy 1 Limit 100.01',
  ]);
});

it('cancels through the broker, and counts an order as open until it is said to be gone', () => {
  const { bar, report } = live(
    'onBar((bar) => { if (bar.index === 0) buy(1, { price: 90 }); else if (hasOpenOrders()) cancelAll(); else buy(2); });',
  );
  expect(bar(600)).toEqual(['send 1: Buy 1 Limit 90']);
  expect(bar(601)).toEqual(['cancel 1: Buy 1 Limit 90']);
  report({ number: 1, status: 'Cancelled' });
  expect(bar(602)).toEqual(['send 2: Buy 2 Market']);
});

describe('the clock', () => {
  const BUY = 'onOrder((order) => log(order.reason)); onBar(() => { buy(1); });';
  it('keeps opening orders inside of the intervals', () => {
    const { bar, language } = live(BUY, {
      limits: { ...ANY_TIME, intervals: [{ startMinute: 600, endMinute: 605 }] },
    });
    expect([598, 599, 604, 605].map((minute) => bar(minute)[0]?.split(' ')[0])).toEqual([
      'rejected',
      'send',
      'send',
      'rejected',
    ]);
    expect(new Set(language.log.take())).toEqual(new Set(['Outside of the trading intervals']));
  });
  it('closes the position at the closing time, also when nothing trades, and once', () => {
    const { bar, clock, report } = live(
      "closingTime('10:05'); onBar((bar) => { if (bar.index === 0) buy(10); });",
    );
    bar(600);
    report({ number: 1, filledQuantity: 10, fill: fillOf(10, 100) });
    expect(clock(604)).toEqual([]);
    // The bar that ends then may still be on its way.
    expect(clock(605, 1)).toEqual([]);
    expect(clock(605, 2)).toEqual(['send 2: Sell 10 Market']);
    expect(clock(606)).toEqual([]);
    expect(bar(606)).toEqual([]);
  });
  it('closes intraday positions before the session ends, and cancels what rests', () => {
    const { bar, clock, report } = live(
      'onBar((bar) => { if (bar.index === 0) { buy(10); buy(5, { price: 50 }); } else buy(3); });',
      { limits: { ...ANY_TIME, intradayPositionsOnly: true } },
    );
    bar(600);
    report({ number: 1, filledQuantity: 10, fill: fillOf(10, 100) });
    expect(clock(955, 2)).toEqual(['cancel 2: Buy 5 Limit 50', 'send 3: Sell 10 Market']);
    expect(bar(955)).toEqual(['rejected 4: Buy 3 Market']);
  });
  it('requests the close again when the closing order was refused', () => {
    const { run, report } = live("closingTime('10:05'); onBar(() => {});", holding(10, 90));
    const at = (seconds: number) =>
      run
        .deliver(NOTHING, { bid: 0, ask: 0, timeMs: newYorkMs(DATE, 605) + (2 + seconds) * 1_000 })
        .map(described);
    expect(at(0)).toEqual(['send 1: Sell 10 Market']);
    expect(at(30)).toEqual([]);
    report({ number: 1, status: 'Rejected', reason: 'Trading halt' });
    expect([at(31), at(35)]).toEqual([['send 2: Sell 10 Market'], []]);
    report({ number: 2, status: 'Rejected', reason: 'Trading halt' });
    expect([at(36), at(41)]).toEqual([[], ['send 3: Sell 10 Market']]);
  });
  it('leaves out rows outside of the session, and opens nothing there', () => {
    const { bar, language } = live('onBar((bar) => { log(bar.minute); buy(1); });');
    expect(bar(560)).toEqual([]);
    expect(bar(570)).toEqual(['send 1: Buy 1 Market']);
    expect(bar(960)).toEqual([]);
    expect(language.log.take()).toEqual(['570']);
  });
});

it('sees the bars and studies that a backtest sees', () => {
  const bars = Array.from({ length: 90 }, (_, n): TestBar => [
    100 + Math.sin(n),
    102 + Math.sin(n),
    98,
    100 + Math.cos(n * n),
  ]);
  const code =
    'const a = rsi(7), b = bb(9); onBar((bar) => { log(bar.index, bar.minute, bar.isFirst, bar.isLast, a.last, b.lower.before, highest(close, 5)); });';
  const data = minutes(DATE, 570, bars);
  const wanted = backtest(code, data, sessionsOf(DATE), { firstIndex: 30 }).log;
  const { language, run } = live(code, { warmUp: minutes(DATE, 570, bars.slice(0, 30)) });
  language.log.limit = 1_000;
  for (let n = 30; n < 90; n += 4)
    run.deliver(minutes(DATE, 570 + n, bars.slice(n, n + 4)), {
      bid: 0,
      ask: 0,
      timeMs: newYorkMs(DATE, 570 + Math.min(90, n + 4)),
    });
  expect(language.log.take()).toEqual(wanted);
});

it('forgets what is long past without losing its place', () => {
  const { language } = loadStrategy('const mean = sma(3); onBar(() => {});');
  const columns = createLiveColumns(language, 8);
  const rows = minutes(
    DATE,
    570,
    Array.from({ length: 100 }, (_, n): TestBar => [n, n, n, n]),
  );
  for (let row = 0; row < 100; row += 1) {
    columns.append(rows, row);
    columns.follow();
    expect(language.bar.close).toBe(row);
    expect(language.columns.close.values.length).toBeLessThanOrEqual(16);
  }
  // The author's global names are a record of anything; close is a series.
  expect((language.globals['close'] as { ago(bars: number): number }).ago(5)).toBe(94);
});

it('leaves rows out that are older than the last', () => {
  const { bar, language } = live('onBar((bar) => { log(bar.minute); });');
  bar(601);
  bar(600);
  bar(602);
  expect(language.log.take()).toEqual(['601', '602']);
});

describe('a bar that comes late', () => {
  const limits = { ...ANY_TIME, intervals: [{ startMinute: 600, endMinute: 605 }] };
  const late = (seconds: number): string[] => {
    const { run } = live('onBar(() => { buy(1); });', { limits });
    const timeMs = newYorkMs(DATE, 605) + seconds * 1_000;
    return run.deliver(minutes(DATE, 604, [FLAT]), { bid: 0, ask: 0, timeMs }).map(described);
  };
  it('opens by the time of its end for a minute', () => expect(late(60)).toEqual(['send 1: Buy 1 Market']));
  it('must be allowed to open at the present time, too, after that', () =>
    expect(late(61)).toEqual(['rejected 1: Buy 1 Market']));
});

it('keeps what onOrder sends from opening before its time, though the bar of the fill ends in time', () => {
  const { bar, report } = live(
    "openingTime('10:00'); onOrder(({ side }) => { if (side === 'Sell') buy(1); }); onBar((bar) => { if (bar.index === 0) sell(10); });",
    holding(10, 90),
  );
  expect(bar(598)).toEqual(['send 1: Sell 10 Market']);
  const timeMs = newYorkMs(DATE, 599) + 1_000;
  expect(report({ number: 1, filledQuantity: 10, fill: fillOf(10, 100), timeMs })).toEqual([
    'rejected 2: Buy 1 Market',
  ]);
});

it('closes the position of a strategy of daily bars at its closing time, before the session ends', () => {
  const { clock } = live("bars('day'); closingTime('15:30'); onBar(() => {});", holding(10, 90));
  expect(clock(929)).toEqual([]);
  expect(clock(930)).toEqual(['send 1: Sell 10 Market']);
});

import { describe, expect, it } from 'vitest';
import { newYorkMs } from '../calendar/us-equity.ts';
import { NO_COSTS } from './costs/settings.ts';
import type { DataColumns } from './description.ts';
import { ANY_TIME, backtest, columnsOf, days, loadStrategy, sessionsOf } from './testing/run-strategy.ts';
import type { TestBar, TestRun } from './testing/run-strategy.ts';

const DATE = '2026-01-06';
const DATES = ['2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08', '2026-01-09'];
const flat = (price: number): TestBar => [price, price, price, price];
const [PEP, QQQ] = [1, 2];
const FREE = { ...NO_COSTS, Commission: 'None' } as const;

/** Minute bars of a day; the n-th has the price `from` + n. */
const minutesAt = (minutes: readonly number[], from: number): DataColumns =>
  columnsOf(
    minutes.map((minute) => newYorkMs(DATE, minute)),
    minutes.map((_, n) => flat(from + n)),
  );

const dailyAt = (dates: readonly string[], prices: readonly number[]): DataColumns =>
  days(dates, prices.map(flat));

/** `symbol side quantity @ price`, or how an order ended. */
const shown = ({ orders }: TestRun): string[] =>
  orders.map(({ symbolIndex, side, quantity, status, fillPrice, reason }) =>
    status === 'Filled'
      ? `${symbolIndex} ${side} ${quantity} @ ${fillPrice}`
      : `${symbolIndex} ${side} ${quantity} ${status}: ${reason}`,
  );

const daily = (code: string, others: readonly DataColumns[], options: Parameters<typeof backtest>[3] = {}) =>
  backtest(`symbol('KO'); bars('day'); ${code}`, dailyAt(DATES, [10, 11, 12, 13, 14]), sessionsOf(...DATES), {
    ...options,
    symbol: 'KO',
    others,
  });

describe('a run that trades several symbols', () => {
  it('fills each order with the next bar of its own symbol, and holds a position in each', () => {
    const run = daily(
      `const pep = symbol('PEP'), qqq = symbol('QQQ');
       onBar((bar) => {
         if (bar.index === 0) { buy(1); pep.short(2); qqq.goLong(3); }
         if (bar.index === 2) { goFlat(); pep.cover(); qqq.sell(1); }
         log(position.quantity, pep.position.quantity, qqq.position.quantity, held('PEP'));
       });`,
      [dailyAt(DATES, [20, 21, 22, 23, 24]), dailyAt(DATES, [30, 31, 32, 33, 34])],
    );
    expect(shown(run)).toEqual([
      '0 Buy 1 @ 11',
      `${PEP} Short 2 @ 21`,
      `${QQQ} Buy 3 @ 31`,
      '0 Sell 1 @ 13',
      `${PEP} Buy 2 @ 23`,
      `${QQQ} Sell 1 @ 33`,
    ]);
    expect(run.orders.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(run.log).toEqual(['0 0 0 0', '1 -2 3 -2', '1 -2 3 -2', '0 0 2 0', '0 0 2 0']);
  });

  it('marks all positions to market, and its account has all of them', () => {
    const { equity, log, records } = daily(
      `capital(1_000); const pep = symbol('PEP');
       onBar((bar) => {
         if (bar.index === 0) { buy(10); pep.short(10); }
         if (bar.index === 2) log(account.positionValue, Math.round(account.equity - account.cash), pep.percentOfEquity(50), percentOfEquity(50));
       });`,
      [dailyAt(DATES, [20, 20, 15, 15, 15])],
      { costs: FREE },
    );
    // Bought at 11 and short from 20: 10 × (12 - 11) + 10 × (20 - 15) at the third close.
    expect(log).toEqual(['-30 -30 35 44']);
    expect(equity?.endE4).toBe((30 + 50) * 10_000);
    expect(records.at(-1)).toEqual({ kind: 'price', price: { symbolIndex: PEP, priceE4: 150_000 } });
  });

  it('plays the bars of another symbol that lie between its own ones, in the order of time', () => {
    const run = backtest(
      `symbol('KO'); const pep = symbol('PEP');
       onBar((bar) => { if (bar.minute === 600) { pep.buy(1); pep.buy(1, { price: 49.5 }); buy(1); } });
       onOrder((done) => log(done.symbol, done.id, done.fillPrice));`,
      minutesAt([600, 605], 10),
      sessionsOf(DATE),
      {
        symbol: 'KO',
        others: [
          columnsOf(
            [600, 601, 602, 605].map((minute) => newYorkMs(DATE, minute)),
            [flat(60), flat(50), flat(49), flat(70)],
          ),
        ],
      },
    );
    // At 10:01 the market order, at 10:02 the limit, whose bar opens beyond it, and then KO at 10:05.
    expect(shown(run)).toEqual([`${PEP} Buy 1 @ 50`, `${PEP} Buy 1 @ 49.5`, '0 Buy 1 @ 11']);
    expect(run.log).toEqual(['PEP 1 50', 'PEP 2 49.5', 'KO 3 11']);
  });

  it('keeps stops and targets of each symbol apart', () => {
    const run = daily(
      `const pep = symbol('PEP');
       onBar((bar) => {
         if (bar.index !== 0) return;
         buy(1, { exits: { stop: { price: 5 } } });
         pep.buy(2, { exits: { stop: { price: 15 }, target: { price: 30 } } });
       });
       onOrder((done) => { if (done.exit !== null) log(done.symbol, done.exit, done.entryId, done.fillPrice); });`,
      [dailyAt(DATES, [20, 20, 20, 14, 14])],
    );
    expect(run.log).toEqual(['PEP Stop 2 14', 'PEP Target 2 0', 'KO Stop 1 0']);
  });

  it('counts share and dollar limits over all symbols', () => {
    const others = [dailyAt(DATES, [20, 20, 20, 20, 20])];
    const code = `const pep = symbol('PEP');
      onBar((bar) => { if (bar.index === 0) { pep.short(6); buy(6); } if (bar.index === 2) { pep.goFlat(); } if (bar.index === 3) buy(9); });`;
    expect(shown(daily(code, others, { limits: { shareLimit: 10 } }))).toEqual([
      '0 Buy 4 @ 11',
      `${PEP} Short 6 @ 20`,
      `${PEP} Buy 6 @ 20`,
      '0 Buy 6 @ 14',
    ]);
    // 120 of 150 dollars are pledged to PEP; of the rest 3 shares at 10 are bought.
    expect(shown(daily(code, others, { limits: { dollarLimit: 150 } }))[0]).toBe('0 Buy 3 @ 11');
  });

  it('allows the sides that it declares in each symbol', () => {
    const run = daily(
      `allow('LongOnly'); const pep = symbol('PEP'); onBar((bar) => { if (bar.index === 0) pep.short(1); });`,
      [dailyAt(DATES, [20, 20, 20, 20, 20])],
    );
    expect(shown(run)).toEqual([`${PEP} Short 1 Rejected: Short positions are not allowed`]);
  });

  it('closes all positions by the clock, also where a symbol has no bar any more', () => {
    const others = [minutesAt([600, 601, 602], 50), minutesAt([600, 601, 602, 603, 604, 605, 606], 90)];
    const run = backtest(
      `symbol('KO'); closingTime('10:05'); const pep = symbol('PEP'), qqq = symbol('QQQ');
       onBar((bar) => { if (bar.minute === 600) { buy(1); pep.buy(2); qqq.buy(3); } });`,
      minutesAt([600, 601, 602, 603, 604, 605, 606], 10),
      sessionsOf(DATE),
      { symbol: 'KO', others },
    );
    expect(shown(run)).toEqual([
      '0 Buy 1 @ 11',
      `${PEP} Buy 2 @ 51`,
      `${QQQ} Buy 3 @ 91`,
      '0 Sell 1 @ 15',
      `${QQQ} Sell 3 @ 95`,
      `${PEP} Sell 2 @ 52`,
    ]);
  });

  it('runs as before without orders in the other symbols', () => {
    const code = "bars('day'); onBar((bar) => { if (bar.index % 2 === 0) goLong(5); else goFlat(); });";
    const data = dailyAt(DATES, [10, 11, 12, 13, 14]);
    const alone = backtest(`symbol('KO'); ${code}`, data, sessionsOf(...DATES), { symbol: 'KO' });
    const beside = backtest(`symbol('KO'); symbol('PEP'); ${code}`, data, sessionsOf(...DATES), {
      symbol: 'KO',
      others: [dailyAt(DATES, [1, 2, 3, 4, 5])],
    });
    expect(beside.orders).toEqual(alone.orders);
    expect(beside.equity).toEqual(alone.equity);
  });
});

describe('symbols with bars on different days', () => {
  it('fill and end their orders on their own days', () => {
    const run = daily(
      `const pep = symbol('PEP'); onBar((bar) => { if (bar.index === 0) { pep.buy(1); pep.buy(2, { price: 1 }); } log(bar.date, pep.position.quantity); });
       onOrder((done) => log(done.quantity, done.status));`,
      // PEP has no bar on the second day: its orders end with it, as live orders of the day do.
      [dailyAt(['2026-01-05', '2026-01-07', '2026-01-08'], [20, 21, 22])],
    );
    expect(shown(run)).toEqual([
      `${PEP} Buy 2 Cancelled: The day order expired`,
      `${PEP} Buy 1 Cancelled: The day order expired`,
    ]);
  });

  it('meet days on which the symbol of the run has no bar', () => {
    const run = backtest(
      `symbol('KO'); bars('day'); const pep = symbol('PEP');
       onBar((bar) => { if (bar.index === 0) { pep.buy(1); pep.buy(2, { price: 1 }); } });`,
      dailyAt(['2026-01-05', '2026-01-08'], [10, 11]),
      sessionsOf(...DATES),
      { symbol: 'KO', others: [dailyAt(DATES, [20, 21, 22, 23, 24])] },
    );
    expect(shown(run)).toEqual([`${PEP} Buy 1 @ 21`, `${PEP} Buy 2 Cancelled: The day order expired`]);
    expect(run.orders[0]?.fillMs).toBe(newYorkMs('2026-01-06', 570));
  });

  it('keep a position at the last close when their data end, and no order fills any more', () => {
    const run = daily(
      `const pep = symbol('PEP');
       onBar((bar) => { if (bar.index === 0) pep.buy(10); if (bar.index === 3) pep.goFlat(); log(pep.position.quantity, pep.close.last, pep.hasEnded); });`,
      [dailyAt(DATES.slice(0, 3), [20, 21, 25])],
      { costs: FREE },
    );
    expect(shown(run)).toEqual([`${PEP} Buy 10 @ 21`, `${PEP} Sell 10 Cancelled: The day order expired`]);
    expect(run.log.slice(0, 5)).toEqual([
      '0 20 true',
      '10 21 true',
      '10 25 true',
      '10 25 false',
      '10 25 false',
    ]);
    expect(run.log.at(-1)).toBe('PEP: its bars end on 2026-01-07; the position of 10 counts at 25.');
    expect(run.equity?.endE4).toBe(40 * 10_000);
  });

  it('are valued at the last close of the day when they trade after the last bar of the run', () => {
    const run = backtest(
      `symbol('KO'); const pep = symbol('PEP'); onBar((bar) => { if (bar.minute === 600) pep.buy(1); });`,
      minutesAt([600, 601], 10),
      sessionsOf(DATE),
      { symbol: 'KO', others: [minutesAt([600, 601, 602, 603], 50)], costs: FREE },
    );
    expect(run.equity?.endE4).toBe(2 * 10_000);
  });
});

describe('the declaration of traded symbols', () => {
  it('describes those that are traded', () => {
    const { description } = loadStrategy(
      "symbol('KO'); symbol('PEP'); security('SPY'); onBar(() => {});",
      '',
      'KO',
    );
    expect(description.otherSymbols).toEqual([
      { symbol: 'PEP', isTraded: true, warmUpBars: 1 },
      { symbol: 'SPY', warmUpBars: 1 },
    ]);
  });

  it.each([
    ["symbol('KO'); symbol('KO');", "'KO' is declared already: symbol() is called once for each symbol"],
    ["symbol('KO'); symbol('PEP'); symbol('pep');", "'PEP' is declared already"],
    [
      "symbol('KO'); security('PEP'); symbol('PEP');",
      "'PEP' is only read since security('PEP'): write symbol('PEP') in its place",
    ],
    [
      "symbol('PEP'); symbol('KO'); onBar(() => {});",
      "'KO' is the symbol of the run: it trades each symbol once",
    ],
    ["for (const name of 'ABCDEFGHIJ') symbol(name);", 'at most 8 other symbols can be read and traded'],
    ["symbol('KO'); symbol('PEP').buy();", 'orders can only be sent in a handler'],
    ["symbol('KO'); security('PEP').buy();", "'PEP' is only read: write symbol('PEP') to trade it"],
  ])('refuses %s', (code, message) => expect(() => loadStrategy(code, '', 'KO')).toThrowError(message));

  it('gives the symbol of the run the same names, also when the start names another one', () => {
    const { log, orders } = backtest(
      `const own = symbol('KO'); bars('day');
       onBar((bar) => { if (bar.index === 0) own.buy(2); log(own.symbol, own.close.last === close.last, own.position.quantity, own.hasEnded); });`,
      dailyAt(DATES.slice(0, 2), [10, 11]),
      sessionsOf(...DATES),
      { symbol: 'SPY', limits: ANY_TIME },
    );
    expect(log).toEqual(['SPY true 0 true', 'SPY true 2 true']);
    expect(orders[0]?.symbolIndex).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import { newYorkMs } from '../calendar/us-equity.ts';
import type { DataColumns } from './description.ts';
import type { LiveInput } from './live-input.ts';
import type { LiveAction, LiveReport } from './live-messages.ts';
import { LiveRun } from './live-run.ts';
import { ANY_TIME, columnsOf, loadStrategy, sessionsOf } from './testing/run-strategy.ts';

const DATE = '2026-01-06';
const minute = (at: number): number => newYorkMs(DATE, at);
const NO_ROWS = columnsOf([], []);
const bar = (at: number, price: number): DataColumns =>
  columnsOf([minute(at)], [[price, price, price, price]]);

/** A live run of KO on minute bars, which trades PEP beside it. */
function open(code: string, input: Partial<LiveInput> = {}) {
  const { language, description } = loadStrategy(
    `symbol('KO'); const pep = symbol('PEP'); ${code}`,
    '',
    'KO',
  );
  const run = new LiveRun(language, description, {
    limits: ANY_TIME,
    warmUp: NO_ROWS,
    otherWarmUps: [NO_ROWS],
    sessions: sessionsOf(DATE),
    position: 0,
    contracts: [],
    fills: [],
    brackets: [],
    ...input,
  });
  /** Delivers a bar of each symbol at its end. */
  const deliver = (at: number, [ko, pep]: readonly [number, number] = [10, 20]): readonly LiveAction[] =>
    run.deliver(
      bar(at, ko),
      { bid: 0, ask: 0, timeMs: minute(at + 1), others: [{ bid: pep - 1, ask: pep + 1 }] },
      [bar(at, pep)],
    );
  const tick = (at: number, seconds = 3): readonly LiveAction[] =>
    run.deliver(NO_ROWS, { bid: 0, ask: 0, timeMs: minute(at) + seconds * 1_000 }, [NO_ROWS]);
  const fill = ({ order }: LiveAction, price: number): readonly LiveAction[] =>
    run.report({
      number: order.number,
      status: 'Filled',
      fill: { quantity: order.quantity, price, liquidity: 'R' },
      filledQuantity: order.quantity,
      reason: '',
      timeMs: minute(601),
    } satisfies LiveReport);
  return { deliver, tick, fill, run, log: language.log };
}

const shown = (actions: readonly LiveAction[]): string[] =>
  actions.map(({ kind, order }) => `${kind} ${order.number} ${order.symbol} ${order.side} ${order.quantity}`);

describe('a live run that trades two symbols', () => {
  it('sends orders in both, and books each fill in its symbol', () => {
    const { deliver, fill, log } = open(
      `capital(1_000);
       onBar((bar) => {
         if (bar.minute === 600) { buy(5); pep.short(3); }
         log(position.quantity, pep.position.quantity, Math.round(account.positionValue), pep.quote.bid, pep.close.last);
       });
       onOrder((done) => log(done.symbol, done.fillPrice));`,
    );
    const sent = deliver(600);
    expect(shown(sent)).toEqual(['send 1 KO Buy 5', 'send 2 PEP Short 3']);
    for (const [at, action] of sent.toReversed().entries()) fill(action, at === 0 ? 21 : 11);
    deliver(601, [12, 22]);
    expect(log.take()).toEqual(['0 0 0 19 20', 'PEP 21', 'KO 11', '5 -3 -6 21 22']);
  });

  it('counts limits and the pace of orders over both', () => {
    const { deliver } = open(`onBar(() => { buy(5); pep.buy(10); pep.buy(1); });`, {
      limits: { ...ANY_TIME, shareLimit: 12 },
    });
    expect(shown(deliver(600))).toEqual(
      ['send 1 KO Buy 5', 'rejected 3 PEP Buy 1', 'send 2 PEP Buy 7'].toSorted(byNumber),
    );
  });

  it('closes both positions at the closing time, and each again while it is left', () => {
    const { deliver, tick, fill, run } = open(
      `closingTime('10:02'); onBar((bar) => { if (bar.minute === 600) { buy(5); pep.short(3); } });`,
    );
    for (const action of deliver(600)) fill(action, 10);
    const closing = deliver(601);
    expect(shown(closing)).toEqual(['send 3 KO Sell 5', 'send 4 PEP Buy 3']);
    const [ofKo] = closing;
    if (ofKo === undefined) throw new Error('there are two closing orders');
    fill(ofKo, 10);
    run.report({
      number: 4,
      status: 'Rejected',
      fill: null,
      filledQuantity: 0,
      reason: 'No',
      timeMs: minute(602),
    });
    expect(tick(602)).toEqual([]);
    expect(shown(tick(602, 20))).toEqual(['send 5 PEP Buy 3']);
  });

  it('keeps the exits of each symbol apart', () => {
    const { deliver, fill, run, log } = open(
      `onBar((bar) => { if (bar.minute === 600) { buy(5, { exits: { stop: { price: 9 } } }); pep.buy(3, { exits: { stop: { price: 15 } } }); } });
       onOrder((done) => log(done.symbol, done.exit, done.fillPrice, position.quantity, pep.position.quantity));`,
    );
    for (const action of deliver(600)) fill(action, 20);
    run.report({
      number: 2,
      exit: 'Stop',
      status: 'Filled',
      fill: { quantity: 3, price: 14.5, liquidity: 'R' },
      filledQuantity: 3,
      reason: '',
      timeMs: minute(602),
    });
    expect(log.take()).toEqual(['KO null 20 5 0', 'PEP null 20 5 3', 'PEP Stop 14.5 5 0']);
  });

  it('continues with the position, the exits and the open orders of each', () => {
    const plan = { target: null, stop: { basis: 'Price', amountE4: 150_000 }, trail: null } as const;
    const { deliver, run, log } = open(
      `onBar(() => { log(position.quantity, pep.position.quantity, openOrders().length, pep.openOrders().map(({ id }) => id).join()); pep.cancelAll(); buy(1); });
       onOrder((done) => log(done.symbol, done.exit, done.status, done.entryId));`,
      {
        position: 4,
        fills: [{ side: 'Buy', quantity: 4, price: 10, liquidity: 'R' }],
        otherHoldings: [
          { symbol: 'PEP', position: 6, fills: [{ side: 'Buy', quantity: 6, price: 20, liquidity: 'R' }] },
        ],
        brackets: [
          { symbol: 'PEP', side: 'Buy', quantity: 6, fillPrice: 20, plan, exits: { stop: { stop: 15 } } },
        ],
        openOrders: [
          {
            symbol: 'KO',
            side: 'Buy',
            type: 'Limit',
            quantity: 2,
            filledQuantity: 0,
            fillPrice: 0,
            price: 9,
            stop: 0,
            sentMs: 1,
          },
          {
            symbol: 'PEP',
            side: 'Buy',
            type: 'Limit',
            quantity: 3,
            filledQuantity: 0,
            fillPrice: 0,
            price: 18,
            stop: 0,
            sentMs: 1,
          },
        ],
      },
    );
    const actions = deliver(600);
    expect(shown(actions)).toEqual(expect.arrayContaining(['cancel 3 PEP Buy 3', 'send 5 KO Buy 1']));
    run.report({
      number: 1,
      exit: 'Stop',
      status: 'Filled',
      fill: { quantity: 6, price: 15, liquidity: 'R' },
      filledQuantity: 6,
      reason: '',
      timeMs: minute(601),
    });
    run.report({
      number: 2,
      status: 'Filled',
      fill: { quantity: 2, price: 9, liquidity: 'A' },
      filledQuantity: 2,
      reason: '',
      timeMs: minute(601),
    });
    expect(log.take()).toEqual(['4 6 1 3,4', 'PEP Stop Filled 1', 'KO null Filled null']);
  });
});

const byNumber = (left: string, right: string): number =>
  Number(left.split(' ')[1]) - Number(right.split(' ')[1]);

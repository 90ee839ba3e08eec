import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_FEES, optionTermsOf } from '../../portfolio/index.ts';
import { PLAIN_ORDER, type OrderRequest } from '../request.ts';
import { decideAmendment } from './amendments.ts';
import { applyEvent, createBook } from './book.ts';
import { accountOf, type Book } from './book-state.ts';
import { copyBook } from './copy-book.ts';
import { heldBy } from './holdings.ts';
import { figuresOf, type Marks } from './position-figures.ts';
import { accountBuyingPowerE4, freeCashE4, openedE4 } from './power.ts';
import { statedMarks, steppingMarks } from './testing/marks.ts';
import type { OrderEvent } from './types.ts';

const OPTIONS = ['SPY260306C00100000', 'SPY260306P00100000', 'SPY260320C00105000', 'A260306P00020000'];
const SYMBOLS = ['SPY', 'A', 'QQQ', ...OPTIONS];

const anyAct = fc.oneof(
  fc.record({
    kind: fc.constant('order' as const),
    symbol: fc.constantFrom(...SYMBOLS),
    side: fc.constantFrom('Buy' as const, 'Sell' as const),
    quantity: fc.integer({ min: 1, max: 9 }),
    filled: fc.nat(9),
    opening: fc.nat(9),
    reserveE4: fc.nat(99_999),
  }),
  fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat() }),
  fc.record({ kind: fc.constant('bust' as const), pick: fc.nat() }),
  fc.record({ kind: fc.constant('session' as const) }),
  fc.record({ kind: fc.constant('settle' as const), symbol: fc.constantFrom(...OPTIONS) }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(2_000) }),
  fc.record({ kind: fc.constant('read' as const) }),
);
type Act = typeof anyAct extends fc.Arbitrary<infer Value> ? Value : never;

/** A book that is driven by acts, and the executions in it. */
class World {
  readonly book: Book = createBook();
  readonly executions: (OrderEvent & { readonly kind: 'executed' })[] = [];
  readonly serials: number[] = [];
  nowMs = 0;
  day = 1;

  apply(event: OrderEvent): void {
    const seq = this.book.lastSeq + 1;
    applyEvent(this.book, seq, event);
    if (event.kind !== 'executed') return;
    this.executions.push(event);
    this.serials.push(seq);
  }

  do(act: Act): void {
    const timeMs = this.nowMs;
    switch (act.kind) {
      case 'order':
        return this.#trade(act);
      case 'cancel':
        return this.#cancel(act.pick);
      case 'bust':
        return this.#bust(act.pick);
      case 'session': {
        const date = `2026-01-${String(this.day).padStart(2, '0')}`;
        this.day += 1;
        return this.apply({ kind: 'session', date, closes: [['SPY', 70_000 + this.day * 100]], timeMs });
      }
      case 'settle':
        return this.#settle(act.symbol);
      case 'wait':
        this.nowMs += act.ms;
        return;
      case 'read':
        return expectTheSlowWalk(
          this.book,
          steppingMarks(() => this.nowMs),
        );
    }
  }

  #cancel(pick: number): void {
    const open = [...this.book.orders.values()].filter(({ completedMs }) => completedMs === null);
    const order = open[pick % open.length];
    if (order) this.apply({ kind: 'cancelled', orderId: order.orderId, code: 0, timeMs: this.nowMs });
  }

  #bust(pick: number): void {
    const at = pick % this.executions.length;
    const executed = this.executions[at];
    const order = this.book.orders.get(executed?.orderId ?? '');
    const serial = this.serials[at];
    if (!executed || serial === undefined || order?.completedMs === null) return;
    const request = { instruction: `i${serial}`, serial, correction: undefined };
    const event = decideAmendment(this.book, request, executed, this.nowMs);
    if (typeof event !== 'string') this.apply(event);
  }

  #trade({ symbol, side, quantity, filled, opening, reserveE4 }: Act & { readonly kind: 'order' }): void {
    const orderId = String(this.book.lastSeq + 1);
    const order: OrderRequest = {
      ...PLAIN_ORDER,
      account: 'A',
      userId: 'u',
      clientId: `c${orderId}`,
      symbol,
      side,
      source: 'Open',
      type: 'Limit',
      tif: 'Day',
      quantity,
      priceE4: 10_000,
      destination: 'SMART',
      route: 'AUTO',
    };
    const openingQuantity = Math.min(opening, quantity);
    const timeMs = this.nowMs;
    this.apply({ kind: 'accepted', orderId, order, expiresMs: null, reserveE4, openingQuantity, timeMs });
    this.apply({ kind: 'confirmed', orderId, timeMs });
    if (filled > 0)
      this.apply({
        kind: 'executed',
        orderId,
        quantity: Math.min(filled, quantity),
        priceE4: 10_000 + 100 * filled,
        exchange: 'NSDQ',
        liquidity: 'R',
        fees: NO_FEES,
        timeMs,
      });
  }

  #settle(symbol: string): void {
    const held = accountOf(this.book, 'A').positions.get(symbol)?.quantity ?? 0;
    const terms = optionTermsOf(symbol);
    if (held === 0 || !terms) return;
    this.apply({
      kind: 'optionSettled',
      account: 'A',
      settlement: {
        kind: 'exercised',
        symbol,
        underlying: terms.underlying,
        contracts: -held,
        optionPriceE4: 0,
        shareQuantity: held * (terms.right === 'C' ? 100 : -100),
        strikeE4: terms.strikeE4,
        cashE4: held * -100 * terms.strikeE4 * (terms.right === 'C' ? 1 : -1),
      },
      timeMs: this.nowMs,
    });
  }
}

/** The running sums of each account equal the walk over all of its positions and orders. */
function expectTheSlowWalk(book: Book, marks: Marks): void {
  for (const account of book.accounts.values()) {
    const walked = figuresOf(account.positions, marks);
    expect(account.figures.read(marks)).toEqual(walked);
    let beyondE4 = 0;
    for (const [symbol, { buys }] of account.openOrders)
      for (const order of OPTIONS.includes(symbol) ? buys.values() : [])
        beyondE4 += heldBy(order) - Math.ceil(heldBy(order) / 2);
    expect(account.figures.heldBeyondPriceE4()).toBe(beyondE4);
    expect(accountBuyingPowerE4(account, marks)).toBe(
      2 * account.cashE4 - account.reservedE4 + walked.powerE4,
    );
    expect(freeCashE4(account, marks)).toBe(
      account.cashE4 - account.reservedE4 + beyondE4 - walked.claimedE4,
    );
    expect(openedE4(account, marks)).toBe(walked.openedE4);
    for (const underlying of ['SPY', 'A', 'QQQ']) {
      const isOption = (symbol: string): boolean => optionTermsOf(symbol)?.underlying === underlying;
      expect([...account.figures.optionsOf(underlying)]).toEqual([
        ...new Set([
          ...[...account.positions.keys()].filter(isOption),
          ...[...account.openInterest.keys()].filter(isOption),
        ]),
      ]);
    }
  }
}

describe('the running figures of an account', () => {
  it('equal the walk over all positions after whatever happened, when they are read often and when seldom', () => {
    fc.assert(
      fc.property(fc.array(anyAct, { maxLength: 60 }), (acts) => {
        const world = new World();
        for (const act of acts) world.do(act);
        world.do({ kind: 'read' });
      }),
      { numRuns: 1_000 },
    );
  });

  it('are rebuilt in a copy of the book, and each book keeps its own', () => {
    const world = new World();
    const buy = { symbol: 'SPY', side: 'Buy', quantity: 5, filled: 5, opening: 5, reserveE4: 1 } as const;
    world.do({ kind: 'order', ...buy });
    world.do({ kind: 'read' });
    const copy = createBook();
    copyBook(world.book, copy);
    world.do({ kind: 'order', ...buy });
    for (const book of [world.book, copy])
      expectTheSlowWalk(
        book,
        steppingMarks(() => 9_999),
      );
    expect(copy).not.toEqual(world.book);
  });

  it('read only the prices of symbols that may have changed, however many are held', () => {
    const world = new World();
    const account = accountOf(world.book, 'A');
    const held = Array.from({ length: 1_000 }, (_, index) => `S${index}`);
    for (const symbol of held)
      world.do({ kind: 'order', symbol, side: 'Buy', quantity: 1, filled: 1, opening: 1, reserveE4: 1 });
    let readSymbols: string[] = [];
    const marks: Marks = {
      nowMs: () => world.nowMs,
      last(symbol) {
        readSymbols.push(symbol);
        return { lastE4: 10_000, previousCloseE4: 10_000, untilMs: symbol === 'S7' ? 1_000 : 60_000 };
      },
      quote: () => undefined,
    };
    const symbolsReadAt = (nowMs: number): string[] => {
      readSymbols = [];
      world.nowMs = nowMs;
      account.figures.read(marks);
      return readSymbols;
    };
    expect(symbolsReadAt(0)).toHaveLength(1_000);
    expect(symbolsReadAt(999)).toEqual([]);
    expect(symbolsReadAt(1_000)).toEqual(['S7']);
    world.do({ kind: 'order', symbol: 'S3', side: 'Sell', quantity: 1, filled: 1, opening: 0, reserveE4: 0 });
    expect(new Set(symbolsReadAt(1_001))).toEqual(new Set(['S7']));
    expect(symbolsReadAt(60_000)).toHaveLength(999);
  });

  it('mark a symbol again at each read while its market states no end of a price', () => {
    const world = new World();
    world.do({
      kind: 'order',
      symbol: 'SPY',
      side: 'Buy',
      quantity: 1,
      filled: 9,
      opening: 1,
      reserveE4: 1,
    });
    let lastE4 = 9_000;
    const marks = statedMarks(() => ({ lastE4, previousCloseE4: 0, bidE4: 0, askE4: 0 }));
    const { figures } = accountOf(world.book, 'A');
    expect(figures.read(marks).powerE4).toBe(9_000);
    lastE4 = 8_000;
    expect(figures.read(marks).powerE4).toBe(8_000);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyFill, createPosition, multiplierOfSymbol } from '../../portfolio/index.ts';
import { ExerciseError, OrderError } from '../errors.ts';
import { makeContext } from '../../risk/testing/contexts.ts';
import { OptionPermission } from '../../risk/types.ts';
import { applyEvent, createBook } from './book.ts';
import { accountOf, type Book } from './book-state.ts';
import { decideExercise, type ExerciseFacts } from './exercise.ts';
import type { OutsideFacts } from './facts.ts';
import { accountPowerE4 } from './power.ts';
import { statedMarks } from './testing/marks.ts';
import type { MarketView } from './types.ts';

const DOLLAR = 10_000;
const CALL = 'SPY261218C00100000';
const PUT = 'SPY261218P00100000';
const HIGHER_PUT = 'SPY261218P00110000';
const LOWER_PUT = 'SPY261218P00090000';
const INDEX_CALL = '$SPX261218C05000000';
const OPEN_MS = Date.UTC(2026, 10, 20, 14, 30);
const CLOSE_MS = Date.UTC(2026, 10, 20, 21, 0);

type Held = readonly (readonly [symbol: string, quantity: number, dollars: number])[];

/** A book with an account of so many dollars that traded each symbol at a price. */
function bookOf(cash: number, held: Held, offered: Readonly<Record<string, number>> = {}): Book {
  const book = createBook();
  const account = accountOf(book, 'A');
  account.cashE4 = cash * DOLLAR;
  for (const [symbol, signedQuantity, dollars] of held) {
    const position = createPosition(multiplierOfSymbol(symbol));
    applyFill(position, { signedQuantity, priceE4: dollars * DOLLAR, feesE4: 0 });
    account.positions.set(symbol, position);
    account.cashE4 -= signedQuantity * multiplierOfSymbol(symbol) * dollars * DOLLAR;
  }
  for (const [symbol, sell] of Object.entries(offered)) account.openInterest.set(symbol, { buy: 0, sell });
  return book;
}

function viewOf(spot: number, change: Partial<MarketView> = {}): MarketView {
  const prices = (symbol: string) => {
    const dollars = multiplierOfSymbol(symbol) === 1 ? spot : 3;
    return {
      lastE4: dollars * DOLLAR,
      previousCloseE4: dollars * DOLLAR,
      bidE4: dollars * DOLLAR,
      askE4: dollars * DOLLAR,
    };
  };
  return {
    nowMs: OPEN_MS + 3_600_000,
    phase: 'open',
    session: { date: '2026-11-20', openMs: OPEN_MS, closeMs: CLOSE_MS },
    isHalted: () => false,
    prices,
    marks: statedMarks(prices),
    depth: () => [],
    ...change,
  };
}

type AccountChange = Partial<NonNullable<OutsideFacts['account']>>;

function factsOf(
  account: AccountChange | null,
  underlying: Partial<NonNullable<OutsideFacts['instrument']>> = {},
): ExerciseFacts {
  const { account: known, instrument, limits } = makeContext();
  const facts: OutsideFacts = {
    isServerHalted: false,
    account: account && { ...known, dayTradingPowerE4: null, ...account },
    limits,
    route: null,
    instrument: { ...instrument, ...underlying },
    rules: { closingCutoffMs: CLOSE_MS, isShortSaleRestricted: false, bands: null },
  };
  return { option: facts, underlying: facts };
}

interface ExerciseCase {
  readonly book: Book;
  readonly symbol?: string;
  readonly contracts?: number;
  readonly account?: AccountChange | null;
  readonly underlying?: Partial<NonNullable<OutsideFacts['instrument']>>;
  readonly facts?: ExerciseFacts;
  readonly view?: MarketView;
}

const decided = ({
  book,
  symbol = CALL,
  contracts = 1,
  account = {},
  underlying,
  facts = factsOf(account, underlying),
  view = viewOf(105),
}: ExerciseCase) =>
  decideExercise(book, { account: 'A', userId: 'u', clientId: 'exe1', symbol, contracts }, facts, view);

function codeOf(exerciseCase: ExerciseCase): number {
  const outcome = decided(exerciseCase);
  return 'code' in outcome ? outcome.code : 0;
}

describe('a request to exercise', () => {
  it('buys shares at the strike for part of a long call, and names the last price and the request', () => {
    const book = bookOf(100_000, [[CALL, 5, 4]]);
    expect(decided({ book, contracts: 2 })).toEqual({
      kind: 'optionSettled',
      account: 'A',
      settlement: {
        kind: 'exercised',
        symbol: CALL,
        underlying: 'SPY',
        contracts: -2,
        optionPriceE4: 0,
        shareQuantity: 200,
        strikeE4: 100 * DOLLAR,
        cashE4: -20_000 * DOLLAR,
        underlyingPriceE4: 105 * DOLLAR,
      },
      request: { userId: 'u', clientId: 'exe1' },
      timeMs: OPEN_MS + 3_600_000,
    });
  });

  it('is accepted out of the money too: the holder decides', () => {
    expect(codeOf({ book: bookOf(100_000, [[CALL, 1, 4]]), view: viewOf(90) })).toBe(0);
  });

  it.each<readonly [string, number, ExerciseCase]>([
    ['an option that is not held', ExerciseError.NoPosition, { book: bookOf(100_000, []) }],
    ['a written option', ExerciseError.NoPosition, { book: bookOf(100_000, [[CALL, -1, 4]]) }],
    [
      'more than is held',
      ExerciseError.TooManyContracts,
      { book: bookOf(100_000, [[CALL, 1, 4]]), contracts: 2 },
    ],
    [
      'contracts that open sell orders offer',
      ExerciseError.TooManyContracts,
      { book: bookOf(100_000, [[CALL, 3, 4]], { [CALL]: 2 }), contracts: 2 },
    ],
    [
      'an index option, which is European',
      ExerciseError.EuropeanStyle,
      { book: bookOf(100_000, [[INDEX_CALL, 1, 4]]), symbol: INDEX_CALL },
    ],
    [
      'a request after the close',
      ExerciseError.OutsideSession,
      { book: bookOf(100_000, [[CALL, 1, 4]]), view: viewOf(105, { phase: 'post' }) },
    ],
    [
      'an option whose last day is over',
      ExerciseError.OutsideSession,
      {
        book: bookOf(100_000, [[CALL, 1, 4]]),
        view: viewOf(105, { session: { date: '2026-12-21', openMs: OPEN_MS, closeMs: CLOSE_MS } }),
      },
    ],
    ['a stock', OrderError.InvalidOrderFormat, { book: bookOf(100_000, [['SPY', 100, 90]]), symbol: 'SPY' }],
    [
      'a part of a contract',
      OrderError.InvalidOrderFormat,
      { book: bookOf(100_000, [[CALL, 1, 4]]), contracts: 0.5 },
    ],
    ['an unknown account', OrderError.NoAccount, { book: bookOf(100_000, [[CALL, 1, 4]]), account: null }],
    [
      'another user',
      OrderError.NoAccount,
      { book: bookOf(100_000, [[CALL, 1, 4]]), account: { userIds: ['other'] } },
    ],
    [
      'a halted account',
      OrderError.AccountLocked,
      { book: bookOf(100_000, [[CALL, 1, 4]]), account: { isKillSwitchOn: true } },
    ],
    [
      'an account that may only be viewed',
      OrderError.ViewOnly,
      { book: bookOf(100_000, [[CALL, 1, 4]]), account: { isViewOnly: true } },
    ],
    [
      'an account without options',
      OrderError.OptionsNotAllowed,
      { book: bookOf(100_000, [[CALL, 1, 4]]), account: { optionMask: 0 } },
    ],
    [
      'a call in an account that may only close',
      OrderError.ClosingOnly,
      { book: bookOf(100_000, [[CALL, 1, 4]]), account: { isClosingOnly: true } },
    ],
    [
      'a restricted underlying',
      OrderError.SymbolRestricted,
      { book: bookOf(100_000, [[CALL, 1, 4]]), underlying: { isRestricted: true } },
    ],
    [
      'a call that the cash does not pay in a cash account',
      OrderError.NotEnoughCash,
      { book: bookOf(10_399, [[CALL, 1, 4]]), account: { kind: 'cash' } },
    ],
    [
      'a call beyond the buying power of a margin account',
      OrderError.NotEnoughCash,
      { book: bookOf(5_399, [[CALL, 1, 4]]) },
    ],
    [
      'a put without shares in a cash account',
      OrderError.CashAccount,
      { book: bookOf(100_000, [[PUT, 1, 4]]), symbol: PUT, account: { kind: 'cash' } },
    ],
    [
      'a put whose shares open sell orders offer in a cash account',
      OrderError.CashAccount,
      {
        book: bookOf(
          100_000,
          [
            [PUT, 1, 4],
            ['SPY', 100, 90],
          ],
          { SPY: 1 },
        ),
        symbol: PUT,
        account: { kind: 'cash' },
      },
    ],
    [
      'a put without shares where short sales are not permitted',
      OrderError.NoShortPermission,
      { book: bookOf(100_000, [[PUT, 1, 4]]), symbol: PUT, account: { tradeTypes: ['Margin'] } },
    ],
    [
      'a put without shares on what cannot be borrowed',
      OrderError.NotShortable,
      { book: bookOf(100_000, [[PUT, 1, 4]]), symbol: PUT, underlying: { isShortable: false } },
    ],
    [
      'the cover of a written put without approval for uncovered ones',
      OrderError.InsufficientCover,
      {
        book: bookOf(1_000_000, [
          [HIGHER_PUT, 1, 12],
          [LOWER_PUT, -1, 1],
          ['SPY', 100, 100],
        ]),
        symbol: HIGHER_PUT,
        account: { optionMask: OptionPermission.Buying | OptionPermission.Combinations },
      },
    ],
  ])('is refused for %s', (_title, code, exerciseCase) => {
    expect(codeOf(exerciseCase)).toBe(code);
  });

  it.each<readonly [string, ExerciseCase]>([
    [
      'a call that the cash just pays in a cash account',
      { book: bookOf(10_400, [[CALL, 1, 4]]), account: { kind: 'cash' } },
    ],
    ['a call that the buying power just pays', { book: bookOf(5_400, [[CALL, 1, 4]]) }],
    [
      'a put with its shares in a cash account',
      {
        book: bookOf(100_000, [
          [PUT, 1, 4],
          ['SPY', 100, 90],
        ]),
        symbol: PUT,
        account: { kind: 'cash' },
      },
    ],
    ['a put without shares in a margin account', { book: bookOf(100_000, [[PUT, 1, 4]]), symbol: PUT }],
    [
      'a call that covers short shares in an account that may only close',
      {
        book: bookOf(100_000, [
          [CALL, 1, 4],
          ['SPY', -100, 105],
        ]),
        account: { isClosingOnly: true },
      },
    ],
    [
      'an option on its last day',
      {
        book: bookOf(100_000, [[CALL, 1, 4]]),
        view: viewOf(105, { session: { date: '2026-12-18', openMs: OPEN_MS, closeMs: CLOSE_MS } }),
      },
    ],
  ])('is accepted for %s', (_title, exerciseCase) => {
    expect(decided(exerciseCase)).toMatchObject({ kind: 'optionSettled' });
  });

  it('states the numbers of the rule that refuses it', () => {
    expect(decided({ book: bookOf(100_000, [[CALL, 3, 4]], { [CALL]: 2 }), contracts: 2 })).toMatchObject({
      detail: 'The account holds 3, 2 of them in open sell orders.',
    });
    expect(decided({ book: bookOf(3_400, [[CALL, 1, 4]]), account: { kind: 'cash' } })).toMatchObject({
      detail: 'The exercise takes 10,000.00 of the cash, and 3,000.00 is left.',
    });
  });

  it('leaves cash, positions and buying power that reconcile, for any account', () => {
    const quantity = fc.integer({ min: -6, max: 6 });
    let accepted = 0;
    fc.assert(
      fc.property(
        fc.record({
          cash: fc.integer({ min: -20_000, max: 200_000 }),
          call: quantity,
          put: quantity,
          lowerPut: quantity,
          shares: fc.integer({ min: -600, max: 600 }),
          spot: fc.integer({ min: 70, max: 140 }),
          kind: fc.constantFrom('cash' as const, 'margin' as const),
          symbol: fc.constantFrom(CALL, PUT),
          contracts: fc.integer({ min: 1, max: 4 }),
        }),
        ({ cash, call, put, lowerPut, shares, spot, kind, symbol, contracts }) => {
          const held: Held = [
            [CALL, call, 4],
            [PUT, put, 4],
            [LOWER_PUT, lowerPut, 2],
            ['SPY', shares, 95],
          ];
          const book = bookOf(
            cash,
            held.filter(([, count]) => count !== 0),
          );
          const account = accountOf(book, 'A');
          const view = viewOf(spot);
          const quantityOf = (held: string): number => account.positions.get(held)?.quantity ?? 0;
          const before = {
            cashE4: account.cashE4,
            option: quantityOf(symbol),
            shares: quantityOf('SPY'),
            powerE4: accountPowerE4(account, kind, view.marks),
          };
          const outcome = decided({ book, symbol, contracts, account: { kind }, view });
          if ('code' in outcome) return;
          accepted += 1;
          applyEvent(book, 1, outcome);
          const moved = contracts * 100 * (symbol === CALL ? 1 : -1);
          expect(quantityOf(symbol)).toBe(before.option - contracts);
          expect(quantityOf('SPY')).toBe(before.shares + moved);
          expect(account.cashE4).toBe(before.cashE4 - moved * 100 * DOLLAR);
          // The judgement and the book agree: what was accepted is paid for.
          const powerE4 = accountPowerE4(account, kind, view.marks);
          expect(powerE4 >= 0 || powerE4 >= before.powerE4).toBe(true);
          if (kind === 'cash') expect(quantityOf('SPY')).toBeGreaterThanOrEqual(Math.min(0, before.shares));
        },
      ),
      { numRuns: 400 },
    );
    expect(accepted).toBeGreaterThan(20);
  });
});

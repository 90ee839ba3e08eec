import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { BROKERS, type BrokerKind } from '../../src/domain/orders/brokers.ts';
import { optionTermsOf, type OptionTerms } from '../../src/domain/portfolio/index.ts';
import type {
  ExerciseResult,
  ExerciseTicket,
  ToolPlatform,
  ToolWindow,
  WirePosition,
} from '../../src/plugin-api/index.ts';
import { exerciseCommand } from './exercise-command.ts';
import {
  contractsProblem,
  exerciseFacts,
  exerciseWarnings,
  freeContracts,
  isExercisable,
  shortWarning,
} from './exercise-figures.ts';
import { ExerciseDialog } from './ExerciseDialog.tsx';
import { ExerciseRequest } from './exercise-request.ts';
import { OptionValuation } from './option-valuation.ts';
import { positionMenu } from './position-menu.ts';
import { PositionRow } from './rows.ts';
import type { TradeManagerState } from './state.ts';

const CALL = 'SPY261218C00100000';
const PUT = 'SPY261218P00100000';
const INDEX_CALL = '$SPX261218C05000000';

const position = (Symbol: string, quantity: number, LockedQty = 0): WirePosition => ({
  Account: 'A',
  Symbol,
  IsStock: Symbol === 'SPY',
  LongQty: Math.max(0, quantity),
  ShortQty: Math.max(0, -quantity),
  FifoCost: 0,
  MtmCost: 0,
  ClosedPL: 0,
  TodayPL: 0,
  LockedQty,
  TradedShares: 0,
});
const termsOf = (symbol: string): OptionTerms =>
  optionTermsOf(symbol) ?? expect.fail(`${symbol} is an option`);

/** The parts of a platform that the exercise uses, with these positions. */
function platformOf(
  held: readonly WirePosition[],
  {
    api = 'Own',
    canTrade = true,
  }: {
    readonly api?: 'Own' | 'External';
    readonly canTrade?: boolean;
  } = {},
) {
  const state = {
    orders: new Map(),
    positions: new Map(held.map((position) => [position.Symbol, position])),
    balance: { Cash: 25_000 },
  };
  const toasts: string[] = [];
  const opened: string[] = [];
  const platform = {
    orders: { get: () => state, subscribe: () => () => {}, exercise: vi.fn() },
    symbols: {
      get: () => undefined,
      watch: () => () => {},
      subscribe: () => () => {},
    },
    tradingApi: {
      get: () => ({ capabilities: (api === 'Own' ? BROKERS.tapedeck : BROKERS.schwab).capabilities }),
    },
    canTrade: () => (canTrade ? { ok: true } : { ok: false, message: 'Trading is stopped.' }),
    dialogs: {
      toast: ({ message }: { message: string }) => void toasts.push(message),
      open: ({ title }: { title: string }) => {
        opened.push(title);
        return Promise.resolve(null);
      },
    },
    commands: { run: () => Promise.resolve(true) },
  } as unknown as ToolPlatform;
  return { platform, toasts, opened };
}

describe('the figures of an exercise', () => {
  it('exist for long options on shares alone', () => {
    expect(
      [
        position(CALL, 1),
        position(CALL, -1),
        position(CALL, 0),
        position(INDEX_CALL, 1),
        position('SPY', 1),
      ].map(isExercisable),
    ).toEqual([true, false, false, false, false]);
  });

  it('limit the contracts to those that no open sell order offers', () => {
    expect(freeContracts(position(CALL, 5, 2))).toBe(3);
    expect([null, Number.NaN, 0, 1.5].map((contracts) => contractsProblem(contracts, 3))).toEqual(
      Array.from({ length: 4 }, () => 'Enter a whole number of contracts.'),
    );
    expect([contractsProblem(3, 3), contractsProblem(4, 3), contractsProblem(2, 1)]).toEqual([
      null,
      'At most 3 can be exercised: what open sell orders offer cannot.',
      'At most 1 can be exercised: what open sell orders offer cannot.',
    ]);
    expect(contractsProblem(1, 0)).toBe('Open sell orders offer all contracts. Cancel them first.');
  });

  it('state what is delivered and the cash that it moves', () => {
    expect(exerciseFacts(termsOf(CALL), 5, 60_000)).toEqual([
      ['You buy', '500 SPY at 100.00'],
      ['Cost', '50,000.00'],
      ['Cash after', '10,000.00'],
    ]);
    expect(exerciseFacts(termsOf(PUT), 1, null)).toEqual([
      ['You sell', '100 SPY at 100.00'],
      ['Proceeds', '10,000.00'],
      ['Cash after', '–'],
    ]);
  });

  it('warn of the time value that is lost when the bid is above the exercise value', () => {
    expect(exerciseWarnings(termsOf(CALL), 2, { bid: 5.6, spot: 105 })).toEqual([
      'Selling at the bid of 5.60 brings 120.00 more than the exercise value: exercising loses that time value.',
    ]);
    expect(exerciseWarnings(termsOf(CALL), 2, { bid: 5, spot: 105 })).toEqual([]);
    expect(exerciseWarnings(termsOf(CALL), 2, { bid: 0, spot: 105 })).toEqual([]);
    expect(exerciseWarnings(termsOf(CALL), 2, { bid: 5.6, spot: 0 })).toEqual([]);
  });

  it('warn of an option that is out of the money', () => {
    expect(exerciseWarnings(termsOf(CALL), 1, { bid: 0, spot: 95 })).toEqual([
      'The option is out of the money: the shares cost 500.00 more than in the market, with SPY at 95.00.',
    ]);
    expect(exerciseWarnings(termsOf(PUT), 2, { bid: 0.1, spot: 101 })).toEqual([
      'The option is out of the money: the shares bring 200.00 less than in the market, with SPY at 101.00.',
      'Selling at the bid of 0.10 brings 20.00 more than the exercise value: exercising loses that time value.',
    ]);
  });

  it('warn of a put that sells short', () => {
    expect(shortWarning(termsOf(PUT), 2, position('SPY', 150, 100))).toBe(
      '50 SPY are held free of open sell orders: the other 150 are sold short.',
    );
    expect(shortWarning(termsOf(PUT), 1, undefined)).toBe(
      '0 SPY are held free of open sell orders: the other 100 are sold short.',
    );
    expect([
      shortWarning(termsOf(PUT), 1, position('SPY', 100)),
      shortWarning(termsOf(CALL), 1, undefined),
    ]).toEqual([null, null]);
  });
});

describe('the exercise dialog', () => {
  const markup = (held: readonly WirePosition[], symbol = CALL): string =>
    renderToStaticMarkup(
      <ExerciseDialog platform={platformOf(held).platform} symbol={symbol} close={() => {}} />,
    );

  it('starts with all free contracts, and names what they deliver on its submit button', () => {
    const html = markup([position(CALL, 5, 2)]);
    expect(html).toMatch(/<form[^>]*>/);
    expect(html).toContain('SPY Dec 18 &#x27;26 100 Call</strong>, 5 held');
    expect(html).toMatch(/<label[^>]*>Contracts/);
    expect(html).toMatch(/<input[^>]*value="3"/);
    expect([...html.matchAll(/<d[td]>([^<]+)</g)].map(([, text]) => text)).toEqual([
      'You buy',
      '300 SPY at 100.00',
      'Cost',
      '30,000.00',
      'Cash after',
      '-5,000.00',
    ]);
    expect(html).toMatch(/<button[^>]*type="submit"[^>]*>Exercise 3 contracts</);
    expect(html).not.toMatch(/<button[^>]*type="submit"[^>]*disabled/);
    expect(html).toContain('An exercise cannot be revoked.');
  });

  it('names the short sale of a put without shares', () => {
    expect(markup([position(PUT, 1)], PUT)).toContain('the other 100 are sold short');
    expect(markup([position(PUT, 1), position('SPY', 100)], PUT)).not.toContain('sold short');
  });

  it('cannot be submitted without a free contract, or when the position is closed', () => {
    for (const [held, text] of [
      [[position(CALL, 1, 1)], 'Open sell orders offer all contracts. Cancel them first.'],
      [[], 'The position is closed.'],
    ] as const) {
      const html = markup(held);
      expect(html).toContain(text);
      expect(html).toMatch(/<button[^>]*disabled[^>]*>Exercise</);
      expect(html).not.toContain('<dl');
    }
  });
});

describe('the request of the dialog', () => {
  function requestWith(...results: readonly ExerciseResult[]) {
    const sent: ExerciseTicket[] = [];
    let done = 0;
    const answers = [...results];
    const request = new ExerciseRequest(
      {
        exercise: (ticket) => {
          sent.push(ticket);
          return Promise.resolve(answers.shift() ?? expect.fail('one request too many'));
        },
      },
      CALL,
      () => (done += 1),
    );
    return { request, sent, done: () => done };
  }
  const failed: ExerciseResult = { ok: false, message: 'Not enough cash', clientId: 'exe1' };
  // The settlement is not read here.
  const exercised = { ok: true, settlement: {} } as ExerciseResult;

  it('is sent once, and closes the dialog when the option is exercised', async () => {
    const { request, sent, done } = requestWith(exercised);
    const listener = vi.fn();
    const stop = request.subscribe(listener);
    const first = request.send(2);
    expect(request.get()).toEqual({ isSending: true, failure: null });
    await request.send(2);
    await first;
    expect(sent).toEqual([{ symbol: CALL, contracts: 2 }]);
    expect([done(), listener.mock.calls.length, request.get()]).toEqual([
      1,
      2,
      { isSending: false, failure: null },
    ]);
    stop();
  });

  it('shows a failure, and repeats the same request under its ClientId', async () => {
    const { request, sent, done } = requestWith(failed, failed, exercised);
    await request.send(2);
    expect([request.get(), done()]).toEqual([{ isSending: false, failure: 'Not enough cash' }, 0]);
    await request.send(1);
    await request.send(1);
    expect(sent.map(({ clientId }) => clientId)).toEqual([undefined, undefined, 'exe1']);
    expect(done()).toBe(1);
  });
});

describe('the command to exercise', () => {
  it('opens the dialog on a long option', async () => {
    const { platform, opened, toasts } = platformOf([position(CALL, 1)]);
    const command = exerciseCommand(platform);
    expect([command.isEnabled?.({ symbol: CALL }), command.isEnabled?.({})]).toEqual([true, false]);
    await command.run({ symbol: CALL });
    expect([opened, toasts]).toEqual([['Exercise option'], []]);
  });

  it('states why it cannot', async () => {
    const written = platformOf([position(CALL, -1)]);
    await exerciseCommand(written.platform).run({ symbol: CALL });
    expect([written.opened, written.toasts]).toEqual([
      [],
      ['Only a long option on shares can be exercised before expiration.'],
    ]);
    const stopped = platformOf([position(CALL, 1)], { canTrade: false });
    await exerciseCommand(stopped.platform).run({ symbol: CALL });
    expect([stopped.opened, stopped.toasts]).toEqual([[], ['Trading is stopped.']]);
    const external = platformOf([position(CALL, 1)], { api: 'External' });
    expect(exerciseCommand(external.platform).isEnabled?.({ symbol: CALL })).toBe(false);
  });

  it('is in the menu of long options, disabled where orders go elsewhere', () => {
    const items = (held: WirePosition, kind: BrokerKind = 'tapedeck') => {
      const { platform } = platformOf([held]);
      const valuation = new OptionValuation({ symbols: platform.symbols, exchangeMs: () => 0 });
      const row = new PositionRow(held, platform.symbols, valuation);
      // The menu reads the platform and the id of its window.
      const window = { id: 'w', platform } as unknown as ToolWindow<TradeManagerState>;
      return positionMenu(window, row, BROKERS[kind].capabilities.lacks).filter(
        ({ id }) => id === 'exercise',
      );
    };
    expect(items(position(CALL, 1))).toMatchObject([{ label: 'Exercise…', isDisabled: false }]);
    expect(items(position(CALL, 1), 'schwab')).toMatchObject([{ isDisabled: true }]);
    expect([items(position(CALL, -1)), items(position(INDEX_CALL, 1)), items(position('SPY', 1))]).toEqual([
      [],
      [],
      [],
    ]);
  });
});

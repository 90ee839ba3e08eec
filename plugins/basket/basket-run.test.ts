import { beforeEach, describe, expect, test } from 'vitest';
import { BROKERS } from '../../src/domain/orders/brokers.ts';
import type { GroupTicket, OrderTicket, SavedTemplate, WireReport } from '../../src/plugin-api/index.ts';
import { BasketRun, type RunPlatform } from './basket-run.ts';
import { stagedOrderOf, ticketOfStaged } from './staged-order.ts';
import type { BasketRow } from './state.ts';
import { SCALP, TEMPLATES } from './testing/saved-templates.ts';

let sent: string[];
let named: string[];
let previewed: string[];
let marked: [string, string][];
let listeners: Set<(report: WireReport) => void>;
/** Whether the server answers an order at once. */
let answers: boolean;
let refusal: string | null;
let rejection: string | null;
let account: string;
let api: 'Own' | 'External';
let isStale: boolean;
let groups: [string, GroupTicket][];
let templates: readonly SavedTemplate[] | null;
let platform: RunPlatform;
let run: BasketRun;

beforeEach(() => {
  [sent, previewed, marked, named, groups] = [[], [], [], [], []];
  listeners = new Set();
  answers = true;
  refusal = null;
  rejection = null;
  account = 'D1';
  api = 'Own';
  isStale = false;
  templates = TEMPLATES;
  const report = (ClientId: string) => {
    // Only the ClientId is read of a report.
    for (const listener of [...listeners]) listener({ ClientId } as WireReport);
  };
  platform = {
    canTrade: (symbol: string) =>
      symbol === 'NOPE' ? { ok: false, message: 'You may not trade NOPE.' } : { ok: true },
    session: { get: () => ({ account, isLive: false, routes: [] }) },
    tradingApi: {
      get: () => ({
        api,
        tradingAccount: null,
        capabilities: (api === 'Own' ? BROKERS.tapedeck : BROKERS.schwab).capabilities,
      }),
    },
    settings: { get: () => ({ priceMovedPercent: 1, throughMarketPercent: 2 }) },
    symbols: {
      watch: () => () => {},
      get: () => ({ bid: 99.99, bidSize: 1, ask: 100.01, askSize: 1, last: 100 }),
      staleness: () => ({ isStale, ageMs: 5_000 }),
    },
    orders: {
      preview: ({ symbol, quantity }: OrderTicket) => {
        previewed.push(symbol);
        if (symbol === 'LOST')
          return Promise.reject(new Error('The server did not check the order in time.'));
        const ErrorCode = rejection === symbol ? -67 : 0;
        return Promise.resolve({
          ErrorCode,
          Message: 'No money',
          Cost: 100 * quantity,
          Fees: 1,
          BuyingPowerEffect: -100 * quantity,
        });
      },
      onReport: (listener: (report: WireReport) => void) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      send: ({ symbol }: OrderTicket, clientId: string) => {
        named.push(clientId);
        if (refusal === symbol) return { ok: false, errorCode: -27, message: 'Network error' };
        sent.push(symbol);
        if (answers) report(clientId);
        return { ok: true, clientId };
      },
    },
    groups: {
      place: (group: GroupTicket, clientId: string) => {
        groups.push([clientId, group]);
        return Promise.resolve(
          refusal === 'group'
            ? { ok: false, errorCode: -27, message: 'Network error', isUnknown: true, clientId }
            : { ok: true, groupId: 'G1' },
        );
      },
    },
    savedDocuments: {
      open: () =>
        Promise.resolve({
          load: () => Promise.resolve(templates !== null),
          get: () => ({
            rows: (templates ?? []).map(({ id, name, template }) => ({
              Id: id,
              Type: 'OrderTemplate',
              Name: name,
              Data: template,
            })),
          }),
        }),
    },
    // Only what a run uses is there.
  } as unknown as RunPlatform;
  run = new BasketRun(platform, (rowId, clientId) => marked.push([rowId, clientId]));
});

const row = (Symbol: string, change: Partial<BasketRow> = {}): BasketRow => ({
  Id: `row of ${Symbol}`,
  Symbol,
  Side: 'Buy',
  Quantity: 10,
  Type: 'Limit',
  Tif: 'Day',
  Price: 99,
  StopPrice: null,
  Route: null,
  More: {},
  ...change,
});
const checks = () => [...run.get().checks.values()].map(({ tone, text }) => `${tone}: ${text}`);

describe('a check', () => {
  test('names what each order costs and what all of them cost, and sends nothing', async () => {
    await run.check([row('SPY'), row('AAPL', { Side: 'Sell', Quantity: 5, Price: 101 })]);
    expect(checks()).toEqual(['ok: Costs 1,000.00, fees 1.00', 'ok: Brings 500.00, fees 1.00']);
    expect([run.get().effect, run.get().doing, sent]).toEqual([-1_500, 'nothing', []]);
  });

  test('finds what cannot be sent by the client, and requests no preview of it', async () => {
    await run.check([row('SPY', { Price: null }), row('NOPE'), row('AAPL')]);
    expect(checks()).toEqual([
      'problem: The price is missing',
      'problem: You may not trade NOPE.',
      'ok: Costs 1,000.00, fees 1.00',
    ]);
    expect([previewed, run.get().effect]).toEqual([['AAPL'], null]);
  });

  test('shows the refusal of the server, and a server that does not answer', async () => {
    rejection = 'SPY';
    await run.check([row('SPY'), row('LOST')]);
    expect(checks()).toEqual([
      'problem: The server would reject it: No money',
      'problem: The server did not check the order in time.',
    ]);
  });

  test('warns of prices that may not be meant', async () => {
    isStale = true;
    await run.check([row('SPY')]);
    expect(checks()).toEqual(['warning: The quote of SPY is stale: it is 5 s old.']);
    isStale = false;
    await run.check([row('AAPL', { Price: 110 })]);
    expect(checks()).toEqual([
      'warning: Buy 10 AAPL at 110.00 is 10.0 % through the ask of 100.01. It would trade at once.',
    ]);
  });

  test('says that an external broker checks nothing before', async () => {
    api = 'External';
    await run.check([row('SPY')]);
    expect([previewed, checks()]).toEqual([
      [],
      ['ok: Its form is sound. The external broker checks an order only when it is sent.'],
    ]);
  });
});

describe('sending', () => {
  const rows = [row('A'), row('B'), row('C')];

  test('goes through the list in its sequence and marks each order', async () => {
    await run.send(rows);
    expect(sent).toEqual(['A', 'B', 'C']);
    expect(marked).toEqual([
      ['row of A', 'b-row_of_A'],
      ['row of B', 'b-row_of_B'],
      ['row of C', 'b-row_of_C'],
    ]);
    expect(run.get()).toMatchObject({ doing: 'nothing', done: 3, total: 3, message: null });
    expect(listeners.size).toBe(0);
  });

  test('names an order by its row, so that another tab that sends the same row makes no second order', async () => {
    await run.send(rows);
    await new BasketRun(platform, () => {}).send(rows);
    expect(named.slice(3)).toEqual(named.slice(0, 3));
    await run.send([row('A', { Id: 'x'.repeat(64) })]);
    expect(named.at(-1)).toHaveLength(40);
  });

  test('waits for the answer to an order before it sends the next one, and is not begun twice', async () => {
    answers = false;
    const sending = run.send(rows);
    await run.send(rows);
    expect([sent, run.get().done]).toEqual([['A'], 0]);
    answers = true;
    // Only the ClientId is read of a report.
    const report = (ClientId: string) =>
      listeners.forEach((listener) => listener({ ClientId } as WireReport));
    report('another');
    await Promise.resolve();
    expect(sent).toEqual(['A']);
    report('b-row_of_A');
    await sending;
    expect(sent).toEqual(['A', 'B', 'C']);
  });

  test('stops after the order that is under way', async () => {
    run.subscribe(() => {
      if (run.get().done === 1) run.stop();
    });
    await run.send(rows);
    expect([sent, run.get().message]).toEqual([['A'], 'Stopped: 1 of 3 orders were sent.']);
  });

  test('ends at the first order that cannot be sent', async () => {
    refusal = 'B';
    await run.send(rows);
    expect([sent, marked.length, run.get().message]).toEqual([
      ['A'],
      1,
      'B: Network error. The orders from here on were not sent.',
    ]);
  });

  test('ends when the account changes', async () => {
    run.subscribe(() => {
      if (run.get().done === 2) account = 'D2';
    });
    await run.send(rows);
    expect([sent, run.get().message]).toEqual([
      ['A', 'B'],
      'The account changed: the other orders were not sent.',
    ]);
  });
});

test('an order of the ticket is the same after it was staged', () => {
  const ticket: OrderTicket = {
    symbol: 'SPY',
    side: 'Sell',
    quantity: 50,
    type: 'StopLimit',
    tif: 'GoodTillDate',
    price: 99,
    stopPrice: 99.5,
    stopType: 'Trailing',
    offsetType: 'Percent',
    offsetValue: 1.5,
    goodTillMs: 1_800_000_000_000,
    minQuantity: 5,
    displayQuantity: 10,
    destination: 'SMART',
    route: 'ARCA',
  };
  expect(ticketOfStaged(stagedOrderOf(ticket), platform)).toEqual(ticket);
});

describe('an order with exits', () => {
  const Exits = { Target: { Basis: 'Offset', Amount: 2 }, Stop: null, Tif: 'Day' } as const;

  test('is sent as one bracket, which has the ClientId of the row', async () => {
    await run.send([row('SPY', { Exits }), row('AAPL')]);
    expect(groups).toMatchObject([
      [
        'b-row_of_SPY',
        {
          kind: 'Bracket',
          entry: { symbol: 'SPY', quantity: 10 },
          target: { basis: 'Offset', amount: 2, tif: 'Day' },
          stop: null,
        },
      ],
    ]);
    expect([sent, marked]).toEqual([
      ['AAPL'],
      [
        ['row of SPY', 'b-row_of_SPY'],
        ['row of AAPL', 'b-row_of_AAPL'],
      ],
    ]);
  });

  test('that the server did not answer ends the run and stays unsent, and is sent under the same ClientId again', async () => {
    refusal = 'group';
    await run.send([row('SPY', { Exits }), row('AAPL')]);
    expect([sent, marked]).toEqual([[], []]);
    expect(run.get().message).toBe('SPY: Network error. The orders from here on were not sent.');
    refusal = null;
    await run.send([row('SPY', { Exits })]);
    expect(groups.map(([clientId]) => clientId)).toEqual(['b-row_of_SPY', 'b-row_of_SPY']);
  });

  test('is checked with its exits, and refused for an external broker', async () => {
    const wrong = { ...Exits, Target: { Basis: 'Price', Amount: 90 } } as const;
    await run.check([row('SPY', { Exits: wrong }), row('AAPL', { Exits })]);
    expect(checks()).toEqual(['problem: The target is above the entry', 'ok: Costs 1,000.00, fees 1.00']);
    api = 'External';
    await run.check([row('SPY', { Exits })]);
    expect(checks()).toEqual([
      'problem: The external broker takes no exits: remove them, or use the own order service',
    ]);
  });
});

describe('an order with a template', () => {
  const scalped = row('SPY', { Template: 'Scalp' });

  test('is checked with what the template makes of it', async () => {
    await run.check([scalped, row('AAPL', { Template: 'Gone' })]);
    expect(checks()).toEqual([
      'ok: Costs 1,000.00, fees 1.00. Scalp: target 6 at 99.99, target 4 at 100.98, stop 98.50, to break-even after target 1, DAY',
      'problem: There is no template "Gone": use "Scalp", "Swing", "Dip"',
    ]);
    expect(groups).toEqual([]);
  });

  test('is sent with all exits of the template as it is then', async () => {
    await run.send([scalped]);
    expect(groups).toMatchObject([
      [
        'b-row_of_SPY',
        {
          kind: 'Bracket',
          entry: { symbol: 'SPY', quantity: 10 },
          target: null,
          targets: [
            { basis: 'Percent', amount: 1, quantity: 6 },
            { basis: 'Percent', amount: 2, quantity: 4 },
          ],
          stop: { basis: 'Offset', amount: 0.5 },
          isBreakEven: true,
        },
      ],
    ]);
    expect(marked).toEqual([['row of SPY', 'b-row_of_SPY']]);
  });

  test('is not sent after its template was changed since the check, was deleted or cannot be loaded', async () => {
    await run.check([scalped]);
    const stopless = { ...SCALP, template: { ...SCALP.template, Stop: null } };
    const outcomes: (string | null)[] = [];
    for (const next of [[stopless], [], null]) {
      templates = next;
      await run.send([scalped]);
      outcomes.push(run.get().message);
    }
    expect(outcomes).toEqual([
      'SPY: The template Scalp was changed since the check: check again. The orders from here on were not sent.',
      'SPY: There is no template "Scalp": the ticket saves templates. The orders from here on were not sent.',
      'SPY: The templates could not be loaded: try again. The orders from here on were not sent.',
    ]);
    expect([groups, sent]).toEqual([[], []]);
    await run.check([scalped]);
    templates = TEMPLATES;
    await run.check([scalped]);
    await run.send([scalped]);
    expect(groups).toHaveLength(1);
  });

  test('is refused for an external broker', async () => {
    api = 'External';
    await run.check([scalped]);
    expect(checks()).toEqual([
      'problem: The external broker takes no exits: remove them, or use the own order service',
    ]);
  });
});

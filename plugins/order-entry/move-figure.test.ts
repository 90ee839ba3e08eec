import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type {
  GroupResult,
  GroupTermsTicket,
  ToolPlatform,
  WireOrderGroup,
} from '../../src/plugin-api/index.ts';
import { BROKERS } from '../../src/domain/orders/brokers.ts';
import { heldOrdersOf } from './held-orders.ts';
import { moveFigureAtOnce } from './move-figure.ts';

const WAITING: WireOrderGroup = {
  GroupId: 'G1',
  ClientId: 'grp1',
  Account: 'D1',
  UserId: 'u',
  Kind: 'Conditional',
  Symbol: 'AAPL',
  State: 'Working',
  Orders: [],
  Waiting: [{ Symbol: 'AAPL', Side: 'Buy', Type: 'Market', Quantity: 100, Price: 0, StopPrice: 0 }],
  Condition: { Basis: 'Last', Symbol: 'QQQ', Direction: 'AtOrAbove', Price: 101 },
  Timestamp: 1,
  TimeCompleted: null,
};
const MOVE = { groupId: 'G1', figure: 'Condition', price: 102 };
const LABEL = 'Move to 102.00: Buy 100 AAPL MKT if QQQ last ≥ 101.00 · G1';

let group: WireOrderGroup;
let changes: [string, GroupTermsTicket][];
let exitChanges: unknown[][];
let messages: string[];
let answer: GroupResult;
let staleSymbol: string;
let holdSeconds: number;
let platform: ToolPlatform;
beforeEach(() => {
  group = WAITING;
  changes = [];
  exitChanges = [];
  messages = [];
  answer = { ok: true, groupId: 'G1' };
  staleSymbol = '';
  holdSeconds = 0;
  // Only what the function uses is there.
  platform = {
    canTrade: () => ({ ok: true }),
    session: {
      subscribe: () => () => {},
      get: () => ({ account: 'D1', routes: [], connections: { trading: { status: 'open' } } }),
    },
    tradingApi: {
      subscribe: () => () => {},
      get: () => ({ api: 'Own', capabilities: BROKERS.tapedeck.capabilities }),
    },
    symbols: {
      get: () => ({ state: 'live', bid: 99.99, bidSize: 1, ask: 100.01, askSize: 1, last: 100 }),
      staleness: (symbol: string) => ({ isStale: symbol === staleSymbol, ageMs: 31_000 }),
    },
    settings: { get: () => ({ holdSeconds, isArmedHeld: true }) },
    orders: { options: { get: () => null }, get: () => ({ orders: new Map() }) },
    groups: {
      get: () => ({ groups: new Map([['G1', group]]), byOrderId: new Map() }),
      changeTerms: (groupId: string, terms: GroupTermsTicket) => {
        changes.push([groupId, terms]);
        return Promise.resolve(answer);
      },
      changeExit: (...call: [string, string, object]) => {
        exitChanges.push(call.slice(0, 3));
        return Promise.resolve(answer);
      },
    },
    dialogs: { toast: ({ message }: { message: string }) => messages.push(message) },
  } as unknown as ToolPlatform;
});

test('changes the level of a condition by one request, and shows nothing but a failure', async () => {
  expect(await moveFigureAtOnce(platform, MOVE)).toBe('sent');
  expect(changes).toEqual([
    ['G1', { condition: { basis: 'Last', symbol: 'QQQ', direction: 'AtOrAbove', price: 102 } }],
  ]);
  expect(messages).toEqual([]);
});

test('shows why the server refused the change', async () => {
  answer = { ok: false, errorCode: -108, message: 'It would act at once.', isUnknown: false, clientId: 'c' };
  expect(await moveFigureAtOnce(platform, MOVE)).toBe('not sent');
  expect(messages).toEqual(['Not moved: It would act at once.']);
});

test('sends nothing across the market, on a stale quote of the symbol of the level, and for what is no figure', async () => {
  await moveFigureAtOnce(platform, { ...MOVE, price: 100 });
  staleSymbol = 'QQQ';
  await moveFigureAtOnce(platform, MOVE);
  staleSymbol = 'AAPL';
  await moveFigureAtOnce(platform, { ...MOVE, figure: 'TrailStart' });
  await moveFigureAtOnce(platform, { ...MOVE, price: -1 });
  group = { ...WAITING, State: 'Cancelled' };
  await moveFigureAtOnce(platform, MOVE);
  expect(changes).toEqual([]);
  const gone = 'Not moved: This figure cannot be changed any more: it was used, or its group has ended.';
  expect(messages).toEqual([
    'Not moved: The last price of QQQ is at or above 100.00, so the order would be sent at once.',
    'Not moved: The quote of QQQ is stale: it is 31 s old.',
    gone,
    gone,
    gone,
  ]);
});

test('changes an exit of an entry that has not filled, to the price that it is put to', async () => {
  const Side = 'Buy';
  group = {
    ...WAITING,
    Kind: 'Bracket',
    Waiting: [],
    Orders: [{ OrderId: 'o1', Role: 'Entry', Symbol: 'AAPL', Side, Quantity: 100, Fill: 0, IsOpen: true }],
    Stop: { Basis: 'Percent', Amount: 2, TifType: 'Day' },
  };
  expect(await moveFigureAtOnce(platform, { groupId: 'G1', figure: 'Stop', price: 97 })).toBe('sent');
  expect(exitChanges).toEqual([['G1', 'Stop', { basis: 'Price', amount: 97 }]]);
  expect([changes, messages]).toEqual([[], []]);
});

test('waits where orders of armed modes are held, can be undone, and is not sent once the figure is used', async () => {
  // There is no page that could be left.
  vi.stubGlobal('addEventListener', () => {});
  onTestFinished(() => void vi.unstubAllGlobals());
  holdSeconds = 1;
  const held = heldOrdersOf(platform);
  expect(await moveFigureAtOnce(platform, MOVE)).toBe('held');
  expect([changes, held.get().map(({ text }) => text)]).toEqual([[], [LABEL]]);
  held.undoAll(null);
  expect(messages.at(-1)).toBe(`Not moved: ${LABEL}. You have undone it.`);
  await moveFigureAtOnce(platform, MOVE);
  group = { ...WAITING, State: 'Completed' };
  for (const { id } of held.get()) held.sendNow(id);
  expect([changes, messages.at(-1)]).toEqual([
    [],
    'Not moved: This figure cannot be changed any more: it was used, or its group has ended.',
  ]);
});

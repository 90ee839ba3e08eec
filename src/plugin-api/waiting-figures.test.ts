import { expect, it } from 'vitest';
import type { WireOrderGroup } from '../client/types.ts';
import {
  actsAtOnceText,
  canChangeFigure,
  figureChange,
  figureSymbol,
  isWaitingFigure,
  sendFigureChange,
} from './waiting-figures.ts';

const group = (change: Partial<WireOrderGroup>): WireOrderGroup => ({
  GroupId: 'G1',
  ClientId: 'grp1',
  Account: 'A',
  UserId: 'u',
  Kind: 'Conditional',
  Symbol: 'SPY',
  State: 'Working',
  Orders: [],
  Waiting: [],
  Timestamp: 1,
  TimeCompleted: null,
  ...change,
});
const condition = (change: object = {}) =>
  group({
    Condition: { Basis: 'Bid', Symbol: 'QQQ', Direction: 'AtOrBelow', Price: 101, ...change },
  });
const member = { OrderId: 'o1', Symbol: 'SPY', Quantity: 100, Fill: 100, IsOpen: false } as const;
const trailing = (Side: 'Buy' | 'Short', IsTrailing = false) =>
  group({
    Kind: 'Bracket',
    State: 'Triggered',
    Orders: [{ ...member, Role: 'Entry', Side }],
    Trail: {
      Start: { Basis: 'Percent', Amount: 2 },
      Distance: { Basis: 'Offset', Amount: 0.5 },
      IsTrailing,
    },
  });
const prices = (last: number, bid = 0, ask = 0) => ({ last, bid, ask });

it('moves the level of a condition and keeps its symbol, its side and the price that counts', () => {
  expect(figureChange(condition(), 'Condition', 99.5)).toEqual({
    kind: 'terms',
    terms: { condition: { basis: 'Bid', symbol: 'QQQ', direction: 'AtOrBelow', price: 99.5 } },
  });
  expect(figureSymbol(condition(), 'Condition')).toBe('QQQ');
});

it('makes the start of a trail a price, and keeps its distance', () => {
  expect(figureChange(trailing('Buy'), 'TrailStart', 103)).toEqual({
    kind: 'terms',
    terms: { trail: { start: { basis: 'Price', amount: 103 } } },
  });
  expect(figureSymbol(trailing('Buy'), 'TrailStart')).toBe('SPY');
});

it.each([
  [
    'a condition that has held',
    { ...condition(), Orders: [{ ...member, Role: 'Conditional', Side: 'Buy' }] },
  ],
  ['a group that is ending', { ...condition(), State: 'Cancelling' }],
  ['a group that has ended', { ...condition(), State: 'Completed' }],
  ['a time of day', group({ Condition: { Basis: 'TimeOfDay', Minutes: 950 } })],
  ['an order without a condition', group({})],
] as const satisfies readonly (readonly [string, WireOrderGroup])[])(
  'does not change the level of %s',
  (_case, each) => {
    expect(canChangeFigure(each, 'Condition')).toBe(false);
    expect(figureChange(each, 'Condition', 100)).toBeNull();
  },
);

it('does not change where a stop begins to trail once it does', () => {
  expect(figureChange(trailing('Buy', true), 'TrailStart', 103)).toBeNull();
  expect(figureChange(condition(), 'TrailStart', 103)).toBeNull();
});

it('reports a level that the price that counts has reached, and no other price', () => {
  expect(actsAtOnceText(condition(), 'Condition', 99.5, prices(90, 99.51, 90))).toBeNull();
  expect(actsAtOnceText(condition(), 'Condition', 99.5, prices(99.6, 99.5, 99.6))).toBe(
    'The bid of QQQ is at or below 99.50, so the order would be sent at once.',
  );
  const above = condition({ Basis: 'Last', Direction: 'AtOrAbove' });
  expect(actsAtOnceText(above, 'Condition', 99.5, prices(99.5))).toBe(
    'The last price of QQQ is at or above 99.50, so the order would be sent at once.',
  );
  expect(actsAtOnceText(above, 'Condition', 99.5, prices(0))).toBeNull();
});

it('reports a start of a trail that the last trade has reached, on the side of the profit', () => {
  const text = (side: 'Buy' | 'Short', price: number) =>
    actsAtOnceText(trailing(side), 'TrailStart', price, prices(102));
  expect([text('Buy', 102.01), text('Short', 101.99)]).toEqual([null, null]);
  expect([text('Buy', 102), text('Short', 102)]).toEqual([
    'The last price of SPY is at or above 102.00, so the stop would begin to trail at once.',
    'The last price of SPY is at or below 102.00, so the stop would begin to trail at once.',
  ]);
});

const unfilled = (change: Partial<WireOrderGroup> = {}) =>
  group({
    Kind: 'Bracket',
    Orders: [{ ...member, Fill: 0, IsOpen: true, Role: 'Entry', Side: 'Buy' }],
    Targets: [1, 2].map((Amount) => ({ Basis: 'Percent', Amount, TifType: 'Day', Quantity: 50 })),
    Stop: { Basis: 'Offset', Amount: 0.5, TifType: 'Day' },
    ...change,
  });

it('makes an exit that is not sent yet a price, and names which of several targets', async () => {
  const sent: unknown[][] = [];
  const groups = {
    changeExit: (...call: unknown[]) => {
      sent.push(call);
      return Promise.resolve({ ok: true, groupId: 'G1' } as const);
    },
    changeTerms: () => Promise.reject(new Error('An exit is not a term of the group.')),
  };
  for (const [figure, price] of [
    ['Target 2', 104],
    ['Stop', 98],
  ] as const) {
    const change = figureChange(unfilled(), figure, price);
    if (change) await sendFigureChange(groups, 'G1', change);
  }
  expect(sent).toEqual([
    ['G1', 'Target', { basis: 'Price', amount: 104 }, 1],
    ['G1', 'Stop', { basis: 'Price', amount: 98 }, undefined],
  ]);
  expect(figureSymbol(unfilled(), 'Stop')).toBe('SPY');
  expect(actsAtOnceText(unfilled(), 'Stop', 200, prices(100))).toBeNull();
});

it.each([
  [
    'whose entry has filled in part',
    unfilled({ Orders: [{ ...member, Fill: 1, IsOpen: true, Role: 'Entry', Side: 'Buy' }] }),
  ],
  ['whose entry has ended', unfilled({ Orders: [{ ...member, Fill: 0, Role: 'Entry', Side: 'Buy' }] })],
  ['that is ending', unfilled({ State: 'Cancelling' })],
])('has no exit to change in a bracket %s', (_case, each) => {
  expect([figureChange(each, 'Stop', 98), figureChange(each, 'Target 1', 104)]).toEqual([null, null]);
});

it('has no exit that the bracket lacks', () => {
  expect([canChangeFigure(unfilled(), 'Target'), canChangeFigure(unfilled(), 'Target 3')]).toEqual([
    false,
    false,
  ]);
  expect(['Stop', 'Target 5', 'Target 6', 1, null].map(isWaitingFigure)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

import { expect, it } from 'vitest';
import type { WireOrder, WireOrderGroup } from '../client/types.ts';
import { groupMarks, groupSuffix, groupTitle } from './group-marks.ts';

const waitingOrder = (change: Partial<WireOrderGroup['Waiting'][number]> = {}) =>
  ({ Symbol: 'SPY', Side: 'Buy', Type: 'Limit', Quantity: 100, Price: 95, StopPrice: 0, ...change }) as const;
const member = (change: Partial<WireOrderGroup['Orders'][number]>) =>
  ({
    OrderId: 'o1',
    Role: 'Entry',
    Symbol: 'SPY',
    Side: 'Buy',
    Quantity: 100,
    Fill: 100,
    IsOpen: false,
    ...change,
  }) as const;
const group = (change: Partial<WireOrderGroup>): WireOrderGroup => ({
  GroupId: 'G1',
  ClientId: 'grp1',
  Account: 'A',
  UserId: 'u',
  Kind: 'Conditional',
  Symbol: 'SPY',
  State: 'Working',
  Orders: [],
  Waiting: [waitingOrder()],
  Timestamp: 1,
  TimeCompleted: null,
  ...change,
});
const PRICE = { Basis: 'Last', Symbol: 'SPY', Direction: 'AtOrAbove', Price: 101 } as const;
const bracket = (change: Partial<WireOrderGroup>): WireOrderGroup =>
  group({
    Kind: 'Bracket',
    State: 'Triggered',
    Waiting: [],
    Orders: [member({}), member({ OrderId: 'o2', Role: 'Stop', Side: 'Sell', Fill: 0, IsOpen: true })],
    ...change,
  });
// Only the field that marks read.
const orders = new Map([['o1', { AveragePrice: 100 } as WireOrder]]);
const marksOf = (each: WireOrderGroup, symbol = 'SPY', known = orders) =>
  groupMarks({ groups: new Map([[each.GroupId, each]]) }, known, symbol).map(({ kind, price, label }) => [
    kind,
    price,
    label,
  ]);

it('marks the level of a condition and the price of the order that waits for it', () => {
  expect(marksOf(group({ Condition: PRICE }))).toEqual([
    ['Condition', 101, 'Buy 100 LMT if SPY last ≥ 101.00 · G1'],
    ['Order', 95, 'Buy 100 LMT 95.00 if SPY last ≥ 101.00 · G1'],
  ]);
});

it('marks a condition on the symbol of the condition and on that of the order', () => {
  const other = group({ Condition: { ...PRICE, Symbol: 'QQQ', Basis: 'Bid', Direction: 'AtOrBelow' } });
  expect(marksOf(other)).toEqual([['Order', 95, 'Buy 100 LMT 95.00 if QQQ bid ≤ 101.00 · G1']]);
  expect(marksOf(other, 'QQQ')).toEqual([['Condition', 101, 'Buy 100 SPY LMT if QQQ bid ≤ 101.00 · G1']]);
  expect(marksOf(other, 'AAPL')).toEqual([]);
});

it('marks a waiting market order without a price once only', () => {
  const Waiting = [waitingOrder({ Type: 'Market', Price: 0 })];
  expect(marksOf(group({ Condition: { Basis: 'TimeOfDay', Minutes: 950 }, Waiting }))).toEqual([
    ['Order', null, 'Buy 100 MKT at 15:50 · G1'],
  ]);
  expect(marksOf(group({ Condition: PRICE, Waiting }))).toHaveLength(1);
});

it('names the figure that a mark can change, while the group has not used it', () => {
  const figuresOf = (each: WireOrderGroup) =>
    groupMarks({ groups: new Map([[each.GroupId, each]]) }, orders, 'SPY').map(({ kind, figure }) => [
      kind,
      figure,
    ]);
  expect(figuresOf(group({ Condition: PRICE }))).toEqual([
    ['Condition', 'Condition'],
    ['Order', null],
  ]);
  expect(figuresOf(group({ Condition: PRICE, State: 'Cancelling' }))).toEqual([
    ['Condition', null],
    ['Order', null],
  ]);
  const Trail = {
    Start: { Basis: 'Percent', Amount: 2 },
    Distance: { Basis: 'Offset', Amount: 0.5 },
    IsTrailing: false,
  } as const;
  expect(figuresOf(bracket({ Trail }))).toEqual([['TrailStart', 'TrailStart']]);
});

it('marks where a stop begins to trail, until it does', () => {
  const Trail = {
    Start: { Basis: 'Percent', Amount: 2 },
    Distance: { Basis: 'Offset', Amount: 0.5 },
    IsTrailing: false,
  } as const;
  expect(marksOf(bracket({ Trail }))).toEqual([['TrailStart', 102, 'Trail starts 102.00, 0.50 away · G1']]);
  expect(marksOf(bracket({ Trail: { ...Trail, IsTrailing: true } }))).toEqual([]);
  expect(marksOf(bracket({ Trail, Orders: [member({ Fill: 0 })] }))).toEqual([]);
});

it('marks a position that only a time closes, and nothing of a group that has ended', () => {
  const TimeExit = { Basis: 'Minutes', Minutes: 30, Timestamp: Date.UTC(2026, 2, 2, 20, 50) } as const;
  expect(marksOf(bracket({ TimeExit, Orders: [member({})] }))).toEqual([
    ['TimeExit', 100, '100 at market, closes 15:50 · G1'],
  ]);
  expect(marksOf(bracket({ TimeExit }))).toEqual([]);
  expect(marksOf(group({ Condition: PRICE, State: 'Cancelled' }))).toEqual([]);
});

it('marks the exits of an entry that has not filled, where they will stand if it fills at its price', () => {
  const entry = (change: Partial<WireOrder>) =>
    // Only the fields that marks read.
    new Map([['o1', { Price: 0, StopPrice: 0, AveragePrice: 0, ...change } as WireOrder]]);
  const waiting = bracket({
    Orders: [member({ Fill: 0, IsOpen: true })],
    Targets: [
      { Basis: 'Percent', Amount: 2, TifType: 'Day', Quantity: 60 },
      { Basis: 'Price', Amount: 106, TifType: 'Day', Quantity: 40 },
    ],
    Stop: { Basis: 'Offset', Amount: 1.5, TifType: 'Day' },
  });
  expect(marksOf(waiting, 'SPY', entry({ Price: 100 }))).toEqual([
    ['Exit', 102, 'Target 1, not sent: Sell 60 LMT 102.00 · G1'],
    ['Exit', 106, 'Target 2, not sent: Sell 40 LMT 106.00 · G1'],
    ['Exit', 98.5, 'Stop, not sent: Sell 100 STOP 98.50 · G1'],
  ]);
  expect(marksOf(waiting, 'SPY', entry({ StopPrice: 101 })).map(([, price]) => price)).toEqual([
    103.02, 106, 99.5,
  ]);
  // At market the distances depend on the fill.
  expect(marksOf(waiting, 'SPY', entry({})).map(([, price]) => price)).toEqual([106]);
  expect(marksOf(waiting, 'QQQ', entry({ Price: 100 }))).toEqual([]);
  const short = bracket({
    Orders: [member({ Fill: 0, IsOpen: true, Side: 'Short' })],
    Target: { Basis: 'Offset', Amount: 2, TifType: 'Day' },
  });
  expect(marksOf(short, 'SPY', entry({ Price: 100 }))).toEqual([
    ['Exit', 98, 'Target, not sent: Buy 100 LMT 98.00 · G1'],
  ]);
});

it('marks the order that follows another one, which no cross cancels alone', () => {
  const next = group({
    Kind: 'OneTriggersOther',
    Orders: [member({ Role: 'First', Fill: 0, IsOpen: true })],
    Waiting: [waitingOrder({ Side: 'Sell', Price: 110 })],
  });
  expect(groupMarks({ groups: new Map([['G1', next]]) }, orders, 'SPY')).toMatchObject([
    { kind: 'Next', price: 110, label: 'Next: Sell 100 LMT 110.00 · G1', figure: null, canCancel: false },
  ]);
  expect(marksOf({ ...next, Waiting: [] })).toEqual([]);
  expect(marksOf({ ...next, Waiting: [waitingOrder({ Type: 'Market', Price: 0 })] })).toEqual([]);
});

it('names the group of an order, and when it closes', () => {
  const timed = bracket({ TimeExit: { Basis: 'Minutes', Minutes: 30 } });
  expect([groupSuffix(undefined), groupSuffix(bracket({})), groupSuffix(timed)]).toEqual([
    '',
    ' · G1',
    ' · G1 closes 30 min after the fill',
  ]);
  expect(groupTitle(timed, 'o2')).toBe('Bracket G1, stop, closes 30 min after the fill');
  const parts = bracket({ Orders: [member({ OrderId: 'o3', Role: 'Target', Index: 1 })] });
  expect([groupTitle(parts, 'o3'), groupTitle(parts, 'o9')]).toEqual(['Bracket G1, target 2', 'Bracket G1']);
});

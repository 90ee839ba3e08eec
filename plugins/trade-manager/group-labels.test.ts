import { describe, expect, it } from 'vitest';
import { groupRoleText, groupStateText, isSentAtOnce, isUncheckedOrder, legLines } from './group-labels.ts';
import { openOrderColumns } from './order-columns.ts';
import { closingOf, flattenGroup, order } from './testing/fake-trading.ts';

const bracket = flattenGroup({
  GroupId: 'G12',
  Kind: 'Bracket',
  State: 'Triggered',
  Target: { Basis: 'Offset', Amount: 1.5, TifType: 'Day' },
  Stop: { Basis: 'Price', Amount: 98, TifType: 'Day' },
  Orders: [
    closingOf({ OrderId: 'o1', Role: 'Entry', Side: 'Buy', Fill: 40, IsOpen: true }),
    closingOf({ OrderId: 'o2', Role: 'Target', Quantity: 40, IsOpen: true }),
  ],
});

describe('the texts of an order group', () => {
  it('name the group and the role of an order in it, the group alone for one that is not listed', () => {
    expect([groupRoleText(bracket, 'o2'), groupRoleText(bracket, 'o9')]).toEqual(['G12 Target', 'G12']);
  });

  it('state the state, with the reason where there is one', () => {
    expect(groupStateText(bracket)).toBe('Bracket G12: Triggered');
    expect(groupStateText({ ...bracket, State: 'Failed', Message: 'Market is offline' })).toBe(
      'Bracket G12: Failed. Market is offline',
    );
  });

  it('state which orders pass no risk checks: those that close what the group has opened', () => {
    expect(['o1', 'o2', 'o9'].map((orderId) => isUncheckedOrder(bracket, orderId))).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('know which orders a group sends when it is placed: only those have the times of its press', () => {
    const sent = (group: typeof bracket) => group.Orders.map(({ OrderId }) => isSentAtOnce(group, OrderId));
    expect(sent(bracket)).toEqual([true, false]);
    const closing = [closingOf({ OrderId: 'o3', Role: 'Close' })];
    expect(sent(flattenGroup({ Orders: closing }))).toEqual([true]);
    expect(sent({ ...bracket, Orders: closing })).toEqual([false]);
    expect(isSentAtOnce(bracket, 'o9')).toBe(false);
  });

  it('list every leg: orders as they are now, exits and orders that are not sent yet', () => {
    const orders = new Map([['o1', order({ Fill: 40 })]]);
    expect(legLines(bracket, orders)).toEqual([
      'Entry: Buy LMT SPY 100@1.00 AUTO, 40 filled',
      'Target: Sell 40 SPY',
      'Stop: 98.00, not sent yet',
    ]);
    const next = flattenGroup({
      Kind: 'OneTriggersOther',
      Waiting: [{ Symbol: 'SPY', Side: 'Sell', Type: 'Limit', Quantity: 100, Price: 103, StopPrice: 0 }],
    });
    expect(legLines(next, orders)).toEqual(['Next: Sell LMT SPY 100, not sent yet']);
  });

  it('state what the group waits for: a condition, the start of a trail, the time of its exit', () => {
    const order = {
      Symbol: 'SPY',
      Side: 'Buy',
      Type: 'Limit',
      Quantity: 100,
      Price: 9,
      StopPrice: 0,
    } as const;
    const lines = (change: Partial<typeof bracket>) =>
      legLines(flattenGroup({ Kind: 'Conditional', Waiting: [order], ...change }), new Map());
    expect(
      lines({ Condition: { Basis: 'Bid', Symbol: 'AAPL', Direction: 'AtOrBelow', Price: 200 } }),
    ).toEqual(['Buy LMT SPY 100 once AAPL bid is 200.00 or below, not sent yet']);
    expect(lines({ Condition: { Basis: 'TimeOfDay', Minutes: 9 * 60 + 5 } })).toEqual([
      'Buy LMT SPY 100 at 09:05 ET, not sent yet',
    ]);
    const Trail = {
      Start: { Basis: 'Percent', Amount: 2 },
      Distance: { Basis: 'Offset', Amount: 0.5 },
      IsTrailing: false,
    } as const;
    const timed = { Kind: 'Bracket', Waiting: [], TimeExit: { Basis: 'Minutes', Minutes: 30 } } as const;
    expect(lines({ ...timed, Waiting: [], Trail })).toEqual([
      'Stop trails 0.50 away from a profit of 2.00% on',
      'Closes at market 30 min after the first fill',
    ]);
    expect(lines({ ...timed, Waiting: [], Trail: { ...Trail, IsTrailing: true } })).toHaveLength(1);
  });

  it('say how a distance was stated that is in dollars now', () => {
    const Stop = { Basis: 'Offset', Amount: 3, TifType: 'Day' } as const;
    const stopLine = (Stated: { readonly Basis: 'Atr' | 'Risk'; readonly Amount: number }) =>
      legLines(flattenGroup({ Kind: 'Bracket', Stop: { ...Stop, Stated } }), new Map());
    expect(stopLine({ Basis: 'Atr', Amount: 1.5 })).toEqual(['Stop: 3.00 (1.50 ATR) away, not sent yet']);
    expect(stopLine({ Basis: 'Risk', Amount: 300 })).toEqual([
      'Stop: 3.00 ($300.00 at risk) away, not sent yet',
    ]);
  });

  it('number the targets of a bracket that closes in parts', () => {
    const { Target: _, ...rest } = bracket;
    const exit = { Basis: 'Offset', TifType: 'Day' } as const;
    const inParts = {
      ...rest,
      Targets: [
        { ...exit, Amount: 1, Quantity: 60 },
        { ...exit, Amount: 2, Quantity: 40 },
      ],
      Orders: [closingOf({ OrderId: 'o2', Role: 'Target', Index: 0, Quantity: 60, IsOpen: true })],
    };
    expect(groupRoleText(inParts, 'o2')).toBe('G12 Target 1');
    expect(legLines(inParts, new Map())).toEqual([
      'Target 1: Sell 60 SPY',
      'Target 2: 2.00 away, not sent yet',
      'Stop: 98.00, not sent yet',
    ]);
  });

  it('are in the column Group of open orders, empty for an order in no group', () => {
    const columns = openOrderColumns(
      () => null,
      () => false,
      ({ OrderId }) => (OrderId === 'o1' ? bracket : undefined),
    );
    const column = columns.find(({ id }) => id === 'Group');
    expect([column?.text(order({})), column?.tooltip?.(order({}))]).toEqual([
      'G12 Entry',
      'Bracket G12: Triggered',
    ]);
    expect(column?.text(order({ OrderId: 'o9' }))).toBe('');
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { OrderError } from '../../src/domain/orders/errors.ts';
import type { OrderPreview, WireOrderGroup } from '../../src/plugin-api/index.ts';
import { cancelExits, holdingExits } from './held-by-exits.ts';

type Member = WireOrderGroup['Orders'][number];
const exit = (Role: Member['Role'], change: Partial<Member> = {}): Member => ({
  OrderId: Role,
  Role,
  Symbol: 'AAPL',
  Side: 'Sell',
  Quantity: 100,
  Fill: 0,
  IsOpen: true,
  ...change,
});
const groupOf = (Orders: readonly Member[], change: Partial<WireOrderGroup> = {}): WireOrderGroup => ({
  GroupId: 'G1',
  ClientId: 'grp1',
  Account: 'A',
  UserId: 'u',
  Kind: 'Bracket',
  Symbol: 'AAPL',
  State: 'Working',
  Orders: [...Orders],
  Waiting: [],
  Timestamp: 1,
  TimeCompleted: null,
  ...change,
});
const SALE = { symbol: 'AAPL', side: 'Sell', quantity: 100 } as const;
const REFUSED: OrderPreview = {
  ErrorCode: OrderError.InsufficientCover,
  Message: 'Insufficient cover',
  Cost: 0,
  Fees: 0,
  BuyingPowerEffect: 0,
  BuyingPowerAfter: 0,
  PositionAfter: 0,
};
const held = (groups: readonly WireOrderGroup[], shares = 100, preview: OrderPreview = REFUSED) =>
  holdingExits(SALE, new Map(groups.map((group) => [group.GroupId, group])), shares, preview);

describe('exits that hold the shares of a sale', () => {
  it('are named with their groups and what they hold, each share once', () => {
    const parts = groupOf([
      exit('Target', { Quantity: 40 }),
      exit('Target', { OrderId: 'T2', Quantity: 60, Fill: 10 }),
      exit('Stop', { Quantity: 90 }),
    ]);
    expect(held([parts, groupOf([exit('Stop', { Quantity: 20 })], { GroupId: 'G2' })], 150)).toEqual({
      groupIds: ['G1', 'G2'],
      text: 'The exits of G1, G2 hold 110 of the 150 AAPL that you hold.',
    });
  });

  it.each([
    ['the server would accept the sale', [groupOf([exit('Stop')])], 100, { ...REFUSED, ErrorCode: 0 }],
    ['fewer shares are held than are sold', [groupOf([exit('Stop')])], 99, REFUSED],
    ['the exits have ended', [groupOf([exit('Stop', { IsOpen: false })])], 100, REFUSED],
    ['the group is over', [groupOf([exit('Stop')], { State: 'Completed' })], 100, REFUSED],
    ['the exits are of another symbol', [groupOf([exit('Stop', { Symbol: 'MSFT' })])], 100, REFUSED],
  ] as const)('are none when %s', (_case, groups, shares, preview) => {
    expect(held(groups, shares, preview)).toBeNull();
  });
});

describe('the cancel before the sale', () => {
  let group: WireOrderGroup;
  let listeners: Set<() => void>;
  let shares: number;
  let isRefused: boolean;
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  // Only what the cancel reads of both stores.
  const deps = () =>
    ({
      groups: {
        get: () => ({ groups: new Map([['G1', group]]), byOrderId: new Map() }),
        subscribe,
        cancel: async () =>
          isRefused ? { ok: false, message: 'Unknown group' } : { ok: true, groupId: 'G1' },
      },
      orders: {
        get: () => ({ positions: new Map([['AAPL', { LongQty: shares, ShortQty: 0 }]]) }),
        subscribe,
      },
      // The parts of the platform that the function reads; nothing else is used.
    }) as unknown as Parameters<typeof cancelExits>[0];
  const end = (): void => {
    group = groupOf([exit('Stop', { IsOpen: false })]);
    for (const listener of [...listeners]) listener();
  };
  beforeEach(() => {
    group = groupOf([exit('Stop')]);
    listeners = new Set();
    shares = 100;
    isRefused = false;
  });

  it('resolves only when no exit is open any more', async () => {
    let outcome: string | null | undefined;
    const cancelled = cancelExits(deps(), ['G1'], SALE).then((problem) => (outcome = problem));
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect([outcome, listeners.size]).toEqual([undefined, 1]);
    end();
    await cancelled;
    expect([outcome, listeners.size]).toEqual([null, 0]);
  });

  it('lets no sale follow a cancel that was refused, or an exit that filled', async () => {
    isRefused = true;
    expect(await cancelExits(deps(), ['G1'], SALE)).toBe(
      'G1 was not cancelled, and nothing was sent: Unknown group',
    );
    isRefused = false;
    shares = 40;
    end();
    expect(await cancelExits(deps(), ['G1'], SALE)).toBe(
      'The exits are cancelled. One of them had filled: you hold 40 AAPL now, and nothing was sent.',
    );
  });
});

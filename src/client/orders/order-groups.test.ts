import { beforeEach, describe, expect, it } from 'vitest';
import { GroupError, OrderError } from '../../domain/orders/errors.ts';
import type { Body } from '../../protocol/index.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { routeGroups } from '../trading-api/route-groups.ts';
import type { OrderTicket, WireOrderGroup } from '../types.ts';
import { GROUP_LIMIT_MS, ServerOrderGroups } from './order-groups.ts';

const ENTRY: OrderTicket = {
  symbol: 'SPY',
  side: 'Buy',
  quantity: 100,
  type: 'Limit',
  price: 100,
  destination: 'SMART',
  route: 'AUTO',
};
const groupOf = (change: Partial<WireOrderGroup> = {}): WireOrderGroup => ({
  GroupId: 'G1',
  ClientId: 'grp1',
  Account: 'A',
  UserId: 'u',
  Kind: 'Bracket',
  Symbol: 'SPY',
  State: 'Working',
  Orders: [{ OrderId: '2', Role: 'Entry', Symbol: 'SPY', Side: 'Buy', Quantity: 100, Fill: 0, IsOpen: true }],
  Waiting: [],
  Timestamp: 1,
  TimeCompleted: null,
  ...change,
});

let groups: ServerOrderGroups;
let sent: { name: string; body: unknown }[];
let isOpen: boolean;
let account: string | null;
let shortShares: number;
let clock: ReturnType<typeof createManualClock>;

beforeEach(() => {
  sent = [];
  isOpen = true;
  account = 'A';
  shortShares = 0;
  clock = createManualClock(1000);
  groups = new ServerOrderGroups({
    trading: { sendReady: (name, body) => isOpen && sent.push({ name, body }) > 0 },
    user: () => ({ userId: 'u', account }),
    clock,
    exchangeMs: () => 5000.5,
    position: () => ({ ShortQty: shortShares }),
  });
  groups.reset('A');
});

const answer = (body: Partial<Body<'orderGroupResult'>>): void =>
  groups.onTrading({
    name: 'orderGroupResult',
    body: { Account: 'A', ClientId: 'grp1000', ErrorCode: 0, Message: 'OK', ...body },
  });
const push = (
  Items: WireOrderGroup[],
  part: Partial<Body<'orderGroups'>> = { HasMore: false, IsSnapshot: false },
): void =>
  groups.onTrading({
    name: 'orderGroups',
    body: { Account: 'A', Items, HasMore: false, IsSnapshot: true, ...part },
  });

describe('a request about groups', () => {
  it('sends the targets of a bracket that closes in parts, and names one by its index', () => {
    const exit = { basis: 'Offset', tif: 'Day' } as const;
    void groups.place({
      kind: 'Bracket',
      entry: ENTRY,
      target: null,
      targets: [
        { ...exit, amount: 1, quantity: 60 },
        { ...exit, amount: 2, quantity: 40 },
      ],
      stop: { ...exit, amount: 1 },
    });
    void groups.changeExit('G1', 'Target', { basis: 'Price', amount: 105 }, 1);
    expect(sent.map(({ body }) => body)).toMatchObject([
      {
        Targets: [
          { Basis: 'Offset', Amount: 1, TifType: 'Day', Quantity: 60 },
          { Basis: 'Offset', Amount: 2, TifType: 'Day', Quantity: 40 },
        ],
        Stop: { Basis: 'Offset', Amount: 1, TifType: 'Day' },
      },
      { GroupId: 'G1', Role: 'Target', Index: 1, Basis: 'Price', Amount: 105 },
    ]);
    expect(sent[0]?.body).not.toHaveProperty('Target');
  });

  it('sends the trail and the time exit of a bracket, and the condition of an order', () => {
    void groups.place({
      kind: 'Bracket',
      entry: ENTRY,
      target: null,
      stop: { basis: 'Offset', amount: 1, tif: 'Day' },
      trail: { start: { basis: 'Price', amount: 105 }, distance: { basis: 'Percent', amount: 0.5 } },
      timeExit: { basis: 'TimeOfDay', minutes: 950 },
    });
    for (const condition of [
      { basis: 'Ask', symbol: 'AAPL', direction: 'AtOrBelow', price: 200 },
      { basis: 'TimeOfDay', minutes: 600 },
    ] as const)
      void groups.place({ kind: 'Conditional', order: ENTRY, condition });
    expect(sent.map(({ body }) => body)).toMatchObject([
      {
        Trail: { Start: { Basis: 'Price', Amount: 105 }, Distance: { Basis: 'Percent', Amount: 0.5 } },
        TimeExit: { Basis: 'TimeOfDay', Minutes: 950 },
      },
      {
        Kind: 'Conditional',
        Orders: [{ Symbol: ENTRY.symbol }],
        Condition: { Basis: 'Ask', Symbol: 'AAPL', Direction: 'AtOrBelow', Price: 200 },
      },
      { Kind: 'Conditional', Condition: { Basis: 'TimeOfDay', Minutes: 600 } },
    ]);
  });

  it('sends a bracket as one message and resolves with its GroupId', async () => {
    const result = groups.place({
      kind: 'Bracket',
      entry: ENTRY,
      target: { basis: 'Percent', amount: 1, tif: 'GoodTillCancel' },
      stop: null,
    });
    expect(sent).toMatchObject([
      {
        name: 'orderGroupSend',
        body: {
          Account: 'A',
          ClientId: 'grp1000',
          Kind: 'Bracket',
          Orders: [{ Symbol: 'SPY', Price: 100, ClientId: 'ord1001', Timestamp: 5000, Source: 'Open' }],
          Target: { Basis: 'Percent', Amount: 1, TifType: 'GoodTillCancel' },
        },
      },
    ]);
    expect(sent[0]?.body).not.toHaveProperty('Stop');
    answer({ GroupId: 'G7' });
    expect(await result).toEqual({ ok: true, groupId: 'G7' });
  });

  it('covers a short position with the next order of the order that opens it', () => {
    const first = { ...ENTRY, side: 'Short' } as const;
    void groups.place({ kind: 'OneTriggersOther', first, next: ENTRY });
    shortShares = 50;
    void groups.place({ kind: 'OneCancelsOther', orders: [ENTRY, ENTRY] });
    expect(sent).toMatchObject([
      { body: { Orders: [{ Source: 'Open' }, { Source: 'Cover' }] } },
      { body: { Orders: [{ Source: 'Cover' }, { Source: 'Cover' }] } },
    ]);
  });

  it('names the symbol or the whole account, and may repeat a request under its ClientId', () => {
    void groups.flatten('SPY');
    void groups.flatten();
    void groups.cancelAll('SPY', 'grp1000');
    void groups.cancel('G1');
    void groups.changeExit('G1', 'Stop', { basis: 'Price', amount: 99 });
    expect(sent).toEqual([
      { name: 'flatten', body: { Account: 'A', ClientId: 'grp1000', Symbol: 'SPY' } },
      { name: 'flatten', body: { Account: 'A', ClientId: 'grp1001' } },
      { name: 'orderCancelAll', body: { Account: 'A', ClientId: 'grp1000', Symbol: 'SPY' } },
      { name: 'orderGroupCancel', body: { Account: 'A', ClientId: 'grp1002', GroupId: 'G1' } },
      {
        name: 'orderGroupChange',
        body: {
          Account: 'A',
          ClientId: 'grp1003',
          GroupId: 'G1',
          Role: 'Stop',
          Basis: 'Price',
          Amount: 99,
        },
      },
    ]);
  });

  it('places a group under the ClientId that is given, and names its orders by it', () => {
    const exit = { basis: 'Offset', amount: 1, tif: 'Day' } as const;
    void groups.place({ kind: 'Bracket', entry: ENTRY, target: exit, stop: null }, 'row-1');
    void groups.place({ kind: 'OneTriggersOther', first: ENTRY, next: ENTRY }, 'row-2');
    expect(sent).toMatchObject([
      { body: { ClientId: 'row-1', Orders: [{ ClientId: 'row-1' }] } },
      { body: { ClientId: 'row-2', Orders: [{ ClientId: 'row-2' }, { ClientId: 'row-2-2' }] } },
    ]);
  });

  it('sends only the figures that are changed', () => {
    const condition = { basis: 'Last', symbol: 'SPY', direction: 'AtOrAbove', price: 101 } as const;
    void groups.changeTerms('G1', { condition });
    void groups.changeTerms('G2', {
      trail: { start: { basis: 'Price', amount: 103 } },
      timeExit: { basis: 'Minutes', minutes: 20 },
      isBreakEven: false,
    });
    expect(sent).toEqual([
      {
        name: 'orderGroupTermsChange',
        body: {
          Account: 'A',
          ClientId: 'grp1000',
          GroupId: 'G1',
          Condition: { Basis: 'Last', Symbol: 'SPY', Direction: 'AtOrAbove', Price: 101 },
        },
      },
      {
        name: 'orderGroupTermsChange',
        body: {
          Account: 'A',
          ClientId: 'grp1001',
          GroupId: 'G2',
          Trail: { Start: { Basis: 'Price', Amount: 103 } },
          TimeExit: { Basis: 'Minutes', Minutes: 20 },
          BreakEven: false,
        },
      },
    ]);
  });

  it('resolves with the code and the text of a refusal, of the brokerage or of the gateway', async () => {
    const refused = groups.cancel('G1');
    answer({ ErrorCode: GroupError.UnknownGroup, Message: 'Unknown order group' });
    expect(await refused).toEqual({
      ok: false,
      errorCode: GroupError.UnknownGroup,
      message: 'Unknown order group',
      isUnknown: false,
      clientId: 'grp1000',
    });
    const failed = groups.flatten();
    groups.onTrading({
      name: 'failure',
      body: { Message: 'Trading not permitted', ErrorCode: -3, RequestT: 38, ClientId: 'grp1001' },
    });
    expect(await failed).toMatchObject({ errorCode: -3, message: 'Trading not permitted' });
  });

  it('fails at once without a connection or an account', async () => {
    isOpen = false;
    expect(await groups.flatten()).toMatchObject({ errorCode: OrderError.NetworkError, isUnknown: false });
    isOpen = true;
    account = null;
    expect(await groups.flatten()).toMatchObject({ errorCode: OrderError.NoAccount, isUnknown: false });
    expect(sent).toEqual([]);
  });

  it('reports an unknown outcome when the answer is late or the connection is lost', async () => {
    const late = groups.flatten('SPY');
    clock.advance(GROUP_LIMIT_MS);
    expect(await late).toMatchObject({ ok: false, isUnknown: true, clientId: 'grp1000' });
    const lost = groups.flatten('SPY', 'grp1000');
    groups.onLost();
    expect(await lost).toMatchObject({ ok: false, isUnknown: true, clientId: 'grp1000' });
  });
});

describe('the groups of the account', () => {
  it('shows a snapshot once it is complete, and changes as they come', () => {
    let changes = 0;
    groups.subscribe(() => (changes += 1));
    push([groupOf({})], { IsSnapshot: true, HasMore: true });
    expect([groups.get().groups.size, changes]).toEqual([0, 0]);
    push([groupOf({ GroupId: 'G2', Orders: [] })], { IsSnapshot: true });
    expect([[...groups.get().groups.keys()], changes]).toEqual([['G1', 'G2'], 1]);
    push([groupOf({ State: 'Completed' })]);
    expect(groups.get().groups.get('G1')?.State).toBe('Completed');
    expect(groups.get().byOrderId.get('2')?.GroupId).toBe('G1');
    push([groupOf({ GroupId: 'G3' })], { IsSnapshot: true });
    expect([...groups.get().groups.keys()]).toEqual(['G3']);
  });

  it('drops the groups of the account that was selected before, and ignores those of others', () => {
    push([groupOf({})]);
    groups.reset('B');
    push([groupOf({})]);
    expect(groups.get().groups.size).toBe(0);
  });
});

it('refuses new groups while orders go to the external broker, and still cancels those that are live', async () => {
  const routed = routeGroups(groups, { get: () => ({ api: 'External' }), subscribe: () => () => {} });
  expect(await routed.flatten('SPY')).toMatchObject({
    errorCode: GroupError.NotAtExternalBroker,
    message: 'The external broker takes no order groups',
  });
  void routed.cancel('G1');
  expect(sent.map(({ name }) => name)).toEqual(['orderGroupCancel']);
});

describe('the times of a group in the page', () => {
  it('are those of its request, its answer and its first fill', async () => {
    const result = groups.place({ kind: 'Bracket', entry: ENTRY, target: null, stop: null });
    clock.advance(5);
    answer({ GroupId: 'G1' });
    await result;
    clock.advance(7);
    const filled = { OrderId: '2', Role: 'Entry', Symbol: 'SPY', Side: 'Buy', Quantity: 100 } as const;
    const show = (Fill: number, IsSnapshot = false): void =>
      groups.onTrading({
        name: 'orderGroups',
        body: {
          Account: 'A',
          Items: [groupOf({ ClientId: 'grp1000', Orders: [{ ...filled, Fill, IsOpen: true }] })],
          HasMore: false,
          IsSnapshot,
        },
      });
    show(0);
    clock.advance(2);
    show(40);
    clock.advance(9);
    show(100);
    expect(groups.pageTimesOf('G1')).toEqual({
      pressedMs: null,
      sentMs: 1000,
      acknowledgedMs: 1005,
      filledMs: 1014,
    });
    expect(groups.pageTimesOf('G2')).toBeUndefined();
  });
});

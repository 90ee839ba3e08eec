import type { MemoryServer } from '../client/testing/memory-server.ts';
import { FAKE_EXCHANGE_MS } from '../client/testing/fake-answers.ts';
import type { WireOrder, WireOrderGroup } from '../client/types.ts';
import type { Body } from '../protocol/index.ts';

type Member = WireOrderGroup['Orders'][number];

/** What the groups of a server in memory do with its orders. */
export interface GroupedOrders {
  open(): readonly WireOrder[];
  byClientId(clientId: string): WireOrder | undefined;
  send(body: Body<'orderSend'>): void;
  cancel(orderId: string): void;
  /** Signed shares by symbol. */
  held(): ReadonlyMap<string, number>;
}

/** A distance as an accepted group has it: the memory server counts every stated one as its amount in dollars. */
function accepted<Basis extends string, Rest extends { readonly Basis: Basis; readonly Amount: number }>(
  exit: Rest,
) {
  const { Basis: basis } = exit;
  type Plain = Exclude<Rest['Basis'], 'Atr' | 'Risk'> | 'Offset';
  return basis === 'Atr' || basis === 'Risk'
    ? // The two are the only bases that are no plain ones.
      { ...exit, Basis: 'Offset' as Plain, Stated: { Basis: basis as 'Atr' | 'Risk', Amount: exit.Amount } }
    : { ...exit, Basis: basis as unknown as Plain };
}

/** Requests about groups as a server in memory answers them: it sends the orders that a group begins with, closes positions, and cancels. */
export class MemoryGroups {
  readonly groups = new Map<string, WireOrderGroup>();
  readonly #server: MemoryServer;
  readonly #account: string;
  readonly #orders: GroupedOrders;

  constructor(server: MemoryServer, account: string, orders: GroupedOrders) {
    this.#server = server;
    this.#account = account;
    this.#orders = orders;
    server.on('orderGroupSend', (body) => this.#onSend(body));
    server.on('orderGroupTermsChange', (body) => this.#onTerms(body));
    server.on('orderGroupCancel', ({ ClientId, GroupId }) => this.#onCancel(ClientId, GroupId));
    server.on('flatten', (body) => this.#onFlatten(body));
    server.on('orderCancelAll', (body) => this.#onCancelAll(body));
  }

  #onSend({
    Kind,
    Orders,
    Target,
    Targets,
    Stop,
    BreakEven,
    Trail,
    Atr,
    TimeExit,
    Condition,
    ClientId,
  }: Body<'orderGroupSend'>): void {
    const sent = Kind === 'OneCancelsOther' ? Orders : Kind === 'Conditional' ? [] : Orders.slice(0, 1);
    for (const body of sent) this.#orders.send(body);
    const role = Kind === 'Bracket' ? 'Entry' : Kind === 'OneCancelsOther' ? 'Alternative' : 'First';
    this.#accept(ClientId, {
      Kind,
      Symbol: Orders[0]?.Symbol,
      State: 'Working',
      Orders: sent.map((body) => this.#member(body, role)),
      ...(Target && { Target: accepted(Target) }),
      ...(Targets && { Targets: Targets.map(accepted) }),
      ...(Stop && { Stop: accepted(Stop) }),
      ...(BreakEven && { BreakEven }),
      ...(Trail && {
        Trail: { Start: accepted(Trail.Start), Distance: accepted(Trail.Distance), IsTrailing: false },
      }),
      ...(Atr && { Atr: { ...Atr, Value: 1 } }),
      ...(TimeExit && { TimeExit }),
      ...(Condition && { Condition }),
      Waiting: Orders.slice(sent.length).map(
        ({ Symbol: symbol, Side, Type, Quantity, Price = 0, StopPrice = 0 }) => ({
          Symbol: symbol,
          Side,
          Type,
          Quantity,
          Price,
          StopPrice,
        }),
      ),
    });
  }

  #onTerms({ ClientId, GroupId, Condition, Trail }: Body<'orderGroupTermsChange'>): void {
    const group = this.groups.get(GroupId);
    if (group)
      this.#push({
        ...group,
        ...(Condition && { Condition }),
        ...(Trail && group.Trail && { Trail: { ...group.Trail, ...Trail } }),
      });
    this.#answer(ClientId, GroupId);
  }

  #onCancel(ClientId: string, GroupId: string): void {
    const group = this.groups.get(GroupId);
    for (const { OrderId, IsOpen } of group?.Orders ?? []) if (IsOpen) this.#orders.cancel(OrderId);
    if (group)
      this.#push({
        ...group,
        State: 'Cancelled',
        Orders: group.Orders.map((each) => ({ ...each, IsOpen: false })),
      });
    this.#answer(ClientId, GroupId);
  }

  #onFlatten({ ClientId, Symbol: only }: Body<'flatten'>): void {
    this.#cancelOpen(only);
    const closed: Member[] = [];
    for (const [symbol, shares] of this.#orders.held()) {
      if (shares === 0 || (only !== undefined && only !== symbol)) continue;
      const body = this.#closing(symbol, shares, `${ClientId}-${symbol}`);
      this.#orders.send(body);
      closed.push(this.#member(body, 'Close'));
    }
    this.#accept(ClientId, {
      Kind: 'Flatten',
      Symbol: only,
      State: 'Completed',
      Orders: closed,
      Waiting: [],
    });
  }

  #onCancelAll({ ClientId, Symbol: only }: Body<'orderCancelAll'>): void {
    this.#cancelOpen(only);
    this.#accept(ClientId, { Kind: 'CancelAll', Symbol: only, State: 'Completed', Orders: [], Waiting: [] });
  }

  #cancelOpen(only: string | undefined): void {
    for (const { OrderId, Symbol: symbol } of this.#orders.open())
      if (only === undefined || symbol === only) this.#orders.cancel(OrderId);
  }

  #closing(symbol: string, shares: number, ClientId: string): Body<'orderSend'> {
    return {
      Symbol: symbol,
      Quantity: Math.abs(shares),
      Destination: 'SMART',
      Route: 'AUTO',
      Type: 'Market',
      TifType: 'Day',
      Currency: 'USD',
      Account: this.#account,
      UserId: 'u',
      ClientId,
      Timestamp: FAKE_EXCHANGE_MS,
      Side: shares > 0 ? 'Sell' : 'Buy',
      Source: shares > 0 ? 'Close' : 'Cover',
    };
  }

  #member({ ClientId, Symbol: symbol, Side, Quantity }: Body<'orderSend'>, Role: Member['Role']): Member {
    const order = this.#orders.byClientId(ClientId);
    return {
      OrderId: order?.OrderId ?? ClientId,
      Role,
      Symbol: symbol,
      Side,
      Quantity,
      Fill: order?.Fill ?? 0,
      IsOpen: order?.TimeCompleted === null,
    };
  }

  #accept(
    ClientId: string,
    {
      Symbol: symbol,
      ...parts
    }: Pick<WireOrderGroup, 'Kind' | 'State' | 'Orders' | 'Waiting' | 'Target' | 'Stop'> & {
      readonly Symbol: string | undefined;
    },
  ): void {
    const GroupId = `G${this.groups.size + 1}`;
    this.#push({
      ...parts,
      ...(symbol === undefined ? {} : { Symbol: symbol }),
      GroupId,
      ClientId,
      Account: this.#account,
      UserId: 'u',
      Timestamp: FAKE_EXCHANGE_MS,
      TimeCompleted: null,
    });
    this.#answer(ClientId, GroupId);
  }

  #push(group: WireOrderGroup): void {
    this.groups.set(group.GroupId, group);
    this.#server.send('trading', 'orderGroups', {
      Account: this.#account,
      Items: [group],
      HasMore: false,
      IsSnapshot: false,
    });
  }

  #answer(ClientId: string, GroupId: string): void {
    this.#server.send('trading', 'orderGroupResult', {
      Account: this.#account,
      ClientId,
      ErrorCode: 0,
      Message: 'OK',
      GroupId,
    });
  }
}

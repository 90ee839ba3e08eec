import { OrderError, orderErrorMessage } from '../../domain/orders/errors.ts';
import { isOptionSymbol } from '../../domain/symbols/symbol.ts';
import type { orderGroups } from '../../protocol/order-groups.ts';
import type { Body, Message } from '../../protocol/index.ts';
import type { HostClock } from '../host-clock.ts';
import { createObservable } from '../observable.ts';
import type { WirePosition } from '../types.ts';
import { createClientIds } from './client-ids.ts';
import type {
  ExitPriceTicket,
  GroupResult,
  GroupTermsTicket,
  GroupTicket,
  OrderGroupsState,
  OrderGroupStore,
  WireOrderGroup,
} from './group-types.ts';
import { conditionBody, exitBodies, termsBody } from './group-bodies.ts';
import { lastInputMs } from './last-input.ts';
import { sendBody, type SendBody } from './order-body.ts';
import type { OrderCommandsDeps } from './order-commands.ts';
import { orderSource } from './order-source.ts';
import { SentTimes } from './page-times.ts';
import type { PageTimes } from './page-times-type.ts';
import type { OrderTicket } from './tickets.ts';

/** Time limit for the answer of the server, ms. */
export const GROUP_LIMIT_MS = 10_000;
const UNKNOWN_TEXT = 'It may have been carried out: check the orders before you repeat it.';
const LATE_TEXT = `The server did not answer in time. ${UNKNOWN_TEXT}`;
const LOST_TEXT = `The connection was lost before the server answered. ${UNKNOWN_TEXT}`;

/** The requests about groups. */
type RequestName = Extract<
  Message<'trading', 'toServer'>['name'],
  keyof typeof orderGroups | 'positionReverse'
>;

interface Sender {
  readonly userId: string;
  readonly account: string;
}

/** What the store works with. */
export interface OrderGroupsDeps extends Pick<OrderCommandsDeps, 'trading' | 'user' | 'exchangeMs'> {
  readonly clock: Pick<HostClock, 'nowMs' | 'setTimeout' | 'clearTimeout'>;
  readonly position: (symbol: string) => Pick<WirePosition, 'ShortQty'> | undefined;
}

interface Waiting {
  readonly resolve: (result: GroupResult) => void;
  readonly timer: unknown;
}

const NO_GROUPS: OrderGroupsState = { groups: new Map(), byOrderId: new Map() };

/** The orders that a ticket states, in the sequence of the wire. */
function ordersOf(ticket: GroupTicket): readonly OrderTicket[] {
  switch (ticket.kind) {
    case 'Bracket':
      return [ticket.entry];
    case 'OneCancelsOther':
      return ticket.orders;
    case 'OneTriggersOther':
      return [ticket.first, ticket.next];
    case 'Conditional':
      return [ticket.order];
  }
}

/** The account's order groups as the server sends them, and the requests about them with their answers. */
export class ServerOrderGroups implements OrderGroupStore {
  readonly #deps: OrderGroupsDeps;
  readonly #state = createObservable<OrderGroupsState>(NO_GROUPS);
  readonly #nextClientId: () => string;
  readonly #waiting = new Map<string, Waiting>();
  /** By the ClientId of the request that placed a group. */
  readonly #times: SentTimes;
  #account: string | null = null;
  /** The parts of a snapshot that have arrived so far. */
  #incoming: WireOrderGroup[] = [];

  constructor(deps: OrderGroupsDeps) {
    this.#deps = deps;
    this.#nextClientId = createClientIds(() => deps.clock.nowMs());
    this.#times = new SentTimes({ nowMs: () => deps.clock.nowMs(), lastInputMs });
  }

  pageTimesOf(groupId: string): PageTimes | undefined {
    return this.#times.get(this.get().groups.get(groupId)?.ClientId ?? '');
  }

  get(): OrderGroupsState {
    return this.#state.get();
  }

  subscribe(listener: () => void): () => void {
    return this.#state.subscribe(listener);
  }

  place(ticket: GroupTicket, named?: string): Promise<GroupResult> {
    return this.#request('orderGroupSend', named ?? this.#groupId(), (sender, ClientId) => ({
      Account: sender.account,
      ClientId,
      Kind: ticket.kind,
      Orders: this.#orderBodies(ticket, sender, named),
      ...(ticket.kind === 'Bracket' && exitBodies(ticket)),
      ...(ticket.kind === 'Conditional' && { Condition: conditionBody(ticket.condition) }),
    }));
  }

  cancel(groupId: string): Promise<GroupResult> {
    return this.#request('orderGroupCancel', this.#groupId(), ({ account }, ClientId) => ({
      Account: account,
      ClientId,
      GroupId: groupId,
    }));
  }

  changeExit(
    groupId: string,
    role: 'Target' | 'Stop',
    { basis, amount }: ExitPriceTicket,
    index?: number,
  ): Promise<GroupResult> {
    return this.#request('orderGroupChange', this.#groupId(), ({ account }, ClientId) => ({
      Account: account,
      ClientId,
      GroupId: groupId,
      Role: role,
      ...(index !== undefined && { Index: index }),
      Basis: basis,
      Amount: amount,
    }));
  }

  changeTerms(groupId: string, terms: GroupTermsTicket): Promise<GroupResult> {
    return this.#request('orderGroupTermsChange', this.#groupId(), ({ account }, ClientId) => ({
      Account: account,
      ClientId,
      GroupId: groupId,
      ...termsBody(terms),
    }));
  }

  flatten(symbol?: string, clientId = this.#groupId()): Promise<GroupResult> {
    return this.#end('flatten', symbol, clientId);
  }

  cancelAll(symbol?: string, clientId = this.#groupId()): Promise<GroupResult> {
    return this.#end('orderCancelAll', symbol, clientId);
  }

  reverse(symbol: string, clientId = this.#groupId()): Promise<GroupResult> {
    return this.#request('positionReverse', clientId, ({ account }, ClientId) => ({
      Account: account,
      ClientId,
      Symbol: symbol,
    }));
  }

  onTrading({ name, body }: Message<'trading', 'toClient'>): void {
    if (name === 'orderGroups') return this.#take(body);
    if (name === 'orderGroupResult') {
      const { ClientId, ErrorCode, Message: text, GroupId } = body;
      if (GroupId === undefined) this.#refuse(ClientId, ErrorCode, text);
      else {
        this.#times.reported({ ClientId, ReportType: 'OrderAccepted' });
        this.#settle(ClientId, { ok: true, groupId: GroupId });
      }
    } else if (name === 'failure' && body.ClientId !== undefined) {
      const { ClientId, ErrorCode, Message: text } = body;
      this.#refuse(ClientId, ErrorCode === 0 ? OrderError.ServerConnection : ErrorCode, text);
    }
  }

  /** Another account (or none) is selected: drops the state of the previous one. */
  reset(account: string | null): void {
    this.#account = account;
    this.#times.clear();
    this.#incoming = [];
    this.#state.set(NO_GROUPS);
    this.onLost();
  }

  /** The connection is lost: no answer will come to what was sent on it. */
  onLost(): void {
    this.#incoming = [];
    for (const clientId of [...this.#waiting.keys()])
      this.#refuse(clientId, OrderError.NetworkError, LOST_TEXT, true);
  }

  /** Requests about groups have ClientIds that no order has. */
  #groupId(): string {
    return this.#nextClientId().replace('ord', 'grp');
  }

  #end(
    name: 'flatten' | 'orderCancelAll',
    symbol: string | undefined,
    clientId: string,
  ): Promise<GroupResult> {
    return this.#request(name, clientId, ({ account }, ClientId) => ({
      Account: account,
      ClientId,
      ...(symbol === undefined ? {} : { Symbol: symbol }),
    }));
  }

  #request<Name extends RequestName>(
    name: Name,
    clientId: string,
    bodyOf: (sender: Sender, clientId: string) => Body<Name>,
  ): Promise<GroupResult> {
    return new Promise((resolve) => {
      const timer = this.#deps.clock.setTimeout(
        () => this.#refuse(clientId, OrderError.NetworkError, LATE_TEXT, true),
        GROUP_LIMIT_MS,
      );
      this.#waiting.set(clientId, { resolve, timer });
      const { userId, account } = this.#deps.user();
      if (userId === null || account === null) return this.#refuse(clientId, OrderError.NoAccount);
      if (this.#deps.trading.sendReady(name, bodyOf({ userId, account }, clientId)))
        this.#times.sent(clientId);
      else this.#refuse(clientId, OrderError.NetworkError);
    });
  }

  #refuse(
    clientId: string,
    errorCode: number,
    message = orderErrorMessage(errorCode),
    isUnknown = false,
  ): void {
    this.#settle(clientId, { ok: false, errorCode, message, isUnknown, clientId });
  }

  #settle(clientId: string, result: GroupResult): void {
    const found = this.#waiting.get(clientId);
    if (found === undefined) return;
    this.#waiting.delete(clientId);
    this.#deps.clock.clearTimeout(found.timer);
    found.resolve(result);
  }

  #orderBodies(ticket: GroupTicket, { userId, account }: Sender, named: string | undefined): SendBody[] {
    const orders = ordersOf(ticket);
    return orders.map((order, index) => {
      // The next order acts on the position that the first one leaves.
      const isAfterShort = ticket.kind === 'OneTriggersOther' && index === 1 && ticket.first.side === 'Short';
      const position = isAfterShort ? { ShortQty: ticket.first.quantity } : this.#deps.position(order.symbol);
      return sendBody(order, {
        Account: account,
        UserId: userId,
        ClientId: named === undefined ? this.#nextClientId() : index === 0 ? named : `${named}-${index + 1}`,
        Timestamp: Math.floor(this.#deps.exchangeMs()),
        Source: orderSource(order.side, position, isOptionSymbol(order.symbol)),
      });
    });
  }

  #take({ Account, Items, HasMore, IsSnapshot }: Body<'orderGroups'>): void {
    if (Account !== this.#account) return;
    for (const { ClientId, Orders } of Items)
      if (Orders.some(({ Fill }) => Fill > 0))
        this.#times.reported({ ClientId, ReportType: 'OrderExecuted' });
    if (!IsSnapshot) return this.#show([...this.get().groups.values(), ...Items]);
    this.#incoming.push(...Items);
    if (HasMore) return;
    this.#show(this.#incoming);
    this.#incoming = [];
  }

  #show(groups: readonly WireOrderGroup[]): void {
    const byGroupId = new Map(groups.map((group) => [group.GroupId, group]));
    const byOrderId = new Map(
      [...byGroupId.values()].flatMap((group) =>
        group.Orders.map(({ OrderId }) => [OrderId, group] as const),
      ),
    );
    this.#state.set({ groups: byGroupId, byOrderId });
  }
}

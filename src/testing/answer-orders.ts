import { FAKE_EXCHANGE_MS } from '../client/testing/fake-answers.ts';
import type { MemoryServer } from '../client/testing/memory-server.ts';
import type { WireOrder, WireOrderGroup, WirePosition, WireReport } from '../client/types.ts';
import { applyReport, orderOfReport } from '../client/orders/apply-report.ts';
import { OrderError, orderErrorMessage } from '../domain/orders/errors.ts';
import type { ReportType } from '../domain/orders/enumerations.ts';
import type { Body } from '../protocol/index.ts';
import { MemoryGroups } from './memory-groups.ts';

/** Bid and ask of every symbol of the market in memory, dollars. */
const BID = 99.99;
const ASK = 100.01;

type SendBody = Body<'orderSend'>;
type Sent = Omit<SendBody, 'RepeatReason'>;

/** The orders of one account, as a server in memory keeps them. */
export interface OrdersServer {
  /** All orders, in the order in which they were accepted. */
  readonly orders: readonly WireOrder[];
  /** Every report of the account, oldest first. */
  readonly reports: readonly WireReport[];
  /** The account's options, which the client changes. */
  readonly options: Body<'accountOptions'>;
  /** The account's guards, which the client changes at once, stricter or not. */
  readonly guards: Body<'accountGuards'>;
  /** Every order group of the account, by GroupId. */
  readonly groups: ReadonlyMap<string, WireOrderGroup>;
  /** Executes a working order at this price. */
  fill(clientId: string, price: number): void;
}

/** Whether an order trades at once against the standing bid and ask. */
const isMarketable = ({ Type, Side, Price = 0 }: Sent): boolean =>
  Type === 'Market' || (Type === 'Limit' && (Side === 'Buy' ? Price >= ASK : Price > 0 && Price <= BID));

const NO_LIMITS = { DailyLoss: null, Drawdown: null };
/** Guards of an account that has none. */
const NO_GUARDS = {
  Holder: NO_LIMITS,
  Next: null,
  Administrator: NO_LIMITS,
  Base: 0,
  High: 0,
  FlattenAt: null,
  Lock: null,
} as const satisfies Omit<Body<'accountGuards'>, 'Account'>;

class MemoryOrders implements OrdersServer {
  readonly #server: MemoryServer;
  readonly #orders = new Map<string, WireOrder>();
  readonly #positions = new Map<string, WirePosition>();
  readonly reports: WireReport[] = [];
  options: Body<'accountOptions'>;
  guards: Body<'accountGuards'>;
  readonly groups: ReadonlyMap<string, WireOrderGroup>;

  constructor(server: MemoryServer, account: string) {
    this.#server = server;
    this.options = { Account: account, CancelOnDisconnect: false, IsHalted: false, HaltedBy: null };
    this.guards = { ...NO_GUARDS, Account: account };
    server.on('orderSend', (body) => this.#onSend(body));
    server.on('orderReplace', (body) => this.#onReplace(body));
    server.on('orderCancel', ({ OrderId }) => this.#cancel(OrderId));
    server.on('orderPreview', ({ Id, Order }) =>
      server.send('trading', 'orderPreviewResult', { Id, ...this.#preview(Order) }),
    );
    server.on('accountOptionsSet', ({ Account: _account, ...change }) => this.#onOptions(change));
    server.on('accountGuardsSet', (body) => this.#onGuards(body));
    const groups = new MemoryGroups(server, account, {
      open: () => this.orders.filter(({ TimeCompleted }) => TimeCompleted === null),
      byClientId: (clientId) => this.orders.find(({ ClientId }) => ClientId === clientId),
      send: (body) => this.#onSend(body),
      cancel: (orderId) => this.#cancel(orderId),
      held: () => new Map([...this.#positions.keys()].map((symbol) => [symbol, this.#held(symbol)])),
    });
    this.groups = groups.groups;
    this.#answerAccountSelect();
  }

  get orders(): readonly WireOrder[] {
    return [...this.#orders.values()];
  }

  fill(clientId: string, price: number): void {
    const order = this.orders.find(({ ClientId }) => ClientId === clientId);
    if (order === undefined) throw new Error(`There is no order ${clientId}`);
    this.#move(order, price);
    this.#report(order.OrderId, 'OrderExecuted', {
      LeavesQuantity: 0,
      LastFillPrice: price,
      LastFillQuantity: order.Unfill,
      ExecutionId: `e${this.reports.length + 1}`,
    });
  }

  /** Adds the account's present state to what the server sends after an account was selected. */
  #answerAccountSelect(): void {
    const { send } = this.#server;
    this.#server.send = (socket, name, body) => {
      if (name === 'positions' && 'IsSnapshot' in body && body.IsSnapshot === true) {
        const { Account } = this.options;
        send('trading', 'accountOptions', this.options);
        send('trading', 'accountGuards', this.guards);
        send('trading', 'historyTrades', { Account, Items: [...this.reports], HasMore: false });
        send('trading', 'orders', { Account, Items: [...this.#orders.values()], HasMore: false });
        send('trading', 'positions', {
          Account,
          Items: [...this.#positions.values()],
          HasMore: false,
          IsSnapshot: true,
        });
      } else if (name !== 'orders') send(socket, name, body);
    };
  }

  #onGuards({ DailyLoss, Drawdown, FlattenAt }: Body<'accountGuardsSet'>): void {
    const { Holder } = this.guards;
    this.guards = {
      ...this.guards,
      Holder: {
        DailyLoss: DailyLoss === undefined ? Holder.DailyLoss : DailyLoss,
        Drawdown: Drawdown === undefined ? Holder.Drawdown : Drawdown,
      },
      ...(FlattenAt !== undefined && {
        FlattenAt: FlattenAt && { Time: FlattenAt.Time, Date: FlattenAt.TodayOnly ? '2026-03-02' : null },
      }),
    };
    this.#server.send('trading', 'accountGuards', this.guards);
  }

  #onSend(body: SendBody): void {
    const OrderId = String(1000 + this.#orders.size);
    const first: WireReport = {
      OrderId,
      ClientId: body.ClientId,
      Serial: this.reports.length + 1,
      UserId: body.UserId,
      Account: body.Account,
      Symbol: body.Symbol,
      Message: '',
      ErrorCode: 0,
      Timestamp: FAKE_EXCHANGE_MS + this.reports.length,
      ReportType: 'OrderAccepted',
      LeavesQuantity: body.Quantity,
      Quantity: body.Quantity,
      LastFillPrice: 0,
      LastFillQuantity: 0,
      Price: body.Price ?? 0,
      Side: body.Side,
      OrderType: body.Type,
      TimeInForce: body.TifType,
      Source: body.Source,
      Destination: body.Destination,
      ExecutedRoute: body.Route,
      ExecutionId: '',
      CreatedTime: FAKE_EXCHANGE_MS,
      Fees: 0,
    };
    this.#orders.set(OrderId, applyReport(orderOfReport(first), first));
    this.#publish(first);
    this.#report(OrderId, 'OrderConfirmed', {});
    if (isMarketable(body)) this.fill(body.ClientId, body.Side === 'Buy' ? ASK : BID);
  }

  #onReplace(body: Body<'orderReplace'>): void {
    const order = this.orders.find(({ ClientId, OrderId }) =>
      [ClientId, OrderId].includes(body.OriginalClientId),
    );
    if (order === undefined) return;
    this.#report(order.OrderId, 'OrderReplaced', {
      ClientId: body.ClientId,
      OriginalClientId: order.ClientId,
      Quantity: body.Quantity,
      LeavesQuantity: body.Quantity - order.Fill,
      Price: body.Price ?? 0,
    });
  }

  #cancel(orderId: string): void {
    this.#report(orderId, 'OrderCanceled', { LeavesQuantity: 0 });
  }

  #onOptions(change: Partial<Body<'accountOptions'>>): void {
    this.options = { ...this.options, ...change };
    this.options = { ...this.options, HaltedBy: this.options.IsHalted ? 'Holder' : null };
    this.#server.send('trading', 'accountOptions', this.options);
    if (!this.options.IsHalted) return;
    for (const { OrderId, TimeCompleted } of this.orders) if (TimeCompleted === null) this.#cancel(OrderId);
  }

  /** Cost and effect of an order at the standing market; an order that sells more than is held is rejected unless it is a short sale. */
  #preview({ Symbol: symbol, Side, Quantity }: Sent): Omit<Body<'orderPreviewResult'>, 'Id'> {
    const held = this.#held(symbol);
    const code = Side === 'Sell' && held < Quantity ? OrderError.ShortPosition : 0;
    const cost = (Side === 'Buy' ? ASK : -BID) * Quantity;
    return {
      ErrorCode: code,
      Message: code === 0 ? '' : orderErrorMessage(code),
      Cost: cost,
      Fees: 0,
      BuyingPowerEffect: -Math.abs(cost),
      BuyingPowerAfter: 1_000_000 - Math.abs(cost),
      PositionAfter: held + (Side === 'Buy' ? Quantity : -Quantity),
    };
  }

  #held(symbol: string): number {
    const position = this.#positions.get(symbol);
    return position === undefined ? 0 : position.LongQty - position.ShortQty;
  }

  /** Changes the position of a filled order. */
  #move({ Symbol: symbol, Side, Unfill, Account }: WireOrder, price: number): void {
    const quantity = this.#held(symbol) + (Side === 'Buy' ? Unfill : -Unfill);
    const position: WirePosition = {
      Account,
      Symbol: symbol,
      IsStock: true,
      LongQty: Math.max(0, quantity),
      ShortQty: Math.max(0, -quantity),
      FifoCost: quantity * price,
      MtmCost: quantity * price,
      ClosedPL: 0,
      TodayPL: 0,
      LockedQty: 0,
      TradedShares: (this.#positions.get(symbol)?.TradedShares ?? 0) + Unfill,
    };
    this.#positions.set(symbol, position);
    this.#server.send('trading', 'positions', {
      Account,
      Items: [position],
      HasMore: false,
      IsSnapshot: false,
    });
  }

  #report(orderId: string, ReportType: ReportType, change: Partial<WireReport>): void {
    const order = this.#orders.get(orderId);
    const first = this.reports.find(({ OrderId }) => OrderId === orderId);
    if (order === undefined || first === undefined) return;
    const report: WireReport = {
      ...first,
      ClientId: order.ClientId,
      Serial: this.reports.length + 1,
      Timestamp: FAKE_EXCHANGE_MS + this.reports.length,
      ReportType,
      Quantity: order.Quantity,
      LeavesQuantity: order.Unfill,
      Price: order.Price,
      ...change,
    };
    this.#orders.set(orderId, applyReport(order, report));
    this.#publish(report);
  }

  #publish(report: WireReport): void {
    this.reports.push(report);
    this.#server.send('trading', 'executionReport', report);
  }
}

/**
 * Lets a server in memory keep the orders of an account: it accepts and confirms each, executes those that trade at the standing market at once,
 * and replaces, cancels and previews. Call it before the server is rendered, after `answerMarket`.
 */
export function answerOrders(server: MemoryServer, account = 'D-1'): OrdersServer {
  return new MemoryOrders(server, account);
}

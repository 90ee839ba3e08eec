import { qualifiersOf } from '../orders/order-qualifiers.ts';
import { toE4 } from '../../domain/money/price.ts';
import { OrderError, orderErrorMessage } from '../../domain/orders/errors.ts';
import {
  schwabRoute,
  orderErrorOf,
  problemLines,
  toExternalOrder,
  type BrokerProblem,
  type ExternalOrder,
  type ExternalTicket,
} from '../../domain/orders/schwab/index.ts';
import { createClientIds } from '../orders/client-ids.ts';
import { orderSource } from '../orders/order-source.ts';
import type { ExternalBrokerHost } from '../trading-api/external-link.ts';
import type { OrderStore, OrderTicket, SendResult, WireOrder, WireReport } from '../types.ts';
import {
  BrokerCallError,
  type BrokerAccount,
  type SchwabClient,
  type BrokerPosition,
} from './schwab-client.ts';
import type { OrderKeeper } from './order-keeper.ts';
import { createReplaceCheck } from './replace-check.ts';
import { RECHECK_MS } from './order-watch.ts';
import { EXTERNAL_DESTINATION, type Desk } from './wire.ts';

/** Where a new order without an id is looked for. */
const JUST_NOW_MS = 60_000;

const INVALID_CONDITION = -15;
const LOGGED_OUT: SendResult = {
  ok: false,
  errorCode: OrderError.NotLoggedIn,
  message: 'Authentication required',
};
const refusal = (errorCode: number) =>
  ({ ok: false, errorCode, message: orderErrorMessage(errorCode) }) as const;

/** Why something was refused, in words and as an order error code. */
interface Refusal {
  readonly message: string;
  readonly errorCode: number;
}
const UNNAMED: Refusal = {
  message:
    'The broker accepted the order but returned no order id. Check for it at the broker before you send it again.',
  errorCode: OrderError.NoOrderId,
};
const UNREAD: Refusal = {
  message: 'The order could not be loaded from the broker, so nothing was changed. Check it and try again.',
  errorCode: OrderError.ServerConnection,
};

export type OrderDesk = Pick<OrderStore, 'send' | 'cancel' | 'replace'>;

export interface OrderDeskDeps {
  readonly host: Pick<ExternalBrokerHost, 'book' | 'clock'>;
  readonly client: SchwabClient;
  readonly keeper: OrderKeeper;
  readonly desk: () => Desk;
  /** The account orders are for; null while there is none. */
  readonly account: () => BrokerAccount | null;
  readonly position: (symbol: string) => BrokerPosition | undefined;
  /** The order as it stands at the broker now; undefined when it could not be read. Rejects with a BrokerCallError. */
  readonly look: (of: BrokerAccount, orderId: string) => Promise<ExternalOrder | undefined>;
  /** Looks at orders again, soon. */
  readonly recheck: (orderIds: readonly string[]) => void;
  readonly onProblem: (problem: BrokerProblem) => void;
  /** Something came about that the person did not ask for and has to know. */
  readonly onNotice: (title: string, lines: readonly string[]) => void;
}

const FILLED_MEANWHILE = 'Order filled while it was changed';
const UNSETTLED: SendResult = {
  ok: false,
  errorCode: OrderError.CancelPending,
  message:
    'The last change of this order is not settled at the broker yet: try again in a moment, or cancel the order.',
};

/** Sends, replaces and cancels orders at the broker. What it answers shows in the order store. */
export function createOrderDesk({
  host,
  client,
  keeper,
  desk,
  account,
  position,
  look,
  recheck,
  onProblem,
  onNotice,
}: OrderDeskDeps): OrderDesk {
  const nextClientId = createClientIds(() => host.clock.nowMs());
  const check = createReplaceCheck({
    clock: host.clock,
    client,
    keeper,
    look,
    onNotice: (lines) => onNotice(FILLED_MEANWHILE, lines),
  });

  /** A report of our own about an order that the broker did not take or did not let go. */
  function tell(
    order: WireOrder,
    reportType: WireReport['ReportType'],
    { message, errorCode }: Refusal,
  ): void {
    host.book.hear({
      OrderId: order.OrderId,
      ClientId: order.ClientId,
      Serial: 0,
      UserId: order.UserId,
      Account: order.Account,
      Symbol: order.Symbol,
      Message: message.slice(0, 500),
      ErrorCode: errorCode,
      Timestamp: host.clock.nowMs(),
      ReportType: reportType,
      LeavesQuantity: order.Unfill,
      Quantity: order.Quantity,
      LastFillPrice: 0,
      LastFillQuantity: 0,
      Price: order.Price,
      Side: order.Side,
      OrderType: order.Type,
      TimeInForce: order.TifType,
      Source: order.Source,
      Destination: order.Destination,
      ExecutedRoute: order.Route,
      ExecutionId: '',
      CreatedTime: order.Timestamp,
      Fees: 0,
    });
  }

  /** Shows what went wrong. Returns words and code for the order itself. */
  function problemOf(error: unknown): Refusal {
    if (!(error instanceof BrokerCallError)) throw error;
    onProblem(error.problem);
    return {
      message: problemLines(error.problem)
        .map((line) => line.replace(/\.$/, ''))
        .join('. '),
      errorCode: orderErrorOf(error.problem),
    };
  }

  /** An order that was just placed and whose id the broker did not tell: the newest that looks like it and is not known. */
  async function findPlaced(to: BrokerAccount, ticket: ExternalTicket): Promise<ExternalOrder | undefined> {
    const nowMs = host.clock.nowMs();
    const { orders } = await client.orders(to, nowMs - JUST_NOW_MS, nowMs + JUST_NOW_MS);
    const isAlike = (order: ExternalOrder): boolean =>
      !keeper.has(order.orderId) &&
      !keeper.isNamed(order.orderId) &&
      order.symbol === ticket.symbol &&
      order.side === ticket.side &&
      order.quantity === ticket.quantity &&
      order.type === ticket.type &&
      order.priceE4 === ticket.priceE4;
    return orders.filter(isAlike).sort((one, other) => other.enteredMs - one.enteredMs)[0];
  }

  /** `isTaken`: the broker has the order, or said that it has; without an id when it did not name it. */
  async function place(
    to: BrokerAccount,
    ticket: ExternalTicket,
    shown: WireOrder,
    send: () => Promise<string | undefined>,
  ): Promise<{ readonly isTaken: boolean; readonly orderId?: string }> {
    let isTaken = true;
    let failure: Refusal | null = null;
    let orderId: string | undefined;
    try {
      orderId = await send();
    } catch (error) {
      failure = problemOf(error);
      isTaken = false;
      // The broker said no, so there is no order to look for.
      if (!(error instanceof BrokerCallError && error.isUncertain)) {
        tell(shown, 'GatewayRejected', failure);
        return { isTaken };
      }
      // It may still be on its way into the broker's books.
      await new Promise<void>((resolve) => void host.clock.setTimeout(resolve, RECHECK_MS));
    }
    try {
      orderId ??= (await findPlaced(to, ticket))?.orderId;
    } catch (error) {
      failure ??= problemOf(error);
    }
    if (orderId === undefined) {
      tell(shown, 'GatewayRejected', failure ?? UNNAMED);
      return { isTaken };
    }
    keeper.name(orderId, shown.ClientId);
    // Known by its ClientId until now; under its own id from here on.
    host.book.put([{ ...shown, OrderId: orderId }]);
    recheck([orderId]);
    return { isTaken: true, orderId };
  }

  /**
   * Puts an order in the place of `orderId`, for `total` less what that one has filled: to the broker it is a whole new order that knows
   * nothing of earlier fills. Those count as the broker has them now, since what is known here may be a minute old; what fills after that is found once
   * the old order is over.
   */
  async function placeInstead(
    to: BrokerAccount,
    orderId: string,
    total: number,
    ticket: ExternalTicket,
    shown: WireOrder,
  ): Promise<void> {
    let now: ExternalOrder | undefined;
    try {
      now = await look(to, orderId);
    } catch (error) {
      return tell(shown, 'GatewayRejected', problemOf(error));
    }
    const known = keeper.get(orderId);
    // Another person is here by now, and has no such order.
    if (!known) return;
    if (!now) return tell(shown, 'GatewayRejected', UNREAD);
    const counted = Math.max(now.filled, known.Fill);
    const left = total - counted;
    if (left <= 0) return tell(shown, 'GatewayRejected', refusal(OrderError.InvalidReplaceQuantity));
    const order: ExternalTicket = { ...ticket, quantity: left };
    const body = toExternalOrder(order);
    if (!body.ok)
      return tell(shown, 'GatewayRejected', { message: body.error.message, errorCode: body.error.code });
    const next = { ...shown, Quantity: left, Unfill: left };
    host.book.put([next]);
    const { isTaken, orderId: newId } = await place(to, order, next, () =>
      client.replace(to, orderId, body.value),
    );
    recheck([orderId]);
    if (isTaken)
      await check.follow({
        to,
        orderId,
        counted,
        newId,
        quantity: left,
        symbol: order.symbol,
        placeRest: (rest) => placeRest(to, { ...order, quantity: rest, orderId: undefined }, next),
      });
  }

  /** A new order with the terms of one that is gone. */
  async function placeRest(to: BrokerAccount, order: ExternalTicket, like: WireOrder): Promise<boolean> {
    const body = toExternalOrder(order);
    if (!body.ok) return false;
    const clientId = nextClientId();
    const shown: WireOrder = {
      ...like,
      OrderId: clientId,
      ClientId: clientId,
      Quantity: order.quantity,
      Unfill: order.quantity,
      Timestamp: host.clock.nowMs(),
    };
    host.book.put([shown]);
    return (await place(to, order, shown, () => client.place(to, body.value))).isTaken;
  }

  function ready(): { to: BrokerAccount; desk: Desk } | null {
    const to = account();
    return to === null ? null : { to, desk: desk() };
  }

  function shownAs(
    ticket: ExternalTicket,
    clientId: string,
    { userId, account: Account }: Desk,
    prices: Pick<WireOrder, 'Price' | 'StopPrice'>,
  ): WireOrder {
    return {
      OrderId: clientId,
      ClientId: clientId,
      Account,
      UserId: userId,
      Symbol: ticket.symbol,
      Side: ticket.side,
      Source: ticket.source,
      Type: ticket.type,
      TifType: ticket.tif,
      ...qualifiersOf({ Type: ticket.type, TifType: ticket.tif, Quantity: ticket.quantity }),
      Quantity: ticket.quantity,
      ...prices,
      Fill: 0,
      Unfill: ticket.quantity,
      AveragePrice: 0,
      Status: 'Sent',
      Destination: EXTERNAL_DESTINATION,
      Route: schwabRoute(ticket.route),
      Timestamp: host.clock.nowMs(),
      TimeCompleted: null,
      Description: '',
    };
  }

  /** The terms of a ticket that the broker knows; undefined when it asks for more. */
  function termsOf(
    ticket: OrderTicket,
  ): Pick<ExternalTicket, 'type' | 'tif' | 'quantity' | 'priceE4' | 'stopPriceE4'> | undefined {
    if (ticket.stopType === 'Trailing' || (ticket.minQuantity ?? 0) > 0 || (ticket.displayQuantity ?? 0) > 0)
      return undefined;
    return {
      type: ticket.type,
      tif: ticket.tif ?? 'Day',
      quantity: ticket.quantity,
      priceE4: toE4(ticket.price ?? 0),
      stopPriceE4: toE4(ticket.stopPrice ?? 0),
    };
  }

  return {
    send(ticket) {
      const to = ready();
      if (!to) return LOGGED_OUT;
      const terms = termsOf(ticket);
      if (!terms) return refusal(INVALID_CONDITION);
      const order: ExternalTicket = {
        symbol: ticket.symbol,
        side: ticket.side,
        source: orderSource(ticket.side, { ShortQty: position(ticket.symbol)?.shortQuantity ?? 0 }),
        ...terms,
        route: ticket.route,
      };
      const body = toExternalOrder(order);
      if (!body.ok) return { ok: false, errorCode: body.error.code, message: body.error.message };
      const clientId = nextClientId();
      const shown = shownAs(order, clientId, to.desk, {
        Price: Number(body.value.price ?? 0),
        StopPrice: Number(body.value.stopPrice ?? 0),
      });
      host.book.put([shown]);
      void place(to.to, order, shown, () => client.place(to.to, body.value));
      return { ok: true, clientId };
    },

    replace(orderId, ticket) {
      const to = ready();
      const known = keeper.get(orderId);
      const shown = host.book.get(orderId);
      if (!to) return LOGGED_OUT;
      if (!known || !shown) return refusal(OrderError.UnknownOrder);
      if (check.isUnsettled(orderId)) return UNSETTLED;
      const terms = termsOf(ticket);
      if (!terms) return refusal(INVALID_CONDITION);
      // The ticket names the total, as everywhere on the desk.
      const left = terms.quantity - known.Fill;
      if (left <= 0) return refusal(OrderError.InvalidReplaceQuantity);
      const order: ExternalTicket = {
        symbol: shown.Symbol,
        side: known.Side,
        source: known.Source,
        ...terms,
        quantity: left,
        route: known.Route,
        orderId,
      };
      const body = toExternalOrder(order);
      if (!body.ok) return { ok: false, errorCode: body.error.code, message: body.error.message };
      const clientId = nextClientId();
      const next = shownAs(order, clientId, to.desk, {
        Price: Number(body.value.price ?? 0),
        StopPrice: Number(body.value.stopPrice ?? 0),
      });
      host.book.put([next]);
      void placeInstead(to.to, orderId, terms.quantity, order, next);
      return { ok: true, clientId };
    },

    cancel(orderId) {
      const to = ready();
      const shown = host.book.get(orderId);
      if (!to) return LOGGED_OUT;
      if (!shown || !keeper.has(orderId)) return refusal(OrderError.UnknownOrder);
      host.book.put([{ ...shown, Status: 'CancelSent' }]);
      check.giveUp(orderId);
      const cancelled = client.cancel(to.to, orderId).then(
        // Taken, not done: the order itself tells what became of it.
        () => recheck([orderId]),
        (error: unknown) => {
          tell(host.book.get(orderId) ?? shown, 'OrderCancelRejected', problemOf(error));
          recheck([orderId]);
        },
      );
      void cancelled;
      return { ok: true, clientId: shown.ClientId };
    },
  };
}

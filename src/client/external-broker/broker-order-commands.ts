import type { Result } from '../../domain/assert/assert.ts';
import { OrderError, orderErrorMessage } from '../../domain/orders/errors.ts';
import { areSameLegs, type OrderLeg } from '../../domain/orders/legs.ts';
import {
  orderErrorOf,
  problemLines,
  type BrokerProblem,
  type ExternalOrder,
  type ExternalTicket,
} from '../../domain/orders/external-orders/index.ts';
import type { OrderProblem } from '../../domain/orders/validate.ts';
import { localRefusal } from '../orders/apply-report.ts';
import { createClientIds } from '../orders/client-ids.ts';
import type { ExternalBrokerHost } from '../trading-api/external-link.ts';
import type { OrderStore, OrderTicket, SendResult, WireOrder } from '../types.ts';
import { shownOrder, type OrderDialect } from './broker-ticket.ts';
import {
  BrokerCallError,
  type BrokerAccount,
  type BrokerClient,
  type BrokerPosition,
} from './broker-client.ts';
import type { OrderRecords } from './order-records.ts';
import { RECHECK_MS } from './order-watch.ts';
import { ReplaceCheck } from './replace-check.ts';
import type { OrderOwner } from './wire.ts';

/** A new order without an id is searched among those entered within this time. */
const JUST_NOW_MS = 60_000;

/** Why something was rejected, as text and as an order error code. */
interface Rejection {
  readonly text: string;
  readonly errorCode: number;
}
const rejection = (errorCode: number): Rejection => ({ text: orderErrorMessage(errorCode), errorCode });
const resultOf = ({ text, errorCode }: Rejection): SendResult & { readonly ok: false } => ({
  ok: false,
  errorCode,
  message: text,
});

const LOGGED_OUT: Rejection = { errorCode: OrderError.NotLoggedIn, text: 'Authentication required' };
const NO_ORDER_ID: Rejection = {
  errorCode: OrderError.NoOrderId,
  text: 'The broker accepted the order but returned no order id. Check for it at the broker before you send it again.',
};
const UNREADABLE: Rejection = {
  errorCode: OrderError.ServerConnection,
  text: 'The order could not be loaded from the broker, so nothing was changed. Check it and try again.',
};
const UNEVEN: Rejection = {
  errorCode: OrderError.InvalidCondition,
  text: 'A leg of the order has filled without the others, so it cannot be changed. Cancel it, or wait for the other legs.',
};
const UNSETTLED: Rejection = {
  errorCode: OrderError.CancelPending,
  text: 'The last change of this order is not settled at the broker yet: try again in a moment, or cancel the order.',
};
const FILLED_MEANWHILE = 'Order filled while it was changed';

/** What `BrokerOrderCommands` works with. */
export interface BrokerOrderCommandsDeps<Body> {
  readonly dialect: OrderDialect<Body>;
  readonly host: Pick<ExternalBrokerHost, 'book' | 'clock'>;
  readonly client: Pick<BrokerClient<Body>, 'orders' | 'place' | 'replace' | 'cancel' | 'orderIdOf'>;
  readonly records: Pick<OrderRecords, 'has' | 'hasClientId' | 'get' | 'setClientId'>;
  readonly owner: () => OrderOwner;
  /** The account orders are for; null while there is none. */
  readonly account: () => BrokerAccount | null;
  readonly position: (symbol: string) => BrokerPosition | undefined;
  /** The order as it stands at the broker now; undefined when it could not be read. Rejects with a BrokerCallError. */
  readonly read: (account: BrokerAccount, orderId: string) => Promise<ExternalOrder | undefined>;
  /** Reads orders again, soon. */
  readonly recheck: (orderIds: readonly string[]) => void;
  readonly onProblem: (problem: BrokerProblem) => void;
  /** Something happened that the user did not request and has to know. */
  readonly onNotice: (title: string, lines: readonly string[]) => void;
}

/** An order that is about to be placed, with what the store shows of it meanwhile. */
interface Placement {
  readonly to: BrokerAccount;
  readonly ticket: ExternalTicket;
  readonly shown: WireOrder;
  /** Sends it; the broker's id of the order, or undefined when the broker did not name it. */
  readonly send: () => Promise<string | undefined>;
}

/** `isAccepted`: the broker has the order, or answered that it has; without an id when it did not name it. */
interface Placed {
  readonly isAccepted: boolean;
  readonly orderId?: string;
}

/** Sends, replaces and cancels orders at the broker. Its answers show in the order store. */
export class BrokerOrderCommands<Body> implements Pick<OrderStore, 'send' | 'cancel' | 'replace'> {
  readonly #deps: BrokerOrderCommandsDeps<Body>;
  readonly #nextClientId: () => string;
  readonly #check: ReplaceCheck;

  constructor(deps: BrokerOrderCommandsDeps<Body>) {
    this.#deps = deps;
    this.#nextClientId = createClientIds(() => deps.host.clock.nowMs());
    this.#check = new ReplaceCheck({
      clock: deps.host.clock,
      client: deps.client,
      records: deps.records,
      read: deps.read,
      onNotice: (lines) => deps.onNotice(FILLED_MEANWHILE, lines),
    });
  }

  /** `clientId` names the request; a broker that keeps such ids takes each once. `finish` completes the body, with exits for example. */
  send(
    ticket: OrderTicket,
    clientId?: string,
    finish?: (body: Body) => Result<Body, OrderProblem>,
  ): SendResult {
    const { account, client, dialect, position } = this.#deps;
    const to = account();
    if (to === null) return resultOf(LOGGED_OUT);
    const order = dialect.ticket(ticket, position);
    if (!order.ok) return { ok: false, errorCode: order.error.code, message: order.error.message };
    const start = (body: Body, shown: WireOrder): void => {
      void this.#place({ to, ticket: order.value, shown, send: () => client.place(to, body) });
    };
    return this.#show(order.value, start, clientId, finish);
  }

  replace(orderId: string, ticket: OrderTicket): SendResult {
    const { account, dialect, host, records, position } = this.#deps;
    const to = account();
    const known = records.get(orderId);
    const shown = host.book.get(orderId);
    if (to === null) return resultOf(LOGGED_OUT);
    if (!known || !shown) return resultOf(rejection(OrderError.UnknownOrder));
    if (this.#check.isUnsettled(orderId)) return resultOf(UNSETTLED);
    // The ticket names the total quantity, as everywhere in the product.
    const left = ticket.quantity - known.Fill;
    if (left <= 0) return resultOf(rejection(OrderError.InvalidReplaceQuantity));
    const order = dialect.ticket(replacementTicket(shown, ticket, left), position);
    if (!order.ok) return { ok: false, errorCode: order.error.code, message: order.error.message };
    // Of an order with one leg, a position that changed meanwhile changes nothing of what it does.
    const source = shown.Legs === undefined ? known.Source : order.value.source;
    const replacement = { ...order.value, source, orderId };
    return this.#show(replacement, (_body, next) => {
      void this.#placeInstead(to, orderId, ticket.quantity, replacement, next);
    });
  }

  cancel(orderId: string): SendResult {
    const { account, client, host, records, recheck } = this.#deps;
    const to = account();
    const shown = host.book.get(orderId);
    if (to === null) return resultOf(LOGGED_OUT);
    if (!shown || !records.has(orderId)) return resultOf(rejection(OrderError.UnknownOrder));
    host.book.put([{ ...shown, Status: 'CancelSent' }]);
    this.#check.withdraw(orderId);
    const cancelled = client.cancel(to, orderId).then(
      // The broker has the request; the order itself shows what became of it.
      () => recheck([orderId]),
      (error: unknown) => {
        const order = host.book.get(orderId) ?? shown;
        const request = { clientId: order.ClientId, kind: 'cancel' } as const;
        host.book.apply(localRefusal(order, this.#rejectionOf(error), host.clock.nowMs(), request));
        recheck([orderId]);
      },
    );
    void cancelled;
    return { ok: true, clientId: shown.ClientId };
  }

  /** Shows an order as sent, then starts sending it. Fails when the broker's protocol has no such order. */
  #show(
    ticket: ExternalTicket,
    start: (body: Body, shown: WireOrder) => void,
    clientId = this.#nextClientId(),
    finish?: (body: Body) => Result<Body, OrderProblem>,
  ): SendResult {
    const { dialect, host, owner } = this.#deps;
    const plain = dialect.body(ticket, clientId);
    const body = plain.ok && finish !== undefined ? finish(plain.value) : plain;
    if (!body.ok) return { ok: false, errorCode: body.error.code, message: body.error.message };
    const shown = shownOrder(
      ticket,
      dialect.shown(ticket, body.value),
      clientId,
      owner(),
      host.clock.nowMs(),
    );
    host.book.put([shown]);
    start(body.value, shown);
    return { ok: true, clientId };
  }

  async #place({ to, ticket, shown, send }: Placement): Promise<Placed> {
    const { host, records, recheck } = this.#deps;
    let isAccepted = true;
    let failure: Rejection | null = null;
    let orderId: string | undefined;
    try {
      orderId = await send();
    } catch (error) {
      failure = this.#rejectionOf(error);
      isAccepted = false;
      // The broker rejected it, so there is no order to search for.
      if (!(error instanceof BrokerCallError && error.isUncertain)) {
        this.#reject(shown, failure);
        return { isAccepted };
      }
      // The broker may still be entering it.
      await new Promise<void>((resolve) => void host.clock.setTimeout(resolve, RECHECK_MS));
    }
    try {
      orderId ??= await this.#findPlaced(to, ticket, shown.ClientId);
    } catch (error) {
      failure ??= this.#rejectionOf(error);
    }
    if (orderId === undefined) {
      this.#reject(shown, failure ?? NO_ORDER_ID);
      return { isAccepted };
    }
    records.setClientId(orderId, shown.ClientId);
    // Known by its client id until now; by its own id from here on. An update may have come before the answer.
    if (!records.has(orderId)) host.book.put([{ ...shown, OrderId: orderId }]);
    recheck([orderId]);
    return { isAccepted: true, orderId };
  }

  /** An order that was just placed and that the broker did not name: the one of the client id, else the newest with the same terms that is not known. */
  async #findPlaced(
    to: BrokerAccount,
    ticket: ExternalTicket,
    clientId: string,
  ): Promise<string | undefined> {
    const { client, host, records } = this.#deps;
    if (client.orderIdOf !== undefined) return client.orderIdOf(clientId);
    const nowMs = host.clock.nowMs();
    const { orders } = await client.orders(to, nowMs - JUST_NOW_MS, nowMs + JUST_NOW_MS);
    return orders
      .filter(
        (order) =>
          !records.has(order.orderId) && !records.hasClientId(order.orderId) && isAlike(order, ticket),
      )
      .sort((first, second) => second.enteredMs - first.enteredMs)[0]?.orderId;
  }

  /**
   * Puts an order in the place of `orderId`, for `total` less what that one has filled: to the broker it is a whole new order that knows
   * nothing of earlier fills. The fills are read at the broker first, since those known here may be a minute old; what fills after that is found once
   * the old order has ended.
   */
  async #placeInstead(
    to: BrokerAccount,
    orderId: string,
    total: number,
    ticket: ExternalTicket,
    shown: WireOrder,
  ): Promise<void> {
    const { client, dialect, host, records, read, recheck } = this.#deps;
    let now: ExternalOrder | undefined;
    try {
      now = await read(to, orderId);
    } catch (error) {
      return this.#reject(shown, this.#rejectionOf(error));
    }
    const known = records.get(orderId);
    // Another user is signed in by now, and has no such order.
    if (!known) return;
    if (!now) return this.#reject(shown, UNREADABLE);
    if (now.apart !== undefined) return this.#reject(shown, UNEVEN);
    const counted = Math.max(now.filled, known.Fill);
    const left = total - counted;
    if (left <= 0) return this.#reject(shown, rejection(OrderError.InvalidReplaceQuantity));
    const order: ExternalTicket = { ...ticket, quantity: left };
    const body = dialect.body(order, shown.ClientId);
    if (!body.ok) return this.#reject(shown, { text: body.error.message, errorCode: body.error.code });
    const next = { ...shown, Quantity: left, Unfill: left };
    host.book.put([next]);
    const send = () => client.replace(to, orderId, body.value);
    const { isAccepted, orderId: newId } = await this.#place({ to, ticket: order, shown: next, send });
    recheck([orderId]);
    if (isAccepted)
      await this.#check.follow({
        to,
        orderId,
        counted,
        newId,
        quantity: left,
        symbol: order.symbol,
        placeRest: (rest) => this.#placeRest(to, { ...order, quantity: rest, orderId: undefined }),
      });
  }

  /** Places an order with the terms of one that has ended; false when the broker did not accept it. */
  async #placeRest(to: BrokerAccount, ticket: ExternalTicket): Promise<boolean> {
    const { client } = this.#deps;
    let placed: Promise<Placed> | undefined;
    this.#show(ticket, (body, shown) => {
      placed = this.#place({ to, ticket, shown, send: () => client.place(to, body) });
    });
    return (await placed)?.isAccepted ?? false;
  }

  /** Reports that the broker did not accept an order. */
  #reject(order: WireOrder, why: Rejection): void {
    const { host } = this.#deps;
    host.book.apply(localRefusal(order, why, host.clock.nowMs()));
  }

  /** Shows the problem of a call in a dialog, and returns text and code for the order itself. */
  #rejectionOf(error: unknown): Rejection {
    if (!(error instanceof BrokerCallError)) throw error;
    this.#deps.onProblem(error.problem);
    return {
      text: problemLines(error.problem)
        .map((line) => line.replace(/\.$/, ''))
        .join('. '),
      errorCode: orderErrorOf(error.problem),
    };
  }
}

/** The ticket of a replacement for what is left: symbol, side, route and legs stay those of the order. */
function replacementTicket(order: WireOrder, ticket: OrderTicket, left: number): OrderTicket {
  return {
    ...ticket,
    symbol: order.Symbol,
    side: order.Side,
    route: order.Route,
    quantity: left,
    ...(order.Legs === undefined
      ? {}
      : {
          legs: order.Legs.map(({ Symbol, Side, Ratio }) => ({ symbol: Symbol, side: Side, ratio: Ratio })),
        }),
  };
}

function isAlike(order: ExternalOrder, ticket: ExternalTicket): boolean {
  return (
    order.symbol === ticket.symbol &&
    order.side === ticket.side &&
    order.quantity === ticket.quantity &&
    order.type === ticket.type &&
    order.priceE4 === ticket.priceE4 &&
    areSameLegs(bySymbol(order.legs), bySymbol(ticket.legs))
  );
}

/** The broker need not list legs in the order they were sent in. */
const bySymbol = (legs: readonly OrderLeg[] | undefined): readonly OrderLeg[] | undefined =>
  legs?.toSorted((first, second) => (first.symbol < second.symbol ? -1 : 1));

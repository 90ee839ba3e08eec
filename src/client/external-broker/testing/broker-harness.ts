import {
  readSchwabOrder,
  type ExternalOrder,
  type SchwabOrderBody,
} from '../../../domain/orders/schwab/index.ts';
import { createManualClock } from '../../testing/manual-clock.ts';
import type { WireOrder, WireReport } from '../../types.ts';
import { BrokerOrderCommands } from '../broker-order-commands.ts';
import { OrderRecords } from '../order-records.ts';
import { OrderWatch, RECHECK_MS } from '../order-watch.ts';
import type { BrokerCallError, BrokerClient, BrokerPosition } from '../broker-client.ts';
import { SCHWAB_ORDERS } from '../schwab-orders.ts';

export const ACCOUNT = { account: '7', hash: 'AB' };

/** Lets everything that needs no timer finish. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** An order as the broker would list it, read. */
function readBack(json: object): ExternalOrder {
  const read = readSchwabOrder(
    {
      duration: 'DAY',
      enteredTime: '2026-11-20T15:00:00+0000',
      accountNumber: 7,
      status: 'WORKING',
      ...json,
    },
    ACCOUNT.account,
  );
  if (!read) throw new Error('The order was not read.');
  return read;
}

/** An order for AMD at the broker. */
export function stockOrder(
  orderId: string,
  quantity: number,
  filledQuantity: number,
  status = 'WORKING',
  instruction = 'BUY',
): ExternalOrder {
  const fill = { legId: 1, quantity: filledQuantity, price: 5, time: '2026-11-20T15:01:00+0000' };
  return readBack({
    orderId,
    quantity,
    filledQuantity,
    remainingQuantity: quantity - filledQuantity,
    orderType: 'LIMIT',
    price: 5,
    status,
    orderLegCollection: [
      { orderLegType: 'EQUITY', instruction, quantity, instrument: { assetType: 'EQUITY', symbol: 'AMD' } },
    ],
    orderActivityCollection:
      filledQuantity === 0 ? [] : [{ executionType: 'FILL', activityId: 1, executionLegs: [fill] }],
  });
}

/** The broker and the client's order commands in front of it. The broker has one order, `7`: 40 of 100 AMD are filled. */
export class BrokerHarness {
  readonly clock = createManualClock();
  /** The broker's orders; one that is undefined cannot be read. */
  readonly orders = new Map<string, ExternalOrder | undefined>([['7', stockOrder('7', 100, 40)]]);
  /** The bodies of placed orders, as JSON that the broker lists. */
  readonly listed = new Map<string, object>();
  positions: BrokerPosition[] = [];
  /** Orders that the broker received. */
  readonly received: { way: string; quantity: number; instruction: string }[] = [];
  readonly bodies: SchwabOrderBody[] = [];
  /** What reading an order fails with. */
  readFailure: BrokerCallError | null = null;
  /** What happens at the broker before a replacement arrives. */
  beforeReplace: (orderId: string) => void = () => {};
  statusOfReplaced = 'REPLACED';
  cancelAtBroker: (orderId: string) => Promise<void> = (orderId) =>
    Promise.resolve(this.end(orderId, 'CANCELED'));
  answerPositions: () => Promise<BrokerPosition[]> = () => Promise.resolve(this.positions);
  /** What the user is shown in dialogs. */
  readonly notices: string[] = [];
  /** The order store, and the reports applied to it. */
  readonly shown = new Map<string, WireOrder>();
  readonly applied: WireReport[] = [];
  readonly uneven: ExternalOrder[] = [];
  readonly client: Pick<
    BrokerClient<SchwabOrderBody>,
    'holdings' | 'orders' | 'order' | 'place' | 'replace' | 'cancel'
  >;
  readonly records: OrderRecords;
  readonly watch: OrderWatch;
  readonly commands: BrokerOrderCommands<SchwabOrderBody>;

  constructor() {
    this.client = this.#createClient();
    const host = { clock: this.clock, book: this.#createBook(), sendTrading: () => true };
    const owner = () => ({ userId: 'ann', account: 'L-1' });
    this.records = new OrderRecords({
      host,
      owner,
      account: () => ACCOUNT.account,
      onUneven: (order) => this.uneven.push(order),
    });
    this.watch = new OrderWatch({
      clock: this.clock,
      client: this.client,
      records: this.records,
      account: () => ACCOUNT,
      onMissing: () => {},
      onRead: () => {},
      onReadFailed: () => {},
      onHoldings: () => Promise.resolve(false),
      onPolled: () => {},
    });
    this.commands = new BrokerOrderCommands({
      host,
      dialect: SCHWAB_ORDERS,
      client: this.client,
      records: this.records,
      owner,
      account: () => ACCOUNT,
      position: (symbol) => this.watch.position(symbol),
      read: (account, orderId) => this.watch.read(account, orderId),
      recheck: (orderIds) => this.watch.recheck(orderIds),
      onProblem: () => {},
      onNotice: (title, lines) => this.notices.push([title, ...lines].join(' ')),
    });
    this.records.update([stockOrder('7', 100, 40)]);
  }

  rows() {
    return [...this.shown.values()].map(({ OrderId, Status, Quantity, Fill, Unfill }) => ({
      OrderId,
      Status,
      Quantity,
      Fill,
      Unfill,
    }));
  }

  /** Lets the read after a second come. */
  async recheck(): Promise<void> {
    await settle();
    this.clock.advance(RECHECK_MS);
    await settle();
  }

  /** The order has ended, with what it has filled. */
  end(orderId: string, status: string): void {
    const json = this.listed.get(orderId);
    if (json !== undefined) return this.list(orderId, { status });
    const old = this.orders.get(orderId);
    if (old) this.orders.set(orderId, stockOrder(orderId, old.quantity, old.filled, status));
  }

  /** Fills an order for AMD up to a quantity. */
  fill(orderId: string, filled: number): void {
    const before = this.orders.get(orderId);
    if (before) this.orders.set(orderId, stockOrder(orderId, before.quantity, filled));
  }

  /** Changes how the broker lists a multi-leg order that was placed. */
  list(orderId: string, change: object): void {
    const json = { ...this.listed.get(orderId), ...change };
    this.listed.set(orderId, json);
    this.orders.set(orderId, readBack(json));
  }

  #receive(way: string, body: SchwabOrderBody): string {
    const [leg] = body.orderLegCollection;
    this.received.push({ way, quantity: leg.quantity, instruction: leg.instruction });
    this.bodies.push(body);
    const orderId = String(1000 + this.received.length);
    if (body.orderLegCollection.length === 1) {
      this.orders.set(orderId, stockOrder(orderId, leg.quantity, 0, 'WORKING', leg.instruction));
      return orderId;
    }
    const legs = body.orderLegCollection.map((each, index) => ({ ...each, legId: index + 1 }));
    this.list(orderId, { ...body, orderId, orderLegCollection: legs });
    return orderId;
  }

  #createClient(): BrokerHarness['client'] {
    return {
      holdings: async () => ({ positions: await this.answerPositions(), cashE4: null }),
      orders: () => {
        const orders = [...this.orders.values()].filter((each) => each !== undefined);
        return Promise.resolve({ orders, unreadable: 0, isFull: false });
      },
      order: (_account, orderId) =>
        this.readFailure ? Promise.reject(this.readFailure) : Promise.resolve(this.orders.get(orderId)),
      place: (_account, body) => Promise.resolve(this.#receive('POST', body)),
      replace: (_account, orderId, body) => {
        this.beforeReplace(orderId);
        this.end(orderId, this.statusOfReplaced);
        return Promise.resolve(this.#receive(`PUT ${orderId}`, body));
      },
      cancel: (_account, orderId) => this.cancelAtBroker(orderId),
    };
  }

  #createBook() {
    return {
      get: (id: string) => this.shown.get(id),
      put: (known: readonly WireOrder[]) => {
        // As in the order store, an order that the broker has named takes the place of the one that was sent.
        for (const each of known) {
          if (each.OrderId !== each.ClientId) this.shown.delete(each.ClientId);
          this.shown.set(each.OrderId, each);
        }
      },
      apply: (report: WireReport) => void this.applied.push(report),
      log: () => {},
    };
  }
}

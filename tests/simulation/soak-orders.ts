import { report as reportOf } from '../../src/client/testing/fixtures.ts';
import type { Body } from '../../src/protocol/index.ts';
import type { SoakNetwork } from './soak-network.ts';

export interface ServerOrder {
  readonly clientId: string;
  readonly account: string;
  readonly reports: Body<'executionReport'>[];
  order: Body<'orders'>['Items'][number];
}

interface SoakOrdersParts {
  readonly network: SoakNetwork;
  readonly exchangeMs: () => number;
  readonly faults: string[];
  /** Publishes a report to the clients of an account. */
  readonly publish: (account: string, report: Body<'executionReport'>) => void;
}

/** The orders of the server: accepts each at once and fills it after a random time. */
export class SoakOrders {
  readonly byClientId = new Map<string, ServerOrder>();
  readonly #parts: SoakOrdersParts;
  #serial = 0;

  constructor(parts: SoakOrdersParts) {
    this.#parts = parts;
  }

  ofAccount(account: string): ServerOrder[] {
    return [...this.byClientId.values()].filter((held) => held.account === account);
  }

  accept(body: Body<'orderSend'>): void {
    const { network, faults } = this.#parts;
    // A repeated ClientId makes no second order.
    if (this.byClientId.has(body.ClientId)) return void faults.push(`order ${body.ClientId} was sent twice`);
    const held: ServerOrder = {
      clientId: body.ClientId,
      account: body.Account,
      reports: [],
      order: pendingOrder(body, `o${this.byClientId.size + 1}`),
    };
    this.byClientId.set(body.ClientId, held);
    this.#addReport(held, { ReportType: 'OrderAccepted', LeavesQuantity: body.Quantity });
    network.after(network.random.int(50, 15_000), () => this.#fill(held));
  }

  #fill(held: ServerOrder): void {
    const { Quantity } = held.order;
    const atMs = this.#parts.exchangeMs();
    held.order = {
      ...held.order,
      Status: 'Executed',
      Fill: Quantity,
      Unfill: 0,
      AveragePrice: 100,
      TimeCompleted: atMs,
    };
    this.#addReport(held, {
      ReportType: 'OrderExecuted',
      LeavesQuantity: 0,
      LastFillPrice: 100,
      LastFillQuantity: Quantity,
      Timestamp: atMs,
    });
  }

  #addReport(held: ServerOrder, change: Partial<Body<'executionReport'>>): void {
    const { order } = held;
    const report = reportOf({
      OrderId: order.OrderId,
      ClientId: held.clientId,
      Account: held.account,
      UserId: order.UserId,
      Symbol: order.Symbol,
      Quantity: order.Quantity,
      Price: order.Price,
      Side: order.Side,
      Serial: ++this.#serial,
      Timestamp: this.#parts.exchangeMs(),
      CreatedTime: order.Timestamp,
      ...change,
    });
    held.reports.push(report);
    this.#parts.publish(held.account, report);
  }
}

function pendingOrder(body: Body<'orderSend'>, orderId: string): ServerOrder['order'] {
  return {
    OrderId: orderId,
    ClientId: body.ClientId,
    Account: body.Account,
    UserId: body.UserId,
    Symbol: body.Symbol,
    Side: body.Side,
    Source: body.Source,
    Type: body.Type,
    TifType: 'Day',
    Quantity: body.Quantity,
    Price: body.Price ?? 0,
    StopPrice: 0,
    Fill: 0,
    Unfill: body.Quantity,
    AveragePrice: 0,
    Status: 'Pending',
    Destination: body.Destination,
    Route: body.Route,
    Timestamp: body.Timestamp,
    ExecInst: '',
    Qualifier: 'None',
    Currency: 'USD',
    TimeCompleted: null,
    Description: '',
  };
}

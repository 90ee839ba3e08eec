import type {
  AccountOptions,
  OrderTicket,
  SendResult,
  ToolPlatform,
  WireOrder,
  WirePosition,
} from '../../../src/plugin-api/index.ts';
import type { Deps } from '../flatten.ts';

/** An open order to buy 100 SPY, with some fields changed. */
export const order = (change: Partial<WireOrder>): WireOrder => ({
  OrderId: 'o1',
  ClientId: 'c1',
  ExecInst: '',
  Qualifier: 'None',
  Currency: 'USD',
  Account: 'A',
  UserId: 'u',
  Symbol: 'SPY',
  Side: 'Buy',
  Source: 'Open',
  Type: 'Limit',
  TifType: 'Day',
  Quantity: 100,
  Price: 1,
  StopPrice: 0,
  Fill: 0,
  Unfill: 100,
  AveragePrice: 0,
  Status: 'Confirmed',
  Destination: 'SMART',
  Route: 'AUTO',
  Timestamp: 1,
  TimeCompleted: null,
  Description: '',
  ...change,
});

/** The orders and positions of an account whose server answers only when a test says so. */
export class FakeTrading {
  readonly orders = new Map<string, WireOrder>();
  readonly positions = new Map<string, WirePosition>();
  /** What was sent: cancels, orders and account options, in order. */
  readonly steps: string[] = [];
  refuseCancel: (orderId: string) => SendResult | null = () => null;
  refuseSend: SendResult | null = null;
  api: 'Own' | 'External' = 'Own';
  options: AccountOptions | null = { CancelOnDisconnect: false, IsHalted: false, HaltedBy: null };
  readonly deps: Deps;
  readonly #listeners = new Set<() => void>();
  readonly #timers: { run: () => void; ms: number }[] = [];
  #onOptionsRefused: (message: string) => void = () => {};

  constructor() {
    this.deps = {
      orders: this.#store(),
      // The code under test reads only the routes, the account and whether it is a demo.
      session: {
        get: () => ({
          routes: [{ Destination: 'ARCA', Routes: ['DARK'], Stock: true, Option: false }],
          account: 'A',
          isDemo: false,
        }),
      } as unknown as Deps['session'],
      tradingApi: { get: () => ({ api: this.api }) } as unknown as Deps['tradingApi'],
      setTimeout: (run, ms) => this.#timers.push({ run, ms }),
      clearTimeout: () => {},
    };
  }

  /** Sets the position in SPY. */
  hold(LongQty: number, ShortQty = 0): void {
    this.positions.set('SPY', {
      Account: 'A',
      Symbol: 'SPY',
      IsStock: true,
      LongQty,
      ShortQty,
      FifoCost: 0,
      MtmCost: 0,
      ClosedPL: 0,
      TodayPL: 0,
      LockedQty: 0,
      TradedShares: 0,
    });
  }
  /** Notifies the subscribers of the order store. */
  async changed(): Promise<void> {
    for (const listener of [...this.#listeners]) listener();
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  /** Changes an order as a report does. */
  async become(orderId: string, change: Partial<WireOrder>): Promise<void> {
    const known = this.orders.get(orderId);
    if (known !== undefined) this.orders.set(orderId, { ...known, ...change });
    await this.changed();
  }
  /** Runs every timer: nothing has answered in time. */
  async timeIsOver(): Promise<void> {
    for (const { run } of this.#timers.splice(0)) run();
    await this.changed();
  }
  refuseOptions(message: string): void {
    this.#onOptionsRefused(message);
  }
  /** Accepts the closing order, which a test fills later. */
  send: (ticket: OrderTicket) => SendResult = (ticket) => {
    this.steps.push(
      `send ${ticket.side} ${ticket.quantity} ${ticket.type} ${ticket.destination} ${ticket.route}`,
    );
    if (this.refuseSend !== null) return this.refuseSend;
    const closing = order({
      OrderId: 'closing',
      ClientId: 'ord9',
      Side: 'Sell',
      Status: 'Sent',
      Quantity: ticket.quantity,
      Unfill: ticket.quantity,
    });
    this.orders.set('closing', closing);
    return { ok: true, clientId: 'ord9' };
  };

  #store(): ToolPlatform['orders'] {
    // The parts of the store that the commands use.
    return {
      get: () => ({
        orders: this.orders,
        positions: this.positions,
        log: [],
        balance: null,
        isLoaded: true,
      }),
      subscribe: (listener: () => void) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
      onReport: () => () => {},
      onOptionsRefused: (listener: (message: string) => void) => {
        this.#onOptionsRefused = listener;
        return () => {};
      },
      cancel: (orderId: string) => {
        this.steps.push(`cancel ${orderId}`);
        return this.refuseCancel(orderId) ?? { ok: true, clientId: 'x' };
      },
      send: (ticket: OrderTicket) => this.send(ticket),
      options: { get: () => this.options, subscribe: () => () => {} },
      setOptions: (change: object) => {
        this.steps.push(JSON.stringify(change));
        return { ok: true, clientId: '' };
      },
    } as unknown as ToolPlatform['orders'];
  }
}

import type {
  AccountOptions,
  GroupResult,
  SendResult,
  ToolPlatform,
  WireOrder,
  WireOrderGroup,
  WirePosition,
} from '../../../src/plugin-api/index.ts';
import { BROKERS } from '../../../src/domain/orders/brokers.ts';
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

/** A flatten of SPY, with some fields changed. */
export const flattenGroup = (change: Partial<WireOrderGroup>): WireOrderGroup => ({
  GroupId: 'G1',
  ClientId: 'grp1',
  Account: 'A',
  UserId: 'u',
  Kind: 'Flatten',
  Symbol: 'SPY',
  State: 'Completed',
  Orders: [],
  Waiting: [],
  Timestamp: 1,
  TimeCompleted: null,
  ...change,
});
/** A closing order that sells 100 SPY, with some fields changed. */
export const closingOf = (change: Partial<WireOrderGroup['Orders'][number]>) => ({
  OrderId: 'closing',
  Role: 'Close' as const,
  Symbol: 'SPY',
  Side: 'Sell' as const,
  Quantity: 100,
  Fill: 0,
  IsOpen: false,
  ...change,
});

/** The orders and positions of an account whose server answers only when a test says so. */
export class FakeTrading {
  readonly orders = new Map<string, WireOrder>();
  readonly positions = new Map<string, WirePosition>();
  readonly groups = new Map<string, WireOrderGroup>();
  /** What was sent: cancels, requests about groups and account options, in order. */
  readonly steps: string[] = [];
  refuseCancel: (orderId: string) => SendResult | null = () => null;
  /** The answer to requests about groups. */
  groupResult: GroupResult = { ok: true, groupId: 'G1' };
  api: 'Own' | 'External' = 'Own';
  options: AccountOptions | null = { CancelOnDisconnect: false, IsHalted: false, HaltedBy: null };
  readonly deps: Deps;
  readonly #listeners = new Set<() => void>();
  readonly #timers: { run: () => void; ms: number }[] = [];
  #onOptionsRefused: (message: string) => void = () => {};

  constructor() {
    this.deps = {
      orders: this.#store(),
      groups: this.#groupStore(),
      // Only the capabilities are read of it.
      tradingApi: {
        get: () => ({ capabilities: (this.api === 'Own' ? BROKERS.tapedeck : BROKERS.schwab).capabilities }),
      } as unknown as Deps['tradingApi'],
      after: (ms, run) => {
        this.#timers.push({ run, ms });
        return () => {};
      },
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
  /** Sets a group as the server pushes it. */
  async pushGroup(group: WireOrderGroup): Promise<void> {
    this.groups.set(group.GroupId, group);
    await this.changed();
  }

  #groupStore(): ToolPlatform['groups'] {
    const answer = (step: string) => {
      this.steps.push(step);
      return Promise.resolve(this.groupResult);
    };
    return {
      pageTimesOf: () => undefined,
      get: () => ({
        groups: new Map(this.groups),
        byOrderId: new Map(
          [...this.groups.values()].flatMap((group) =>
            group.Orders.map(({ OrderId }) => [OrderId, group] as const),
          ),
        ),
      }),
      subscribe: (listener) => this.#subscribe(listener),
      place: () => answer('place'),
      cancel: (groupId) => answer(`cancel ${groupId}`),
      changeExit: () => answer('change'),
      changeTerms: (groupId, terms) => answer(`terms ${groupId} ${JSON.stringify(terms)}`),
      flatten: (symbol = 'all') => answer(`flatten ${symbol}`),
      reverse: (symbol) => answer(`reverse ${symbol}`),
      cancelAll: (symbol = 'all') => answer(`cancel all ${symbol}`),
    };
  }

  #subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

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
      subscribe: (listener: () => void) => this.#subscribe(listener),
      onReport: () => () => {},
      onOptionsRefused: (listener: (message: string) => void) => {
        this.#onOptionsRefused = listener;
        return () => {};
      },
      cancel: (orderId: string) => {
        this.steps.push(`cancel ${orderId}`);
        return this.refuseCancel(orderId) ?? { ok: true, clientId: 'x' };
      },
      options: { get: () => this.options, subscribe: () => () => {} },
      setOptions: (change: object) => {
        this.steps.push(JSON.stringify(change));
        return { ok: true, clientId: '' };
      },
    } as unknown as ToolPlatform['orders'];
  }
}

import type { Body, MessageName } from '../../../protocol/index.ts';
import type { ExecutionCalls } from '../../execution/types.ts';
import { report } from '../../testing/fixtures.ts';
import { createManualClock, type ManualClock } from '../../testing/manual-clock.ts';
import type { OrderTicket, WirePosition } from '../../types.ts';
import { createOrderStore, type OrderStoreCore } from '../order-store.ts';

/** A day order to buy 100 AAPL at the market. */
export const MARKET_ORDER: OrderTicket = {
  symbol: 'AAPL',
  side: 'Buy',
  quantity: 100,
  type: 'Market',
  price: null,
  destination: 'SMART',
  route: 'AUTO',
};

/** A flat position in AAPL of account D-1, with the given changes. */
export const position = (change: Partial<WirePosition>): WirePosition => ({
  Account: 'D-1',
  Symbol: 'AAPL',
  IsStock: true,
  LongQty: 0,
  ShortQty: 0,
  FifoCost: 0,
  MtmCost: 0,
  ClosedPL: 0,
  TodayPL: 0,
  LockedQty: 0,
  TradedShares: 0,
  ...change,
});

/** An order store of user u1 and account D-1, with a trading socket that records what is sent. Exchange time is 9000 ms. */
export class StoreHarness {
  /** False: the socket takes no messages. */
  isOpen = true;
  /** The server's explanation of an order. */
  explain: ExecutionCalls['explain'] = () => Promise.reject(new TypeError('fetch failed'));
  readonly sent: { name: MessageName; body: unknown }[] = [];
  readonly clock: ManualClock = createManualClock(1000);
  readonly store: OrderStoreCore;

  /** @param fetch the server's HTTP side; by default every request fails */
  constructor(fetch: (path: string) => Promise<Response>) {
    this.store = createOrderStore({
      trading: { sendReady: (name, body) => this.isOpen && this.sent.push({ name, body }) > 0 },
      user: () => ({ userId: 'u1', account: 'D-1' }),
      clock: this.clock,
      exchangeMs: () => 9000,
      fetch,
      explain: (order) => this.explain(order),
    });
    this.store.reset('D-1');
  }

  /** Delivers an execution report: order o1 accepted under ClientId ord1, with the given changes. */
  receive(change: Parameters<typeof report>[0]): void {
    this.store.onTrading({ name: 'executionReport', body: report(change) });
  }

  /** Delivers a complete snapshot of positions of D-1, unless `change` says otherwise. */
  receivePositions(items: WirePosition[], change: Partial<Body<'positions'>> = {}): void {
    this.store.onTrading({
      name: 'positions',
      body: { Account: 'D-1', Items: items, HasMore: false, IsSnapshot: true, ...change },
    });
  }
}

export const openOrderStore = (
  fetch: (path: string) => Promise<Response> = () => Promise.reject(new TypeError('fetch failed')),
): StoreHarness => new StoreHarness(fetch);

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrderTicket, Platform } from '../../src/client/index.ts';
import type { WireOrder } from '../../src/client/types.ts';
import type { BrokerCapabilities } from '../../src/domain/orders/brokers.ts';
import { ORDER_TYPE_NAMES, TIME_IN_FORCES } from '../../src/domain/orders/enumerations.ts';
import { isOver } from '../../src/domain/orders/open-orders.ts';
import { until } from '../support/until.ts';

/** A user whose orders go to the broker. */
export interface BrokerUser {
  /** A browser that is signed in, with the login at the broker done. It is disposed of by the suite. */
  open(): Promise<Platform>;
  /** Lets the broker work off what it has, and the browsers read what is due. Called until an expected state is there. */
  advance(): void;
  close(): Promise<void>;
}

/** A broker adapter under test. SPY is quoted 100.00 by 100.02 and trades at any size. */
export interface BrokerWorld {
  readonly name: string;
  readonly capabilities: BrokerCapabilities;
  /** Where an order for the broker goes. */
  readonly route: Pick<OrderTicket, 'destination' | 'route'>;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** A new user without orders. */
  addUser(): Promise<BrokerUser>;
}

const ordersOf = ({ orders }: Platform): readonly WireOrder[] => [...orders.get().orders.values()];
const openOrdersOf = (platform: Platform): readonly WireOrder[] =>
  ordersOf(platform).filter((order) => !isOver(order.Status));

/** The browsers of one user of a broker. */
class BrokerSession {
  /** Below the market: it stays open. */
  readonly resting: OrderTicket;
  readonly #world: BrokerWorld;
  readonly #opened: Platform[] = [];
  #user: BrokerUser | undefined;

  constructor(world: BrokerWorld) {
    this.#world = world;
    this.resting = { symbol: 'SPY', side: 'Buy', quantity: 10, type: 'Limit', price: 90, ...world.route };
  }

  /** The first browser. */
  get platform(): Platform {
    const [first] = this.#opened;
    if (!first) throw new Error('No browser is open.');
    return first;
  }

  async begin(): Promise<void> {
    this.#user = await this.#world.addUser();
    await this.open();
  }

  async end(): Promise<void> {
    for (const each of this.#opened.splice(0)) each.dispose();
    await this.#user?.close();
  }

  async open(): Promise<Platform> {
    if (!this.#user) throw new Error('There is no user.');
    const platform = await this.#user.open();
    this.#opened.push(platform);
    return platform;
  }

  /** Lets the broker work until the check passes. */
  async becomes(check: () => void): Promise<void> {
    await until(() => {
      this.#user?.advance();
      check();
    });
  }

  /** Sends an order; resolves with the id that the broker has given it. */
  async rest(): Promise<string> {
    const { platform } = this;
    const sent = platform.orders.send(this.resting);
    if (!sent.ok) throw new Error(sent.message);
    const found = () => ordersOf(platform).find(({ ClientId }) => ClientId === sent.clientId);
    await this.becomes(() => {
      expect(found()?.OrderId).not.toBe(sent.clientId);
      expect(['Pending', 'Confirmed']).toContain(found()?.Status);
    });
    return found()?.OrderId ?? '';
  }
}

/** Holds a broker adapter to what order entry and Trade Manager expect of every broker, and to what it declares. */
export function testBrokerAdapter(world: BrokerWorld): void {
  describe(`the broker adapter ${world.name}`, () => {
    const session = new BrokerSession(world);
    beforeAll(() => world.start());
    afterAll(() => world.stop());
    beforeEach(() => session.begin());
    afterEach(() => session.end());

    testOrders(session);
    testRefusals(session, world.capabilities);
  });
}

function testOrders(session: BrokerSession): void {
  it('takes an order, shows it once with its terms, and in another browser as well', async () => {
    const { platform } = session;
    const OrderId = await session.rest();
    const terms = { OrderId, Symbol: 'SPY', Side: 'Buy', Quantity: 10, Price: 90, Fill: 0, Unfill: 10 };
    expect(ordersOf(platform)).toMatchObject([terms]);
    const other = await session.open();
    await session.becomes(() => expect(ordersOf(other)).toMatchObject([terms]));
  });

  it('cancels an order, which stays in the list', async () => {
    const { platform } = session;
    const OrderId = await session.rest();
    expect(platform.orders.cancel(OrderId)).toMatchObject({ ok: true });
    await session.becomes(() =>
      expect(ordersOf(platform)).toMatchObject([{ OrderId, Status: 'Cancelled', Fill: 0 }]),
    );
  });

  it('replaces an order: what is open has the new price and quantity', async () => {
    const { platform } = session;
    const OrderId = await session.rest();
    expect(platform.orders.replace(OrderId, { ...session.resting, quantity: 7, price: 91 })).toMatchObject({
      ok: true,
    });
    await session.becomes(() => {
      expect(openOrdersOf(platform)).toMatchObject([{ Quantity: 7, Unfill: 7, Price: 91 }]);
      // Not what was requested, but what the broker has.
      expect(['Pending', 'Confirmed', 'ReplaceDone']).toContain(openOrdersOf(platform)[0]?.Status);
    });
  });

  it('executes an order at its limit or better, and the fills add up to its quantity', async () => {
    const { platform } = session;
    const sent = platform.orders.send({ ...session.resting, price: 100.05 });
    expect(sent).toMatchObject({ ok: true });
    await session.becomes(() =>
      expect(ordersOf(platform)).toMatchObject([{ Status: 'Executed', Fill: 10, Unfill: 0 }]),
    );
    const fills = platform.orders.get().log.filter(({ ReportType }) => ReportType === 'OrderExecuted');
    expect(fills.reduce((sum, { LastFillQuantity }) => sum + LastFillQuantity, 0)).toBe(10);
    for (const { LastFillPrice } of fills) expect(LastFillPrice).toBeLessThanOrEqual(100.05);
    expect(ordersOf(platform)[0]?.AveragePrice).toBeLessThanOrEqual(100.05);
  });
}

function testRefusals(session: BrokerSession, capabilities: BrokerCapabilities): void {
  it('offers the tools what it declares', () => {
    const { platform } = session;
    expect(platform.tradingApi.get().capabilities).toEqual(capabilities);
  });

  it('refuses to change an order that it does not have, with a message', () => {
    const { platform } = session;
    for (const result of [platform.orders.cancel('404'), platform.orders.replace('404', session.resting)])
      expect(result).toMatchObject({ ok: false, message: expect.stringMatching(/\w/) });
  });

  it('refuses types and times in force that it does not declare, before anything is sent', () => {
    const { platform } = session;
    const types = ORDER_TYPE_NAMES.filter((type) => !capabilities.orderTypes.includes(type));
    const times = TIME_IN_FORCES.filter((tif) => !capabilities.timesInForce.includes(tif));
    const refused = [
      ...types.map((type): OrderTicket => ({ ...session.resting, type, stopPrice: 91 })),
      ...times.map((tif): OrderTicket => ({ ...session.resting, tif })),
    ].map((ticket) => platform.orders.send(ticket).ok);
    expect(refused).toEqual(refused.map(() => false));
    expect(ordersOf(platform)).toEqual([]);
  });
}

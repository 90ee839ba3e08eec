import { createPlatform, type Platform } from '../../src/client/index.ts';
import { expect } from 'vitest';
import { BROKER_KINDS, BROKERS, type BrokerKind } from '../../src/domain/orders/brokers.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import * as alpaca from '../api/alpaca-broker-world.ts';
import * as schwab from '../api/external-broker-world.ts';
import type { BrokerWorld } from './broker-conformance.ts';

/** Longer than the interval at which a broker is polled, ms. */
const POLL_MS = 60_000;

type World = Pick<BrokerWorld, 'route' | 'start' | 'stop' | 'addUser'>;

/** Tapedeck's own order service, on paper. */
function paperWorld(): World {
  let server: TestServer;
  let count = 0;
  return {
    route: { destination: 'SMART', route: 'AUTO' },
    async start() {
      server = await startTestServer();
    },
    stop: () => server.end(),
    async addUser() {
      count += 1;
      const user = await server.addUser(`paper${count}`);
      return {
        async open(): Promise<Platform> {
          const platform = createPlatform({ baseUrl: server.url });
          expect(await platform.session.login(user.userName, user.password)).toBe(true);
          await until(() => expect(platform.orders.get().isLoaded).toBe(true));
          return platform;
        },
        advance() {},
        async close() {},
      };
    },
  };
}

const EXTERNAL_ROUTE = { destination: 'EXTERNAL', route: 'AUTO' } as const;

/** What surrounds each broker in the tests: another adapter adds its line here, with a stand-in of the broker. */
const WORLDS: Readonly<Record<BrokerKind, World>> = {
  tapedeck: paperWorld(),
  schwab: {
    route: EXTERNAL_ROUTE,
    start: schwab.openWorld,
    stop: schwab.closeWorld,
    async addUser() {
      await schwab.beginTest();
      return {
        open: async () => (await schwab.tradingClient()).platform,
        advance() {
          schwab.broker.book.step();
          for (const { clock } of schwab.clients) clock.skip(POLL_MS);
        },
        close: async () => schwab.endTest(),
      };
    },
  },
  alpaca: {
    route: EXTERNAL_ROUTE,
    start: alpaca.openWorld,
    stop: alpaca.closeWorld,
    async addUser() {
      await alpaca.beginTest();
      let hasKey = false;
      return {
        async open() {
          const { platform } = hasKey ? await alpaca.openClient() : await alpaca.tradingClient();
          // A key is entered once, in any browser.
          if (hasKey) expect(await platform.tradingApi.choose('External')).toEqual({ ok: true });
          hasKey = true;
          return platform;
        },
        advance: () => alpaca.broker.book.step(),
        close: () => alpaca.endTest(),
      };
    },
  },
};

/** Every registered broker. */
export const REGISTERED_BROKERS: readonly BrokerWorld[] = BROKER_KINDS.map((kind) => ({
  name: kind,
  capabilities: BROKERS[kind].capabilities,
  ...WORLDS[kind],
}));

// The server of the bench of orders over the wire, in a process of its own: the simulated market and a user for each client.
import { createSimulatedMarket } from '../../../src/server/market/simulated/simulated-market.ts';
import type { MarketData } from '../../../src/server/market/market-data.ts';
import { startTestServer, type TestUser } from '../../support/server.ts';
import { answerUsage } from './usage.ts';

const SEED = 7;

const server = await startTestServer<MarketData>({
  market: createSimulatedMarket({ seed: SEED, nowMs: Date.now }),
});
const users: TestUser[] = [];
for (let client = 0; client < Number(process.argv[2]); client++)
  users.push(await server.addUser(`client${client}`));
answerUsage(() => server.end());
process.send?.({ ports: server.ports, users });

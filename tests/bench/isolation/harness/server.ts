// The server of an isolation row, in a process of its own: the simulated market, the row's users, and the event loop's lag.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createSimulatedMarket } from '../../../../src/server/market/simulated/simulated-market.ts';
import type { MarketData } from '../../../../src/server/market/market-data.ts';
import type { Ports } from '../../../../src/server/config.ts';
import { startTestServer, type TestUser } from '../../../support/server.ts';
import { loadRow } from './load-row.ts';
import { watchMemory, type MemoryFigures } from './memory.ts';

const SEED = 7;
const RESOLUTION_MS = 10;

export interface ServerReady {
  readonly ports: Ports;
  readonly misbehaving: readonly TestUser[];
  readonly bystander: TestUser;
}
export interface ServerFigures {
  readonly lagMsMax: number;
  readonly rssMegabytes: number;
}
export type SettledFigures = MemoryFigures;

const row = await loadRow(process.argv[2] ?? '');
const server = await startTestServer<MarketData>({
  market: createSimulatedMarket({ seed: SEED, nowMs: Date.now }),
});
const misbehaving: TestUser[] = [];
for (let index = 0; index < (row.userCount ?? 1); index += 1)
  misbehaving.push(await server.addUser(`misbehaving${index}`));
const bystander = await server.addUser('bystander');
await row.prepare?.(server, misbehaving);
// What the preparation left behind must not be collected while others are measured.
await global.gc?.({ execution: 'async', type: 'major' });

const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delays.enable();
let memory: ReturnType<typeof watchMemory> | undefined;
process.on('message', (message) => {
  if (message === 'reset') {
    delays.reset();
    if (row.settle) memory = watchMemory();
  }
  if (message === 'read')
    process.send?.({
      lagMsMax: Math.max(0, delays.max / 1e6 - RESOLUTION_MS),
      rssMegabytes: process.memoryUsage.rss() / 2 ** 20,
    } satisfies ServerFigures);
  if (message === 'settle')
    void row.settle?.(server).then(() => process.send?.(memory?.end() satisfies SettledFigures | undefined));
  if (message === 'stop') void server.end().then(() => process.exit(0));
});
process.send?.({ ports: server.ports, misbehaving, bystander } satisfies ServerReady);

/**
 * One start, measured in a process of its own. Arguments: data folder; `read` (fetch and parse every record, keep nothing), `whole` (a
 * brokerage without checkpoints) or `checkpoint`; number of orders.
 */
import { join } from 'node:path';
import { createBrokerage } from '../../src/server/brokerage/create-brokerage.ts';
import { createCheckpointer } from '../../src/server/brokerage/checkpoint/checkpointer.ts';
import { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { openStorage } from '../../src/server/storage/open-storage.ts';
import { ACCOUNTS, SYMBOLS } from './rebuild-journal.ts';

export interface StartFigures {
  readonly tookMs: number;
  readonly processorMs: number;
  readonly heapMegabytes: number;
  readonly peakMegabytes: number;
}

const [dataFolder = '', how = 'whole', orders = '0'] = process.argv.slice(2);
const before = process.cpuUsage();
const startedAt = performance.now();
const storage = await openStorage({ dataFolder });
const market = new ScriptedMarket(SYMBOLS);
const brokerage = createBrokerage({
  market,
  journal: storage.journal,
  clock: market,
  accounts: () => ({ isLive: false, isLocked: false }),
  ...(how === 'checkpoint'
    ? { checkpoints: createCheckpointer(join(dataFolder, 'checkpoints'), () => {}) }
    : {}),
});
if (how === 'read') {
  for await (const records of storage.journal.read(1)) for (const { payload } of records) JSON.parse(payload);
} else await brokerage.start();
const tookMs = performance.now() - startedAt;
const { user, system } = process.cpuUsage(before);
const peakMegabytes = process.resourceUsage().maxRSS / 1_024;
const heapMegabytes = process.memoryUsage().heapUsed / 2 ** 20;
if (how !== 'read') {
  // That every order is there is no part of the start.
  let found = 0;
  for (let index = 0; index < ACCOUNTS; index += 1)
    found += await brokerage.readAccount(`B-${index}`, 0, (view) => view.orders.length);
  if (found !== Number(orders)) throw new Error(`${found} of ${orders} orders came back from the journal.`);
  await brokerage.stop();
}
await storage.close();
const figures: StartFigures = { tookMs, processorMs: (user + system) / 1_000, heapMegabytes, peakMegabytes };
console.log(JSON.stringify(figures));
process.exit(0);

/**
 * The victim of kill-nine.test.ts: a brokerage on a file journal that sends itself orders as fast as it can and writes one line for
 * each acknowledgement. It archives its journal meanwhile, with one line for each step. Arguments: data folder, seed, the address of a
 * PostgreSQL database instead of SQLite, and how many acknowledgements end its orders. Runs until it is killed, with or without orders.
 */
import { writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { NewOrder, Report } from '../../src/server/brokerage/brokerage.ts';
import { createBrokerage } from '../../src/server/brokerage/create-brokerage.ts';
import { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { hasCode } from '../../src/server/storage/columns.ts';
import { JournalArchiver } from '../../src/server/storage/journal-archive/journal-archiver.ts';
import { openStorage } from '../../src/server/storage/open-storage.ts';
import { createRandom } from '../simulation/random.ts';
import { PLAIN_ORDER } from '../../src/domain/orders/request.ts';

const [dataFolder = '', seedText = '1', databaseUrl = '', maxText = ''] = process.argv.slice(2);
const maxAcknowledged = maxText === '' ? Infinity : Number(maxText);
const random = createRandom(Number(seedText));
const storage = await openStorage({ dataFolder, databaseUrl: databaseUrl || undefined });
const market = new ScriptedMarket(['SPY', 'AAPL']);
const brokerage = createBrokerage({
  market,
  journal: storage.journal,
  clock: market,
  accounts: () => ({ isLive: false, isLocked: false }),
});
await brokerage.start();
const accounts = ['A', 'B'] as const;
let acknowledged = 0;
/** The pipe takes no more while its reader is busy. */
function writeLine(line: { readonly reports?: readonly Report[] } & Record<string, unknown>): void {
  if (line.reports !== undefined) acknowledged += 1;
  let rest = Buffer.from(`${JSON.stringify(line)}\n`);
  while (rest.length > 0)
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if (!hasCode(error, 'EAGAIN')) throw error;
    }
}
for (const account of accounts) {
  await brokerage.fundAccount(account, { cashE4: 1_000_000_000_000, version: 1 });
  // No request waits for a fill or an expiry: writing its report acknowledges it.
  brokerage.listen(account, {
    onReport: (report) => writeLine({ account, reports: [report] }),
    onPosition: () => undefined,
    onBalance: () => undefined,
  });
}
writeLine({ ready: true });
void archiveWhileTrading();

function showMarket(): void {
  for (const symbol of ['SPY', 'AAPL'] as const) {
    if (random.chance(0.3)) market.print(symbol, 100 + random.int(-80, 80) / 100, random.int(1, 300));
    const bid = 100 + random.int(-50, 50) / 100;
    market.show(symbol, [
      { exchange: 'ARCA', bid: [bid, random.int(1, 300)], ask: [bid + 0.02, random.int(1, 300)] },
    ]);
  }
  market.nowMs += 1;
}

async function client(id: number): Promise<void> {
  for (let index = 0; acknowledged < maxAcknowledged; index++) {
    const account = random.pick(accounts);
    const clientId = `s${seedText}-${id}-${index}`;
    const [side, source] = random.pick([
      ['Buy', 'Open'],
      ['Sell', 'Close'],
    ] as const);
    const type = random.pick(['Market', 'Market', 'Limit', 'Limit', 'Stop'] as const);
    const priceE4 = (): number => 1_000_000 + random.int(-80, 80) * 100;
    const order: NewOrder = {
      ...PLAIN_ORDER,
      account,
      userId: 'child',
      clientId,
      symbol: random.pick(['SPY', 'AAPL'] as const),
      side,
      source,
      type,
      tif: 'GoodTillCancel',
      quantity: random.int(1, 200),
      priceE4: type === 'Limit' ? priceE4() : 0,
      stopPriceE4: type === 'Stop' ? priceE4() : 0,
      destination: 'SMART',
      route: 'AUTO',
    };
    const reports = await brokerage.submit(order);
    writeLine({ account, reports });
    const orderId = reports[0]?.orderId;
    if (orderId && random.chance(0.3)) {
      const next = {
        ...order,
        clientId: `${clientId}r`,
        quantity: random.int(1, 200),
        ...(type === 'Limit' ? { priceE4: priceE4() } : {}),
      };
      writeLine({
        account,
        reports: await brokerage.replace({ order: next, originalClientId: clientId, sentMs: market.nowMs }),
      });
    }
    if (orderId && random.chance(0.6))
      writeLine({
        account,
        reports: await brokerage.cancel({ account, userId: 'child', orderId, clientId: `${clientId}c` }),
      });
    if (random.chance(0.2)) showMarket();
  }
}
/** In the smallest steps, so that a kill comes between any two of them. */
async function archiveWhileTrading(): Promise<void> {
  const { archive, journal } = storage;
  const archiver = new JournalArchiver({
    archive,
    archivableSeq: () => journal.lastSeq(),
    segmentBlocks: 1,
    blockRecords: 8,
  });
  for (;;)
    if (await archiver.step()) writeLine({ hasArchived: true });
    else await delay(2);
}
showMarket();
await Promise.all(Array.from({ length: 8 }, (_, id) => client(id)));

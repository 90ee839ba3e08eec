import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PLAIN_ORDER } from '../../src/domain/orders/request.ts';
import type { AccountView, Brokerage, NewOrder } from '../../src/server/brokerage/brokerage.ts';
import { createCheckpointer } from '../../src/server/brokerage/checkpoint/checkpointer.ts';
import { createBrokerage } from '../../src/server/brokerage/create-brokerage.ts';
import { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { checkpointFolder } from '../../src/server/storage/journal-paths.ts';
import { DATABASE_FILE, type StorageOptions } from '../../src/server/storage/open-repositories.ts';
import { openStorage } from '../../src/server/storage/open-storage.ts';
import { createRandom } from '../simulation/random.ts';
import { fixturesOf } from '../stored/golden.ts';

/** The accounts that trade. */
const TRADED_ACCOUNTS = ['A', 'B'] as const;

/** Fills the database of an empty folder with the newest fixture, which has a row in every table. */
export function fillWithFixture(dataFolder: string): void {
  const newest = fixturesOf('database', 'sql').at(-1);
  if (!newest) throw new Error('there is no fixture of the database');
  const db = new DatabaseSync(join(dataFolder, DATABASE_FILE));
  try {
    db.exec(newest.text);
  } finally {
    db.close();
  }
}

/** Runs a brokerage on this storage until `work` has ended, and makes a checkpoint then. */
async function withBrokerage<Value>(
  options: StorageOptions,
  work: (brokerage: Brokerage, market: ScriptedMarket) => Promise<Value>,
): Promise<Value> {
  const storage = await openStorage(options);
  const market = new ScriptedMarket(['SPY', 'AAPL']);
  const checkpoints = createCheckpointer(checkpointFolder(options), () => undefined);
  const brokerage = createBrokerage({
    market,
    journal: storage.journal,
    clock: market,
    accounts: () => ({ isLive: false, isLocked: false }),
    checkpoints,
  });
  try {
    await brokerage.start();
    const result = await work(brokerage, market);
    await checkpoints.make(storage.journal, await storage.journal.lastSeq());
    return result;
  } finally {
    await brokerage.stop();
    await storage.close();
  }
}

/** Trades random orders of two accounts, the same for the same seed, and returns what the accounts show in the end. */
export function trade(
  options: StorageOptions,
  seed: number,
  orders: number,
): Promise<Readonly<Record<string, AccountView>>> {
  const random = createRandom(seed);
  return withBrokerage(options, async (brokerage, market) => {
    for (const account of TRADED_ACCOUNTS)
      await brokerage.fundAccount(account, { cashE4: 1_000_000_000_000, version: 1 });
    for (let index = 0; index < orders; index += 1) {
      const bid = 100 + random.int(-50, 50) / 100;
      for (const symbol of ['SPY', 'AAPL'] as const)
        market.show(symbol, [{ exchange: 'ARCA', bid: [bid, 300], ask: [bid + 0.02, 300] }]);
      market.nowMs += 1_000;
      await brokerage.submit(randomOrder(random, `s${seed}-${index}`));
    }
    return viewsOf(brokerage);
  });
}

/** What the accounts show after a start on this storage. */
export const shownBy = (options: StorageOptions): Promise<Readonly<Record<string, AccountView>>> =>
  withBrokerage(options, (brokerage) => Promise.resolve(viewsOf(brokerage)));

function viewsOf(brokerage: Brokerage): Readonly<Record<string, AccountView>> {
  return Object.fromEntries(
    TRADED_ACCOUNTS.map((account) => [account, brokerage.accountView(account, 0)] as const),
  );
}

function randomOrder(random: ReturnType<typeof createRandom>, clientId: string): NewOrder {
  const type = random.pick(['Market', 'Limit'] as const);
  const isBuy = random.chance(0.6);
  return {
    ...PLAIN_ORDER,
    account: random.pick(TRADED_ACCOUNTS),
    userId: 'u',
    clientId,
    symbol: random.pick(['SPY', 'AAPL'] as const),
    side: isBuy ? 'Buy' : 'Sell',
    source: isBuy ? 'Open' : 'Close',
    type,
    tif: 'GoodTillCancel',
    quantity: random.int(1, 100),
    priceE4: type === 'Limit' ? 1_000_000 + random.int(-80, 80) * 100 : 0,
    stopPriceE4: 0,
    destination: 'SMART',
    route: 'AUTO',
  };
}

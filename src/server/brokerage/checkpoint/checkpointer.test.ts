import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Journal } from '../../storage/repositories.ts';
import { openStorage } from '../../storage/open-storage.ts';
import { createBrokerage } from '../create-brokerage.ts';
import { Ledger } from '../ledger.ts';
import { replay } from '../replay.ts';
import { quotedMarket } from '../testing/harness.ts';
import { MemoryJournal } from '../testing/memory-journal.ts';
import { PLAIN_ORDER } from '../../../domain/orders/request.ts';
import { restore } from './build-checkpoint.ts';
import { createCheckpointer } from './checkpointer.ts';
import { snapshotOf } from './snapshot.ts';
import { runForSession, runRequest } from '../../request-context.ts';

let folder: string;
let lines: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-checkpoint-'));
  lines = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const log = (line: string): void => void lines.push(line);
const checkpoints = () => createCheckpointer(join(folder, 'checkpoints'), log);
const names = async (): Promise<string[]> => (await readdir(join(folder, 'checkpoints'))).sort();

/** Sends so many orders, of which every third rests. */
async function trade(journal: Journal, prefix: string, orders: number): Promise<void> {
  const market = quotedMarket();
  const brokerage = createBrokerage({
    market,
    journal,
    clock: market,
    accounts: () => ({ isLive: false, isLocked: false }),
    sweepIntervalMs: 60_000,
  });
  await brokerage.start();
  await brokerage.fundAccount('A', { cashE4: 1_000_000_000, version: 1 });
  // The records after the newest checkpoint set none: theirs come from it.
  if (prefix !== 'd')
    await brokerage.setGuards({
      account: 'A',
      userId: prefix,
      limits: { dailyLossE4: 5_000_000, drawdownE4: prefix === 'a' ? 3_000_000 : 4_000_000 },
      flattenAt: { minute: 955, isTodayOnly: prefix === 'c' },
    });
  for (let index = 0; index < orders; index += 1) {
    const order = {
      ...PLAIN_ORDER,
      account: 'A',
      userId: 'u',
      clientId: `${prefix}${index}`,
      symbol: 'SPY',
      side: 'Buy',
      source: 'Open',
      type: 'Limit',
      tif: 'GoodTillCancel',
      quantity: 1 + index,
      priceE4: index % 3 === 0 ? 900_000 : 1_000_200,
      destination: 'SMART',
      route: 'AUTO',
    } as const;
    await runRequest('trading', index, () =>
      runForSession(`session-${prefix}`, () => brokerage.submit(order)),
    );
  }
  await brokerage.stop();
}

/** The sequence number from which a start replays the journal, and the books it arrives at. */
async function startOn(journal: Journal): Promise<{ from: number; books: string }> {
  const ledger = new Ledger();
  await restore(ledger, journal, checkpoints(), log);
  const from = ledger.book.lastSeq;
  await replay(journal, ledger, { toSeq: await journal.lastSeq(), maxFinished: 10 });
  return { from, books: JSON.stringify(snapshotOf(ledger)) };
}

async function damage(name: string, change: (text: string) => string): Promise<void> {
  const path = join(folder, 'checkpoints', name);
  await writeFile(path, change(await readFile(path, 'utf8')));
}

describe('checkpoints in a folder', () => {
  it('are built aside, kept twice, and passed over when they are damaged, too new, or of another journal', async () => {
    const storage = await openStorage({ dataFolder: folder });
    try {
      const { journal } = storage;
      const seqs: number[] = [];
      for (const prefix of ['a', 'b', 'c']) {
        await trade(journal, prefix, 12);
        seqs.push(await journal.lastSeq());
        expect(await checkpoints().make(journal, await journal.lastSeq())).toBe(true);
      }
      await trade(journal, 'd', 5);
      const [, previous = 0, newest = 0] = seqs;
      expect(await names()).toEqual([`checkpoint-${previous}.json`, `checkpoint-${newest}.json`].sort());

      const whole = new Ledger();
      await replay(journal, whole, { toSeq: await journal.lastSeq(), maxFinished: 1e9 });
      const books = JSON.stringify(snapshotOf(whole));
      expect(snapshotOf(whole).orders[0]?.state.session).toBe('session-a');
      expect(await startOn(journal)).toEqual({ from: newest, books });
      expect(lines).toEqual([]);

      const later = (text: string): string => text.replace('"form":5', '"form":6');
      await damage(`checkpoint-${newest}.json`, later);
      expect(await startOn(journal)).toEqual({ from: previous, books });
      expect(lines.join()).toContain('it has form 6, and this release reads forms up to 5');

      await damage(`checkpoint-${previous}.json`, (text) => text.replace('"cashE4":', '"cashE4":1'));
      expect(await startOn(journal)).toEqual({ from: 0, books });
      expect(lines.join()).toContain('it is damaged');

      await damage(`checkpoint-${newest}.json`, (text) => text.replace('"form":6', '"form":5'));
      const other = new MemoryJournal();
      for (const prefix of ['x', 'y', 'z', 'w']) await trade(other, prefix, 12);
      expect((await startOn(other)).from).toBe(0);
      expect(lines.join()).toContain('the journal has another record there');
    } finally {
      await storage.close();
    }
  });

  it('are not made when the journal cannot be read', async () => {
    const journal = new MemoryJournal();
    await trade(journal, 'a', 3);
    journal.batch = () => Promise.reject(new Error('no journal'));
    await expect(checkpoints().make(journal, journal.records.length)).rejects.toThrow('no journal');
    await expect(names()).rejects.toThrow('ENOENT');
  });
});

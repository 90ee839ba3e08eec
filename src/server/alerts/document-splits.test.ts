import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newAlert } from '../../domain/alerts/index.ts';
import type { CorporateAction } from '../../domain/corporate-actions/types.ts';
import { drawing } from '../../domain/drawings/testing.ts';
import { openRepositories, type OpenRepositories } from '../storage/open-repositories.ts';
import { DocumentSplits } from './document-splits.ts';

const profile = {
  firstName: '',
  lastName: '',
  phone: '',
  mobilePhone: '',
  email: '',
  address: '',
  addressLine2: '',
  city: '',
  state: '',
  zip: '',
  country: '',
};
const SPLIT: CorporateAction = {
  kind: 'Split',
  symbol: 'AAPL',
  exDate: '2014-06-09',
  numerator: 7,
  denominator: 1,
  cashInLieuE4: 0,
};

let folder: string;
let opened: OpenRepositories;
let date: string;
let begin: (() => void)[];
let errors: unknown[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-splits-'));
  opened = await openRepositories({ dataFolder: folder, databaseUrl: undefined });
  for (const userId of ['ann', 'bob'])
    await opened.repositories.users.create({
      userId,
      userName: userId,
      passwordHash: 'x',
      permissionMask: 1,
      isDemo: false,
      isDisabled: false,
      expiresAtMs: null,
      isOneMachine: false,
      profile,
    });
  date = '2014-06-06';
  begin = [];
  errors = [];
});
afterEach(async () => {
  await opened.close();
  await rm(folder, { recursive: true, force: true });
});

/** A server that starts: splits of a market that is at `date`. `fails`: the process ends before the transaction does. */
async function start(fails = false) {
  const changed: string[] = [];
  const { documentSplits } = opened.repositories;
  const splits = new DocumentSplits({
    market: {
      sessionDay: () => ({ date, openMs: 0, closeMs: 1 }),
      corporateActions: (after, through) => (SPLIT.exDate > after && SPLIT.exDate <= through ? [SPLIT] : []),
      onSession: ({ onPhase }) => {
        begin.push(() => onPhase?.('open', 0));
        return () => {};
      },
    },
    store: fails
      ? {
          ...documentSplits,
          change: (change) => {
            let bodies = 0;
            return documentSplits.change({
              ...change,
              bodyOf: (...document) => {
                bodies += 1;
                if (bodies > 1) throw new Error('the power fails');
                return change.bodyOf(...document);
              },
            });
          },
        }
      : documentSplits,
    hostMs: () => 1,
    logger: { error: (error: unknown) => void errors.push(error) },
    onChanged: (documents) =>
      changed.push(...documents.map(({ userId, document: { id } }) => `${userId} ${id}`)),
  });
  await splits.start();
  return { splits, changed };
}

const putAlert = (userId: string, id: string, LowAlert: number, seenRevision = 0) =>
  opened.repositories.documents.put(
    userId,
    'alert',
    {
      id,
      seenRevision,
      schemaVersion: 1,
      body: JSON.stringify({ ...newAlert(id, 'AAPL'), LowAlert }),
      atMs: 1,
    },
    10,
  );
const putDrawing = (userId: string, Id: string) =>
  opened.repositories.documents.put(
    userId,
    'drawing',
    {
      id: Id,
      seenRevision: 0,
      schemaVersion: 1,
      body: JSON.stringify(
        drawing({ Id, Symbol: Id.split(':')[0] ?? '', Points: [{ Date: 1, Offset: 0, Value: 630 }] }),
      ),
      atMs: 1,
    },
    10,
  );
/** Levels and anchors of all documents. */
async function values(): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const userId of ['ann', 'bob'])
    for (const kind of ['alert', 'drawing'] as const)
      for (const { id, body } of await opened.repositories.documents.listPresent(userId, kind)) {
        const read = JSON.parse(body ?? '{}') as { LowAlert?: number; Points?: { Value: number }[] };
        found.push(`${userId} ${id} ${read.LowAlert ?? read.Points?.[0]?.Value}`);
      }
  return found;
}

const BEFORE = ['ann a1 700', 'ann AAPL:d1 630', 'ann MSFT:d1 630', 'bob a1 630'];
const AFTER = ['ann a1 100', 'ann AAPL:d1 90', 'ann MSFT:d1 630', 'bob a1 90'];
async function fill(): Promise<void> {
  await putAlert('ann', 'a1', 700);
  await putAlert('bob', 'a1', 630);
  await putDrawing('ann', 'AAPL:d1');
  await putDrawing('ann', 'MSFT:d1');
}

describe('documents at a split', () => {
  it('are adjusted as the session begins, held until then, and published', async () => {
    const { splits, changed } = await start();
    await fill();
    expect(splits.isHeld('AAPL')).toBe(false);
    date = '2014-06-09';
    expect([splits.isHeld('AAPL'), splits.isHeld('MSFT')]).toEqual([true, false]);
    await splits.stop();
    expect(await values()).toEqual(AFTER);
    expect(splits.isHeld('AAPL')).toBe(false);
    expect(changed.toSorted()).toEqual(['ann AAPL:d1', 'ann a1', 'bob a1']);
    const [version] = await opened.repositories.documentVersions.page('ann', undefined, 1);
    expect(version?.body).toContain('630');
  });

  it('are adjusted once, however often the server starts and the recording plays', async () => {
    await (await start()).splits.stop();
    await fill();
    date = '2014-06-09';
    await (await start()).splits.stop();
    await putAlert('ann', 'a2', 93);
    for (const day of ['2014-06-06', '2014-06-09', '2014-06-10']) {
      date = day;
      const { splits, changed } = await start();
      begin.at(-1)?.();
      await splits.stop();
      expect(changed).toEqual([]);
    }
    expect(await values()).toEqual([AFTER[0], 'ann a2 93', ...AFTER.slice(1)]);
  });

  it('are all adjusted or none when the server ends in the middle', async () => {
    await (await start()).splits.stop();
    await fill();
    date = '2014-06-09';
    await (await start(true)).splits.stop();
    expect(errors).toHaveLength(1);
    expect(await values()).toEqual(BEFORE);
    await (await start()).splits.stop();
    expect(await values()).toEqual(AFTER);
  });
});

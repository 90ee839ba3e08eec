import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EMPTY_PROFILE } from '../identity/demo-user.ts';
import { openRepositories, type OpenRepositories } from '../storage/open-repositories.ts';
import { MAX_SAVES_PER_USER } from '../../domain/saves/index.ts';
import { createSavesService, type SavesService } from './create-saves-service.ts';
import { SaveDocuments } from './save-documents.ts';

let folder: string;
let storage: OpenRepositories;
let saves: SavesService;
const ann = { userId: 'u-1', isDemo: false };
const item = (change: Partial<{ toolType: string; name: string; data: unknown; id: number }> = {}) => ({
  toolType: 'MarketView',
  name: 'Tech',
  data: { Symbols: ['AAPL'] },
  id: undefined,
  ...change,
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-saves-'));
  storage = await openRepositories({ dataFolder: folder });
  await storage.repositories.users.create({
    userId: 'u-1',
    userName: 'ann',
    passwordHash: 'x',
    permissionMask: 1,
    isDemo: false,
    isDisabled: false,
    expiresAtMs: null,
    isOneMachine: false,
    profile: EMPTY_PROFILE,
  });
  const { savedItems, documents } = storage.repositories;
  saves = createSavesService(savedItems, () => 1, new SaveDocuments(documents, () => 1));
});
afterEach(async () => {
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});

async function saved(change: Parameters<typeof item>[0] = {}): Promise<number> {
  const outcome = await saves.save(ann, item(change));
  if (!outcome.ok) throw new Error(outcome.error);
  return outcome.value.id;
}

describe('a save', () => {
  it.each([[{ Symbols: ['AAPL'], Sort: null }], [[1, 'two', [3]]], ['text'], [0], [false]])(
    'gives back %j as it was saved',
    async (data) => {
      expect(await saves.load(ann, await saved({ data }))).toEqual({ ok: true, value: data });
    },
  );

  it('keeps a field that is named like a prototype', async () => {
    const data: unknown = JSON.parse('{"__proto__":{"x":1},"constructor":2}');
    const loaded = await saves.load(ann, await saved({ data }));
    expect(JSON.stringify(loaded.ok && loaded.value)).toBe('{"__proto__":{"x":1},"constructor":2}');
  });

  it('has a name of its own within its tool', async () => {
    const id = await saved();
    expect(await saves.save(ann, item())).toEqual({ ok: false, error: '"Tech" already exists' });
    expect((await saves.save(ann, item({ toolType: 'PriceAlerts' }))).ok).toBe(true);
    expect(await saves.save(ann, item({ id, data: [2] }))).toEqual({
      ok: true,
      value: { id, toolType: 'MarketView', name: 'Tech' },
    });
    expect(await saves.load(ann, id)).toEqual({ ok: true, value: [2] });
  });

  it.each(['TECH', 'tech'])('has a name that no other one has in another case: %s', async (name) => {
    const id = await saved();
    expect(await saves.save(ann, item({ name }))).toEqual({ ok: false, error: `"${name}" already exists` });
    expect(await saves.save(ann, item({ name, id }))).toEqual({
      ok: true,
      value: { id, toolType: 'MarketView', name },
    });
    expect(await saves.lists(ann)).toEqual([{ id, toolType: 'MarketView', name }]);
  });

  it('that is not there cannot be loaded, replaced or deleted', async () => {
    const gone = { ok: false, error: 'This save is no longer there.' };
    expect(await saves.load(ann, 7)).toEqual(gone);
    expect(await saves.save(ann, item({ id: 7 }))).toEqual(gone);
    expect(await saves.remove(ann, 7)).toEqual(gone);
  });

  it('is neither made nor deleted in a demo session', async () => {
    const demo = { ...ann, isDemo: true };
    const id = await saved();
    expect(await saves.save(demo, item({ name: 'Other' }))).toEqual({
      ok: false,
      error: 'Saving is not supported during Demo Session',
    });
    expect(await saves.remove(demo, id)).toEqual({
      ok: false,
      error: 'Deleting is not supported during Demo Session',
    });
    expect(await saves.lists(ann)).toHaveLength(1);
  });

  it.each([
    ['nothing', { data: null }, 'There is nothing to save.'],
    ['too much', { data: 'x'.repeat(1_000_000) }, 'too large to save: 1000002 characters'],
    ['a name that one database could not hold', { name: 'a\0b' }, 'a character that cannot be stored'],
    [
      'a nest too deep',
      { data: JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`) as unknown },
      'nested too deeply',
    ],
  ])('is refused with %s', async (_case, change, message) => {
    const refused = await saves.save(ann, item(change));
    expect(refused.ok ? '' : refused.error).toContain(message);
    expect(await saves.lists(ann)).toEqual([]);
  });

  it('refuses a save above the maximum until one is deleted, but still replaces saves', async () => {
    const ids: number[] = [];
    for (let count = 0; count < MAX_SAVES_PER_USER; count += 1) ids.push(await saved({ name: `n${count}` }));
    const [first = 0] = ids;
    const refused = await saves.save(ann, item({ name: 'one more' }));
    expect(refused.ok ? '' : refused.error).toContain(`You have ${MAX_SAVES_PER_USER} saves`);
    expect((await saves.save(ann, item({ name: 'n0', id: first }))).ok).toBe(true);
    await saves.remove(ann, first);
    expect((await saves.save(ann, item({ name: 'one more' }))).ok).toBe(true);
  });
});

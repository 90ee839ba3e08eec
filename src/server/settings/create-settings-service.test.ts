import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EMPTY_PROFILE } from '../identity/demo-user.ts';
import { openRepositories, type OpenRepositories } from '../storage/open-repositories.ts';
import { SaveDocuments } from '../saves/save-documents.ts';
import { createSettingsService, type SettingsService } from './create-settings-service.ts';

let folder: string;
let storage: OpenRepositories;
let service: SettingsService;
let nowMs = Date.UTC(2026, 2, 2, 15);
const ann = { userId: 'u-1', isDemo: false };
const fine = { workspace: '[{"name":"Main"}]', settings: '{"Theme":"Dark"}', page: '/workspace' };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-settings-'));
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
  service = createSettingsService(storage.repositories, {
    hostMs: () => nowMs,
    saveDocuments: new SaveDocuments(storage.repositories.documents, () => nowMs),
    onHistoryFailure: (error) => {
      throw error;
    },
  });
});
afterEach(async () => {
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});

describe('stored settings', () => {
  it('are empty for a new user', async () => {
    expect(await service.load('u-1')).toEqual({
      workspace: null,
      settings: null,
      page: null,
      defaultAccount: null,
      revision: 0,
    });
  });

  it('come back as they were stored, with the default account', async () => {
    await storage.repositories.accounts.create({
      account: 'DEMO-1',
      userId: 'u-1',
      isLive: false,
      isLocked: false,
      openingCashE4: 0,
      cashVersion: 1,
      isDefault: true,
    });
    expect(await service.store(ann, fine)).toEqual({ ok: true, value: { revision: 1 } });
    expect(await service.store(ann, { ...fine, page: '/profile' })).toEqual({
      ok: true,
      value: { revision: 2 },
    });
    expect(await service.load('u-1')).toEqual({
      ...fine,
      page: '/profile',
      defaultAccount: 'DEMO-1',
      revision: 2,
    });
  });

  it('are stored over a revision only while it is the stored one; otherwise what is stored comes back', async () => {
    expect(await service.store(ann, fine, 0)).toEqual({ ok: true, value: { revision: 1 } });
    expect(await service.store(ann, { ...fine, workspace: '[2]' }, 1)).toEqual({
      ok: true,
      value: { revision: 2 },
    });
    const refused = await service.store(ann, { ...fine, workspace: '[3]' }, 1);
    expect(refused).toMatchObject({
      ok: false,
      error: { reason: 'conflict', stored: { revision: 2, workspace: '[2]', settings: fine.settings } },
    });
    expect(await service.load('u-1')).toMatchObject({ workspace: '[2]', revision: 2 });
    expect(await service.store(ann, fine)).toEqual({ ok: true, value: { revision: 3 } });
  });

  it('returns empty settings to a writer whose base revision was lost with the database', async () => {
    expect(await service.store(ann, fine, 9)).toMatchObject({
      ok: false,
      error: { reason: 'conflict', stored: { revision: 0, workspace: '{}', settings: '{}' } },
    });
  });

  it('remember the trading service, except for a demo session', async () => {
    expect(await service.tradingApi('u-1')).toBeUndefined();
    expect(await service.chooseTradingApi({ ...ann, isDemo: true }, 'External')).toBe(false);
    expect(await service.chooseTradingApi(ann, 'External')).toBe(true);
    expect(await service.tradingApi('u-1')).toEqual({ api: 'External', data: null });
  });

  it('are not saved in a demo session', async () => {
    expect(await service.store({ ...ann, isDemo: true }, fine)).toEqual({
      ok: false,
      error: { reason: 'demo', message: 'Saving is not supported during Demo Session' },
    });
    expect((await service.load('u-1')).revision).toBe(0);
  });

  it.each([
    ['Workspace is not valid JSON', { workspace: '[' }],
    ['Settings is not valid JSON', { settings: '' }],
    ['Settings must be a JSON object or list', { settings: '"text"' }],
    ['Workspace must be a JSON object or list', { workspace: 'null' }],
    ['Workspace is too large', { workspace: `"${'x'.repeat(1_000_000)}"` }],
    ['Page is too long', { page: 'x'.repeat(257) }],
    ['Page holds a character', { page: 'a\0b' }],
  ])('are refused when %s, and what was there stays', async (message, change) => {
    await service.store(ann, fine);
    const refused = await service.store(ann, { ...fine, ...change });
    expect(refused).toMatchObject({
      ok: false,
      error: { reason: 'invalid', message: expect.stringContaining(message) },
    });
    expect(await service.load('u-1')).toMatchObject({ ...fine, revision: 1 });
  });
});

describe('the history of workspaces', () => {
  const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0';
  const store = (name: string, userAgent = CHROME, owner = ann) =>
    service.store({ ...owner, userAgent }, { ...fine, workspace: JSON.stringify([{ name }]) });
  const stored = async () => {
    const versions = await service.versions('u-1');
    return Promise.all(versions.map(async ({ id }) => service.version('u-1', id)));
  };

  it('has the last state of each burst of changes, the newest first, with time and browser', async () => {
    nowMs = Date.UTC(2026, 2, 2, 15);
    await store('A');
    nowMs += 60_000;
    await store('B');
    const first = await service.versions('u-1');
    expect(first).toEqual([{ id: nowMs - 60_000, savedMs: nowMs, userAgent: CHROME }]);
    nowMs += 10 * 60_000;
    await store('C');
    expect(await stored()).toEqual(['[{"name":"C"}]', '[{"name":"B"}]']);
    // Another machine has a version of its own at once.
    await store('D', 'Firefox');
    expect(await stored()).toEqual(['[{"name":"D"}]', '[{"name":"C"}]', '[{"name":"B"}]']);
  });

  it('keeps what a deletion removes, also within a burst of changes', async () => {
    const twoWorkspaces = JSON.stringify(
      ['Main', 'Options'].map((name) => ({ name, windows: 'w'.repeat(60) })),
    );
    const oneWorkspace = JSON.stringify([{ name: 'Main', windows: 'w'.repeat(60) }]);
    nowMs += 3_600_000;
    await service.store({ ...ann, userAgent: CHROME }, { ...fine, workspace: twoWorkspaces });
    nowMs += 20_000;
    await service.store({ ...ann, userAgent: CHROME }, { ...fine, workspace: oneWorkspace });
    expect((await stored()).slice(0, 2)).toEqual([oneWorkspace, twoWorkspaces]);
  });

  it('gets nothing when only settings or the page change, and nothing from a refused change', async () => {
    await store('A');
    const before = await service.versions('u-1');
    nowMs += 3_600_000;
    const theme = { ...fine, workspace: '[{"name":"A"}]', settings: '{"Theme":"Light"}' };
    await service.store(ann, theme);
    await service.store(ann, { ...theme, workspace: '[]' }, 99);
    expect(await service.versions('u-1')).toEqual(before);
  });

  it('keeps what was there before the first version, such as that of an earlier release', async () => {
    await storage.repositories.settings.store('u-1', { ...fine, workspace: '["old"]' });
    await store('A');
    expect(await stored()).toEqual(['[{"name":"A"}]', '["old"]']);
  });

  it('is the own one of each user, and ends after 30 days, but for the newest version', async () => {
    await store('A');
    nowMs += 31 * 86_400_000;
    const [only] = await service.versions('u-1');
    expect(await service.version('u-2', only?.id ?? 0)).toBeUndefined();
    await store('B');
    expect(await stored()).toEqual(['[{"name":"B"}]']);
    expect(await service.version('u-1', only?.id ?? 0)).toBeUndefined();
  });
});

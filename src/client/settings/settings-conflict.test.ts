import { fc, test as propertyTest } from '@fast-check/vitest';
import { beforeEach, describe, expect, test } from 'vitest';
import { HttpError, type HttpApi } from '../connection/http-api.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import type { UserSettings } from '../types.ts';
import { createSettingsStore, RETRY_MS, WORKSPACE_DELAY_MS } from './settings-store.ts';
import { CONFLICT_TEXT } from './store-texts.ts';
import type { SettingsStoreCore } from './settings-types.ts';
import { DEFAULT_SETTINGS, mergeSettings, readSettings } from './user-settings.ts';

interface Held {
  Workspace: string;
  Settings: string;
  Page: string;
  Revision: number;
}
/** What the one server holds for the one user. */
let held: Held;
let stores: number;
let clock: ManualClock;
let mine: SettingsStoreCore;
let theirs: SettingsStoreCore;

const api = {
  async call(
    name: string,
    body: { Workspace: string; Settings: string; Page: string; BaseRevision?: number },
  ) {
    if (name === 'loadSettings')
      return { ...held, DefaultAccount: null, TradingApi: 'Own', TradingApiData: null };
    stores++;
    if (body.BaseRevision !== held.Revision)
      throw new HttpError(409, 'changed', {
        Error: 'changed',
        Revision: held.Revision,
        Workspace: held.Workspace,
        Settings: held.Settings,
      });
    held = {
      Workspace: body.Workspace,
      Settings: body.Settings,
      Page: body.Page,
      Revision: held.Revision + 1,
    };
    return { Ok: true, Revision: held.Revision };
  },
} as unknown as HttpApi;
const tab = () =>
  createSettingsStore({ api, clock, user: () => ({ token: 'token', userId: 'ann', isDemo: false }) });
const theme = () => readSettings(held.Settings).theme;
const settle = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(async () => {
  held = { Workspace: '{"w":"both"}', Settings: '{}', Page: '', Revision: 7 };
  stores = 0;
  clock = createManualClock();
  mine = tab();
  theirs = tab();
  await mine.load();
  await theirs.load();
});

describe('two tabs of one user', () => {
  test('the later writer of the workspaces gets a conflict with both texts, and stores nothing', async () => {
    theirs.storeWorkspace('{"w":"theirs"}');
    await theirs.flush();
    mine.storeWorkspace('{"w":"mine"}');
    await expect(mine.flush()).rejects.toThrow(CONFLICT_TEXT);
    expect(mine.conflict.get()).toEqual({
      theirs: '{"w":"theirs"}',
      base: '{"w":"both"}',
      mine: '{"w":"mine"}',
    });
    expect([held.Workspace, mine.storeError.get()]).toEqual(['{"w":"theirs"}', null]);
    const before = stores;
    mine.storeWorkspace('{"w":"mine, later"}');
    clock.advance(WORKSPACE_DELAY_MS + RETRY_MS);
    await settle();
    await expect(mine.save()).rejects.toThrow(CONFLICT_TEXT);
    expect(stores).toBe(before);
    expect(mine.conflict.get()).toEqual({
      theirs: '{"w":"theirs"}',
      base: '{"w":"both"}',
      mine: '{"w":"mine, later"}',
    });
  });

  test.each([['mine'], ['theirs'], ['both put together']])(
    'a conflict ends with %s stored, once',
    async (kept) => {
      theirs.storeWorkspace('{"w":"theirs"}');
      await theirs.flush();
      mine.storeWorkspace('{"w":"mine"}');
      clock.advance(WORKSPACE_DELAY_MS);
      await settle();
      expect(mine.conflict.get()).not.toBeNull();
      await mine.resolveConflict(`{"w":"${kept}"}`);
      expect([held.Workspace, mine.conflict.get(), mine.workspace()]).toEqual([
        `{"w":"${kept}"}`,
        null,
        `{"w":"${kept}"}`,
      ]);
      mine.storeWorkspace('{"w":"and on"}');
      await mine.flush();
      expect(held.Workspace).toBe('{"w":"and on"}');
    },
  );

  test('a third writer during the choice is a new conflict, not a loss', async () => {
    theirs.storeWorkspace('{"w":"theirs"}');
    await theirs.flush();
    mine.storeWorkspace('{"w":"mine"}');
    await expect(mine.flush()).rejects.toThrow(CONFLICT_TEXT);
    theirs.storeWorkspace('{"w":"theirs again"}');
    await theirs.flush();
    await expect(mine.resolveConflict('{"w":"mine"}')).rejects.toThrow(CONFLICT_TEXT);
    expect(mine.conflict.get()).toEqual({
      theirs: '{"w":"theirs again"}',
      base: '{"w":"theirs"}',
      mine: '{"w":"mine"}',
    });
    await mine.resolveConflict('{"w":"mine"}');
    expect(held.Workspace).toBe('{"w":"mine"}');
  });

  test("settings merge field by field without a question, and leave the other tab's workspaces alone", async () => {
    theirs.preview({ density: 'compact', theme: 'dark' });
    theirs.storeWorkspace('{"w":"theirs"}');
    await theirs.save();
    mine.preview({ theme: 'light', pricePalette: 'red-up' });
    await mine.save();
    expect(readSettings(held.Settings)).toEqual({
      ...DEFAULT_SETTINGS,
      density: 'compact',
      theme: 'dark',
      pricePalette: 'red-up',
    });
    expect([held.Workspace, mine.conflict.get()]).toEqual(['{"w":"theirs"}', null]);
    expect(mine.get()).toMatchObject({ density: 'compact', theme: 'dark', pricePalette: 'red-up' });
  });

  test('the last writer of a setting wins', async () => {
    theirs.preview({ theme: 'dark', reconnectSeconds: 30 });
    await theirs.save();
    mine.preview({ reconnectSeconds: 60 });
    await mine.save();
    expect([theme(), readSettings(held.Settings).reconnectSeconds]).toEqual(['dark', 60]);
  });

  test('what is only previewed is neither stored by the merge nor lost from the screen', async () => {
    theirs.preview({ density: 'compact' });
    await theirs.save();
    mine.preview({ theme: 'dark' });
    mine.storeWorkspace('{"w":"mine"}');
    await mine.flush();
    expect([theme(), held.Workspace]).toEqual(['light', '{"w":"mine"}']);
    expect(mine.get()).toMatchObject({ theme: 'dark', density: 'compact' });
    mine.revert();
    expect(mine.get()).toMatchObject({ theme: 'light', density: 'compact' });
  });

  test('workspaces that grew out of the older ones conflict even after a setting was stored over the newer', async () => {
    theirs.storeWorkspace('{"w":"theirs"}');
    await theirs.flush();
    mine.preview({ theme: 'dark' });
    await mine.save();
    mine.storeWorkspace('{"w":"mine"}');
    await expect(mine.flush()).rejects.toThrow(CONFLICT_TEXT);
    expect(mine.conflict.get()).toEqual({
      theirs: '{"w":"theirs"}',
      base: '{"w":"both"}',
      mine: '{"w":"mine"}',
    });
  });

  test('the same change in both tabs is no conflict', async () => {
    for (const store of [theirs, mine]) {
      store.storeWorkspace('{"w":"same"}');
      await store.flush();
    }
    expect([held.Workspace, mine.conflict.get()]).toEqual(['{"w":"same"}', null]);
  });

  describe('of which one has stored while the other was looked at', () => {
    let shown: string[];
    beforeEach(() => {
      shown = [];
      mine.followWorkspaces((text) => {
        shown.push(text);
        return true;
      });
    });
    const theirsStores = async (text: string) => {
      theirs.storeWorkspace(text);
      await theirs.flush();
    };

    test('the other shows it, continues from it, and stores without a question', async () => {
      await theirsStores('{"w":"theirs"}');
      await mine.refresh();
      expect([shown, mine.workspace(), mine.conflict.get()]).toEqual([
        ['{"w":"theirs"}'],
        '{"w":"theirs"}',
        null,
      ]);
      mine.storeWorkspace('{"w":"and on"}');
      await mine.flush();
      expect([held.Workspace, mine.conflict.get()]).toEqual(['{"w":"and on"}', null]);
    });

    test('what the desk notes about it as it is shown is stored on top of it', async () => {
      mine.followWorkspaces((text) => {
        shown.push(text);
        mine.storeWorkspace('{"w":"theirs, fired"}');
        return true;
      });
      await theirsStores('{"w":"theirs"}');
      await mine.refresh();
      await mine.flush();
      expect([shown, held.Workspace, mine.conflict.get()]).toEqual([
        ['{"w":"theirs"}'],
        '{"w":"theirs, fired"}',
        null,
      ]);
    });

    test('a change here that is not stored yet makes it a conflict at once', async () => {
      mine.storeWorkspace('{"w":"mine"}');
      await theirsStores('{"w":"theirs"}');
      await mine.refresh();
      expect([shown, mine.conflict.get()]).toEqual([
        [],
        { theirs: '{"w":"theirs"}', base: '{"w":"both"}', mine: '{"w":"mine"}' },
      ]);
    });

    test('the same change here is neither shown again nor a conflict', async () => {
      mine.storeWorkspace('{"w":"same"}');
      await theirsStores('{"w":"same"}');
      await mine.refresh();
      expect([shown, mine.conflict.get()]).toEqual([[], null]);
      mine.storeWorkspace('{"w":"and on"}');
      await mine.flush();
      expect([held.Workspace, mine.conflict.get()]).toEqual(['{"w":"and on"}', null]);
    });

    test('a setting stored here meanwhile brings it along', async () => {
      await theirsStores('{"w":"theirs"}');
      mine.preview({ theme: 'dark' });
      await mine.save();
      expect([shown, mine.workspace(), held.Workspace]).toEqual([
        ['{"w":"theirs"}'],
        '{"w":"theirs"}',
        '{"w":"theirs"}',
      ]);
    });

    test('workspaces that this version cannot show stay as they are, and are a conflict once something changes here', async () => {
      mine.followWorkspaces(() => false);
      await theirsStores('{"w":"newer"}');
      await mine.refresh();
      expect([mine.workspace(), mine.conflict.get()]).toEqual(['{"w":"both"}', null]);
      mine.storeWorkspace('{"w":"mine"}');
      await expect(mine.flush()).rejects.toThrow(CONFLICT_TEXT);
      expect(held.Workspace).toBe('{"w":"newer"}');
    });

    describe('in a page that the user has not used yet', () => {
      let isUsed: boolean;
      let opened: SettingsStoreCore;
      let shown: string[];
      beforeEach(async () => {
        isUsed = false;
        shown = [];
        opened = tab();
        await opened.load();
        opened.followWorkspaces(
          (text) => shown.push(text) > 0,
          () => isUsed,
        );
        // What a tool fills in by itself as it opens.
        opened.storeWorkspace('{"w":"filled in"}');
      });

      test('what the tools fill in gives way to what the user stored elsewhere, without a question', async () => {
        await theirsStores('{"w":"theirs"}');
        await opened.refresh();
        expect([shown, opened.workspace(), opened.conflict.get()]).toEqual([
          ['{"w":"theirs"}'],
          '{"w":"theirs"}',
          null,
        ]);
      });

      test('the same holds when a store is refused because the other was first', async () => {
        await theirsStores('{"w":"theirs"}');
        await opened.flush();
        expect([shown, held.Workspace, opened.conflict.get()]).toEqual([
          ['{"w":"theirs"}'],
          '{"w":"theirs"}',
          null,
        ]);
      });

      test('what the tools fill in is stored where nobody else stored anything', async () => {
        await opened.flush();
        expect(held.Workspace).toBe('{"w":"filled in"}');
      });

      test('it is a conflict once the user has done something', async () => {
        await theirsStores('{"w":"theirs"}');
        isUsed = true;
        await opened.refresh();
        expect([shown, opened.conflict.get()?.mine]).toEqual([[], '{"w":"filled in"}']);
      });
    });

    test('every store is published to the other pages with its revision', async () => {
      const published: number[] = [];
      const publisher = createSettingsStore({
        api,
        clock,
        user: () => ({ token: 'token', userId: 'ann', isDemo: false }),
        peers: { publish: (revision) => published.push(revision) },
      });
      await publisher.load();
      publisher.storeWorkspace('{"w":"1"}');
      await publisher.flush();
      publisher.storeWorkspace('{"w":"2"}');
      await publisher.flush();
      expect(published).toEqual([8, 9]);
    });
  });

  test('a user without workspaces can save a setting', async () => {
    held = { Workspace: '', Settings: '{}', Page: '', Revision: 0 };
    const fresh = tab();
    await fresh.load();
    fresh.preview({ theme: 'dark' });
    await fresh.save();
    expect(JSON.parse(held.Workspace)).toEqual({});
    const again = tab();
    await again.load();
    expect([again.workspace(), again.get().theme]).toEqual([null, 'dark']);
  });
});

const anySettings: fc.Arbitrary<UserSettings> = fc.record({
  theme: fc.constantFrom('light', 'dark'),
  showGettingStarted: fc.boolean(),
  toolbarItems: fc.option(fc.array(fc.constantFrom('chart', 'market-view'), { maxLength: 2 })),
  favoriteStudies: fc.array(fc.constantFrom('ema', 'rsi'), { maxLength: 2 }),
  newWindows: fc.dictionary(
    fc.constantFrom('chart', 'news'),
    fc.record({ version: fc.nat(), data: fc.object() }),
  ),
  orderKeys: fc.option(
    fc.array(
      fc.record({ key: fc.constantFrom('Shift+KeyB', 'Alt+KeyS'), text: fc.string({ maxLength: 9 }) }),
      {
        maxLength: 2,
      },
    ),
  ),
  commandKeys: fc.dictionary(fc.constant('edit.undo'), fc.option(fc.constantFrom('F2', '$mod+KeyB'))),
  density: fc.constantFrom('compact', 'normal'),
  pricePalette: fc.constantFrom('classic', 'color-safe', 'red-up'),
  reconnectSeconds: fc.integer({ min: 1, max: 300 }),
  cancelAfterSeconds: fc.option(fc.integer({ min: 1, max: 300 }), { nil: null }),
  staleAfterSeconds: fc.integer({ min: 5, max: 3600 }),
  priceMovedPercent: fc.integer({ min: 1, max: 20 }),
  throughMarketPercent: fc.integer({ min: 1, max: 20 }),
  holdSeconds: fc.integer({ min: 0, max: 3 }),
  isArmedHeld: fc.boolean(),
  toolConsents: fc.dictionary(fc.constantFrom('heat-map', 'calendar'), fc.constantFrom('a', 'b')),
  orderTemplates: fc.dictionary(fc.constantFrom('DEMO-1', 'DEMO-2'), fc.constantFrom('7', '8'), {
    maxKeys: 2,
  }),
  // Of two tools, or two commands, each keeps its writer's values: `tool-settings.test.ts`.
  toolSettings: fc.dictionary(
    fc.constant('ladder'),
    fc.record({ version: fc.nat(2), values: fc.dictionary(fc.constant('rows'), fc.nat(2)) }),
  ),
});

propertyTest.prop([anySettings, anySettings, anySettings])(
  'a merge takes each field from who changed it, ours when both did',
  (base, ours, others) => {
    const merged = mergeSettings(base, ours, others);
    expect(Object.keys(merged).sort()).toEqual(Object.keys(DEFAULT_SETTINGS).sort());
    // Fields are looked at one by one; the names are those of the record.
    for (const field of Object.keys(base) as (keyof UserSettings)[]) {
      const isOurs = JSON.stringify(ours[field]) !== JSON.stringify(base[field]);
      expect(merged[field]).toEqual(isOurs ? ours[field] : others[field]);
    }
  },
);

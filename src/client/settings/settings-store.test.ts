import { fc, test as propertyTest } from '@fast-check/vitest';
import { beforeEach, describe, expect, test } from 'vitest';
import { HttpError, type HttpApi } from '../connection/http-api.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import type { SettingsStoreCore } from './settings-types.ts';
import { createSettingsStore, RETRY_MS, WORKSPACE_DELAY_MS } from './settings-store.ts';
import { CONFLICT_TEXT } from './store-texts.ts';
import { DEFAULT_SETTINGS, readSettings, writeSettings } from './user-settings.ts';

interface Stored {
  Workspace: string;
  Settings: string;
}
let clock: ManualClock;
let stored: Stored[];
let keepalives: boolean[];
let failure: Error | null;
let isDemo: boolean;
let userId: string;
/** What the server holds. */
let held: { Settings: string; Workspace: string; Revision: number };
let store: SettingsStoreCore;
const settle = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(async () => {
  clock = createManualClock();
  stored = [];
  keepalives = [];
  failure = null;
  isDemo = false;
  userId = 'ann';
  held = { Settings: '{"Theme":"dark","Density":"huge"}', Workspace: '{"loaded":true}', Revision: 4 };
  const api = {
    cookieHeader: () => null,
    async call(name: string, body: unknown, options?: { keepalive?: boolean }) {
      if (failure) throw failure;
      if (name === 'loadSettings')
        return { ...held, Page: 'p', DefaultAccount: 'D-2', TradingApi: null, TradingApiData: null };
      stored.push(body as Stored);
      keepalives.push(options?.keepalive ?? false);
      return { Ok: true, Revision: 4 + stored.length };
    },
  } as HttpApi;
  store = createSettingsStore({ api, clock, user: () => ({ token: 'token', userId, isDemo }) });
  await store.load();
});

describe('user settings', () => {
  test('reads settings that arrive as an object like those that arrive as JSON text', () => {
    const stored = { Theme: 'dark', ShowGettingStarted: false, ToolbarItems: ['Chart'] };
    expect(readSettings(stored)).toEqual(readSettings(JSON.stringify(stored)));
    expect(readSettings(stored)).toMatchObject({ theme: 'dark', toolbarItems: ['Chart'] });
  });

  test('a field that cannot be read takes its default and the others stay', () => {
    expect(store.get()).toEqual({ ...DEFAULT_SETTINGS, theme: 'dark' });
    expect(readSettings('{"ShowGettingStarted":false,"ToolbarItems":[1]}')).toEqual({
      ...DEFAULT_SETTINGS,
      showGettingStarted: false,
    });
  });

  propertyTest.prop([fc.oneof(fc.string(), fc.json())])(
    'no stored text makes the reader throw, and all it gives is complete',
    (text) => {
      expect(Object.keys(readSettings(text)).sort()).toEqual(Object.keys(DEFAULT_SETTINGS).sort());
      expect(readSettings(writeSettings(readSettings(text)))).toEqual(readSettings(text));
    },
  );

  test('a preview shows at once, is stored only when saved, and is gone when reverted', async () => {
    store.preview({ theme: 'light' });
    expect(store.get().theme).toBe('light');
    store.storeWorkspace('{"w":1}');
    await store.flush();
    expect(JSON.parse(stored[0]?.Settings ?? '')).toMatchObject({ Theme: 'dark' });
    store.revert();
    expect(store.get().theme).toBe('dark');
    store.preview({ theme: 'light' });
    await store.save();
    expect(JSON.parse(stored[1]?.Settings ?? '')).toMatchObject({ Theme: 'light' });
    expect(stored[1]?.Workspace).toBe('{"w":1}');
    expect(store.revision()).toBe(6);
  });

  test('a change saved by itself takes nothing along that is only previewed beside it', async () => {
    store.preview({ theme: 'light' });
    await store.save({ showGettingStarted: false });
    expect(stored.map(({ Settings }) => JSON.parse(Settings))).toMatchObject([
      { Theme: 'dark', ShowGettingStarted: false },
    ]);
    expect(store.get()).toMatchObject({ theme: 'light', showGettingStarted: false });
    expect(store.saved.get()).toMatchObject({ theme: 'dark', showGettingStarted: false });
    store.revert();
    expect(store.get()).toMatchObject({ theme: 'dark', showGettingStarted: false });
  });

  test('a demo cannot save', async () => {
    isDemo = true;
    await expect(store.save()).rejects.toThrow('Saving is not supported during Demo Session');
    store.storeWorkspace('{"w":1}');
    await store.flush();
    expect(stored).toEqual([]);
  });
});

describe('the workspace', () => {
  test('is stored once it is left alone for a second', async () => {
    for (let step = 0; step < 5; step++) {
      store.storeWorkspace(`{"w":${step}}`);
      clock.advance(WORKSPACE_DELAY_MS - 1);
    }
    await settle();
    expect(stored).toEqual([]);
    clock.advance(1);
    await settle();
    expect(stored.map(({ Workspace }) => Workspace)).toEqual(['{"w":4}']);
  });

  test('leaves at once, and survives the page, when flushed; nothing changed is nothing sent', async () => {
    store.storeWorkspace('{"w":1}');
    await store.flush();
    await store.flush();
    store.storeWorkspace('{"w":1}');
    await store.flush();
    expect([stored.length, keepalives]).toEqual([1, [true]]);
  });

  test('is stored again later when the server could not be reached, but not when it refused', async () => {
    failure = new HttpError(0, 'unreachable');
    store.storeWorkspace('{"w":1}');
    await expect(store.flush()).rejects.toThrow('unreachable');
    failure = null;
    clock.advance(RETRY_MS);
    await settle();
    expect(stored).toHaveLength(1);
    failure = new HttpError(403, 'no');
    store.storeWorkspace('{"w":2}');
    await expect(store.flush()).rejects.toThrow('no');
    failure = null;
    clock.advance(RETRY_MS * 2);
    await settle();
    expect(stored).toHaveLength(1);
  });

  test('that the server has no time for is stored later', async () => {
    failure = new HttpError(429, 'Too many calls');
    store.storeWorkspace('{"w":1}');
    clock.advance(WORKSPACE_DELAY_MS);
    await settle();
    failure = null;
    clock.advance(RETRY_MS);
    await settle();
    expect(stored.map(({ Workspace }) => Workspace)).toEqual(['{"w":1}']);
  });

  test('that could not be stored in the background says why, until it is stored', async () => {
    failure = new HttpError(400, 'Workspace is too large');
    store.storeWorkspace('{"w":1}');
    clock.advance(WORKSPACE_DELAY_MS);
    await settle();
    expect(store.storeError.get()).toBe('Workspace is too large.');
    failure = new HttpError(
      0,
      'The server could not be reached (/api/DesktopUser/StoreSettings): fetch failed',
    );
    await expect(store.flush()).rejects.toThrow();
    expect(store.storeError.get()).toBe('The server could not be reached.');
    failure = null;
    await store.flush();
    expect([store.storeError.get(), stored.length]).toEqual([null, 1]);
  });

  test('that could not be loaded is never overwritten by the defaults on screen', async () => {
    failure = new HttpError(403, 'no');
    await expect(store.load()).rejects.toThrow('could not be loaded: no.');
    failure = null;
    store.storeWorkspace('{"fresh":true}');
    await store.flush();
    await expect(store.save()).rejects.toThrow('could not be loaded');
    expect(stored).toEqual([]);
  });
});

describe('a load that fails', () => {
  /** Lets a load run to its end. */
  const ended = async <Value>(load: Promise<Value>): Promise<Value | Error> => {
    const outcome = load.catch((error: Error) => error);
    for (let step = 0; step < 100; step++) {
      await settle();
      clock.advance(1_000);
    }
    return outcome;
  };

  test.each([[0], [429], [503]])(
    'for a moment (status %i) is tried again, and nothing of the user is missing',
    async (status) => {
      failure = new HttpError(status, 'not now');
      const load = store.load();
      await settle();
      failure = null;
      expect(await ended(load)).toBe('D-2');
      expect([store.get().theme, store.workspace(), store.revision()]).toEqual([
        'dark',
        '{"loaded":true}',
        4,
      ]);
    },
  );

  test('for longer says so, and loads when it is requested again', async () => {
    failure = new HttpError(503, 'The database does not answer.');
    expect(await ended(store.load())).toMatchObject({
      message: expect.stringMatching(/could not be loaded: The database does not answer\. .*Try again\.$/),
    });
    expect([store.revision(), clock.timerCount()]).toEqual([null, 0]);
    failure = null;
    expect(await store.load()).toBe('D-2');
  });

  test('costs a demo, which keeps nothing, only its looks', async () => {
    isDemo = true;
    failure = new HttpError(503, 'down');
    expect(await ended(store.load())).toBeNull();
    expect([store.get(), store.workspace()]).toEqual([DEFAULT_SETTINGS, null]);
  });

  test('is not tried again for someone who has left', async () => {
    failure = new HttpError(503, 'down');
    const load = store.load();
    await settle();
    store.reset();
    failure = null;
    expect(await ended(load)).toBeInstanceOf(Error);
    expect([store.revision(), clock.timerCount()]).toEqual([null, 0]);
  });
});

describe('what was not stored when the session ended', () => {
  const signInAgain = async () => {
    store.reset();
    await store.load();
  };

  test('is on screen and stored when the same user comes back', async () => {
    store.storeWorkspace('{"w":1}');
    await signInAgain();
    expect(store.workspace()).toBe('{"w":1}');
    clock.advance(WORKSPACE_DELAY_MS);
    await settle();
    expect(stored).toMatchObject([{ Workspace: '{"w":1}', BaseRevision: 4 }]);
    await signInAgain();
    clock.advance(WORKSPACE_DELAY_MS);
    await settle();
    expect(stored).toHaveLength(1);
  });

  test('stands against what another machine has stored meanwhile, and loses nothing of either', async () => {
    store.storeWorkspace('{"w":"mine"}');
    held = { Settings: '{"Theme":"dark","Density":"compact"}', Workspace: '{"w":"theirs"}', Revision: 9 };
    await signInAgain();
    await expect(store.flush()).rejects.toThrow(CONFLICT_TEXT);
    expect(store.conflict.get()).toEqual({
      theirs: '{"w":"theirs"}',
      base: '{"loaded":true}',
      mine: '{"w":"mine"}',
    });
    expect([stored, store.get().density]).toEqual([[], 'compact']);
    // A session that ends over the question asks it again.
    await signInAgain();
    await expect(store.flush()).rejects.toThrow(CONFLICT_TEXT);
    expect(store.conflict.get()).toMatchObject({ theirs: '{"w":"theirs"}', mine: '{"w":"mine"}' });
  });

  test('survives a sign-in that fails on the way', async () => {
    store.storeWorkspace('{"w":1}');
    store.reset();
    failure = new HttpError(403, 'no');
    await expect(store.load()).rejects.toThrow();
    store.reset();
    failure = null;
    await store.load();
    expect(store.workspace()).toBe('{"w":1}');
  });

  test('is kept from all other users, and gone after one of them has signed in', async () => {
    store.storeWorkspace('{"w":1}');
    store.reset();
    userId = 'bob';
    await store.load();
    expect(store.workspace()).toBe('{"loaded":true}');
    userId = 'ann';
    await signInAgain();
    await store.flush();
    expect([store.workspace(), stored]).toEqual(['{"loaded":true}', []]);
  });

  test('is gone when the user has logged out for good', async () => {
    store.storeWorkspace('{"w":1}');
    store.reset();
    store.forgetUnsaved();
    await store.load();
    expect(store.workspace()).toBe('{"loaded":true}');
  });
});

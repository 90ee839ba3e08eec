import { fc, test as propertyTest } from '@fast-check/vitest';
import { beforeEach, describe, expect, test } from 'vitest';
import { HttpError, type HttpApi } from '../connection/http-api.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { createSettingsStore, RETRY_MS, WORKSPACE_DELAY_MS, type SettingsStoreCore } from './settings-store.ts';
import { DEFAULT_SETTINGS, readSettings, writeSettings } from './user-settings.ts';

interface Stored { Workspace: string; Settings: string }
let clock: ManualClock;
let stored: Stored[];
let keepalives: boolean[];
let failure: Error | null;
let isDemo: boolean;
let store: SettingsStoreCore;
const settle = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(async () => {
  clock = createManualClock();
  stored = [];
  keepalives = [];
  failure = null;
  isDemo = false;
  const api = {
    cookieHeader: () => null,
    async call(name: string, body: unknown, options?: { keepalive?: boolean }) {
      if (failure) throw failure;
      if (name === 'loadSettings') return { Settings: '{"Theme":"dark","Density":"huge"}', Workspace: '{"loaded":true}', Page: 'p', DefaultAccount: 'D-2', TradingApi: null, TradingApiData: null, Revision: 4 };
      stored.push(body as Stored);
      keepalives.push(options?.keepalive ?? false);
      return { Ok: true, Revision: 4 + stored.length };
    },
  } as HttpApi;
  store = createSettingsStore({ api, clock, user: () => ({ token: 'token', isDemo }) });
  await store.load();
});

describe('user settings', () => {
  test('a field that cannot be read takes its default and the others stay', () => {
    expect(store.get()).toEqual({ ...DEFAULT_SETTINGS, theme: 'dark' });
    expect(readSettings('{"ShowGettingStarted":false,"ToolbarItems":[1]}')).toEqual({ ...DEFAULT_SETTINGS, showGettingStarted: false });
  });

  propertyTest.prop([fc.oneof(fc.string(), fc.json())])('no stored text makes the reader throw, and all it gives is complete', (text) => {
    expect(Object.keys(readSettings(text)).sort()).toEqual(Object.keys(DEFAULT_SETTINGS).sort());
    expect(readSettings(writeSettings(readSettings(text)))).toEqual(readSettings(text));
  });

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

  test('that could not be loaded is never overwritten by the defaults on screen', async () => {
    failure = new HttpError(500, 'down');
    expect(await store.load()).toBeNull();
    failure = null;
    store.storeWorkspace('{"fresh":true}');
    await store.flush();
    await expect(store.save()).rejects.toThrow('could not be loaded');
    expect(stored).toEqual([]);
  });
});

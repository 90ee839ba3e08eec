import { fc, test as propertyTest } from '@fast-check/vitest';
import { beforeEach, describe, expect, test } from 'vitest';
import { HttpError, type HttpApi } from '../connection/http-api.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import type { SettingsStoreCore } from './settings-types.ts';
import { createSettingsStore, WORKSPACE_DELAY_MS } from './settings-store.ts';
import { createUnsentStash } from './unsent-stash.ts';
import { readSettings } from './user-settings.ts';

interface Held {
  Workspace: string;
  Settings: string;
  Page: string;
  Revision: number;
}
/** What the server holds for the user. */
let held: Held;
let sent: { workspace: string; keepalive: boolean; revision: number }[];
/** Keeps stores on their way until it is called. */
let answer: (() => void) | null;
let isServerUp: boolean;
let isReachable: boolean;
let isUsed: boolean;
let userId: string;
let kept: Map<string, string>;
let clock: ManualClock;

const api = {
  async call(name: string, body: Held & { BaseRevision: number }, options: { keepalive?: boolean }) {
    if (!isServerUp) throw new HttpError(0, 'unreachable');
    if (name === 'loadSettings')
      return { ...held, DefaultAccount: null, TradingApi: 'Own', TradingApiData: null };
    sent.push({
      workspace: body.Workspace,
      keepalive: options.keepalive ?? false,
      revision: body.BaseRevision,
    });
    if (answer !== null)
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
    if (body.BaseRevision !== held.Revision)
      throw new HttpError(409, 'changed', { Error: 'changed', ...held });
    const { Workspace, Settings, Page } = body;
    held = { Workspace, Settings, Page, Revision: held.Revision + 1 };
    return { Ok: true, Revision: held.Revision };
  },
} as unknown as HttpApi;
const settle = () => new Promise((resolve) => setImmediate(resolve));
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};
/** A page of the browser, loaded. */
async function page(): Promise<SettingsStoreCore> {
  const store = createSettingsStore({
    api,
    clock,
    user: () => ({ token: 'token', userId, isDemo: false }),
    stash: createUnsentStash(() => storage),
    isReachable: () => isReachable,
  });
  await store.load();
  store.followWorkspaces(
    () => true,
    () => isUsed,
  );
  return store;
}
/** The page goes: nothing of it runs on. */
async function close(store: SettingsStoreCore): Promise<void> {
  store.leave();
  await settle();
  store.dispose();
}
const another = (Workspace: string, Settings = held.Settings): void => {
  held = { ...held, Workspace, Settings, Revision: held.Revision + 1 };
};
/** Too large to outlive a page. */
const large = (name: string): string => JSON.stringify({ w: name, pad: 'x'.repeat(61_000) });
const stored = async () => {
  clock.advance(WORKSPACE_DELAY_MS);
  await settle();
};

beforeEach(() => {
  held = { Workspace: large('first'), Settings: '{}', Page: '', Revision: 7 };
  sent = [];
  answer = null;
  isServerUp = isReachable = isUsed = true;
  userId = 'ann';
  kept = new Map();
  clock = createManualClock();
});

describe('a page that goes with workspaces that were changed just now', () => {
  test('sends small ones at once, in a call that outlives it, and keeps nothing', async () => {
    const store = await page();
    store.storeWorkspace('{"w":"small"}');
    store.leave();
    await settle();
    expect([sent, kept.size]).toEqual([[{ workspace: '{"w":"small"}', keepalive: true, revision: 7 }], 0]);
  });

  test('keeps large ones in the browser; the next page shows and stores them, and nothing is kept any longer', async () => {
    const store = await page();
    store.storeWorkspace(large('mine'));
    await close(store);
    expect([sent, kept.size]).toEqual([[], 1]);
    const next = await page();
    expect(next.workspace()).toBe(large('mine'));
    await stored();
    expect([
      sent.map(({ revision }) => revision),
      held.Workspace === large('mine'),
      next.conflict.get(),
      kept.size,
    ]).toEqual([[7], true, null, 0]);
  });

  test('has nothing to keep when all is stored', async () => {
    const store = await page();
    store.storeWorkspace(large('mine'));
    await store.flush();
    await close(store);
    expect(kept.size).toBe(0);
  });

  test.each([
    [
      'the last store failed',
      () => {
        isServerUp = false;
      },
    ],
    [
      'the connection is lost',
      () => {
        isReachable = false;
      },
    ],
  ])('keeps small ones, too, where %s', async (_name, lose) => {
    const store = await page();
    store.storeWorkspace('{"w":"small"}');
    lose();
    if (!isServerUp) await stored();
    await close(store);
    isServerUp = isReachable = true;
    expect(sent).toEqual([]);
    await page();
    await stored();
    expect([held.Workspace, kept.size]).toEqual(['{"w":"small"}', 0]);
  });

  test('sends those again that are on their way, so that they outlive it: the server takes one of the two', async () => {
    const store = await page();
    store.storeWorkspace('{"w":"small"}');
    answer = () => {};
    clock.advance(WORKSPACE_DELAY_MS);
    await settle();
    store.leave();
    expect(sent).toEqual(
      [false, true].map((keepalive) => ({ workspace: '{"w":"small"}', keepalive, revision: 7 })),
    );
    expect([...kept.values()].map((text) => JSON.parse(text))).toMatchObject([[{ wasSent: true }]]);
  });

  /** A page that goes with a small change, which the server gets when the returned function is called. */
  async function leaveBefore(): Promise<() => void> {
    const store = await page();
    store.storeWorkspace('{"w":"small"}');
    answer = () => {};
    await close(store);
    const arrive = answer;
    answer = null;
    return arrive;
  }

  test('shows them on a page that loads before they arrive; what is changed there is no conflict with them', async () => {
    const arrive = await leaveBefore();
    const next = await page();
    expect(next.workspace()).toBe('{"w":"small"}');
    next.storeWorkspace('{"w":"next"}');
    await settle().then(arrive).then(settle);
    await stored();
    expect([held.Workspace, next.conflict.get(), kept.size]).toEqual(['{"w":"next"}', null, 0]);
  });

  test('has them stored by the next page when they never arrive, and forgotten once anything was stored after them', async () => {
    await leaveBefore();
    await page().then(stored);
    expect([held.Workspace, kept.size]).toEqual(['{"w":"small"}', 0]);
    another('{"w":"first"}');
    await leaveBefore().then((arrive) => arrive());
    another('{"w":"theirs"}');
    const next = await page();
    expect([next.workspace(), next.conflict.get(), kept.size]).toEqual(['{"w":"theirs"}', null, 0]);
  });

  test('keeps what was changed behind those on their way, and continues from them when they have arrived', async () => {
    const store = await page();
    store.storeWorkspace('{"w":"sent"}');
    answer = () => {};
    clock.advance(WORKSPACE_DELAY_MS);
    await settle();
    store.storeWorkspace('{"w":"later"}');
    store.leave();
    store.dispose();
    answer = null;
    // They had arrived.
    another('{"w":"sent"}');
    const next = await page();
    await stored();
    expect([held.Workspace, next.conflict.get(), kept.size]).toEqual(['{"w":"later"}', null, 0]);
  });

  test('finds that they had arrived after all, and stores nothing again', async () => {
    const store = await page();
    store.storeWorkspace(large('mine'));
    await close(store);
    another(large('mine'));
    const next = await page();
    await stored();
    expect([sent, next.workspace() === large('mine'), kept.size]).toEqual([[], true, 0]);
  });

  test('comes back from the back-forward cache and stores them itself', async () => {
    const store = await page();
    store.storeWorkspace(large('mine'));
    store.leave();
    await stored();
    expect([held.Workspace === large('mine'), kept.size]).toEqual([true, 0]);
  });
});

describe('what another machine has stored meanwhile', () => {
  test('is not overwritten: it stands against what was kept, and the question comes again until it is answered', async () => {
    const store = await page();
    store.storeWorkspace(large('mine'));
    await close(store);
    another(large('theirs'));
    const next = await page();
    await stored();
    expect(next.conflict.get()).toEqual({
      theirs: large('theirs'),
      base: large('first'),
      mine: large('mine'),
    });
    await close(next);
    const third = await page();
    await stored();
    expect(third.conflict.get()).toEqual({
      theirs: large('theirs'),
      base: large('first'),
      mine: large('mine'),
    });
    expect([sent, held.Workspace === large('theirs')]).toEqual([[], true]);
    await third.resolveConflict(large('both'));
    expect([held.Workspace === large('both'), kept.size]).toEqual([true, 0]);
  });

  test('nor is what was kept lost in a page that the user has not used yet', async () => {
    const store = await page();
    store.storeWorkspace(large('mine'));
    await close(store);
    another(large('theirs'));
    isUsed = false;
    const next = await page();
    await stored();
    expect(next.conflict.get()?.mine).toBe(large('mine'));
  });

  test('of a setting stays, and the workspaces that were kept are stored beside it', async () => {
    const store = await page();
    isServerUp = false;
    store.preview({ theme: 'dark', density: 'compact' });
    await expect(store.save()).rejects.toThrow();
    store.storeWorkspace(large('mine'));
    await close(store);
    isServerUp = true;
    another(held.Workspace, '{"Density":"normal","PricePalette":"red-up"}');
    await page();
    await stored();
    expect(held.Workspace).toBe(large('mine'));
    expect(readSettings(held.Settings)).toMatchObject({
      theme: 'dark',
      density: 'compact',
      pricePalette: 'red-up',
    });
    // Changed in both places: theirs is newer.
    const again = await page();
    isServerUp = false;
    again.preview({ theme: 'light' });
    await expect(again.save()).rejects.toThrow();
    await close(again);
    isServerUp = true;
    another(held.Workspace, '{"Theme":"dark","PricePalette":"classic"}');
    another(held.Workspace, '{"Theme":"light","PricePalette":"color-safe"}');
    await page();
    await stored();
    expect(readSettings(held.Settings)).toMatchObject({ theme: 'light', pricePalette: 'color-safe' });
  });
});

describe('what is kept', () => {
  const leaveLarge = async () => {
    const store = await page();
    store.storeWorkspace(large('mine'));
    await close(store);
  };

  test('is for the same user alone', async () => {
    await leaveLarge();
    userId = 'bob';
    const bobs = await page();
    await stored();
    expect([bobs.workspace() === large('first'), sent, kept.size]).toEqual([true, [], 1]);
    bobs.reset();
    bobs.forgetUnsaved();
    userId = 'ann';
    expect((await page()).workspace()).toBe(large('mine'));
  });

  test('is gone when the user has logged out', async () => {
    await leaveLarge();
    const store = await page();
    store.reset();
    store.forgetUnsaved();
    expect(kept.size).toBe(0);
    expect((await page()).workspace()).toBe(large('first'));
  });

  test('is not added to by a page whose session has ended elsewhere', async () => {
    const store = await page();
    store.storeWorkspace(large('mine'));
    store.reset();
    await close(store);
    expect(kept.size).toBe(0);
  });

  test('of another page is left there by what this one stores', async () => {
    const early = await page();
    await leaveLarge();
    early.storeWorkspace('{"w":"early"}');
    await early.flush();
    expect(kept.size).toBe(1);
    await page().then(stored);
    expect(held.Workspace).toBe('{"w":"early"}');
  });
});

type Step = 'change' | 'wait' | 'reload' | 'another' | 'server goes' | 'server comes';
const steps = fc.array(
  fc.constantFrom<Step>('change', 'wait', 'reload', 'another', 'server goes', 'server comes'),
  { maxLength: 25 },
);

propertyTest.prop([steps], { numRuns: 150 })(
  'whatever happens in between, no large change is lost and none of another machine is overwritten unseen',
  async (given) => {
    held = { Workspace: '{"w":"first"}', Settings: '{}', Page: '', Revision: 1 };
    kept = new Map();
    isServerUp = isReachable = true;
    clock = createManualClock();
    let store = await page();
    let mine: string | null = null;
    /** All that this browser has shown, and all that the server has held. */
    const shown = new Set([held.Workspace]);
    const everHeld = new Set([held.Workspace]);
    let serial = 0;
    const noteShown = () => {
      const text = store.workspace();
      if (text !== null) shown.add(text);
    };
    for (const step of [...given, 'server comes', 'reload', 'wait'] as const) {
      const before = held.Workspace;
      if (step === 'change') {
        mine = large(`mine ${++serial}`);
        store.storeWorkspace(mine);
      } else if (step === 'wait') {
        clock.advance(20_000);
        await settle();
      } else if (step === 'reload') {
        await close(store);
        const wasUp: boolean = isServerUp;
        isServerUp = true;
        store = await page();
        isServerUp = wasUp;
      } else if (step === 'another') another(`{"w":"theirs ${++serial}"}`);
      else isReachable = isServerUp = step === 'server comes';
      if (step !== 'another' && held.Workspace !== before) expect(shown).toContain(before);
      everHeld.add(held.Workspace);
      noteShown();
    }
    if (mine !== null && !everHeld.has(mine)) expect(store.conflict.get()?.mine).toBe(mine);
    if (store.conflict.get() === null) expect(kept.size).toBe(0);
    store.dispose();
  },
);

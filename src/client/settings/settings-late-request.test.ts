import { beforeEach, describe, expect, test } from 'vitest';
import { HttpError, type HttpApi } from '../connection/http-api.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { createSettingsStore, WORKSPACE_DELAY_MS } from './settings-store.ts';
import type { SettingsStoreCore } from './settings-types.ts';
import { createUnsentStash } from './unsent-stash.ts';

interface StoreBody {
  readonly Workspace: string;
  readonly Settings: string;
  readonly Page: string;
  readonly BaseRevision: number;
}

/** Stores by revision, as the server does. A held request reaches it only with `release`. */
class Server {
  isUp = true;
  isHolding = false;
  readonly #held: (() => void)[] = [];
  #stored = { Workspace: '{"w":"first"}', Settings: '{}', Page: '', Revision: 7 };

  get workspace(): string {
    return this.#stored.Workspace;
  }
  release(): void {
    this.isHolding = false;
    for (const arrive of this.#held.splice(0)) arrive();
  }
  // A test calls two of the routes.
  readonly api = {
    call: async (name: string, body: StoreBody) => {
      if (!this.isUp) throw new HttpError(0, 'unreachable');
      if (name === 'loadSettings')
        return { ...this.#stored, DefaultAccount: null, TradingApi: 'Own', TradingApiData: null };
      if (this.isHolding) await new Promise<void>((resolve) => this.#held.push(resolve));
      if (body.BaseRevision !== this.#stored.Revision)
        throw new HttpError(409, 'changed', { Error: 'changed', ...this.#stored });
      const { Workspace, Settings, Page } = body;
      this.#stored = { Workspace, Settings, Page, Revision: this.#stored.Revision + 1 };
      return { Ok: true, Revision: this.#stored.Revision };
    },
  } as unknown as HttpApi;
}

let server: Server;
let clock: ManualClock;
let kept: Map<string, string>;

const settle = () => new Promise((resolve) => setImmediate(resolve));

async function openPage(): Promise<SettingsStoreCore> {
  const page = createSettingsStore({
    api: server.api,
    clock,
    user: () => ({ token: 'token', userId: 'ann', isDemo: false }),
    stash: createUnsentStash(() => ({
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    })),
  });
  await page.load();
  page.followWorkspaces(() => true);
  return page;
}

async function storeAfterPause(): Promise<void> {
  clock.advance(WORKSPACE_DELAY_MS);
  await settle();
}

beforeEach(() => {
  server = new Server();
  clock = createManualClock();
  kept = new Map();
});

describe('a request of a page whose last one failed, under way as the page closes, arrives after the next page has loaded', () => {
  /** Closes a page with `sent` under way and `last` on screen; returns the next page, which loaded before `sent` arrived. */
  async function reload(sent: string, last: string): Promise<SettingsStoreCore> {
    const page = await openPage();
    server.isUp = false;
    page.storeWorkspace('{"w":"failed"}');
    await storeAfterPause();
    server.isUp = true;
    server.isHolding = true;
    page.storeWorkspace(sent);
    await storeAfterPause();
    page.storeWorkspace(last);
    page.leave();
    page.dispose();
    const next = await openPage();
    server.release();
    await settle();
    return next;
  }

  test.each([
    ['with what was on screen', '{"w":"mine"}', '{"w":"mine"}'],
    ['with an earlier change', '{"w":"earlier"}', '{"w":"mine"}'],
  ])('%s: the next page, changed since, has no conflict with it', async (_, sent, last) => {
    const next = await reload(sent, last);
    expect([server.workspace, next.workspace()]).toEqual([sent, last]);
    next.storeWorkspace('{"w":"mine, measured"}');
    await storeAfterPause();
    expect([server.workspace, next.conflict.get(), next.storeError.get(), kept.size]).toEqual([
      '{"w":"mine, measured"}',
      null,
      null,
      0,
    ]);
  });

  test('the workspaces of another writer are still a conflict', async () => {
    const next = await reload('{"w":"earlier"}', '{"w":"mine"}');
    const other = createSettingsStore({
      api: server.api,
      clock,
      user: () => ({ token: 'token', userId: 'ann', isDemo: false }),
    });
    await other.load();
    other.storeWorkspace('{"w":"theirs"}');
    await other.flush();
    await storeAfterPause();
    expect(next.conflict.get()?.theirs).toBe('{"w":"theirs"}');
    expect(kept.size).toBe(1);
  });
});

import { fc, test as propertyTest } from '@fast-check/vitest';
import { expect } from 'vitest';
import { HttpError, type HttpApi } from '../connection/http-api.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createSettingsStore, RETRY_MS } from './settings-store.ts';
import type { SettingsStoreCore } from './settings-types.ts';
import { createUnsentStash } from './unsent-stash.ts';
import { readSettings } from './user-settings.ts';

interface StoreBody {
  readonly Workspace: string;
  readonly Settings: string;
  readonly Page: string;
  readonly BaseRevision: number;
}

/** What happens to a request: it arrives at once, it waits, it never arrives, or it arrives and its answer is lost. */
type Network = 'works' | 'delays' | 'fails' | 'loses answers';

/** One browser with one user, whose pages follow each other, and the server. */
class World {
  network: Network = 'works';
  readonly clock = createManualClock();
  readonly #kept = new Map<string, string>();
  readonly #delayed: (() => void)[] = [];
  #stored = { Workspace: '{"w":0}', Settings: '{}', Page: '', Revision: 7 };
  #pageNumber = 0;

  get workspace(): string {
    return this.#stored.Workspace;
  }
  get holdSeconds(): number {
    return readSettings(this.#stored.Settings).holdSeconds;
  }
  get keptCount(): number {
    return this.#kept.size;
  }

  async open(): Promise<SettingsStoreCore> {
    const number = ++this.#pageNumber;
    const page = createSettingsStore({
      api: this.#apiOf(number),
      clock: this.clock,
      user: () => ({ token: 'token', userId: 'ann', isDemo: false }),
      stash: createUnsentStash(() => ({
        getItem: (key) => this.#kept.get(key) ?? null,
        setItem: (key, value) => void this.#kept.set(key, value),
        removeItem: (key) => void this.#kept.delete(key),
      })),
    });
    await page.load();
    page.followWorkspaces(() => true);
    return page;
  }

  /** The page closes; nothing of it runs on. */
  async close(page: SettingsStoreCore): Promise<void> {
    page.leave();
    await settle();
    page.dispose();
    this.#pageNumber++;
  }

  arrive(index: number): void {
    this.#delayed.splice(index % Math.max(1, this.#delayed.length), 1)[0]?.();
  }
  arriveAll(): void {
    for (const arrive of this.#delayed.splice(0)) arrive();
  }

  #apiOf(number: number): HttpApi {
    // A test calls two of the routes.
    return { call: (name: string, body: StoreBody) => this.#call(number, name, body) } as unknown as HttpApi;
  }

  async #call(number: number, name: string, body: StoreBody): Promise<unknown> {
    if (name === 'loadSettings')
      return { ...this.#stored, DefaultAccount: null, TradingApi: 'Own', TradingApiData: null };
    if (this.network === 'fails') throw new HttpError(0, 'unreachable');
    const isLost = this.network === 'loses answers';
    if (this.network === 'delays') await new Promise<void>((resolve) => this.#delayed.push(resolve));
    const answer = this.#store(body);
    // A page that was closed reads no answer.
    if (number !== this.#pageNumber) return new Promise(() => {});
    if (isLost) throw new HttpError(0, 'unreachable');
    if (answer instanceof HttpError) throw answer;
    return answer;
  }

  #store({ Workspace, Settings, Page, BaseRevision }: StoreBody): HttpError | object {
    if (BaseRevision !== this.#stored.Revision)
      return new HttpError(409, 'changed', { Error: 'changed', ...this.#stored });
    this.#stored = { Workspace, Settings, Page, Revision: BaseRevision + 1 };
    return { Ok: true, Revision: this.#stored.Revision };
  }
}

const shownOn = (page: SettingsStoreCore) => ({
  workspace: page.workspace(),
  holdSeconds: page.get().holdSeconds,
});
const settle = () => new Promise((resolve) => setImmediate(resolve));

const step = fc.oneof(
  fc.constantFrom('change', 'change back', 'wait', 'reload', 'wake', 'sign in again', 'all arrive' as const),
  fc.record({ network: fc.constantFrom<Network>('works', 'delays', 'fails', 'loses answers') }),
  fc.record({ holdSeconds: fc.nat(3) }),
  fc.record({ arrives: fc.nat(5) }),
  fc.record({ waitMs: fc.constantFrom(10, 400, 1_000, 16_000) }),
);

type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

/** Each was a fault once. */
const FOUND: readonly [Step[]][] = [
  [[{ network: 'loses answers' }, 'change', 'wait', 'change']],
  [[{ network: 'loses answers' }, { holdSeconds: 2 }, { holdSeconds: 0 }]],
  [[{ network: 'delays' }, 'change', 'reload', { arrives: 0 }, 'change', 'reload']],
  [[{ network: 'fails' }, 'change', 'reload', 'change back', 'reload', 'change']],
  [['change', { network: 'delays' }, 'wait', 'change back', 'reload', 'all arrive']],
];

propertyTest.prop([fc.array(step, { minLength: 5, maxLength: 30, size: 'max' })], {
  numRuns: 300,
  examples: [...FOUND],
})(
  'a browser with one page at a time never conflicts with itself, loses nothing and keeps nothing once all is stored',
  async (steps) => {
    const world = new World();
    let page = await world.open();
    let serial = 0;
    for (const each of steps) {
      if (each === 'change') page.storeWorkspace(`{"w":${++serial}}`);
      else if (each === 'change back') page.storeWorkspace(`{"w":${Math.max(0, serial - 1)}}`);
      else if (each === 'wait') world.clock.advance(RETRY_MS);
      else if (each === 'all arrive') world.arriveAll();
      else if (each === 'wake') void page.refresh();
      else if (each === 'sign in again') {
        const shown = shownOn(page);
        await page.load();
        expect(shownOn(page)).toEqual(shown);
      } else if (each === 'reload') {
        const shown = shownOn(page);
        await world.close(page);
        page = await world.open();
        expect(shownOn(page)).toEqual(shown);
      } else if ('network' in each) world.network = each.network;
      else if ('holdSeconds' in each) page.save(each).catch(() => {});
      else if ('arrives' in each) world.arrive(each.arrives);
      else world.clock.advance(each.waitMs);
      await settle();
      expect(page.conflict.get()).toBeNull();
    }
    const shown = shownOn(page);
    world.network = 'works';
    for (let turn = 0; turn < 4; turn++) {
      world.arriveAll();
      await settle();
      world.clock.advance(RETRY_MS);
      await settle();
    }
    expect([page.conflict.get(), page.storeError.get(), world.keptCount]).toEqual([null, null, 0]);
    expect(shownOn(page)).toEqual(shown);
    expect({ workspace: world.workspace, holdSeconds: world.holdSeconds }).toEqual(shown);
  },
);

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AlertDocuments } from '../../src/client/alerts/alert-documents.ts';
import { createAlertStash } from '../../src/client/alerts/alert-stash.ts';
import { createManualClock } from '../../src/client/testing/manual-clock.ts';
import {
  ALERT_SIDES,
  type AlertFiring,
  type AlertRow,
  firingsAt,
  newAlert,
  withLevel,
  withReset,
} from '../../src/domain/alerts/index.ts';
import { Permission } from '../../src/domain/permissions.ts';
import { decode, encode, type Message } from '../../src/protocol/index.ts';
import { AlertsService } from '../../src/server/alerts/alerts-service.ts';
import { createManualMarket } from '../../src/server/alerts/testing/one-price-market.ts';
import { AlertDocumentFeed } from '../../src/server/gateway/trading/alert-document-feed.ts';
import { EMPTY_PROFILE } from '../../src/server/identity/demo-user.ts';
import type { Principal } from '../../src/server/identity/identity.ts';
import { openRepositories, type OpenRepositories } from '../../src/server/storage/open-repositories.ts';

type ToServer = Message<'trading', 'toServer'>;
type ToClient = Message<'trading', 'toClient'>;

const SYMBOL = 'AAPL';
/** Until a message of the server is shown, ms. */
const SHOW_MS = 100;
const LEVELS = [90, 95, 100, 105, 110];

const browser = fc.nat({ max: 1 });
const side = fc.constantFrom(...ALERT_SIDES);
const pick = fc.nat({ max: 5 });
const action = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('add'), browser, side, level: fc.constantFrom(...LEVELS) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('level'),
      browser,
      pick,
      side,
      level: fc.constantFrom(...LEVELS),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pause'), browser, pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reset'), browser, pick, side }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove'), browser, pick }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('print'), price: fc.integer({ min: 85, max: 115 }) }),
  },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('deliver'), browser }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lose'), browser }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('connect'), browser }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reload'), browser }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('show'), browser }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart') }) },
);
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

/** A browser of the user: its store, its storage and the frames that are on their way in each direction. */
class Browser {
  readonly #principal: Principal;
  readonly #texts = new Map<string, string>();
  readonly #toServer: string[] = [];
  readonly #toClient: string[] = [];
  /** Of the present page: the timers of an earlier one are gone with it. */
  #clock = createManualClock();
  #feed: AlertDocumentFeed | undefined;
  store: AlertDocuments;

  constructor(principal: Principal) {
    this.#principal = principal;
    this.store = this.#open();
  }

  connect(service: AlertsService): void {
    if (this.#feed !== undefined) return;
    this.#feed = new AlertDocumentFeed(service.documents, '', (frame) => this.#toClient.push(frame));
    this.store.onAccountReady();
  }

  /** The socket is lost with everything that is on its way. */
  lose(): void {
    this.#feed?.stop();
    this.#feed = undefined;
    this.#toServer.length = this.#toClient.length = 0;
    this.store.onLost();
  }

  /** Time passes: messages of the server are shown. */
  show(): void {
    this.#clock.advance(SHOW_MS);
  }

  reload(): void {
    this.lose();
    this.store = this.#open();
  }

  /** Delivers the next frame to the server, or else the next one to the browser. False when none is on its way. */
  async deliver(): Promise<boolean> {
    const request = this.#toServer.shift();
    if (request !== undefined) {
      await this.#serve(request);
      return true;
    }
    const answer = this.#toClient.shift();
    if (answer === undefined) return false;
    const read = decode<'trading', 'toClient'>('trading', 'toClient', answer);
    // The feed of alert documents sends no other messages.
    if (read.ok) this.store.onTrading(read.value as Parameters<AlertDocuments['onTrading']>[0] & ToClient);
    else expect.fail(read.error.message);
    return true;
  }

  async #serve(frame: string): Promise<void> {
    const read = decode<'trading', 'toServer'>('trading', 'toServer', frame);
    const request: ToServer = read.ok ? read.value : expect.fail(read.error.message);
    if (request.name === 'alertPut') await this.#feed?.put(request.body, this.#principal);
    else if (request.name === 'alertRemove') await this.#feed?.remove(request.body, this.#principal);
    else await this.#feed?.list(this.#principal);
  }

  #open(): AlertDocuments {
    this.#clock = createManualClock();
    const store = new AlertDocuments({
      clock: this.#clock,
      trading: {
        sendReady: (name, body) => {
          if (this.#feed === undefined) return false;
          this.#toServer.push(encode(name, body));
          return true;
        },
      },
      user: () => ({ ...this.#principal }),
      stash: createAlertStash(() => ({
        getItem: (key) => this.#texts.get(key) ?? null,
        setItem: (key, value) => void this.#texts.set(key, value),
        removeItem: (key) => void this.#texts.delete(key),
      })),
    });
    store.subscribe(() => {});
    return store;
  }
}

/** One user with two browsers, a server that may restart, and a market of one symbol. */
class AlertWorld {
  readonly #storage: OpenRepositories;
  readonly #userId: string;
  readonly #manual = createManualMarket([SYMBOL]);
  readonly #browsers: readonly [Browser, Browser];
  readonly #fired: string[] = [];
  readonly #added = new Set<string>();
  readonly #removed = new Set<string>();
  #service: AlertsService;
  #price = 0;

  constructor(storage: OpenRepositories, userId: string) {
    this.#storage = storage;
    this.#userId = userId;
    const principal: Principal = {
      userId,
      userName: userId,
      sessionId: 's',
      isDemo: false,
      account: undefined,
      permissionMask: Permission.ChartAlerts,
      isOneMachine: false,
      tokenExpiresAtMs: 0,
      sessionExpiresAtMs: 0,
    };
    this.#browsers = [new Browser(principal), new Browser(principal)];
    this.#service = this.#open();
  }

  async run(actions: readonly Action[]): Promise<void> {
    for (const each of this.#browsers) each.connect(this.#service);
    for (const each of actions) await this.#act(each);
    for (const each of this.#browsers) each.connect(this.#service);
    await this.#deliverAll();
    for (const each of this.#browsers) each.show();
    await this.#judge();
    await this.#service.stop();
  }

  async #act(each: Action): Promise<void> {
    if (each.kind === 'restart') return this.#restart();
    if (each.kind === 'print') return this.#print(each.price);
    if (!('browser' in each)) return;
    const acting = this.#browsers[each.browser] ?? this.#browsers[0];
    if (each.kind === 'add') return this.#add(acting, each.side, each.level);
    if ('pick' in each) return this.#change(acting, each);
    if (each.kind === 'deliver') await acting.deliver();
    else if (each.kind === 'lose') acting.lose();
    else if (each.kind === 'show') acting.show();
    else {
      // Without a session a page shows no tools, so that nothing is changed before it is connected.
      if (each.kind === 'reload') acting.reload();
      acting.connect(this.#service);
    }
  }

  #add(acting: Browser, on: 'High' | 'Low', level: number): void {
    const id = `a${this.#added.size}`;
    this.#added.add(id);
    acting.store.put([withLevel(newAlert(id, SYMBOL), on, level)]);
  }

  #change(acting: Browser, each: Extract<Action, { pick: number }>): void {
    const rows = [...acting.store.get().rows.values()];
    const row = rows[each.pick % Math.max(1, rows.length)];
    if (row === undefined) return;
    if (each.kind === 'remove') {
      this.#removed.add(row.Id);
      acting.store.remove([row.Id]);
    } else if (each.kind === 'pause') acting.store.put([{ ...row, Paused: !row.Paused }]);
    else if ('level' in each) acting.store.put([withLevel(row, each.side, each.level)]);
    else if ('side' in each) acting.store.put([withReset(row, each.side)]);
  }

  async #print(price: number): Promise<void> {
    this.#price = price;
    this.#manual.print(SYMBOL, price);
    await this.#settled();
  }

  async #restart(): Promise<void> {
    for (const each of this.#browsers) each.lose();
    await this.#service.stop();
    this.#service = this.#open();
    await this.#service.start();
  }

  #open(): AlertsService {
    const service = new AlertsService({
      repositories: this.#storage.repositories,
      market: this.#manual.market,
      valueOf: () => null,
      hostMs: () => 1_000,
      logger: { error: (...args: unknown[]) => expect.fail(JSON.stringify(args)) },
    });
    service.listen(this.#userId, ({ AlertId, Side, Arm }: AlertFiring) =>
      this.#fired.push(`${AlertId} ${Side} ${Arm}`),
    );
    return service;
  }

  /** The tasks of the user have ended: one that changes nothing has run after them. */
  async #settled(): Promise<void> {
    await this.#service.documents.remove(this.#userId, { id: 'unknown', seenRevision: 1 });
  }

  async #deliverAll(): Promise<void> {
    for (let isIdle = false; !isIdle;) {
      await this.#settled();
      const delivered = [await this.#browsers[0].deliver(), await this.#browsers[1].deliver()];
      isIdle = !delivered.includes(true);
    }
  }

  async #judge(): Promise<void> {
    const stored = (await this.#service.documents.list(this.#userId)).flatMap(({ row }) => row ?? []);
    const byId = (rows: Iterable<AlertRow>) =>
      [...rows].toSorted((left, right) => (left.Id < right.Id ? -1 : 1));
    for (const each of this.#browsers)
      expect(byId(each.store.get().rows.values()), 'both browsers show what is stored').toEqual(byId(stored));
    expect(new Set(this.#fired).size, 'no arming fires twice').toBe(this.#fired.length);
    const waiting = stored.flatMap((row) => firingsAt(row, this.#price, 1));
    expect(waiting, 'every level that the price is beyond has fired').toEqual([]);
    const ids = new Set(stored.map(({ Id }) => Id));
    const lost = [...this.#added].filter((id) => !ids.has(id) && !this.#removed.has(id));
    expect(lost, 'no alert is lost that no user removed').toEqual([]);
  }
}

let folder: string;
let storage: OpenRepositories;
let users = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-alert-world-'));
  storage = await openRepositories({ dataFolder: folder });
});
afterAll(async () => {
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});

async function newUser(): Promise<string> {
  users += 1;
  const userId = `u-${users}`;
  await storage.repositories.users.create({
    userId,
    userName: userId,
    passwordHash: '$x',
    permissionMask: Permission.ChartAlerts,
    isDemo: false,
    isDisabled: false,
    expiresAtMs: null,
    isOneMachine: false,
    profile: EMPTY_PROFILE,
  });
  return userId;
}

describe('alert documents of two browsers', () => {
  it('makes two browsers agree, fires each arming once and loses no alert over reconnects, reloads and restarts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 30, maxLength: 120, size: 'max' }), async (actions) =>
        new AlertWorld(storage, await newUser()).run(actions),
      ),
      { numRuns: 40, seed: 20_261_124 },
    );
  }, 120_000);
});

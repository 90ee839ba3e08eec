import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDrawingStash } from '../../src/client/drawings/drawing-stash.ts';
import { SharedDrawings } from '../../src/client/drawings/shared-drawings.ts';
import { createManualClock } from '../../src/client/testing/manual-clock.ts';
import type { Drawing } from '../../src/domain/drawings/index.ts';
import { drawing } from '../../src/domain/drawings/testing.ts';
import { Permission } from '../../src/domain/permissions.ts';
import { decode, encode, type Message } from '../../src/protocol/index.ts';
import { DrawingDocuments } from '../../src/server/drawings/drawing-documents.ts';
import { DrawingFeed } from '../../src/server/gateway/trading/drawing-feed.ts';
import { EMPTY_PROFILE } from '../../src/server/identity/demo-user.ts';
import type { Principal } from '../../src/server/identity/identity.ts';
import { openRepositories, type OpenRepositories } from '../../src/server/storage/open-repositories.ts';

const SYMBOLS = ['AAPL', 'MSFT'] as const;
/** Until a message of the server is shown, ms. */
const SHOW_MS = 100;

const browser = fc.nat({ max: 1 });
const pick = fc.nat({ max: 7 });
const symbol = fc.constantFrom(...SYMBOLS);
const value = fc.integer({ min: 1, max: 4 });
const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('add'), browser, symbol, value }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('move'), browser, pick, value }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('rename'), browser, pick, value }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('remove'), browser, pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restore'), browser, pick }) },
  { weight: 10, arbitrary: fc.record({ kind: fc.constant('deliver'), browser }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lose'), browser }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('connect'), browser }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reload'), browser }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave'), browser, symbol }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('enter'), browser, symbol }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('show'), browser }) },
);
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

/** A browser of the user: its store, its storage and the frames that are on their way in each direction. */
class Browser {
  readonly #principal: Principal;
  readonly #newId: () => string;
  readonly #texts = new Map<string, string>();
  readonly #toServer: string[] = [];
  readonly #toClient: string[] = [];
  readonly #charts = new Map<string, () => void>();
  /** Of the present page: the timers of an earlier one are gone with it. */
  #clock = createManualClock();
  #feed: DrawingFeed | undefined;
  store: SharedDrawings;

  constructor(principal: Principal, newId: () => string) {
    this.#principal = principal;
    this.#newId = newId;
    this.store = this.#open();
  }

  connect(documents: DrawingDocuments): void {
    if (this.#feed !== undefined) return;
    this.#feed = new DrawingFeed(documents, '', (frame) => this.#toClient.push(frame));
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
    this.#charts.clear();
    this.store = this.#open();
  }

  /** A chart shows the symbol. */
  enter(shown: string): void {
    if (!this.#charts.has(shown))
      this.#charts.set(
        shown,
        this.store.drawingsOf(shown).subscribe(() => {}),
      );
  }

  leave(left: string): void {
    this.#charts.get(left)?.();
    this.#charts.delete(left);
  }

  rows(): readonly Drawing[] {
    return SYMBOLS.flatMap((each) => this.store.drawingsOf(each).get().rows);
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
    // The feed of drawings sends no other messages.
    if (read.ok) this.store.onTrading(read.value as Parameters<SharedDrawings['onTrading']>[0]);
    else expect.fail(read.error.message);
    return true;
  }

  async #serve(frame: string): Promise<void> {
    const read = decode<'trading', 'toServer'>('trading', 'toServer', frame);
    const request: Message<'trading', 'toServer'> = read.ok ? read.value : expect.fail(read.error.message);
    if (request.name === 'drawingPut') await this.#feed?.put(request.body, this.#principal);
    else if (request.name === 'drawingRemove') await this.#feed?.remove(request.body, this.#principal);
    else if (request.name === 'drawingList') await this.#feed?.list(request.body, this.#principal);
    else if (request.name === 'drawingLeave') this.#feed?.leave(request.body);
    else expect.fail(request.name);
  }

  #open(): SharedDrawings {
    this.#clock = createManualClock();
    const store = new SharedDrawings({
      clock: this.#clock,
      trading: {
        sendReady: (name, body) => {
          if (this.#feed === undefined) return false;
          this.#toServer.push(encode(name, body));
          return true;
        },
      },
      user: () => this.#principal,
      newId: this.#newId,
      stash: createDrawingStash(() => ({
        getItem: (key) => this.#texts.get(key) ?? null,
        setItem: (key, text) => void this.#texts.set(key, text),
        removeItem: (key) => void this.#texts.delete(key),
      })),
    });
    store.onProblem((problem) => {
      if (problem.kind === 'refused' || problem.kind === 'unlisted') expect.fail(problem.message);
    });
    return store;
  }
}

/** One user with two browsers and a server. */
class DrawingWorld {
  readonly #documents: DrawingDocuments;
  readonly #userId: string;
  readonly #browsers: readonly [Browser, Browser];
  readonly #added = new Set<string>();
  readonly #removed = new Map<string, Drawing>();
  /** Removals that the same browser has not reverted, as `browser id`: one that is late still counts after another browser has restored. */
  readonly #removals = new Set<string>();
  #copies = 0;

  constructor({ repositories }: OpenRepositories, userId: string) {
    this.#documents = new DrawingDocuments(repositories.documents, () => 1_000);
    this.#userId = userId;
    const principal: Principal = {
      userId,
      userName: userId,
      sessionId: 's',
      isDemo: false,
      account: undefined,
      permissionMask: Permission.Chart,
      isOneMachine: false,
      tokenExpiresAtMs: 0,
      sessionExpiresAtMs: 0,
    };
    const newId = () => `copy${(this.#copies += 1)}`;
    this.#browsers = [new Browser(principal, newId), new Browser(principal, newId)];
  }

  async run(actions: readonly Action[]): Promise<void> {
    for (const each of this.#browsers) this.#start(each);
    for (const each of actions) await this.#act(each);
    for (const each of this.#browsers) this.#start(each);
    await this.#deliverAll();
    for (const each of this.#browsers) each.show();
    await this.#judge();
  }

  #start(each: Browser): void {
    for (const shown of SYMBOLS) each.enter(shown);
    each.connect(this.#documents);
  }

  async #act(each: Action): Promise<void> {
    const acting = this.#browsers[each.browser] ?? this.#browsers[0];
    if ('pick' in each) return this.#change(acting, each);
    if (each.kind === 'deliver') await acting.deliver();
    else if (each.kind === 'lose') acting.lose();
    else if (each.kind === 'show') acting.show();
    else if ('value' in each) this.#add(acting, each.symbol, each.value);
    else if ('symbol' in each) {
      if (each.kind === 'leave') acting.leave(each.symbol);
      else acting.enter(each.symbol);
    } else {
      // Without a session a page shows no tools, so that nothing is changed before it is connected.
      if (each.kind === 'reload') acting.reload();
      acting.connect(this.#documents);
    }
  }

  #add(acting: Browser, on: string, at: number): void {
    const Id = `${on}:d${this.#added.size}`;
    this.#added.add(Id);
    acting.store.put([drawing({ Id, Symbol: on, Order: at })]);
  }

  #change(acting: Browser, each: Extract<Action, { pick: number }>): void {
    const choices = each.kind === 'restore' ? [...this.#removed.values()] : acting.rows();
    const row = choices[each.pick % Math.max(1, choices.length)];
    if (row === undefined) return;
    if (each.kind === 'remove') {
      this.#removed.set(row.Id, row);
      this.#removals.add(`${each.browser} ${row.Id}`);
      acting.store.remove([row.Id]);
    } else if (each.kind === 'restore') {
      this.#removals.delete(`${each.browser} ${row.Id}`);
      acting.store.restore([row]);
    } else if ('value' in each && each.kind === 'move')
      acting.store.put([{ ...row, Points: [{ Date: 1, Offset: 0, Value: each.value }] }]);
    else if ('value' in each) acting.store.put([{ ...row, Text: `text ${each.value}` }]);
  }

  async #deliverAll(): Promise<void> {
    for (let isIdle = false; !isIdle;) {
      const delivered = [await this.#browsers[0].deliver(), await this.#browsers[1].deliver()];
      isIdle = !delivered.includes(true);
    }
  }

  async #judge(): Promise<void> {
    const byId = (rows: Iterable<Drawing>) =>
      [...rows].toSorted((left, right) => (left.Id < right.Id ? -1 : 1));
    const stored = (await this.#documents.list(this.#userId)).flatMap(({ row }) => row ?? []);
    for (const each of this.#browsers)
      expect(byId(each.rows()), 'both browsers show what is stored').toEqual(byId(stored));
    const ids = new Set(stored.map(({ Id }) => Id));
    const isRemoved = (id: string) => [0, 1].some((by) => this.#removals.has(`${by} ${id}`));
    const lost = [...this.#added].filter((id) => !ids.has(id) && !isRemoved(id));
    expect(lost, 'no drawing is lost that no user removed').toEqual([]);
  }
}

let folder: string;
let storage: OpenRepositories;
let users = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-drawing-world-'));
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
    permissionMask: Permission.Chart,
    isDemo: false,
    isDisabled: false,
    expiresAtMs: null,
    isOneMachine: false,
    profile: EMPTY_PROFILE,
  });
  return userId;
}

describe('shared drawings of two browsers', () => {
  it('makes two browsers agree and loses no drawing over delays, lost connections, reloads and other symbols', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 30, maxLength: 120, size: 'max' }), async (actions) =>
        new DrawingWorld(storage, await newUser()).run(actions),
      ),
      { numRuns: 60, seed: 20_261_127 },
    );
  }, 120_000);
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SaveAnswer } from '../../src/client/saves/save-calls.ts';
import { createSaveStash } from '../../src/client/saves/save-stash.ts';
import { SavesOfUser } from '../../src/client/saves/save-store.ts';
import { createManualClock } from '../../src/client/testing/manual-clock.ts';
import { SAVE_SCHEMA_VERSION, type Save } from '../../src/domain/saves/index.ts';
import { save } from '../../src/domain/saves/testing.ts';
import { Permission } from '../../src/domain/permissions.ts';
import { decode } from '../../src/protocol/index.ts';
import type { DocumentWriteOutcome } from '../../src/server/documents/user-documents.ts';
import { SaveFeed } from '../../src/server/gateway/trading/save-feed.ts';
import { EMPTY_PROFILE } from '../../src/server/identity/demo-user.ts';
import type { Principal } from '../../src/server/identity/identity.ts';
import { SaveDocuments } from '../../src/server/saves/save-documents.ts';
import { openRepositories, type OpenRepositories } from '../../src/server/storage/open-repositories.ts';

/** Until a message of the server is shown, and until a write without an answer is sent again, ms. */
const SHOW_MS = 100;
const RETRY_MS = 3_000;

const browser = fc.nat({ max: 1 });
const pick = fc.nat({ max: 7 });
const value = fc.integer({ min: 1, max: 4 });
const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('add'), browser, value }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('fill'), browser, pick, value }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('rename'), browser, pick, value }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('remove'), browser, pick }) },
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('deliver'), browser }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lose'), browser }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('connect'), browser }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reload'), browser }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait'), browser }) },
);
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

/** The answer of the HTTP call to a write. */
function toAnswer(outcome: DocumentWriteOutcome<Save>): SaveAnswer {
  switch (outcome.kind) {
    case 'stored':
      return { Outcome: 'stored', Revision: outcome.revision };
    case 'refused':
      return {
        Outcome: 'refused',
        IsNameTaken: outcome.isNameTaken === true,
        Message: outcome.message,
      };
    case 'conflict': {
      const { id: Id, revision: Revision, row } = outcome.present;
      const State = { Id, Revision, Version: SAVE_SCHEMA_VERSION, Body: row && { ...row } };
      return { Outcome: 'conflict', State };
    }
  }
}

/** A browser of the user: its store, its storage, its calls under way and the frames that are on their way to it. */
class Browser {
  readonly #principal: Principal;
  readonly #documents: SaveDocuments;
  readonly #newId: () => string;
  readonly #texts = new Map<string, string>();
  readonly #toClient: string[] = [];
  /** Each serves a call; its answer arrives unless the connection was lost. */
  #calls: ((isAnswered: boolean) => Promise<void>)[] = [];
  #clock = createManualClock();
  #feed: SaveFeed | undefined;
  store: SavesOfUser;

  constructor(principal: Principal, documents: SaveDocuments, newId: () => string) {
    this.#principal = principal;
    this.#documents = documents;
    this.#newId = newId;
    this.store = this.#open();
  }

  connect(): void {
    if (this.#feed !== undefined) return;
    this.#feed = new SaveFeed(this.#documents, (frame) => this.#toClient.push(frame));
    this.store.onAccountReady();
  }

  /** The socket is lost with what is on its way. The first call under way still reaches the server. */
  async lose(): Promise<void> {
    this.#feed?.stop();
    this.#feed = undefined;
    this.#toClient.length = 0;
    const [first, ...others] = this.#calls.splice(0);
    this.store.onLost();
    await first?.(false);
    // What did not reach the server has no answer.
    void others;
  }

  /** Time passes. */
  wait(): void {
    this.#clock.advance(SHOW_MS);
    this.#clock.advance(RETRY_MS);
  }

  async reload(): Promise<void> {
    await this.lose();
    this.store = this.#open();
  }

  /** Serves the next call, or else delivers the next frame. False when there is none. */
  async deliver(): Promise<boolean> {
    const call = this.#calls.shift();
    if (call !== undefined) {
      await call(true);
      return true;
    }
    const frame = this.#toClient.shift();
    if (frame === undefined) return false;
    const read = decode<'trading', 'toClient'>('trading', 'toClient', frame);
    // The feed of saves sends no other messages.
    if (read.ok) this.store.onTrading(read.value as Parameters<SavesOfUser['onTrading']>[0]);
    else expect.fail(read.error.message);
    return true;
  }

  #open(): SavesOfUser {
    this.#clock = createManualClock();
    const { userId } = this.#principal;
    const store = new SavesOfUser({
      clock: this.#clock,
      trading: {
        sendReady: () => {
          void this.#feed?.list(this.#principal);
          return this.#feed !== undefined;
        },
      },
      write: ({ id, seenRevision, row }) =>
        new Promise((resolve) => {
          this.#calls.push(async (isAnswered) => {
            const write = { id, seenRevision, schemaVersion: SAVE_SCHEMA_VERSION, body: row };
            const outcome = await (row === null
              ? this.#documents.remove(userId, write)
              : this.#documents.put(userId, write));
            if (isAnswered) resolve(toAnswer(outcome));
          });
        }),
      user: () => this.#principal,
      newId: this.#newId,
      stash: createSaveStash(() => ({
        getItem: (key) => this.#texts.get(key) ?? null,
        setItem: (key, text) => void this.#texts.set(key, text),
        removeItem: (key) => void this.#texts.delete(key),
      })),
    });
    store.onProblem((problem) => {
      if (problem.kind === 'refused') expect.fail(problem.message);
    });
    return store;
  }
}

/** One user with two browsers and a server. */
class SavesWorld {
  readonly #documents: SaveDocuments;
  readonly #userId: string;
  readonly #browsers: readonly [Browser, Browser];
  readonly #added = new Set<string>();
  readonly #removed = new Set<string>();
  #ids = 1_000;

  constructor({ repositories }: OpenRepositories, userId: string) {
    this.#documents = new SaveDocuments(repositories.documents, () => 1_000);
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
    const newId = () => String((this.#ids += 1));
    this.#browsers = [
      new Browser(principal, this.#documents, newId),
      new Browser(principal, this.#documents, newId),
    ];
  }

  async run(actions: readonly Action[]): Promise<void> {
    for (const each of this.#browsers) each.connect();
    for (const each of actions) await this.#act(each);
    for (const each of this.#browsers) each.connect();
    await this.#settle();
    await this.#judge();
  }

  async #act(each: Action): Promise<void> {
    const acting = this.#browsers[each.browser] ?? this.#browsers[0];
    if ('pick' in each) return this.#change(acting, each);
    if (each.kind === 'deliver') await acting.deliver();
    else if (each.kind === 'wait') acting.wait();
    else if (each.kind === 'lose') await acting.lose();
    else if ('value' in each) this.#add(acting, each.value);
    else {
      if (each.kind === 'reload') await acting.reload();
      acting.connect();
    }
  }

  #add(acting: Browser, at: number): void {
    const Id = String((this.#ids += 1));
    this.#added.add(Id);
    acting.store.put([save({ Id, Name: `List ${at}` })]);
  }

  #change(acting: Browser, each: Extract<Action, { pick: number }>): void {
    const { rows } = acting.store.get();
    const row = rows[each.pick % Math.max(1, rows.length)];
    if (row === undefined) return;
    if (each.kind === 'remove') {
      this.#removed.add(row.Id);
      acting.store.remove([row.Id]);
    } else if ('value' in each && each.kind === 'fill')
      acting.store.put([{ ...row, Data: { Symbols: [`S${each.value}`] } }]);
    else if ('value' in each) acting.store.put([{ ...row, Name: `Name ${each.value}` }]);
  }

  async #settle(): Promise<void> {
    // Retries and renames may need several rounds.
    for (let round = 0; round < 20; round += 1) {
      for (let isIdle = false; !isIdle;) {
        const delivered = [await this.#browsers[0].deliver(), await this.#browsers[1].deliver()];
        // Answers arrive as tasks of their own.
        await Promise.resolve();
        isIdle = !delivered.includes(true);
      }
      for (const each of this.#browsers) each.wait();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async #judge(): Promise<void> {
    const byId = (rows: Iterable<Save>) => [...rows].toSorted((left, right) => (left.Id < right.Id ? -1 : 1));
    const stored = (await this.#documents.list(this.#userId)).flatMap(({ row }) => row ?? []);
    for (const each of this.#browsers)
      expect(byId(each.store.get().rows), 'both browsers show what is stored').toEqual(byId(stored));
    const names = stored.map(({ Name }) => Name.toLowerCase());
    expect(new Set(names).size, 'no two saves have one name').toBe(names.length);
    const ids = new Set(stored.map(({ Id }) => Id));
    const lost = [...this.#added].filter((id) => !ids.has(id) && !this.#removed.has(id));
    expect(lost, 'no save is lost that no user removed').toEqual([]);
  }
}

let folder: string;
let storage: OpenRepositories;
let users = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-saves-world-'));
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

describe('saves of two browsers', () => {
  it('makes two browsers agree, loses no save and gives no name twice over delays, lost connections and reloads', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 30, maxLength: 120, size: 'max' }), async (actions) =>
        new SavesWorld(storage, await newUser()).run(actions),
      ),
      { numRuns: 30, seed: 20_261_128 },
    );
  }, 120_000);
});

import {
  canOutlivePage,
  failureText,
  isPassing,
  type HttpApi,
  type RouteAnswer,
  type RouteBody,
} from '../connection/http-api.ts';
import type { HostClock } from '../host-clock.ts';
import { createObservable } from '../observable.ts';
import type { Readable, UserSettings, WorkspaceConflict } from '../types.ts';
import { createStoredLoader, GivenUp, type StoredLoader } from './load-stored.ts';
import { PreviewedSettings, type SaveListener } from './previewed-settings.ts';
import { reconcileWorkspaces } from './reconcile-workspaces.ts';
import { continuedAfterLoad, continuedAfterStore } from './own-changes.ts';
import { SentTexts } from './sent-texts.ts';
import type { Base, Follower, SettingsStoreCore, SettingsStoreDeps, Unsaved } from './settings-types.ts';
import { StashedChanges } from './stashed-changes.ts';
import { StoreQueue } from './store-queue.ts';
import { CONFLICT_TEXT, DEMO_SAVE_TEXT, NOT_LOADED_TEXT } from './store-texts.ts';
import { baseFrom, conflictingState, rebased, storeBody } from './stored-form.ts';
import { DEFAULT_SETTINGS, writeSettings } from './user-settings.ts';

/** Pause between the last change of a workspace and the request that stores it. */
export const WORKSPACE_DELAY_MS = 1_000;
/** Pause before a request that failed for a passing reason is repeated. */
export const RETRY_MS = 15_000;
/** Another client may store between a conflict answer and the next attempt. This many in a row means that something else is wrong. */
const MAX_REBASES = 5;
const NO_TRADING_API = { api: null, data: null };

/** The settings and workspaces of the signed-in user: what the server holds, what was changed here since, and when to store it. */
export function createSettingsStore(deps: SettingsStoreDeps): SettingsStoreCore {
  return new StoredSettings(deps);
}

class StoredSettings implements SettingsStoreCore {
  readonly #api: HttpApi;
  readonly #clock: HostClock;
  readonly #user: SettingsStoreDeps['user'];
  readonly #peers: SettingsStoreDeps['peers'];
  readonly #isReachable: () => boolean;
  readonly #stash: StashedChanges;
  readonly #loader: StoredLoader;
  readonly #queue: StoreQueue;
  readonly #settings = new PreviewedSettings();
  readonly #conflict = createObservable<WorkspaceConflict | null>(null);
  readonly #storeError = createObservable<string | null>(null);

  /** The user of these settings; null in a demo and before anything was loaded. */
  #owner: string | null = null;
  /** The last user who signed in, signed out since or not. */
  #lastOwner: string | null = null;
  /** What the last user could not store before the session ended. */
  #unsaved: Unsaved | null = null;
  #workspace: string | null = null;
  #page = '';
  /** Null until loaded: the defaults in effect until then must not overwrite anything of this user. */
  #base: Base | null = null;
  #tradingApi: { readonly api: string | null; readonly data: string | null } = NO_TRADING_API;
  #isDirty = false;
  #isStoring = false;
  #sent = new SentTexts();
  /** Whether the workspaces contain what an earlier page of this user could not store. */
  #isRestored = false;
  #follower: Follower | null = null;

  constructor({ api, clock, user, peers, stash, isReachable = () => true }: SettingsStoreDeps) {
    this.#api = api;
    this.#clock = clock;
    this.#user = user;
    this.#peers = peers;
    this.#isReachable = isReachable;
    this.#stash = new StashedChanges(stash);
    this.#loader = createStoredLoader(api, clock);
    this.#queue = new StoreQueue(clock, (keepalive) => this.#storeNow(keepalive));
  }

  // Fields, because hooks pass them on without their object.
  readonly get = (): UserSettings => this.#settings.effective.get();
  readonly subscribe = (listener: () => void): (() => void) => this.#settings.effective.subscribe(listener);

  get saved(): Readable<UserSettings> {
    return this.#settings.saved;
  }
  get storeError(): Readable<string | null> {
    return this.#storeError;
  }
  get conflict(): Readable<WorkspaceConflict | null> {
    return this.#conflict;
  }
  workspace(): string | null {
    return this.#workspace;
  }
  revision(): number | null {
    return this.#base?.revision ?? null;
  }
  tradingApi(): { readonly api: string | null; readonly data: string | null } {
    return this.#tradingApi;
  }
  onTradingApiChosen(api: string): void {
    this.#tradingApi = { ...this.#tradingApi, api };
  }

  preview(change: Partial<UserSettings>): void {
    this.#settings.preview(change);
  }
  revert(): void {
    this.#settings.revert();
  }
  async save(change?: Partial<UserSettings>): Promise<void> {
    if (this.#user().isDemo) throw new Error(DEMO_SAVE_TEXT);
    // Storing now would overwrite what is on the server with the defaults in effect.
    if (this.#base === null) throw new Error(NOT_LOADED_TEXT);
    this.#settings.save(change);
    this.#isDirty = true;
    await this.#queue.now(false);
  }
  onSave(listener: SaveListener): () => void {
    return this.#settings.onSave(listener);
  }

  storeWorkspace(text: string): void {
    if (text === this.#workspace) return;
    this.#workspace = text;
    if (this.#base === null || this.#user().isDemo) return;
    this.#isDirty = true;
    const conflict = this.#conflict.get();
    // Nothing is stored before the conflict is resolved; "mine" is then what is on screen now.
    if (conflict !== null) this.#conflict.set({ ...conflict, mine: text });
    else this.#queue.after(WORKSPACE_DELAY_MS);
  }
  flush(): Promise<void> {
    return this.#queue.now(true);
  }
  async resolveConflict(text: string): Promise<void> {
    this.#workspace = text;
    if (this.#base === null || this.#conflict.get() === null) return;
    this.#base = { ...this.#base, ancestor: this.#base.workspace };
    this.#isDirty = true;
    this.#conflict.set(null);
    await this.#queue.now(false);
  }
  followWorkspaces(take: (text: string) => boolean, isUsed: () => boolean = () => true): () => void {
    const follower = { take, isUsed };
    this.#follower = follower;
    return () => {
      if (this.#follower === follower) this.#follower = null;
    };
  }

  leave(): void {
    const left = this.#changesNow();
    const { token, isDemo } = this.#user();
    // What was restored and changed back since must not come again.
    if (left === null) return this.#stash.drop();
    if (token === null || isDemo) return;
    const body = this.#bodyOf(left.base, left.workspace);
    const isSent = this.#canStoreOnLeave(body);
    if (isSent) this.#sent.add(left.workspace, writeSettings(left.settings));
    this.#stash.put(left, this.#clock.nowMs(), isSent);
    if (!isSent) return;
    if (!this.#isStoring) this.#queue.now(true).catch(() => {});
    // The request under way would end with the page. The server takes whichever of the two comes first and refuses the other.
    else this.#api.call('storeSettings', body, { token, keepalive: true }).catch(() => {});
  }

  async load(): Promise<string | null> {
    const { userId, isDemo } = this.#user();
    this.#clear();
    try {
      const answer = await this.#loader.load(() => this.#user().token);
      this.#owner = isDemo ? null : userId;
      this.#lastOwner = this.#owner ?? this.#lastOwner;
      this.#onLoaded(answer);
      return answer.DefaultAccount;
    } catch (error) {
      if (error instanceof GivenUp) throw error;
      if (!isDemo)
        throw new Error(
          `Your settings and workspaces could not be loaded: ${failureText(error)} Nothing that is stored was changed. Try again.`,
          { cause: error },
        );
      this.#settings.load(DEFAULT_SETTINGS);
      return null;
    }
  }
  async refresh(): Promise<void> {
    // The answer to a request of this page must not be taken for another writer's revision.
    const before = this.#queue.last;
    await before.catch(() => {});
    const [base, { token }] = [this.#base, this.#user()];
    if (base === null || token === null) return;
    const answer = await this.#api.call('loadSettings', null, { token }).catch(() => null);
    // Signed out, stored or loaded again meanwhile: the answer is old. A request under way learns the revision by itself.
    if (answer === null || this.#base !== base || this.#queue.last !== before) return;
    if (answer.Revision <= base.revision) return;
    this.#rebase(base, rebased(base, answer));
    this.#follow();
  }
  reset(): void {
    this.#loader.cancel();
    this.#clear();
  }
  forgetUnsaved(): void {
    this.#unsaved = null;
    this.#stash.forget(this.#lastOwner);
  }
  dispose(): void {
    this.#loader.cancel();
    this.#queue.cancel();
  }

  #clear(): void {
    this.#unsaved = this.#changesNow() ?? this.#unsaved;
    this.#queue.cancel();
    this.#isDirty = this.#isRestored = false;
    this.#base = this.#workspace = this.#owner = null;
    this.#page = '';
    this.#sent = new SentTexts();
    this.#tradingApi = NO_TRADING_API;
    for (const problem of [this.#conflict, this.#storeError]) problem.set(null);
  }

  #onLoaded(answer: RouteAnswer<'loadSettings'>): void {
    const base = baseFrom(answer);
    this.#base = base;
    this.#workspace = base.workspace === '' ? null : base.workspace;
    this.#page = answer.Page ?? '';
    this.#tradingApi = { api: answer.TradingApi, data: answer.TradingApiData };
    this.#settings.load(base.settings);
    const unsaved = this.#unsavedOf(this.#owner, base);
    this.#unsaved = null;
    if (unsaved !== null) this.#restore(base, unsaved);
  }

  /** What a user could not store before: in this page, else in an earlier page of this browser. */
  #unsavedOf(userId: string | null, loaded: Base): Unsaved | null {
    if (userId === null) return null;
    return this.#unsaved?.userId === userId ? this.#unsaved : this.#stash.restore(userId, loaded);
  }

  /**
   * Continues from what could not be stored before, by the rules of any other change: workspaces that another writer has stored
   * since are merged or a conflict, and a setting that another writer has changed keeps the other's value.
   */
  #restore(loaded: Base, unsaved: Unsaved): void {
    const { base, settings, sent } = continuedAfterLoad(loaded, unsaved);
    this.#settings.replaceSaved(settings);
    this.#sent = sent;
    if (unsaved.workspace !== base.ancestor && unsaved.workspace !== loaded.workspace) {
      this.#workspace = unsaved.workspace;
      this.#base = base;
      this.#isRestored = true;
    }
    this.#dropStashWhenStored();
    if (this.#changesNow() === null) return;
    this.#isDirty = true;
    this.#queue.after(WORKSPACE_DELAY_MS);
  }

  /** What another load of the settings would lose; null when all of it is stored and no request of unknown outcome could change that. */
  #changesNow(): Unsaved | null {
    const [base, userId] = [this.#base, this.#owner];
    if (base === null || userId === null) return null;
    const workspace = this.#workspace ?? '';
    const settings = this.saved.get();
    const isStored =
      this.#sent.requests === 0 &&
      workspace === base.ancestor &&
      writeSettings(settings) === writeSettings(base.settings);
    return isStored ? null : { userId, base, settings, workspace, sent: this.#sent };
  }

  #dropStashWhenStored(): void {
    if (this.#changesNow() === null) this.#stash.drop();
  }

  /** Sends what has changed. After a failure the changes remain to be stored, and `storeError` or `conflict` reports it. */
  async #storeNow(keepalive: boolean): Promise<void> {
    const { token, isDemo } = this.#user();
    if (!this.#isDirty || isDemo || token === null) return;
    for (let attempt = 0; ; attempt++) {
      const base = this.#base;
      if (base === null) return;
      const workspace = this.#workspaceToStore(base);
      if (workspace === null) throw new Error(CONFLICT_TEXT);
      const ancestor = workspace === (this.#workspace ?? '') ? workspace : base.ancestor;
      const stored = { settings: this.saved.get(), workspace, ancestor };
      this.#isDirty = false;
      try {
        const revision = await this.#send(base, workspace, { token, keepalive });
        this.#onStored(base, { ...stored, revision });
        return;
      } catch (error) {
        // Signed out, or loaded again, meanwhile: the failure belongs to another state.
        if (this.#base !== base) throw error;
        this.#isDirty = true;
        if (attempt < MAX_REBASES && this.#rebaseOnConflict(base, error)) continue;
        this.#onStoreFailed(error);
        throw error;
      }
    }
  }

  /** Sends one request; resolves with the revision that it was stored as. */
  async #send(
    base: Base,
    workspace: string,
    options: { readonly token: string; readonly keepalive: boolean },
  ): Promise<number> {
    this.#isStoring = true;
    this.#sent.add(workspace, writeSettings(this.saved.get()));
    try {
      return (await this.#api.call('storeSettings', this.#bodyOf(base, workspace), options)).Revision;
    } finally {
      this.#isStoring = false;
    }
  }

  #onStored(before: Base, stored: Base): void {
    // Signed out, or loaded again, meanwhile: the answer belongs to another state.
    if (this.#base === before) {
      this.#base = stored;
      this.#sent.clear();
      this.#storeError.set(null);
      this.#dropStashWhenStored();
    }
    this.#peers?.publish(stored.revision);
    this.#follow();
  }

  #onStoreFailed(error: unknown): void {
    this.#storeError.set(failureText(error));
    // A refusal would only be repeated until something is changed; a passing failure may succeed later.
    if (isPassing(error)) this.#queue.after(RETRY_MS);
  }

  #bodyOf(base: Base, workspace: string): RouteBody<'storeSettings'> {
    return storeBody(base, { settings: this.saved.get(), workspace, page: this.#page });
  }

  /** Whether a request can be relied on after the page has gone. One that follows a request of unknown outcome cannot: the server may refuse it. */
  #canStoreOnLeave(body: RouteBody<'storeSettings'>): boolean {
    return (
      this.#isReachable() &&
      canOutlivePage(body) &&
      this.#storeError.get() === null &&
      this.#conflict.get() === null &&
      this.#sent.requests === (this.#isStoring && !this.#isDirty ? 1 : 0)
    );
  }

  /** The workspaces to store now; null while they conflict with another writer's. */
  #workspaceToStore(base: Base): string | null {
    return this.#conflict.get() === null ? this.#reconcile(base) : null;
  }

  #reconcile(base: Base): string | null {
    const mine = this.#workspace ?? '';
    const isUsed = this.#isRestored || (this.#follower?.isUsed() ?? true);
    const text = reconcileWorkspaces(base, mine, isUsed);
    if (text !== null) return text;
    this.#storeError.set(null);
    this.#conflict.set({ theirs: base.workspace, base: base.ancestor, mine });
    return null;
  }

  /** Shows another writer's workspaces where nothing was changed here. Where both have changed them, it is a conflict. */
  #follow(): void {
    const [base, follower] = [this.#base, this.#follower];
    if (base === null || follower === null || this.#conflict.get() !== null) return;
    if (base.workspace === base.ancestor) return;
    const mine = this.#workspace ?? '';
    if (this.#reconcile(base) === null) return;
    // Set before they are shown: what the desk changes in them is a change against them.
    const next: Base = { ...base, ancestor: base.workspace };
    this.#base = next;
    this.#workspace = base.workspace;
    if (mine === base.workspace || follower.take(base.workspace)) return;
    if (this.#base === next && this.#workspace === base.workspace) {
      this.#base = base;
      this.#workspace = mine;
    }
  }

  /** Takes what another writer has stored as the new base: it was first. False when the request failed for another reason. */
  #rebaseOnConflict(base: Base, error: unknown): boolean {
    const theirs = conflictingState(error);
    if (theirs !== null) this.#rebase(base, rebased(base, theirs));
    return theirs !== null;
  }

  #rebase(before: Base, next: Base): void {
    const { base, settings } = continuedAfterStore({ before, next, mine: this.saved.get() }, this.#sent);
    this.#settings.replaceSaved(settings);
    this.#base = base;
    this.#sent.clear();
  }
}

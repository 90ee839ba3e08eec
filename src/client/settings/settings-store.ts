import * as v from 'valibot';
import { storeConflictBody } from '../../protocol/index.ts';
import { canOutlivePage, failureText, HttpError, isPassing } from '../connection/http-api.ts';
import { createObservable } from '../observable.ts';
import type { UserSettings, WorkspaceConflict } from '../types.ts';
import { createStoredLoader, GivenUp } from './load-stored.ts';
import { reconcileWorkspaces } from './reconcile-workspaces.ts';
import type { Base, SettingsStoreCore, SettingsStoreDeps, Unsaved } from './settings-types.ts';
import type { Unsent } from './unsent-stash.ts';
import { DEFAULT_SETTINGS, mergeSettings, readSettings, writeSettings } from './user-settings.ts';

/** A changed workspace is stored when it has been left alone this long. */
export const WORKSPACE_DELAY_MS = 1_000;
/** A store that failed is tried again after this. */
export const RETRY_MS = 15_000;
export const DEMO_SAVE_TEXT = 'Saving is not supported during Demo Session';
export const CONFLICT_TEXT =
  'Your workspaces were changed in another tab or on another machine. Choose which to keep; everything is stored then.';
/** What a user without workspaces stores: the server takes JSON only. */
const NO_WORKSPACES = '{}';
/** Another tab may store between our try and the next; more often than this in a row it is not bad luck. */
const MAX_REBASES = 5;

/** The workspaces in a stored text; '' when there are none. */
const heldText = (text: string | null): string => (text === null || text === NO_WORKSPACES ? '' : text);

export function createSettingsStore({
  api,
  clock,
  user,
  peers,
  stash,
  isReachable = () => true,
}: SettingsStoreDeps): SettingsStoreCore {
  const settings = createObservable(DEFAULT_SETTINGS);
  const conflict = createObservable<WorkspaceConflict | null>(null);
  const storeError = createObservable<string | null>(null);
  const saved = createObservable(DEFAULT_SETTINGS);
  const loader = createStoredLoader(api, clock);
  /** Whose settings these are; null for a demo's and before anything was loaded. */
  let owner: string | null = null;
  let unsaved: Unsaved | null = null;
  /** Who was here last, signed out since or not. */
  let lastOwner: string | null = null;
  /** What this page has put into the stash, or has taken up from there. */
  let stashed: Pick<Unsent, 'userId' | 'atMs'> | null = null;
  let workspace: string | null = null;
  let page = '';
  /** Null until loaded: nothing of this user may be overwritten by the defaults on screen. */
  let base: Base | null = null;
  let tradingApi: { api: string | null; data: string | null } = { api: null, data: null };
  let isDirty = false;
  /** The workspaces that were sent and not answered for. */
  let onItsWay: string | null = null;
  /** Whether the workspaces hold what an earlier page of this user could not store. */
  let isTakenUp = false;
  let take: ((text: string) => boolean) | null = null;
  let isUsed = (): boolean => true;
  let timer: unknown = null;
  let storing: Promise<void> = Promise.resolve();

  function storeSoon(delayMs: number): void {
    clock.clearTimeout(timer);
    // A failure is told by `storeError` or `conflict`.
    timer = clock.setTimeout(() => void store(false).catch(() => {}), delayMs);
  }

  /** Puts settings in place of the saved ones without touching what is only previewed. */
  function replaceSaved(next: UserSettings): void {
    const shown = mergeSettings(saved.get(), settings.get(), next);
    saved.set(next);
    settings.set(shown);
  }

  /** The workspaces to store now, or null when another writer's stand against them. */
  function reconcile(held: Base): string | null {
    const mine = workspace ?? '';
    const text = reconcileWorkspaces(held, mine, isTakenUp || isUsed());
    if (text !== null) return text;
    storeError.set(null);
    conflict.set({ theirs: held.workspace, base: held.ancestor, mine });
    return null;
  }

  /** Another writer's workspaces are shown where nothing was changed here; where both have changed them, it is a conflict. */
  function follow(): void {
    const held = base;
    if (held === null || take === null || conflict.get() !== null || held.workspace === held.ancestor) return;
    const mine = workspace ?? '';
    if (reconcile(held) === null) return;
    // Before they are shown: what the desk does about them is a change against them.
    const next = (base = { ...held, ancestor: held.workspace });
    workspace = held.workspace;
    if (mine === held.workspace || take(held.workspace)) return;
    if (base === next && workspace === held.workspace) [base, workspace] = [held, mine];
  }

  /** Another writer was first: takes over what it stored as the new base. */
  function rebase(error: unknown): boolean {
    if (base === null || !(error instanceof HttpError) || error.status !== 409) return false;
    const held = v.safeParse(storeConflictBody, error.body);
    if (!held.success) return false;
    const theirs = readSettings(held.output.Settings);
    replaceSaved(mergeSettings(base.settings, saved.get(), theirs));
    base = {
      ...base,
      revision: held.output.Revision,
      settings: theirs,
      workspace: heldText(held.output.Workspace),
    };
    return true;
  }

  const bodyOf = (held: Base, text: string) => ({
    Workspace: text === '' ? NO_WORKSPACES : text,
    Settings: writeSettings(saved.get()),
    Page: page,
    BaseRevision: held.revision,
  });

  async function storeNow(keepalive: boolean): Promise<void> {
    const { token, isDemo } = user();
    if (!isDirty || isDemo || token === null) return;
    for (let attempt = 0; ; attempt++) {
      const held = base;
      if (held === null) return;
      if (conflict.get() !== null) throw new Error(CONFLICT_TEXT);
      const text = reconcile(held);
      if (text === null) throw new Error(CONFLICT_TEXT);
      const next = {
        settings: saved.get(),
        workspace: text,
        ancestor: text === (workspace ?? '') ? text : held.ancestor,
      };
      isDirty = false;
      try {
        onItsWay = text;
        const { Revision } = await api
          .call('storeSettings', bodyOf(held, text), { token, keepalive })
          .finally(() => {
            onItsWay = null;
          });
        // Signed out, or loaded again, in the meantime: the answer belongs to another state.
        if (base === held) {
          base = { ...next, revision: Revision };
          storeError.set(null);
          settleStash();
        }
        peers?.publish(Revision);
        follow();
        return;
      } catch (error) {
        if (base !== held) throw error;
        isDirty = true;
        if (attempt < MAX_REBASES && rebase(error)) continue;
        storeError.set(failureText(error));
        // What the server has refused it refuses again, until something is changed; what it could not take now it may take later.
        if (isPassing(error)) storeSoon(RETRY_MS);
        throw error;
      }
    }
  }

  /** Stores what is saved now, after any store under way; a failure leaves it to be stored again. */
  function store(keepalive: boolean): Promise<void> {
    clock.clearTimeout(timer);
    timer = null;
    storing = storing.catch(() => {}).then(() => storeNow(keepalive));
    return storing;
  }

  function forget(): void {
    unsaved = unsavedNow() ?? unsaved;
    clock.clearTimeout(timer);
    timer = null;
    isDirty = isTakenUp = false;
    base = workspace = owner = null;
    page = '';
    tradingApi = { api: null, data: null };
    conflict.set(null);
    storeError.set(null);
  }

  /** What would be lost if the settings were loaded again; null when all of it is stored. A store under way may still fail. */
  function unsavedNow(): Unsaved | null {
    if (base === null || owner === null) return null;
    const mine = workspace ?? '';
    const isStored = mine === base.ancestor && writeSettings(saved.get()) === writeSettings(base.settings);
    return isStored ? null : { userId: owner, base, settings: saved.get(), workspace: mine };
  }

  /** What was in the stash is stored: it need not be kept any longer. */
  function settleStash(): void {
    if (stashed === null || unsavedNow() !== null) return;
    stash?.drop(stashed);
    stashed = null;
  }

  /** What an earlier page of this browser could not send for this user. */
  function unstash(userId: string, held: Base): Unsaved | null {
    const kept = stash?.of(userId) ?? null;
    if (kept === null) return null;
    stashed = kept;
    // What was on its way then has arrived: the rest was a change against that.
    const ancestor = kept.onItsWay === held.workspace ? held.workspace : kept.ancestor;
    return {
      userId,
      base: {
        revision: kept.revision,
        settings: readSettings(kept.storedSettings),
        workspace: ancestor,
        ancestor,
      },
      settings: readSettings(kept.settings),
      workspace: kept.workspace,
    };
  }

  /** Continues from what could not be stored before, by the rules of any other change: workspaces of another writer since then are merged or a conflict, a setting that they have changed is theirs. */
  function takeUp(held: Base, { base: before, settings: mine, workspace: text }: Unsaved): void {
    replaceSaved(mergeSettings(before.settings, held.settings, mine));
    if (text !== before.ancestor && text !== held.workspace) {
      workspace = text;
      base = { ...held, ancestor: before.ancestor };
      isTakenUp = true;
    }
    settleStash();
    if (unsavedNow() === null) return;
    isDirty = true;
    storeSoon(WORKSPACE_DELAY_MS);
  }

  return {
    get: settings.get,
    subscribe: settings.subscribe,
    saved,
    storeError,
    conflict,
    preview: (change) => settings.set({ ...settings.get(), ...change }),
    revert: () => settings.set(saved.get()),
    async save(change) {
      if (user().isDemo) throw new Error(DEMO_SAVE_TEXT);
      // Storing now would overwrite what is on the server with the defaults on screen.
      if (base === null)
        throw new Error(
          'Your settings could not be loaded, so they cannot be saved. Reload the page and try again.',
        );
      if (change === undefined) saved.set(settings.get());
      else {
        saved.set({ ...saved.get(), ...change });
        settings.set({ ...settings.get(), ...change });
      }
      isDirty = true;
      await store(false);
    },
    workspace: () => workspace,
    storeWorkspace(text) {
      if (text === workspace) return;
      workspace = text;
      if (base === null || user().isDemo) return;
      isDirty = true;
      const against = conflict.get();
      // A conflict waits for its answer; what is to be stored is by then what is on screen now.
      if (against !== null) conflict.set({ ...against, mine: text });
      else storeSoon(WORKSPACE_DELAY_MS);
    },
    flush: () => store(true),
    leave() {
      const left = unsavedNow();
      const { token, isDemo } = user();
      if (left === null || token === null || isDemo) return;
      const body = bodyOf(left.base, left.workspace);
      // What changed after the last was sent would be sent against a revision that is not known yet.
      const isSure =
        isReachable() &&
        canOutlivePage(body) &&
        storeError.get() === null &&
        conflict.get() === null &&
        (onItsWay === null || !isDirty);
      if (!isSure) {
        stashed = { userId: left.userId, atMs: clock.nowMs() };
        stash?.put({
          ...stashed,
          revision: left.base.revision,
          storedSettings: writeSettings(left.base.settings),
          settings: writeSettings(left.settings),
          ancestor: left.base.ancestor,
          workspace: left.workspace,
          onItsWay: onItsWay === left.workspace ? null : onItsWay,
        });
      } else if (onItsWay === null) store(true).catch(() => {});
      // It is on its way, but would end with the page. Of the two the server takes the first, and refuses the other.
      else api.call('storeSettings', body, { token, keepalive: true }).catch(() => {});
    },
    async resolveConflict(text) {
      workspace = text;
      if (base === null || conflict.get() === null) return;
      base = { ...base, ancestor: base.workspace };
      isDirty = true;
      conflict.set(null);
      await store(false);
    },

    followWorkspaces(next, isUsedNow = () => true) {
      [take, isUsed] = [next, isUsedNow];
      return () => {
        if (take === next) [take, isUsed] = [null, () => true];
      };
    },
    async refresh() {
      // What is on its way to the server would look like another writer's.
      const before = storing;
      await before.catch(() => {});
      const [held, { token }] = [base, user()];
      if (held === null || token === null) return;
      const answer = await api.call('loadSettings', null, { token }).catch(() => null);
      // Signed out, stored or loaded again meanwhile: what was read is old. A store under way finds out by itself.
      if (answer === null || base !== held || storing !== before || answer.Revision <= held.revision) return;
      const theirs = readSettings(answer.Settings);
      replaceSaved(mergeSettings(held.settings, saved.get(), theirs));
      base = { ...held, revision: answer.Revision, settings: theirs, workspace: heldText(answer.Workspace) };
      follow();
    },
    revision: () => base?.revision ?? null,
    tradingApi: () => tradingApi,
    onTradingApiChosen: (chosen) => void (tradingApi = { ...tradingApi, api: chosen }),
    async load() {
      const { userId, isDemo } = user();
      forget();
      try {
        const answer = await loader.load(() => user().token);
        const held = heldText(answer.Workspace);
        owner = isDemo ? null : userId;
        lastOwner = owner ?? lastOwner;
        workspace = held === '' ? null : held;
        page = answer.Page ?? '';
        tradingApi = { api: answer.TradingApi, data: answer.TradingApiData };
        const loaded = (base = {
          revision: answer.Revision,
          settings: readSettings(answer.Settings),
          workspace: held,
          ancestor: held,
        });
        saved.set(loaded.settings);
        settings.set(loaded.settings);
        const before = owner === null ? null : unsaved?.userId === owner ? unsaved : unstash(owner, loaded);
        unsaved = null;
        if (before !== null) takeUp(loaded, before);
        return answer.DefaultAccount;
      } catch (error) {
        if (error instanceof GivenUp) throw error;
        if (!isDemo)
          throw new Error(
            `Your settings and workspaces could not be loaded: ${failureText(error)} Nothing that is stored was changed. Try again.`,
            { cause: error },
          );
        saved.set(DEFAULT_SETTINGS);
        settings.set(DEFAULT_SETTINGS);
        return null;
      }
    },
    reset() {
      loader.cancel();
      forget();
    },
    forgetUnsaved() {
      unsaved = stashed = null;
      if (lastOwner !== null) stash?.forget(lastOwner);
    },
    dispose() {
      loader.cancel();
      clock.clearTimeout(timer);
    },
  };
}

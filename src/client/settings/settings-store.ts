import { HttpError, type HttpApi } from '../connection/http-api.ts';
import type { HostClock } from '../host-clock.ts';
import { createObservable } from '../observable.ts';
import type { SettingsStore } from '../types.ts';
import { DEFAULT_SETTINGS, readSettings, writeSettings } from './user-settings.ts';

/** A changed workspace is stored when it has been left alone this long. */
export const WORKSPACE_DELAY_MS = 1_000;
/** A store that failed is tried again after this. */
export const RETRY_MS = 15_000;
export const DEMO_SAVE_TEXT = 'Saving is not supported during Demo Session';

export interface SettingsStoreDeps {
  readonly api: HttpApi;
  readonly clock: HostClock;
  readonly user: () => { readonly token: string | null; readonly isDemo: boolean };
}

/** The settings store as the session drives it. */
export interface SettingsStoreCore extends SettingsStore {
  /** Loads with the present token; never rejects: what cannot be loaded takes its default. Resolves with the default account. */
  load(): Promise<string | null>;
  /** Revision of what the server holds; null before anything was loaded or stored. */
  revision(): number | null;
  /** Nobody is signed in any more. */
  reset(): void;
  dispose(): void;
}

export function createSettingsStore({ api, clock, user }: SettingsStoreDeps): SettingsStoreCore {
  const settings = createObservable(DEFAULT_SETTINGS);
  let saved = DEFAULT_SETTINGS;
  let workspace: string | null = null;
  let page = '';
  let revision: number | null = null;
  let isDirty = false;
  let isLoaded = false;
  let timer: unknown = null;
  let storing: Promise<void> = Promise.resolve();

  function storeSoon(delayMs: number): void {
    clock.clearTimeout(timer);
    timer = clock.setTimeout(() => void store(false).catch(() => {}), delayMs);
  }

  /** Stores what is saved now, after any store under way; a failure leaves it to be stored again. */
  function store(keepalive: boolean): Promise<void> {
    clock.clearTimeout(timer);
    timer = null;
    storing = storing.catch(() => {}).then(async () => {
      const { token, isDemo } = user();
      if (!isDirty || isDemo || token === null) return;
      isDirty = false;
      try {
        const answer = await api.call('storeSettings', { Workspace: workspace ?? '', Settings: writeSettings(saved), Page: page }, { token, keepalive });
        revision = answer.Revision;
      } catch (error) {
        isDirty = true;
        // What the server has refused it refuses again; what did not reach it may reach it later.
        if (error instanceof HttpError && (error.status === 0 || error.status >= 500)) storeSoon(RETRY_MS);
        throw error;
      }
    });
    return storing;
  }

  return {
    get: settings.get,
    subscribe: settings.subscribe,
    preview: (change) => settings.set({ ...settings.get(), ...change }),
    revert: () => settings.set(saved),
    async save() {
      if (user().isDemo) throw new Error(DEMO_SAVE_TEXT);
      // Storing now would overwrite what is on the server with the defaults on screen.
      if (!isLoaded) throw new Error('Your settings could not be loaded, so they cannot be saved. Reload the page and try again.');
      saved = settings.get();
      isDirty = true;
      await store(false);
    },
    workspace: () => workspace,
    storeWorkspace(text) {
      if (text === workspace) return;
      workspace = text;
      if (!isLoaded || user().isDemo) return;
      isDirty = true;
      storeSoon(WORKSPACE_DELAY_MS);
    },
    flush: () => store(true),

    revision: () => revision,
    async load() {
      const { token } = user();
      try {
        const answer = await api.call('loadSettings', null, { token });
        saved = readSettings(answer.Settings);
        // The server keeps a text; one without content is a user without workspaces.
        workspace = answer.Workspace === '' ? null : answer.Workspace;
        page = answer.Page ?? '';
        revision = answer.Revision;
        isLoaded = true;
        isDirty = false;
        settings.set(saved);
        return answer.DefaultAccount;
      } catch {
        // Not loaded: nothing of this user may be overwritten by the defaults on screen.
        isLoaded = false;
        saved = DEFAULT_SETTINGS;
        workspace = null;
        settings.set(saved);
        return null;
      }
    },
    reset() {
      clock.clearTimeout(timer);
      timer = null;
      isDirty = isLoaded = false;
      workspace = revision = null;
      page = '';
    },
    dispose: () => clock.clearTimeout(timer),
  };
}

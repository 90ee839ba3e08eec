import type { HttpApi } from '../connection/http-api.ts';
import type { HostClock } from '../host-clock.ts';
import type { SettingsStore, UserSettings } from '../types.ts';
import type { Peers } from './peers.ts';
import type { SentTexts } from './sent-texts.ts';
import type { UnsentStash } from './unsent-stash.ts';

/** What the settings store needs of its surroundings. */
export interface SettingsStoreDeps {
  readonly api: HttpApi;
  readonly clock: HostClock;
  readonly user: () => {
    readonly token: string | null;
    readonly userId: string | null;
    readonly isDemo: boolean;
  };
  /** The other pages of this browser, which are notified of each stored revision; none by default. */
  readonly peers?: Pick<Peers, 'publish'>;
  /** Keeps what a page could not send before it was closed; by default nothing is kept. */
  readonly stash?: UnsentStash;
  /** Whether the server is connected, as far as is known; true by default. */
  readonly isReachable?: () => boolean;
}

/** The settings store with what the session calls at sign-in and sign-out. */
export interface SettingsStoreCore extends SettingsStore {
  /**
   * Loads with the present token, with a few retries, and restores what the same user could not store before. Resolves with the
   * default account. Rejects with an error that can be shown, because a workstation that has not loaded the stored state could
   * only overwrite it. A demo, which stores nothing, uses the defaults instead.
   */
  load(): Promise<string | null>;
  /** Loads what another tab or machine has stored since; never rejects. Workspaces that were changed here as well are a conflict. */
  refresh(): Promise<void>;
  /** Revision of the state on the server; null before it is loaded. */
  revision(): number | null;
  /** The chosen trading service and its stored data, as last loaded. */
  tradingApi(): { readonly api: string | null; readonly data: string | null };
  /** Takes the trading service that the server has just stored as the user's choice. */
  onTradingApiChosen(api: string): void;
  /** Clears everything after sign-out. What could not be stored is kept for the same user until another one signs in or `forgetUnsaved` is called. */
  reset(): void;
  /** Drops what could not be stored: the user has signed out on purpose. */
  forgetUnsaved(): void;
  /** Stops the timers and the load under way. */
  dispose(): void;
}

/** The server's state in its last answer. What is changed here is always a change against this. */
export interface Base {
  readonly revision: number;
  readonly settings: UserSettings;
  /** The workspaces on the server; '' when there are none. */
  readonly workspace: string;
  /** The workspaces that the ones on screen were changed from. Differs from `workspace` when another writer has stored since. */
  readonly ancestor: string;
}

/** Changes that a user could not store before the session ended, and the state they were made against. */
export interface Unsaved {
  readonly userId: string;
  readonly base: Base;
  readonly settings: UserSettings;
  readonly workspace: string;
  readonly sent: SentTexts;
}

/** How the workspaces of another writer are shown, and whether the user has changed anything in this page. */
export interface Follower {
  readonly take: (text: string) => boolean;
  readonly isUsed: () => boolean;
}

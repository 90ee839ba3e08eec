import type { HttpApi } from '../connection/http-api.ts';
import type { HostClock } from '../host-clock.ts';
import type { SettingsStore, UserSettings } from '../types.ts';
import type { Peers } from './peers.ts';
import type { UnsentStash } from './unsent-stash.ts';

export interface SettingsStoreDeps {
  readonly api: HttpApi;
  readonly clock: HostClock;
  readonly user: () => {
    readonly token: string | null;
    readonly userId: string | null;
    readonly isDemo: boolean;
  };
  /** The other pages of this browser, which are notified of each store; none unless given. */
  readonly peers?: Pick<Peers, 'publish'>;
  /** Where a page that goes leaves what it could not send; nothing is kept unless given. */
  readonly stash?: UnsentStash;
  /** Whether the server is there, as far as is known; it is, unless given. */
  readonly isReachable?: () => boolean;
}

/** The settings store as the session drives it. */
export interface SettingsStoreCore extends SettingsStore {
  /**
   * Loads with the present token, in a few tries, and takes up what the same user could not store before. Resolves with the
   * default account. Rejects with an error that can be shown: without what is stored there is no desk that could be kept. A demo,
   * which keeps nothing, takes the defaults instead.
   */
  load(): Promise<string | null>;
  /** Takes over what another tab or machine has stored since; never rejects. Workspaces that were changed here, too, are a conflict. */
  refresh(): Promise<void>;
  /** Revision of what the server holds; null before anything was loaded or stored. */
  revision(): number | null;
  /** The chosen trading service and what is stored for it, as last loaded. */
  tradingApi(): { readonly api: string | null; readonly data: string | null };
  /** The server has stored another choice of trading service. */
  onTradingApiChosen(api: string): void;
  /** Nobody is signed in any more. What could not be stored is kept for the same user, until another one comes or `forgetUnsaved`. */
  reset(): void;
  /** The user has left for good: nothing is kept for them. */
  forgetUnsaved(): void;
  dispose(): void;
}

/** What the server held when it last answered. Ours is always a change against this. */
export interface Base {
  readonly revision: number;
  readonly settings: UserSettings;
  /** The workspaces on the server; '' when there are none. */
  readonly workspace: string;
  /** The workspaces that ours grew out of: other than `workspace` when another writer has stored since. */
  readonly ancestor: string;
}

/** What a user could not store before the session ended, and what it was a change against. */
export interface Unsaved {
  readonly userId: string;
  readonly base: Base;
  readonly settings: UserSettings;
  readonly workspace: string;
}

import type { Base, Unsaved } from './settings-types.ts';
import type { Unsent, UnsentStash } from './unsent-stash.ts';
import { readSettings, writeSettings } from './user-settings.ts';

/** The part of the browser's stash that belongs to this page: the entry it put there, or the one it restored. */
export class StashedChanges {
  readonly #stash: UnsentStash | undefined;
  #entry: Pick<Unsent, 'userId' | 'atMs'> | null = null;
  #arriving: readonly string[] = [];

  /** @param stash without one, nothing is kept */
  constructor(stash: UnsentStash | undefined) {
    this.#stash = stash;
  }

  /**
   * Keeps changes for the next load of the same user.
   * @param nowMs host time, UTC ms
   * @param inFlightWorkspace workspaces that were sent without an answer so far; null when there are none
   * @param wasSent the changes are sent as the page closes
   */
  put(
    { userId, base, settings, workspace }: Unsaved,
    nowMs: number,
    inFlightWorkspace: string | null,
    wasSent: boolean,
  ): void {
    this.#entry = { userId, atMs: nowMs };
    this.#stash?.put({
      ...this.#entry,
      revision: base.revision,
      storedSettings: writeSettings(base.settings),
      settings: writeSettings(settings),
      ancestor: base.ancestor,
      workspace,
      onItsWay: inFlightWorkspace,
      wasSent,
    });
  }

  /** Whether an earlier page of this browser sent these workspaces before or as it closed, and they had not arrived when this page loaded. */
  isArriving(workspace: string): boolean {
    return this.#arriving.includes(workspace);
  }

  /** What an earlier page of this browser has not stored for this user; null when everything is stored. */
  restore(userId: string, loaded: Base): Unsaved | null {
    this.#arriving = [];
    const kept = this.#stash?.get(userId) ?? null;
    if (kept === null) return null;
    this.#entry = kept;
    if (kept.wasSent) {
      if (kept.revision !== loaded.revision) {
        this.drop();
        return null;
      }
    }
    this.#arriving = [
      ...(kept.wasSent ? [kept.workspace] : []),
      ...(kept.onItsWay === null ? [] : [kept.onItsWay]),
    ];
    // If the workspaces in flight have arrived, the kept ones are a change against those.
    const ancestor = kept.onItsWay === loaded.workspace ? loaded.workspace : kept.ancestor;
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

  /** Removes this page's entry from the stash: its changes are stored. */
  drop(): void {
    if (this.#entry === null) return;
    this.#stash?.drop(this.#entry);
    this.#entry = null;
  }

  /** Removes whatever is kept of a user; `null` when no user has signed in. */
  forget(userId: string | null): void {
    this.#entry = null;
    if (userId !== null) this.#stash?.forget(userId);
  }
}

import { SentTexts } from './sent-texts.ts';
import type { Base, Unsaved } from './settings-types.ts';
import type { Unsent, UnsentStash } from './unsent-stash.ts';
import { readSettings, writeSettings } from './user-settings.ts';

/** The part of the browser's stash that belongs to this page: the entry it put there, or the one it restored. */
export class StashedChanges {
  readonly #stash: UnsentStash | undefined;
  #entry: Pick<Unsent, 'userId' | 'atMs'> | null = null;

  /** @param stash without one, nothing is kept */
  constructor(stash: UnsentStash | undefined) {
    this.#stash = stash;
  }

  /**
   * Keeps changes for the next load of the same user.
   * @param nowMs host time, UTC ms
   * @param wasSent the changes are sent as the page closes
   */
  put({ userId, base, settings, workspace, sent }: Unsaved, nowMs: number, wasSent: boolean): void {
    this.#entry = { userId, atMs: nowMs };
    this.#stash?.put({
      ...this.#entry,
      revision: base.revision,
      storedSettings: writeSettings(base.settings),
      settings: writeSettings(settings),
      ancestor: base.ancestor,
      workspace,
      sent: sent.list(),
      wasSent,
    });
  }

  /** What an earlier page of this browser has not stored for this user; null when everything is stored. */
  restore(userId: string, loaded: Base): Unsaved | null {
    const kept = this.#stash?.get(userId) ?? null;
    if (kept === null) return null;
    this.#entry = kept;
    if (kept.wasSent && kept.revision !== loaded.revision) {
      this.drop();
      return null;
    }
    return {
      userId,
      base: {
        revision: kept.revision,
        settings: readSettings(kept.storedSettings),
        workspace: kept.ancestor,
        ancestor: kept.ancestor,
      },
      settings: readSettings(kept.settings),
      workspace: kept.workspace,
      sent: new SentTexts(kept.sent),
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

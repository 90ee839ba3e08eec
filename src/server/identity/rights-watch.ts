import type { Repositories } from '../storage/repositories.ts';

/** What an administrator may change of a user who is connected. */
export interface UserRights {
  readonly permissionMask: number;
  /** Accounts of the user that are not locked. */
  readonly accounts: ReadonlySet<string>;
}
type RightsListener = (rights: UserRights) => void;

/** Interval between comparisons with the database, ms. */
const COMPARE_EVERY_MS = 2_000;

/** Notifies the connections of a user when another process has changed the user's permissions or accounts. */
export class RightsWatch {
  readonly #repositories: Pick<Repositories, 'users' | 'accounts'>;
  readonly #log: (line: string) => void;
  readonly #listeners = new Map<string, Set<RightsListener>>();
  /** As last seen, by user. */
  #seen = new Map<string, string>();
  #comparing: Promise<void> | undefined;
  readonly #timer: NodeJS.Timeout;

  constructor(repositories: Pick<Repositories, 'users' | 'accounts'>, log: (line: string) => void) {
    this.#repositories = repositories;
    this.#log = log;
    this.#timer = setInterval(() => void this.compare(), COMPARE_EVERY_MS);
    this.#timer.unref();
  }

  /** Returns a function that removes the listener. */
  listen(userId: string, listener: RightsListener): () => void {
    const listeners = this.#listeners.get(userId) ?? new Set();
    this.#listeners.set(userId, listeners);
    const subscription: RightsListener = (rights) => listener(rights);
    listeners.add(subscription);
    return () => {
      listeners.delete(subscription);
      if (listeners.size === 0 && this.#listeners.get(userId) === listeners) this.#listeners.delete(userId);
    };
  }

  compare(): Promise<void> {
    this.#comparing ??= this.#compareOnce()
      .catch((error: unknown) =>
        this.#log(
          `Reading the users' rights failed: ${error instanceof Error ? error.message : String(error)}`,
        ),
      )
      .finally(() => {
        this.#comparing = undefined;
      });
    return this.#comparing;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #compareOnce(): Promise<void> {
    const masks = await this.#repositories.users.permissionMasks();
    const accounts = new Map<string, Set<string>>();
    for (const { account, userId, isLocked } of await this.#repositories.accounts.all()) {
      const ofUser = accounts.get(userId) ?? new Set();
      accounts.set(userId, ofUser);
      if (!isLocked) ofUser.add(account);
    }
    const seen = new Map<string, string>();
    for (const [userId, permissionMask] of masks) {
      const rights = { permissionMask, accounts: accounts.get(userId) ?? new Set<string>() };
      const key = `${permissionMask} ${[...rights.accounts].sort().join(' ')}`;
      seen.set(userId, key);
      // A user who is new here may have connected before the change: the listeners compare with what they have.
      if (this.#seen.get(userId) !== key)
        for (const listener of [...(this.#listeners.get(userId) ?? [])]) listener(rights);
    }
    this.#seen = seen;
  }
}

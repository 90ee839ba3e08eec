import type { Runner, StrategyPush } from './service.ts';

interface PushListener {
  readonly account: string;
  readonly onPush: (push: StrategyPush) => void;
}

/** The connections that receive pushed messages about a user's strategies. */
export class PushListeners {
  readonly #byUser = new Map<string, Set<PushListener>>();

  /** Sends a message to the connections of a user; with an account, only to those that have selected it. */
  push(userId: string, account: string | undefined, push: StrategyPush): void {
    for (const listener of [...(this.#byUser.get(userId) ?? [])])
      if (account === undefined || listener.account === account) listener.onPush(push);
  }

  /** Returns a function that removes the listener. */
  add({ userId, account }: Runner, onPush: (push: StrategyPush) => void): () => void {
    const group = this.#byUser.get(userId) ?? new Set();
    this.#byUser.set(userId, group);
    const listener = { account, onPush };
    group.add(listener);
    return () => {
      group.delete(listener);
      if (group.size === 0 && this.#byUser.get(userId) === group) this.#byUser.delete(userId);
    };
  }
}

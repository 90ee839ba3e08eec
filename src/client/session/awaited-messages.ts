import type { Body, MessageName } from '../../protocol/index.ts';
import type { HostClock } from '../host-clock.ts';

type Received<Name extends MessageName> = {
  [Each in Name]: { readonly name: Each; readonly body: Body<Each> };
}[Name];

interface Wait {
  readonly names: readonly MessageName[];
  end(message: unknown): void;
}

/**
 * Lets a procedure wait for the next message with one of some names. Several frames may be read before a waiting procedure
 * runs again, so a message without a waiting procedure is kept for the next wait.
 */
export class AwaitedMessages {
  readonly #clock: HostClock;
  readonly #keptNames: ReadonlySet<MessageName>;
  readonly #kept = new Map<MessageName, unknown>();
  readonly #waits = new Set<Wait>();

  /** @param keptNames messages that are kept when no procedure waits for them */
  constructor(clock: HostClock, keptNames: ReadonlySet<MessageName>) {
    this.#clock = clock;
    this.#keptNames = keptNames;
  }

  /** The next (or kept) message with one of the names; null when it did not arrive in time or the wait was ended by `giveUp`. */
  next<Name extends MessageName>(
    names: readonly Name[],
    timeoutMs: number | null,
  ): Promise<Received<Name> | null> {
    for (const name of names) {
      const message = this.#kept.get(name);
      // Kept under this name by `deliver`.
      if (this.#kept.delete(name)) return Promise.resolve(message as Received<Name>);
    }
    return new Promise((resolve) => {
      const timer = timeoutMs === null ? null : this.#clock.setTimeout(() => wait.end(null), timeoutMs);
      const wait: Wait = {
        names,
        end: (message) => {
          this.#waits.delete(wait);
          if (timer !== null) this.#clock.clearTimeout(timer);
          // `deliver` passes only messages with one of `names`, which the decoder has checked.
          resolve(message as Received<Name> | null);
        },
      };
      this.#waits.add(wait);
    });
  }

  /** Passes a message to the procedures that wait for it, or keeps it for the next one that will. */
  deliver(message: { readonly name: MessageName; readonly body: unknown }): void {
    const matching = [...this.#waits].filter((wait) => wait.names.includes(message.name));
    if (matching.length === 0 && this.#keptNames.has(message.name)) this.#kept.set(message.name, message);
    for (const wait of matching) wait.end(message);
  }

  /** Drops kept messages: before a new request, so that an old answer is not taken for its answer. */
  forget(): void {
    this.#kept.clear();
  }

  /** Ends every wait with null: the socket was lost, or another procedure has started. */
  giveUp(): void {
    for (const wait of [...this.#waits]) wait.end(null);
  }
}

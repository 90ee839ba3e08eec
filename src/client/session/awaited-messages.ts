import type { Body, MessageName } from '../../protocol/index.ts';
import type { HostClock } from '../host-clock.ts';

type Received<Name extends MessageName> = {
  [Each in Name]: { readonly name: Each; readonly body: Body<Each> };
}[Name];

/**
 * Lets a procedure wait for the next message of some kinds. Several frames may be read before a waiting procedure runs
 * again, so a message nobody waits for yet is kept for the next wait.
 */
export interface AwaitedMessages {
  /** The next (or kept) message with one of the names; null when it did not come in time or the wait was given up. */
  next<Name extends MessageName>(
    names: readonly Name[],
    timeoutMs: number | null,
  ): Promise<Received<Name> | null>;
  /** Hands a message over: to the procedures that wait for it, or to the next one that will. */
  deliver(message: { readonly name: MessageName; readonly body: unknown }): void;
  /** Drops kept messages: before a new request, so that an old answer is not taken for its answer. */
  forget(): void;
  /** Ends every wait with null: the socket was lost, or something else began. */
  giveUp(): void;
}

/** @param kept names of the messages worth keeping when nobody waits for them */
export function createAwaitedMessages(clock: HostClock, kept: ReadonlySet<MessageName>): AwaitedMessages {
  const unclaimed = new Map<MessageName, unknown>();
  const waits = new Set<{ names: readonly MessageName[]; end: (message: unknown) => void }>();
  return {
    next<Name extends MessageName>(names: readonly Name[], timeoutMs: number | null) {
      for (const name of names) {
        const message = unclaimed.get(name);
        if (unclaimed.delete(name)) return Promise.resolve(message as Received<Name>);
      }
      return new Promise<Received<Name> | null>((resolve) => {
        const timer = timeoutMs === null ? null : clock.setTimeout(() => wait.end(null), timeoutMs);
        const wait = {
          names,
          end(message: unknown) {
            waits.delete(wait);
            if (timer !== null) clock.clearTimeout(timer);
            // Only messages with one of `names` get here, straight from the decoder.
            resolve(message as Received<Name> | null);
          },
        };
        waits.add(wait);
      });
    },
    deliver(message) {
      const takers = [...waits].filter((wait) => wait.names.includes(message.name));
      if (takers.length === 0 && kept.has(message.name)) unclaimed.set(message.name, message);
      for (const wait of takers) wait.end(message);
    },
    forget: () => unclaimed.clear(),
    giveUp() {
      for (const wait of [...waits]) wait.end(null);
    },
  };
}

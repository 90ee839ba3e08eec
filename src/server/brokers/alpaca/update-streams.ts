import type { BrokerUpdate } from '../external-broker-service.ts';
import type { AlpacaKey } from './config.ts';
import { UpdateStream, type UpdateStreamTimes } from './update-stream.ts';

export type { UpdateStreamTimes } from './update-stream.ts';

/** What `UpdateStreams` works with. */
export interface UpdateStreamsDeps {
  readonly url: string;
  readonly keyOf: (userId: string) => Promise<AlpacaKey | undefined>;
  /** UTC ms. */
  readonly nowMs: () => number;
  readonly times?: UpdateStreamTimes;
}

type Listener = (update: BrokerUpdate) => void;

interface Followed {
  readonly listeners: Set<Listener>;
  readonly stream: UpdateStream;
}

/** The streams of order updates: one connection for each user whose client follows them, however many windows follow it. */
export class UpdateStreams {
  readonly #deps: UpdateStreamsDeps;
  readonly #followed = new Map<string, Followed>();

  constructor(deps: UpdateStreamsDeps) {
    this.#deps = deps;
  }

  /** Calls the listener with each update, and at once when updates arrive already. */
  follow(userId: string, listener: Listener): () => void {
    const followed = this.#followed.get(userId) ?? this.#begin(userId);
    followed.listeners.add(listener);
    if (followed.stream.isLive) listener({ kind: 'live' });
    return () => {
      followed.listeners.delete(listener);
      if (followed.listeners.size > 0 || this.#followed.get(userId) !== followed) return;
      followed.stream.stop();
      this.#followed.delete(userId);
    };
  }

  /** The user has another key, or none. */
  renew(userId: string): void {
    this.#followed.get(userId)?.stream.restart();
  }

  stop(): void {
    for (const { stream } of this.#followed.values()) stream.stop();
    this.#followed.clear();
  }

  #begin(userId: string): Followed {
    const { url, keyOf, nowMs, times } = this.#deps;
    const listeners = new Set<Listener>();
    const stream = new UpdateStream({
      url,
      key: () => keyOf(userId),
      nowMs,
      onUpdate: (update) => {
        for (const listener of [...listeners]) listener(update);
      },
      ...(times === undefined ? {} : { times }),
    });
    const followed = { listeners, stream };
    this.#followed.set(userId, followed);
    stream.start();
    return followed;
  }
}

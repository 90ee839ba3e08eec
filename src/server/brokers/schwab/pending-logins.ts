import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const LIMIT_MS = 10 * 60_000;
const MAX_PENDING = 10_000;

/** Who set out to the broker's login page. */
export interface Traveller {
  readonly userId: string;
  readonly sessionId: string;
}

/** Logins under way at the broker: each state is good once, in the browser it was given to, while its session stands. */
export interface PendingLogins {
  begin(who: Traveller): { readonly state: string; readonly browserKey: string };
  /** Who the state was given to; undefined when it is unknown, over, used, or shown by another browser. */
  take(state: string, browserKey: string): Traveller | undefined;
  /** Whose login is still under way with this state. */
  ownerOf(state: string): string | undefined;
  endSession(sessionId: string): void;
}

interface Pending extends Traveller {
  readonly keyHash: Buffer;
  readonly endsAtMs: number;
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

export function createPendingLogins(nowMs: () => number): PendingLogins {
  const pending = new Map<string, Pending>();

  const dropOld = (): void => {
    for (const [state, { endsAtMs }] of pending) {
      // Kept in order of their beginning, so the first that is good ends the search.
      if (endsAtMs > nowMs() && pending.size < MAX_PENDING) return;
      pending.delete(state);
    }
  };

  return {
    begin({ userId, sessionId }) {
      dropOld();
      const state = randomBytes(32).toString('base64url');
      const browserKey = randomBytes(32).toString('base64url');
      pending.set(state, { userId, sessionId, keyHash: hashOf(browserKey), endsAtMs: nowMs() + LIMIT_MS });
      return { state, browserKey };
    },
    take(state, browserKey) {
      const found = pending.get(state);
      if (!found || found.endsAtMs <= nowMs() || !timingSafeEqual(found.keyHash, hashOf(browserKey)))
        return undefined;
      pending.delete(state);
      return { userId: found.userId, sessionId: found.sessionId };
    },
    ownerOf: (state) => pending.get(state)?.userId,
    endSession(sessionId) {
      for (const [state, login] of pending) if (login.sessionId === sessionId) pending.delete(state);
    },
  };
}

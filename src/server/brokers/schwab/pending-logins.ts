import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const LIMIT_MS = 10 * 60_000;
const MAX_PENDING = 10_000;

/** The user and session that began a login at the broker. */
export interface LoginStarter {
  readonly userId: string;
  readonly sessionId: string;
}

/** Logins under way at the broker: each state is valid once, in the browser that began the login, while its session is. */
export interface PendingLogins {
  begin(starter: LoginStarter): { readonly state: string; readonly browserKey: string };
  /** The user and session that the state belongs to, once; undefined when it is unknown, expired, used, or sent by another browser. */
  take(state: string, browserKey: string): LoginStarter | undefined;
  /** Whose login is still under way with this state. */
  ownerOf(state: string): string | undefined;
  endSession(sessionId: string): void;
}

interface Pending extends LoginStarter {
  readonly keyHash: Buffer;
  readonly endsAtMs: number;
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Pending logins in memory. The oldest are dropped beyond the limit. */
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

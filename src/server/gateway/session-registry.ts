import type { Identity, NamedProfile } from '../identity/identity.ts';

export type EndReason = 'logout' | 'demo-expired' | 'revoked';

/** A signed-in trading connection, as others need to know of it. */
export interface SignedIn {
  readonly userId: string;
  readonly sessionId: string;
  /** The chosen account; undefined before that. */
  readonly account: string | undefined;
  onProfile(profile: NamedProfile): void;
}

/** Which connections belong to which session, so that all of them hear of its end. */
export interface SessionRegistry {
  /** Returns the way to leave. A session that ended while the caller was still being let in is told of its end right after. */
  join(sessionId: string, onEnded: (why: EndReason) => void): () => void;
  /** True while the session has a connection on any of the sockets. */
  isConnected(sessionId: string): boolean;
  stop(): void;
}

/** Knows the signed-in trading connections of each user as well. */
export interface UserRegistry extends SessionRegistry {
  /** Signed-in trading connections are listed while they last; returns the way to leave. */
  enlist(connection: SignedIn): () => void;
  /** Trading connections of the user that belong to other sessions than this one. */
  othersOf(principal: { readonly userId: string; readonly sessionId: string }): SignedIn[];
  /** True while a signed-in trading connection has chosen the account. */
  hasAccount(account: string): boolean;
  /** Tells every trading connection of a user the new contact data. */
  tellProfile(userId: string, profile: NamedProfile): void;
}

/** Letting somebody in takes a few questions to the database, never as long as this, ms. */
const REMEMBER_ENDED_MS = 60_000;

export function createSessionRegistry(
  identity: Pick<Identity, 'onSessionEnded'>,
  hostMs: () => number,
): UserRegistry {
  const connections = new Set<SignedIn>();
  const members = new Map<string, Set<(why: EndReason) => void>>();
  /** Sessions that ended lately, oldest first. */
  const lately = new Map<string, { readonly why: EndReason; readonly atMs: number }>();
  const stop = identity.onSessionEnded((sessionId, why) => {
    const nowMs = hostMs();
    for (const [endedId, { atMs }] of lately) {
      if (nowMs - atMs < REMEMBER_ENDED_MS) break;
      lately.delete(endedId);
    }
    lately.set(sessionId, { why, atMs: nowMs });
    const ended = members.get(sessionId);
    members.delete(sessionId);
    for (const onEnded of ended ?? []) onEnded(why);
  });
  return {
    join(sessionId, onEnded) {
      const over = lately.get(sessionId);
      if (over) {
        let hasLeft = false;
        queueMicrotask(() => {
          if (!hasLeft) onEnded(over.why);
        });
        return () => {
          hasLeft = true;
        };
      }
      const group = members.get(sessionId) ?? new Set();
      members.set(sessionId, group);
      group.add(onEnded);
      return () => {
        group.delete(onEnded);
        if (group.size === 0 && members.get(sessionId) === group) members.delete(sessionId);
      };
    },
    isConnected: (sessionId) => members.has(sessionId),
    enlist(connection) {
      connections.add(connection);
      return () => void connections.delete(connection);
    },
    othersOf: ({ userId, sessionId }) =>
      [...connections].filter(
        (connection) => connection.userId === userId && connection.sessionId !== sessionId,
      ),
    hasAccount: (account) => [...connections].some((connection) => connection.account === account),
    tellProfile(userId, profile) {
      for (const connection of connections) if (connection.userId === userId) connection.onProfile(profile);
    },
    stop,
  };
}

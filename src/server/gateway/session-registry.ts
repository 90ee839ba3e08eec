import type { Identity, NamedProfile } from '../identity/identity.ts';

/** Why a session has ended. `revoked`: by the user on another machine, by an administrator, or because its rights are gone. */
export type EndReason = 'logout' | 'demo-expired' | 'revoked';

/** A signed-in trading connection, as other connections see it. */
export interface SignedIn {
  readonly userId: string;
  readonly sessionId: string;
  /** The chosen account; undefined before that. */
  readonly account: string | undefined;
  /** The user's contact data has changed. */
  onProfile(profile: NamedProfile): void;
}

/** The connections of each session, in order to notify all of them when it ends. */
export interface SessionRegistry {
  /** Adds a connection and returns how to remove it. If the session ended while the connection was being authenticated, `onEnded` is called right after. */
  join(sessionId: string, onEnded: (reason: EndReason) => void): () => void;
  /** True while the session has a connection on any of the sockets. */
  isConnected(sessionId: string): boolean;
  /** Stops following the ends of sessions. */
  stop(): void;
}

/** A session registry that also lists the signed-in trading connections of each user. */
export interface UserRegistry extends SessionRegistry {
  /** Lists a signed-in trading connection and returns how to remove it. */
  enlist(connection: SignedIn): () => void;
  /** Trading connections of the user that belong to other sessions than this one. */
  othersOf(principal: { readonly userId: string; readonly sessionId: string }): SignedIn[];
  /** True while a signed-in trading connection has chosen the account. */
  hasAccount(account: string): boolean;
  /** Notifies every trading connection of a user of changed contact data. */
  notifyProfile(userId: string, profile: NamedProfile): void;
}

/** Receives when users have signed-in trading connections. */
export interface PresenceListener {
  /** The user has another connection. */
  entered(userId: string): void;
  /** The user's last connection was closed while its session stands. */
  lost(userId: string): void;
}

/** Receives when sessions have trading connections. */
export interface SessionListener {
  /** The session has another connection. */
  entered(sessionId: string): void;
  /** The session's last connection was closed while it stands. */
  lost(sessionId: string, userId: string): void;
}

/** How long ended sessions are remembered, ms: longer than authenticating a connection, which takes a few database queries. */
const REMEMBER_ENDED_MS = 60_000;

/** A registry that follows the identity service's ended sessions. */
export function createSessionRegistry(
  identity: Pick<Identity, 'onSessionEnded'>,
  hostMs: () => number,
  presence?: PresenceListener,
  sessions?: SessionListener,
): UserRegistry {
  const connections = new Set<SignedIn>();
  const members = new Map<string, Set<(reason: EndReason) => void>>();
  /** Sessions that ended recently, oldest first. */
  const recent = new Map<string, { readonly reason: EndReason; readonly atMs: number }>();
  const stop = identity.onSessionEnded((sessionId, reason) => {
    const nowMs = hostMs();
    for (const [endedId, { atMs }] of recent) {
      if (nowMs - atMs < REMEMBER_ENDED_MS) break;
      recent.delete(endedId);
    }
    recent.set(sessionId, { reason, atMs: nowMs });
    const ended = members.get(sessionId);
    members.delete(sessionId);
    for (const onEnded of ended ?? []) onEnded(reason);
  });
  return {
    join(sessionId, onEnded) {
      const ended = recent.get(sessionId);
      if (ended) {
        let hasLeft = false;
        queueMicrotask(() => {
          if (!hasLeft) onEnded(ended.reason);
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
      const { userId, sessionId } = connection;
      connections.add(connection);
      presence?.entered(userId);
      sessions?.entered(sessionId);
      return () => {
        if (!connections.delete(connection) || recent.has(sessionId)) return;
        const others = [...connections];
        if (others.every((other) => other.userId !== userId)) presence?.lost(userId);
        if (others.every((other) => other.sessionId !== sessionId)) sessions?.lost(sessionId, userId);
      };
    },
    othersOf: ({ userId, sessionId }) =>
      [...connections].filter(
        (connection) => connection.userId === userId && connection.sessionId !== sessionId,
      ),
    hasAccount: (account) => [...connections].some((connection) => connection.account === account),
    notifyProfile(userId, profile) {
      for (const connection of connections) if (connection.userId === userId) connection.onProfile(profile);
    },
    stop,
  };
}

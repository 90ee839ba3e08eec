import type { Identity } from '../identity/identity.ts';

export type EndReason = 'logout' | 'demo-expired' | 'revoked';

/** Which connections belong to which session, so that all of them hear of its end. */
export interface SessionRegistry {
  /** Returns the way to leave. */
  join(sessionId: string, onEnded: (why: EndReason) => void): () => void;
  stop(): void;
}

export function createSessionRegistry(identity: Pick<Identity, 'onSessionEnded'>): SessionRegistry {
  const members = new Map<string, Set<(why: EndReason) => void>>();
  const stop = identity.onSessionEnded((sessionId, why) => {
    const ended = members.get(sessionId);
    members.delete(sessionId);
    for (const onEnded of ended ?? []) onEnded(why);
  });
  return {
    join(sessionId, onEnded) {
      const group = members.get(sessionId) ?? new Set();
      members.set(sessionId, group);
      group.add(onEnded);
      return () => {
        group.delete(onEnded);
        if (group.size === 0 && members.get(sessionId) === group) members.delete(sessionId);
      };
    },
    stop,
  };
}

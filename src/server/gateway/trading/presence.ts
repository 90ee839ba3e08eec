import type { NamedProfile, Principal } from '../../identity/identity.ts';
import type { UserRegistry, SignedIn } from '../session-registry.ts';

/** What others may know of one trading connection, and what it may ask of others. */
export interface Presence {
  /** Is another session of this user connected, with that account when one is named? Only asked of users bound to one machine. */
  isElsewhere(principal: Principal, account?: string): boolean;
  /** The connection speaks for this session from now on. */
  enter(principal: Principal): void;
  leave(): void;
}

export function createPresence(
  registry: UserRegistry,
  own: { readonly account: () => string | undefined; readonly onProfile: (profile: NamedProfile) => void },
): Presence {
  let listed: SignedIn | undefined;
  let withdraw = (): void => {};
  return {
    isElsewhere(principal, account) {
      if (!principal.isOneMachine) return false;
      return registry
        .othersOf(principal)
        .some((other) => other !== listed && (account === undefined || other.account === account));
    },
    enter({ userId, sessionId }) {
      withdraw();
      listed = {
        userId,
        sessionId,
        get account() {
          return own.account();
        },
        onProfile: own.onProfile,
      };
      withdraw = registry.enlist(listed);
    },
    leave() {
      withdraw();
      listed = undefined;
    },
  };
}

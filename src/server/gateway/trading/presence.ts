import type { NamedProfile, Principal } from '../../identity/identity.ts';
import type { UserRegistry, SignedIn } from '../session-registry.ts';

/** Lists one trading connection for the user's other connections, and finds those. */
export interface Presence {
  /** Whether another session of this user is connected, with the account when one is given. Always false for users who may use several machines. */
  isElsewhere(principal: Principal, account?: string): boolean;
  /** The connection belongs to this session from now on. */
  enter(principal: Principal): void;
  /** The connection has left its session. */
  leave(): void;
}

/** The presence of a connection that is not signed in yet. */
export function createPresence(
  registry: UserRegistry,
  connection: {
    readonly account: () => string | undefined;
    readonly onProfile: (profile: NamedProfile) => void;
  },
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
          return connection.account();
        },
        onProfile: connection.onProfile,
      };
      withdraw = registry.enlist(listed);
    },
    leave() {
      withdraw();
      listed = undefined;
    },
  };
}

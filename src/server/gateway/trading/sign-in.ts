import type { UserRights } from '../../identity/rights-watch.ts';
import { CLOSE_SESSION_ENDED, encode } from '../../../protocol/index.ts';
import type { Grant, Principal } from '../../identity/identity.ts';
import type { GatewayDeps } from '../deps.ts';
import type { EndReason, SessionRegistry } from '../session-registry.ts';
import type { Peer } from '../sockets/peer.ts';

/** A token is renewed this long before it ends, ms. */
const REFRESH_LEAD_MS = 60_000;
/** A renewal that failed is tried again after this, ms. */
const RETRY_MS = 5_000;
/** Tokens count whole seconds: one that ends this near to its session's end ends with it, ms. */
const SESSION_END_MS = 1_000;
/** A timer stands still while the machine sleeps: the clock is looked at this often, so that a token that ended in the meantime is renewed soon after. */
const LOOK_MS = 5_000;

/** Who is signed in on one trading connection: keeps the token fresh and hears when the session ends. */
export interface SignIn {
  readonly grant: Grant | undefined;
  /** Takes over a granted session; an earlier one of this connection is left. */
  take(grant: Grant): void;
  stop(): void;
}

export function createSignIn(
  peer: Peer,
  deps: GatewayDeps,
  registry: SessionRegistry,
  on: { readonly ended: () => void; readonly renewed: (grant: Grant) => void },
): SignIn {
  let grant: Grant | undefined;
  let leave = (): void => {};
  let timer: NodeJS.Timeout | undefined;

  const stop = (): void => {
    clearTimeout(timer);
    leave();
    leave = () => {};
    grant = undefined;
  };

  const end = (why: EndReason): void => {
    if (!grant) return;
    stop();
    on.ended();
    peer.send(
      why === 'demo-expired'
        ? encode('demoSessionStatus', { ExpiresIn: 0 })
        : encode('relogin', { Message: END_TEXTS[why] }),
    );
    peer.close(CLOSE_SESSION_ENDED, 'the session has ended');
  };

  const refresh = async (principal: Principal): Promise<void> => {
    const fresh = await deps.identity.refresh(principal);
    // Another session may have been taken over, or this one ended, while the token was made.
    if (grant?.principal !== principal) return;
    if (!fresh) return end('revoked');
    schedule(fresh);
    peer.send(encode('tokenRefresh', { JWT: fresh.jwt }));
    on.renewed(fresh);
  };

  const schedule = (next: Grant): void => {
    grant = next;
    clearTimeout(timer);
    const { tokenExpiresAtMs, sessionExpiresAtMs } = next.principal;
    // The token lasts as long as the session may: there is nothing to renew, and the session's end is told by its keeper.
    if (tokenExpiresAtMs >= sessionExpiresAtMs - SESSION_END_MS) return;
    const leftMs = tokenExpiresAtMs - deps.clock.hostMs();
    renewAt(tokenExpiresAtMs - Math.min(REFRESH_LEAD_MS, leftMs / 2));
  };

  const renewNow = (): void => {
    const stale = grant;
    if (!stale) return;
    clearTimeout(timer);
    refresh(stale.principal).catch((error: unknown) => {
      deps.logger.error({ err: error }, 'renewing a token failed');
      retry(stale);
    });
  };

  const renewAt = (atMs: number): void => {
    const waitMs = atMs - deps.clock.hostMs();
    timer = setTimeout(
      () => {
        if (waitMs > LOOK_MS) return renewAt(atMs);
        renewNow();
      },
      Math.min(Math.max(0, waitMs), LOOK_MS),
    );
    timer.unref();
  };

  /** A database that is away ends no session: after a sleep of the machine it may take a while to be found again. One that stays away until the session is over does. */
  const retry = (stale: Grant): void => {
    if (grant?.principal !== stale.principal) return;
    if (stale.principal.sessionExpiresAtMs - deps.clock.hostMs() <= RETRY_MS) return end('revoked');
    timer = setTimeout(() => {
      refresh(stale.principal).catch(() => retry(stale));
    }, RETRY_MS);
    timer.unref();
  };

  return {
    get grant() {
      return grant;
    },
    take(next) {
      if (grant?.principal.sessionId !== next.principal.sessionId) {
        leave();
        const { userId, sessionId } = next.principal;
        const leaveSession = registry.join(sessionId, end);
        // The new token has the new rights; without any, or without its account, the session ends.
        const stopRights = deps.identity.onRightsChanged(userId, (rights) => {
          if (grant && !hasRights(grant.principal, rights)) renewNow();
        });
        leave = () => {
          leaveSession();
          stopRights();
        };
      }
      schedule(next);
    },
    stop,
  };
}

/** Whether a token still states what the user may do: notifications also come for rights that are the same. */
const hasRights = ({ permissionMask, account }: Principal, rights: UserRights): boolean =>
  permissionMask === rights.permissionMask && (account === undefined || rights.accounts.has(account));

const END_TEXTS: Readonly<Record<EndReason, string>> = {
  logout: 'You have logged out.',
  revoked: 'Your session has ended; sign in again.',
  'demo-expired': 'The demo session has ended.',
};

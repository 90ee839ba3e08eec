import type { UserRights } from '../../identity/rights-watch.ts';
import { CLOSE_SESSION_ENDED, encode } from '../../../protocol/index.ts';
import type { Grant, Principal } from '../../identity/identity.ts';
import type { GatewayDeps } from '../deps.ts';
import type { EndReason, SessionRegistry } from '../session-registry.ts';
import type { Peer } from '../sockets/peer.ts';

/** A token is renewed this long before it expires, ms. */
const REFRESH_LEAD_MS = 60_000;
/** Delay before a failed renewal is tried again, ms. */
const RETRY_MS = 5_000;
/** Tokens count whole seconds: one that expires this close to its session's end expires with it, ms. */
const SESSION_END_MS = 1_000;
/** Timers stop while the machine sleeps: the clock is checked this often, so that a token that expired meanwhile is renewed soon after, ms. */
const CHECK_MS = 5_000;

/** The session of one trading connection: renews its token, and ends the connection when the session ends. */
export class SignIn {
  readonly #peer: Peer;
  readonly #deps: Pick<GatewayDeps, 'identity' | 'clock' | 'logger'>;
  readonly #registry: SessionRegistry;
  readonly #on: { readonly ended: () => void; readonly renewed: (grant: Grant) => void };
  #grant: Grant | undefined;
  #leave = (): void => {};
  #timer: NodeJS.Timeout | undefined;

  constructor(
    peer: Peer,
    deps: Pick<GatewayDeps, 'identity' | 'clock' | 'logger'>,
    registry: SessionRegistry,
    on: { readonly ended: () => void; readonly renewed: (grant: Grant) => void },
  ) {
    this.#peer = peer;
    this.#deps = deps;
    this.#registry = registry;
    this.#on = on;
  }

  /** The session's newest token and its user; undefined while no user is signed in. */
  get grant(): Grant | undefined {
    return this.#grant;
  }

  /** Takes over a granted session; an earlier session of this connection is left. */
  take(grant: Grant): void {
    if (this.#grant?.principal.sessionId !== grant.principal.sessionId) {
      this.#leave();
      this.#follow(grant.principal);
    }
    this.#schedule(grant);
  }

  /** Leaves the session, which stands for other connections. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#leave();
    this.#leave = () => {};
    this.#grant = undefined;
  }

  #follow({ userId, sessionId }: Principal): void {
    const leaveSession = this.#registry.join(sessionId, (reason) => this.#end(reason));
    // The new token has the new rights; without any, or without its account, the session ends.
    const stopRights = this.#deps.identity.onRightsChanged(userId, (rights) => {
      if (this.#grant && !hasRights(this.#grant.principal, rights)) this.#renewNow();
    });
    this.#leave = () => {
      leaveSession();
      stopRights();
    };
  }

  #end(reason: EndReason): void {
    if (!this.#grant) return;
    this.stop();
    this.#on.ended();
    this.#peer.send(
      reason === 'demo-expired'
        ? encode('demoSessionStatus', { ExpiresIn: 0 })
        : encode('relogin', { Message: END_TEXTS[reason] }),
    );
    this.#peer.close(CLOSE_SESSION_ENDED, 'the session has ended');
  }

  #schedule(grant: Grant): void {
    this.#grant = grant;
    clearTimeout(this.#timer);
    const { tokenExpiresAtMs, sessionExpiresAtMs } = grant.principal;
    // The token lasts as long as the session may: there is nothing to renew, and the registry reports the session's end.
    if (tokenExpiresAtMs >= sessionExpiresAtMs - SESSION_END_MS) return;
    const leftMs = tokenExpiresAtMs - this.#deps.clock.hostMs();
    this.#renewAt(tokenExpiresAtMs - Math.min(REFRESH_LEAD_MS, leftMs / 2));
  }

  #renewAt(atMs: number): void {
    const waitMs = atMs - this.#deps.clock.hostMs();
    this.#timer = setTimeout(
      () => {
        if (waitMs > CHECK_MS) this.#renewAt(atMs);
        else this.#renewNow();
      },
      Math.min(Math.max(0, waitMs), CHECK_MS),
    );
    this.#timer.unref();
  }

  #renewNow(): void {
    const stale = this.#grant;
    if (!stale) return;
    clearTimeout(this.#timer);
    this.#renew(stale.principal).catch((error: unknown) => {
      this.#deps.logger.error({ err: error }, 'renewing a token failed');
      this.#retry(stale);
    });
  }

  async #renew(principal: Principal): Promise<void> {
    const fresh = await this.#deps.identity.refresh(principal);
    // Another session may have been taken over, or this one ended, while the token was made.
    if (this.#grant?.principal !== principal) return;
    if (!fresh) return this.#end('revoked');
    this.#schedule(fresh);
    this.#peer.send(encode('tokenRefresh', { JWT: fresh.jwt }));
    this.#on.renewed(fresh);
  }

  /** Renews again later: a database that is unavailable ends no session before the session's own end. */
  #retry(stale: Grant): void {
    if (this.#grant?.principal !== stale.principal) return;
    if (stale.principal.sessionExpiresAtMs - this.#deps.clock.hostMs() <= RETRY_MS)
      return this.#end('revoked');
    this.#timer = setTimeout(() => {
      this.#renew(stale.principal).catch(() => this.#retry(stale));
    }, RETRY_MS);
    this.#timer.unref();
  }
}

/** Whether a token still states the user's rights: notifications also arrive for unchanged rights. */
const hasRights = ({ permissionMask, account }: Principal, rights: UserRights): boolean =>
  permissionMask === rights.permissionMask && (account === undefined || rights.accounts.has(account));

const END_TEXTS: Readonly<Record<EndReason, string>> = {
  logout: 'You have logged out.',
  revoked: 'Your session has ended; sign in again.',
  'demo-expired': 'The demo session has ended.',
};

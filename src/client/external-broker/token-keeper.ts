import * as v from 'valibot';
import { refreshErrorText } from '../../domain/orders/schwab/index.ts';
import { externalBrokerHttp } from '../../protocol/index.ts';
import type { HostClock } from '../host-clock.ts';

/** A token is refreshed so long before it ends (spec platform.md §9). */
const REFRESH_LEAD_MS = 60_000;
/** A token that ends within this is not worth loading an account with. */
export const TOO_SHORT_MS = 5_000;
/** The "minimal delay" of a refresh that is due already. */
export const MINIMAL_DELAY_MS = 100;
/** After a refresh failed because our own server was away. */
const RETRY_MS = 15_000;
const SHORTEST_REST_MS = 1_000;
const LONGEST_TIMER_MS = 2_147_000_000;

export interface TokenKeeperDeps {
  readonly clock: HostClock;
  /** A call to our backend, with the session's token. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  readonly onRefreshed: () => void;
  /** There is no token any more, and why. */
  readonly onLost: (text: string) => void;
}

/** The access token of the trader API: always a good one, refreshed ahead of time, one refresh in flight. */
export interface TokenKeeper {
  accessToken(): string | null;
  remainingMs(): number;
  /** Takes a token and keeps it fresh from now on. */
  take(accessToken: string, expiresInSeconds: number): void;
  /** Refreshes after `refused` was refused; true when there is a good token. Does nothing when another one came meanwhile. */
  renew(refused: string | null): Promise<boolean>;
  /** No more refreshes ahead of time; the token stays. */
  rest(): void;
  forget(): void;
}

export function createTokenKeeper({ clock, fetch, onRefreshed, onLost }: TokenKeeperDeps): TokenKeeper {
  let token: string | null = null;
  let endsAtMs = 0;
  let timer: unknown = null;
  let refreshing: Promise<boolean> | null = null;
  /** Rises whenever the token is taken or forgotten, so that an answer of before is not heard. */
  let generation = 0;

  const remainingMs = (): number => (token === null ? 0 : endsAtMs - clock.nowMs());

  function schedule(delayMs: number): void {
    clock.clearTimeout(timer);
    timer = clock.setTimeout(() => void refresh(), Math.min(LONGEST_TIMER_MS, delayMs));
  }

  function hold(accessToken: string, expiresInSeconds: number): void {
    generation += 1;
    token = accessToken;
    endsAtMs = clock.nowMs() + expiresInSeconds * 1000;
  }

  function drop(): void {
    generation += 1;
    clock.clearTimeout(timer);
    timer = token = null;
  }

  async function refreshOnce(): Promise<boolean> {
    const mine = generation;
    const retry = (): boolean => {
      if (mine === generation) schedule(RETRY_MS);
      return false;
    };
    let response: Response;
    let text: string;
    try {
      response = await fetch(externalBrokerHttp.brokerRefreshToken.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
      text = await response.text();
    } catch {
      return retry();
    }
    if (mine !== generation) return token !== null;
    if (response.status >= 500 || response.status === 429) return retry();
    const parsed = v.safeParse(
      v.pipe(v.string(), v.parseJson(), externalBrokerHttp.brokerRefreshToken.response),
      text,
    );
    if (!response.ok || !parsed.success) {
      drop();
      onLost('The login at the broker could not be renewed.');
      return false;
    }
    const { Error: error, ErrorDescription, AccessToken, ExpiresIn } = parsed.output;
    if (AccessToken === null) {
      drop();
      onLost(refreshErrorText({ error: error ?? '', description: ErrorDescription ?? '' }));
      return false;
    }
    hold(AccessToken, ExpiresIn);
    // A token that never lives longer than the lead must not be refreshed without end.
    const leftMs = remainingMs();
    schedule(
      leftMs > REFRESH_LEAD_MS + TOO_SHORT_MS
        ? leftMs - REFRESH_LEAD_MS
        : Math.max(SHORTEST_REST_MS, leftMs / 2),
    );
    onRefreshed();
    return true;
  }

  function refresh(): Promise<boolean> {
    refreshing ??= refreshOnce().finally(() => {
      refreshing = null;
    });
    return refreshing;
  }

  return {
    accessToken: () => token,
    remainingMs,
    take(accessToken, expiresInSeconds) {
      hold(accessToken, expiresInSeconds);
      schedule(Math.max(MINIMAL_DELAY_MS, remainingMs() - REFRESH_LEAD_MS));
    },
    renew: (refused) => (token !== null && token !== refused ? Promise.resolve(true) : refresh()),
    rest() {
      clock.clearTimeout(timer);
      timer = null;
    },
    forget: drop,
  };
}

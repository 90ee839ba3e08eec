import * as v from 'valibot';
import { refreshErrorText } from '../../domain/orders/schwab/index.ts';
import { externalBrokerHttp } from '../../protocol/index.ts';
import type { HostClock } from '../host-clock.ts';

/** A token is refreshed this long before it ends (spec platform.md §9). */
const REFRESH_LEAD_MS = 60_000;
/** A token that ends within this is not worth loading an account with. */
export const TOO_SHORT_MS = 5_000;
/** The "minimal delay" (spec platform.md §9) of a refresh that is due already. */
export const MINIMAL_DELAY_MS = 100;
/** After a refresh failed because our own server was away. */
const RETRY_MS = 15_000;
/** A token that lives shorter than the lead is refreshed no more often than this. */
const MIN_RETRY_MS = 1_000;
/** Timers of the host hold no longer delay. */
const MAX_TIMER_MS = 2_147_000_000;

/** What `TokenKeeper` works with. */
export interface TokenKeeperDeps {
  readonly clock: HostClock;
  /** A call to our backend, with the session's token. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  readonly onRefreshed: () => void;
  /** There is no token any more, and why. */
  readonly onLost: (text: string) => void;
}

/** The access token of the trader API: always a valid one, refreshed ahead of time, with one refresh in flight. */
export class TokenKeeper {
  readonly #deps: TokenKeeperDeps;
  #token: string | null = null;
  #endsAtMs = 0;
  #timer: unknown = null;
  #refreshing: Promise<boolean> | null = null;
  /** Rises whenever the token is set or dropped, so that an answer to an earlier request is ignored. */
  #generation = 0;

  constructor(deps: TokenKeeperDeps) {
    this.#deps = deps;
  }

  accessToken(): string | null {
    return this.#token;
  }

  /** How long the token is valid, ms; 0 without one. */
  remainingMs(): number {
    return this.#token === null ? 0 : this.#endsAtMs - this.#deps.clock.nowMs();
  }

  /** Sets a token and keeps it fresh from now on. */
  take(accessToken: string, expiresInSeconds: number): void {
    this.#hold(accessToken, expiresInSeconds);
    this.#schedule(Math.max(MINIMAL_DELAY_MS, this.remainingMs() - REFRESH_LEAD_MS));
  }

  /** Refreshes after `rejected` was rejected; true when there is a valid token. Does nothing when another one was set meanwhile. */
  renew(rejected: string | null): Promise<boolean> {
    return this.#token !== null && this.#token !== rejected ? Promise.resolve(true) : this.#refresh();
  }

  /** Ends refreshes ahead of time; the token stays. */
  rest(): void {
    this.#deps.clock.clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** Drops the token. */
  forget(): void {
    this.#generation += 1;
    this.rest();
    this.#token = null;
  }

  #schedule(delayMs: number): void {
    const { clock } = this.#deps;
    clock.clearTimeout(this.#timer);
    this.#timer = clock.setTimeout(() => void this.#refresh(), Math.min(MAX_TIMER_MS, delayMs));
  }

  #hold(accessToken: string, expiresInSeconds: number): void {
    this.#generation += 1;
    this.#token = accessToken;
    this.#endsAtMs = this.#deps.clock.nowMs() + expiresInSeconds * 1000;
  }

  #refresh(): Promise<boolean> {
    this.#refreshing ??= this.#refreshOnce().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #refreshOnce(): Promise<boolean> {
    const generation = this.#generation;
    const answer = await this.#request();
    if (answer !== undefined && generation !== this.#generation) return this.#token !== null;
    if (answer === undefined || answer.status >= 500 || answer.status === 429) {
      if (generation === this.#generation) this.#schedule(RETRY_MS);
      return false;
    }
    const parsed = v.safeParse(tokenAnswer, answer.text);
    if (!answer.ok || !parsed.success) return this.#lose('The login at the broker could not be renewed.');
    const { Error: error, ErrorDescription, AccessToken, ExpiresIn } = parsed.output;
    if (AccessToken === null)
      return this.#lose(refreshErrorText({ error: error ?? '', description: ErrorDescription ?? '' }));
    this.#hold(AccessToken, ExpiresIn);
    // A token that never lives longer than the lead must not be refreshed without end.
    const leftMs = this.remainingMs();
    this.#schedule(
      leftMs > REFRESH_LEAD_MS + TOO_SHORT_MS ? leftMs - REFRESH_LEAD_MS : Math.max(MIN_RETRY_MS, leftMs / 2),
    );
    this.#deps.onRefreshed();
    return true;
  }

  /** The server's answer to a refresh; undefined when none came. */
  async #request(): Promise<
    { readonly status: number; readonly ok: boolean; readonly text: string } | undefined
  > {
    try {
      const response = await this.#deps.fetch(externalBrokerHttp.brokerRefreshToken.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
      return { status: response.status, ok: response.ok, text: await response.text() };
    } catch {
      // Our server cannot be reached: the same as no answer.
      return undefined;
    }
  }

  #lose(text: string): false {
    this.forget();
    this.#deps.onLost(text);
    return false;
  }
}

const tokenAnswer = v.pipe(v.string(), v.parseJson(), externalBrokerHttp.brokerRefreshToken.response);

import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { REFRESH_TOKEN_ERROR, type TokenProblem } from '../../../domain/orders/schwab/index.ts';
import type { tradingApiData } from '../../../protocol/index.ts';
import type { Clock } from '../../clock.ts';
import type { Identity } from '../../identity/identity.ts';
import { createSecretBox, type SecretBox } from '../../secret-box.ts';
import type { ExternalBrokerStore, ExternalLogin } from '../../storage/external-broker-store.ts';
import type { Repositories, SessionRecord, UserRecord } from '../../storage/repositories.ts';
import type {
  BrokerCaller,
  BrokerState,
  ExternalBrokerService,
  RedirectLogin,
  RefreshAnswer,
  ReturnedLogin,
  TraderRouteOptions,
} from '../external-broker-service.ts';
import type { SchwabConfig } from './config.ts';
import { createOauthClient, type BrokerTokens, type OauthClient } from './oauth-client.ts';
import { createPendingLogins, type PendingLogins } from './pending-logins.ts';
import { addTraderProxy } from './trader-proxy.ts';

/** Name of the system value with the key that seals the broker's tokens. */
const TOKEN_KEY = 'external-broker-key';
/** A token that is valid for longer is reused, so that a second tab causes no call to the broker. */
const REUSE_ABOVE_MS = 90_000;
const ERROR_LIMIT_MS = 10 * 60_000;
const MAX_ERRORS = 1000;
/** Refresh failures after which only a new login helps. */
const REQUIRES_LOGIN = new Set([
  REFRESH_TOKEN_ERROR,
  'unsupported_token_type',
  'invalid_grant',
  'invalid_token',
]);
const NOT_LOGGED_IN: TokenProblem = { error: 'not_logged_in', description: 'Sign in at the broker first.' };

const tokenPair = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ accessToken: v.string(), refreshToken: v.string() }),
);
const accessTokenClaims = v.object({
  userId: v.string(),
  sessionId: v.string(),
  loginId: v.string(),
  expiresAtMs: v.number(),
});
const accessTokenText = v.pipe(v.string(), v.parseJson(), accessTokenClaims);
const ACCESS_TOKEN_PURPOSE = 'access-token';

/** What the service needs. `oauth` replaces the broker in tests. */
export interface SchwabBrokerDeps {
  readonly config: SchwabConfig;
  readonly repositories: Pick<
    Repositories,
    'externalBroker' | 'sessions' | 'tradingApis' | 'users' | 'system'
  >;
  readonly identity: Pick<Identity, 'onSessionEnded'>;
  readonly clock: Clock;
  readonly oauth?: OauthClient;
}

/** Logs users in at a broker that speaks Schwab's dialect of OAuth, and keeps their tokens sealed in the database. */
export class SchwabBroker implements ExternalBrokerService, RedirectLogin {
  readonly kind = 'schwab';
  readonly redirectLogin: RedirectLogin = this;
  readonly callback: string;
  readonly config: SchwabConfig;
  readonly #repositories: SchwabBrokerDeps['repositories'];
  readonly #store: ExternalBrokerStore;
  readonly #clock: Clock;
  readonly #oauth: OauthClient;
  readonly #box: SecretBox;
  readonly #pending: PendingLogins;
  readonly #errors = new Map<string, { readonly text: string; readonly atMs: number }>();
  readonly #refreshing = new Map<string, Promise<ExternalLogin | TokenProblem>>();
  readonly #stopListening: () => void;

  constructor({
    config,
    repositories,
    identity,
    clock,
    oauth = createOauthClient(config),
  }: SchwabBrokerDeps) {
    this.config = config;
    this.callback = config.callback;
    this.#repositories = repositories;
    this.#store = repositories.externalBroker;
    this.#clock = clock;
    this.#oauth = oauth;
    this.#box = createSecretBox(repositories.system, TOKEN_KEY);
    this.#pending = createPendingLogins(clock.hostMs);
    this.#stopListening = identity.onSessionEnded((sessionId) => this.#pending.endSession(sessionId));
  }

  beginLogin(caller: BrokerCaller): { readonly url: string; readonly browserKey: string } {
    const { state, browserKey } = this.#pending.begin(caller);
    return { url: this.#oauth.authorizeUrl(state), browserKey };
  }

  async finishLogin({ state, browserKey, code, error }: ReturnedLogin): Promise<void> {
    const pending = this.#pending.take(state, browserKey);
    if (!pending) {
      const ownerId = this.#pending.ownerOf(state);
      if (ownerId !== undefined) this.#noteError(ownerId, this.#otherBrowserText());
      return;
    }
    const { userId } = pending;
    if (code === undefined)
      return this.#noteError(
        userId,
        error === 'access_denied'
          ? 'The login at the broker was cancelled.'
          : 'The broker did not grant the login; try again.',
      );
    const answer = await this.#oauth.exchange(code);
    if (!answer.ok) return this.#noteError(userId, answer.error.description);
    this.#errors.delete(userId);
    await this.#store.saveLogin({
      userId,
      sealedTokens: await this.#sealTokens(userId, answer.value),
      loginId: randomUUID(),
      accessExpiresAtMs: this.#expiryMs(answer.value),
    });
  }

  async state(caller: BrokerCaller): Promise<BrokerState> {
    const [login, accounts] = [
      await this.#store.login(caller.userId),
      await this.#store.accounts(caller.userId),
    ];
    const chosen = accounts.find(({ isDefault }) => isDefault);
    const error = this.#errors.get(caller.userId);
    return {
      isLoggedIn: login !== undefined,
      accessToken: login ? await this.#accessTokenFor(caller, login) : null,
      expiresInSeconds: login ? this.#secondsLeft(login) : 0,
      account: chosen?.account ?? null,
      accountHash: chosen?.accountHash ?? null,
      error: error && error.atMs + ERROR_LIMIT_MS > this.#clock.hostMs() ? error.text : null,
    };
  }

  async refresh(caller: BrokerCaller): Promise<RefreshAnswer> {
    const { userId } = caller;
    let running = this.#refreshing.get(userId);
    if (!running) {
      running = this.#refreshLogin(userId).finally(() => this.#refreshing.delete(userId));
      this.#refreshing.set(userId, running);
    }
    const result = await running;
    return 'error' in result
      ? result
      : {
          accessToken: await this.#accessTokenFor(caller, result),
          expiresInSeconds: this.#secondsLeft(result),
        };
  }

  async setDefault(userId: string, account: string, accountHash: string): Promise<void> {
    await this.#store.setDefault(userId, account, accountHash);
    // The part of LoadSettings about this broker: a page shows the account before the broker has answered.
    await this.#repositories.tradingApis.setData(
      userId,
      JSON.stringify({ Account: account } satisfies v.InferInput<typeof tradingApiData>),
    );
  }

  async logout(userId: string): Promise<void> {
    this.#errors.delete(userId);
    await this.#store.removeLogin(userId);
  }

  addTraderRoutes(app: FastifyInstance, options: TraderRouteOptions): void {
    addTraderProxy(app, this, options);
  }

  /** The user of an access token, with the broker's token to use for them; undefined when it is malformed or expired, or its session or login has ended. */
  async bearerOf(
    accessToken: string,
  ): Promise<{ readonly userId: string; readonly brokerToken: string } | undefined> {
    const claims = v.safeParse(accessTokenText, await this.#box.open(ACCESS_TOKEN_PURPOSE, accessToken));
    if (!claims.success || claims.output.expiresAtMs <= this.#clock.hostMs()) return undefined;
    const { userId, sessionId, loginId } = claims.output;
    const { sessions, users } = this.#repositories;
    const [session, user, login] = [
      await sessions.byId(sessionId),
      await users.byId(userId),
      await this.#store.login(userId),
    ];
    const nowMs = this.#clock.hostMs();
    const isUserValid = isUserActive(user, nowMs) && isSessionOf(userId, session, nowMs);
    if (!isUserValid || !login || login.loginId !== loginId) return undefined;
    const tokens = await this.#openTokens(login);
    return tokens && { userId, brokerToken: tokens.accessToken };
  }

  /** The broker refused its own token; the next refresh fetches another one. */
  async tokenRefused(userId: string, brokerToken: string): Promise<void> {
    const login = await this.#store.login(userId);
    const tokens = login && (await this.#openTokens(login));
    // A token that a refresh has replaced in the meantime needs no further refresh.
    if (login && tokens?.accessToken === brokerToken)
      await this.#store.updateLogin({ ...login, accessExpiresAtMs: 0 });
  }

  close(): void {
    this.#stopListening();
  }

  async #refreshLogin(userId: string): Promise<ExternalLogin | TokenProblem> {
    const login = await this.#store.login(userId);
    if (!login) return NOT_LOGGED_IN;
    if (login.accessExpiresAtMs - this.#clock.hostMs() > REUSE_ABOVE_MS) return login;
    const tokens = await this.#openTokens(login);
    const answer = tokens && (await this.#oauth.refresh(tokens.refreshToken));
    if (!answer) {
      await this.#store.removeLogin(userId, login.loginId);
      return NOT_LOGGED_IN;
    }
    if (!answer.ok) {
      if (REQUIRES_LOGIN.has(answer.error.error)) await this.#store.removeLogin(userId, login.loginId);
      return answer.error;
    }
    const fresh = {
      ...login,
      sealedTokens: await this.#sealTokens(userId, answer.value),
      accessExpiresAtMs: this.#expiryMs(answer.value),
    };
    // A logout or another login during the call takes precedence.
    return (await this.#store.updateLogin(fresh))
      ? fresh
      : ((await this.#store.login(userId)) ?? NOT_LOGGED_IN);
  }

  #sealTokens(userId: string, { accessToken, refreshToken }: BrokerTokens): Promise<string> {
    return this.#box.seal(tokensPurpose(userId), JSON.stringify({ accessToken, refreshToken }));
  }

  async #openTokens(login: ExternalLogin): Promise<v.InferOutput<typeof tokenPair> | undefined> {
    const text = await this.#box.open(tokensPurpose(login.userId), login.sealedTokens);
    const parsed = v.safeParse(tokenPair, text);
    return parsed.success ? parsed.output : undefined;
  }

  /** The token that the browser gets. Only this server accepts it, for this session, and until this login ends. */
  #accessTokenFor({ userId, sessionId }: BrokerCaller, login: ExternalLogin): Promise<string> {
    return this.#box.seal(
      ACCESS_TOKEN_PURPOSE,
      JSON.stringify({
        userId,
        sessionId,
        loginId: login.loginId,
        expiresAtMs: login.accessExpiresAtMs,
      } satisfies v.InferInput<typeof accessTokenClaims>),
    );
  }

  #expiryMs(tokens: BrokerTokens): number {
    return this.#clock.hostMs() + tokens.expiresInSeconds * 1000;
  }

  #secondsLeft(login: ExternalLogin): number {
    return Math.max(0, Math.floor((login.accessExpiresAtMs - this.#clock.hostMs()) / 1000));
  }

  #otherBrowserText(): string {
    return `The login came back in another browser, or at another address of this server. Open the workstation at ${new URL(this.config.callback).origin} and log in from there.`;
  }

  /** Keeps the latest error of each user; the oldest entries go when there are too many. */
  #noteError(userId: string, text: string): void {
    this.#errors.delete(userId);
    this.#errors.set(userId, { text: text.slice(0, 500), atMs: this.#clock.hostMs() });
    for (const oldest of this.#errors.keys()) {
      if (this.#errors.size <= MAX_ERRORS) break;
      this.#errors.delete(oldest);
    }
  }
}

const tokensPurpose = (userId: string): string => `broker-tokens:${userId}`;

function isSessionOf(userId: string, session: SessionRecord | undefined, nowMs: number): boolean {
  return (
    session !== undefined &&
    session.userId === userId &&
    session.revokedAtMs === null &&
    session.expiresAtMs > nowMs
  );
}

function isUserActive(user: UserRecord | undefined, nowMs: number): boolean {
  return user !== undefined && !user.isDisabled && (user.expiresAtMs === null || user.expiresAtMs > nowMs);
}

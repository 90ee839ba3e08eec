import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { REFRESH_TOKEN_ERROR, type TokenProblem } from '../../../domain/orders/schwab/index.ts';
import type { tradingApiData } from '../../../protocol/index.ts';
import type { Clock } from '../../clock.ts';
import type { Identity, Principal } from '../../identity/identity.ts';
import type { ExternalLogin } from '../../storage/external-broker-store.ts';
import type { Repositories } from '../../storage/repositories.ts';
import type { SchwabConfig } from './config.ts';
import { createOauthClient, type BrokerTokens, type OauthClient } from './oauth-client.ts';
import { createPendingLogins } from './pending-logins.ts';
import { createTokenBox } from './token-box.ts';

type Caller = Pick<Principal, 'userId' | 'sessionId'>;

/** How a user stands with the external broker. `accessToken` is good at this server only. */
export interface BrokerState {
  readonly accessToken: string | null;
  readonly expiresInSeconds: number;
  readonly account: string | null;
  readonly accountHash: string | null;
  /** Why the last login failed; null when it did not. */
  readonly error: string | null;
}

export type RefreshAnswer =
  { readonly accessToken: string; readonly expiresInSeconds: number } | TokenProblem;

/** Logins of users at the external broker. The broker's own tokens stay in here. */
export interface ExternalBrokerService {
  readonly config: SchwabConfig;
  /** The address to send the browser to, and what it must bring back in its cookie. */
  beginLogin(caller: Caller): { readonly url: string; readonly browserKey: string };
  /** The browser is back. The next `state` has what went wrong. */
  finishLogin(returned: {
    readonly state: string;
    readonly browserKey: string;
    readonly code: string | undefined;
    readonly error: string | undefined;
  }): Promise<void>;
  state(caller: Caller): Promise<BrokerState>;
  refresh(caller: Caller): Promise<RefreshAnswer>;
  setDefault(userId: string, account: string, accountHash: string): Promise<void>;
  logout(userId: string): Promise<void>;
  /** Whose access token that is, with the broker's own to use for them; undefined when it is none, is over, or its session or login ended. */
  bearerOf(
    accessToken: string,
  ): Promise<{ readonly userId: string; readonly brokerToken: string } | undefined>;
  /** The broker refused a token that it gave; the next refresh must fetch another one. */
  tokenRefused(userId: string, brokerToken: string): Promise<void>;
  close(): void;
}

/** A token that is good for longer is handed out again: a second tab need not trouble the broker. */
const REUSE_ABOVE_MS = 90_000;
const ERROR_LIMIT_MS = 10 * 60_000;
const MAX_ERRORS = 1000;
/** Refresh failures after which only a new login helps. */
const HOPELESS = new Set([REFRESH_TOKEN_ERROR, 'unsupported_token_type', 'invalid_grant', 'invalid_token']);
const NOT_LOGGED_IN: TokenProblem = { error: 'not_logged_in', description: 'Sign in at the broker first.' };

const tokenPair = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ accessToken: v.string(), refreshToken: v.string() }),
);
const accessTokenText = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ userId: v.string(), sessionId: v.string(), loginId: v.string(), expiresAtMs: v.number() }),
);
const ACCESS_TOKEN_PURPOSE = 'desk-token';

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

export function createExternalBroker({
  config,
  repositories,
  identity,
  clock,
  oauth = createOauthClient(config),
}: SchwabBrokerDeps): ExternalBrokerService {
  const { externalBroker: store } = repositories;
  const box = createTokenBox(repositories.system);
  const pending = createPendingLogins(clock.hostMs);
  const errors = new Map<string, { readonly text: string; readonly atMs: number }>();
  const refreshing = new Map<string, Promise<ExternalLogin | TokenProblem>>();
  const stopListening = identity.onSessionEnded((sessionId) => pending.endSession(sessionId));

  const tokensPurpose = (userId: string): string => `broker-tokens:${userId}`;
  const sealTokens = (userId: string, tokens: BrokerTokens): Promise<string> =>
    box.seal(
      tokensPurpose(userId),
      JSON.stringify({ accessToken: tokens.accessToken, refreshToken: tokens.refreshToken }),
    );
  const openTokens = async (login: ExternalLogin): Promise<v.InferOutput<typeof tokenPair> | undefined> => {
    const text = await box.open(tokensPurpose(login.userId), login.sealedTokens);
    const parsed = v.safeParse(tokenPair, text);
    return parsed.success ? parsed.output : undefined;
  };
  const endOf = (tokens: BrokerTokens): number => clock.hostMs() + tokens.expiresInSeconds * 1000;
  const secondsLeft = (login: ExternalLogin): number =>
    Math.max(0, Math.floor((login.accessExpiresAtMs - clock.hostMs()) / 1000));
  /** The caller's own handle of the login: it opens nothing but this server, in this session, while this login stands. */
  const handleOf = (caller: Caller, login: ExternalLogin): Promise<string> =>
    box.seal(
      ACCESS_TOKEN_PURPOSE,
      JSON.stringify({
        userId: caller.userId,
        sessionId: caller.sessionId,
        loginId: login.loginId,
        expiresAtMs: login.accessExpiresAtMs,
      }),
    );

  const noteError = (userId: string, text: string): void => {
    errors.delete(userId);
    errors.set(userId, { text: text.slice(0, 500), atMs: clock.hostMs() });
    for (const oldest of errors.keys()) {
      if (errors.size <= MAX_ERRORS) break;
      errors.delete(oldest);
    }
  };

  const refreshOnce = async (userId: string): Promise<ExternalLogin | TokenProblem> => {
    const login = await store.login(userId);
    if (!login) return NOT_LOGGED_IN;
    if (login.accessExpiresAtMs - clock.hostMs() > REUSE_ABOVE_MS) return login;
    const tokens = await openTokens(login);
    const answer = tokens && (await oauth.refresh(tokens.refreshToken));
    if (!answer) {
      await store.removeLogin(userId, login.loginId);
      return NOT_LOGGED_IN;
    }
    if (!answer.ok) {
      if (HOPELESS.has(answer.error.error)) await store.removeLogin(userId, login.loginId);
      return answer.error;
    }
    const fresh = {
      ...login,
      sealedTokens: await sealTokens(userId, answer.value),
      accessExpiresAtMs: endOf(answer.value),
    };
    // A logout or another login that came meanwhile is what counts.
    return (await store.updateLogin(fresh)) ? fresh : ((await store.login(userId)) ?? NOT_LOGGED_IN);
  };

  return {
    config,
    beginLogin(caller) {
      const { state, browserKey } = pending.begin(caller);
      return { url: oauth.authorizeUrl(state), browserKey };
    },
    async finishLogin({ state, browserKey, code, error }) {
      const traveller = pending.take(state, browserKey);
      if (!traveller) {
        const ownerId = pending.ownerOf(state);
        if (ownerId !== undefined)
          noteError(
            ownerId,
            `The login came back in another browser, or at another address of this server. Open the workstation at ${new URL(config.callback).origin} and log in from there.`,
          );
        return;
      }
      const { userId } = traveller;
      if (code === undefined)
        return noteError(
          userId,
          error === 'access_denied'
            ? 'The login at the broker was cancelled.'
            : 'The broker did not grant the login; try again.',
        );
      const answer = await oauth.exchange(code);
      if (!answer.ok) return noteError(userId, answer.error.description);
      errors.delete(userId);
      await store.saveLogin({
        userId,
        sealedTokens: await sealTokens(userId, answer.value),
        loginId: randomUUID(),
        accessExpiresAtMs: endOf(answer.value),
      });
    },
    async state(caller) {
      const [login, accounts] = [await store.login(caller.userId), await store.accounts(caller.userId)];
      const chosen = accounts.find(({ isDefault }) => isDefault);
      const error = errors.get(caller.userId);
      return {
        accessToken: login ? await handleOf(caller, login) : null,
        expiresInSeconds: login ? secondsLeft(login) : 0,
        account: chosen?.account ?? null,
        accountHash: chosen?.accountHash ?? null,
        error: error && error.atMs + ERROR_LIMIT_MS > clock.hostMs() ? error.text : null,
      };
    },
    async refresh(caller) {
      const { userId } = caller;
      let running = refreshing.get(userId);
      if (!running) {
        running = refreshOnce(userId).finally(() => refreshing.delete(userId));
        refreshing.set(userId, running);
      }
      const result = await running;
      return 'error' in result
        ? result
        : { accessToken: await handleOf(caller, result), expiresInSeconds: secondsLeft(result) };
    },
    async setDefault(userId, account, accountHash) {
      await store.setDefault(userId, account, accountHash);
      // The part of LoadSettings about this broker: a page shows the account before the broker has answered.
      await repositories.tradingApis.setData(
        userId,
        JSON.stringify({ Account: account } satisfies v.InferInput<typeof tradingApiData>),
      );
    },
    async logout(userId) {
      errors.delete(userId);
      await store.removeLogin(userId);
    },
    async bearerOf(accessToken) {
      const claims = v.safeParse(accessTokenText, await box.open(ACCESS_TOKEN_PURPOSE, accessToken));
      if (!claims.success || claims.output.expiresAtMs <= clock.hostMs()) return undefined;
      const { userId, sessionId, loginId } = claims.output;
      const [session, user, login] = [
        await repositories.sessions.byId(sessionId),
        await repositories.users.byId(userId),
        await store.login(userId),
      ];
      const nowMs = clock.hostMs();
      if (
        !session ||
        session.userId !== userId ||
        session.revokedAtMs !== null ||
        session.expiresAtMs <= nowMs
      )
        return undefined;
      if (!user || user.isDisabled || (user.expiresAtMs !== null && user.expiresAtMs <= nowMs))
        return undefined;
      if (!login || login.loginId !== loginId) return undefined;
      const tokens = await openTokens(login);
      return tokens && { userId, brokerToken: tokens.accessToken };
    },
    async tokenRefused(userId, brokerToken) {
      const login = await store.login(userId);
      const tokens = login && (await openTokens(login));
      // One that was replaced meanwhile is of no interest any more.
      if (login && tokens?.accessToken === brokerToken)
        await store.updateLogin({ ...login, accessExpiresAtMs: 0 });
    },
    close: stopListening,
  };
}

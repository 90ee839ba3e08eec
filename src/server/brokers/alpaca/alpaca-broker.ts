import { createHash, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { err, ok, type Result } from '../../../domain/assert/assert.ts';
import { brokerErrorText } from '../../../domain/orders/schwab/index.ts';
import type { tradingApiData } from '../../../protocol/index.ts';
import { RequestLimiter } from '../../request-limiter.ts';
import { createSecretBox, type SecretBox } from '../../secret-box.ts';
import type { BrokerHost } from '../broker-adapter.ts';
import { BrokerUnreachableError, callBroker } from '../broker-http.ts';
import type {
  BrokerCaller,
  BrokerState,
  BrokerUpdate,
  ExternalBrokerService,
  KeyLogin,
  TraderRouteOptions,
} from '../external-broker-service.ts';
import { UNREACHED_TEXT } from '../proxy-kit.ts';
import type { AlpacaBrokerConfig, AlpacaKey } from './config.ts';
import { addAlpacaRoutes, type AlpacaCall } from './trader-routes.ts';
import { UpdateStreams, type UpdateStreamTimes } from './update-streams.ts';

/** Name of the system value with the key that seals the users' keys. */
const SEAL_KEY = 'external-broker-key';
/** Alpaca may take this long; shorter than the limit of our own handlers. */
const ANSWER_LIMIT_MS = 25_000;

const sealedKey = v.pipe(v.string(), v.parseJson(), v.object({ id: v.string(), secret: v.string() }));
const accountAnswer = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ account_number: v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,40}$/)) }),
);
const refusal = v.pipe(v.string(), v.parseJson(), v.object({ message: v.string() }));

/** What the service needs. */
export interface AlpacaBrokerDeps extends BrokerHost {
  readonly config: AlpacaBrokerConfig;
  readonly times?: UpdateStreamTimes;
}

/** Keeps the users' keys of Alpaca sealed, calls its trading API with them, and follows the updates of their orders. */
export class AlpacaBroker implements ExternalBrokerService, KeyLogin {
  readonly kind = 'alpaca';
  readonly keyLogin: KeyLogin = this;
  readonly #config: AlpacaBrokerConfig;
  readonly #repositories: BrokerHost['repositories'];
  readonly #box: SecretBox;
  readonly #streams: UpdateStreams;
  /** By key: users who share a key share its limit. */
  readonly #limiters = new Map<string, RequestLimiter>();
  readonly #nowMs: () => number;

  constructor({ config, repositories, clock, times }: AlpacaBrokerDeps) {
    this.#config = config;
    this.#repositories = repositories;
    this.#nowMs = () => performance.now();
    this.#box = createSecretBox(repositories.system, SEAL_KEY);
    this.#streams = new UpdateStreams({
      url: config.streamUrl,
      keyOf: (userId) => this.keyOf(userId),
      nowMs: clock.hostMs,
      ...(times === undefined ? {} : { times }),
    });
  }

  async connect(userId: string, key: AlpacaKey): Promise<Result<void, string>> {
    let called: AlpacaCall;
    try {
      called = await this.call(key, 'GET', '/v2/account');
    } catch (error) {
      if (error instanceof BrokerUnreachableError) return err(UNREACHED_TEXT);
      throw error;
    }
    if ('retryAfterSeconds' in called) return err(`${brokerErrorText(429)}.`);
    const { status, text } = called.answer;
    if (status === 401 || status === 403)
      return err(
        'Alpaca does not accept this key. Check the id and the secret, and that the key is of a paper or a live account as this server expects.',
      );
    const account = v.safeParse(accountAnswer, text);
    if (status !== 200 || !account.success) {
      const why = v.safeParse(refusal, text);
      return err(
        `${brokerErrorText(status === 200 ? 503 : status)}${why.success ? `: ${why.output.message.slice(0, 300)}` : ''}.`,
      );
    }
    await this.#repositories.externalBroker.saveLogin({
      userId,
      sealedTokens: await this.#box.seal(keyPurpose(userId), JSON.stringify(key)),
      loginId: randomUUID(),
      // A key of Alpaca does not expire.
      accessExpiresAtMs: 0,
    });
    const { account_number: number } = account.output;
    await this.setDefault(userId, number, hashOfAccount(number));
    this.#streams.renew(userId);
    return ok(undefined);
  }

  async state({ userId }: BrokerCaller): Promise<BrokerState> {
    const { externalBroker } = this.#repositories;
    const isLoggedIn = (await this.keyOf(userId)) !== undefined;
    const chosen = (await externalBroker.accounts(userId)).find(({ isDefault }) => isDefault);
    return {
      isLoggedIn,
      accessToken: null,
      expiresInSeconds: 0,
      account: chosen?.account ?? null,
      accountHash: chosen?.accountHash ?? null,
      error: null,
    };
  }

  async setDefault(userId: string, account: string, accountHash: string): Promise<void> {
    await this.#repositories.externalBroker.setDefault(userId, account, accountHash);
    await this.#repositories.tradingApis.setData(
      userId,
      JSON.stringify({ Account: account } satisfies v.InferInput<typeof tradingApiData>),
    );
  }

  async logout(userId: string): Promise<void> {
    await this.#repositories.externalBroker.removeLogin(userId);
    this.#streams.renew(userId);
  }

  addTraderRoutes(app: FastifyInstance, options: TraderRouteOptions): void {
    addAlpacaRoutes(app, this, options);
  }

  follow(userId: string, listener: (update: BrokerUpdate) => void): () => void {
    return this.#streams.follow(userId, listener);
  }

  close(): void {
    this.#streams.stop();
    for (const limiter of this.#limiters.values()) limiter.stop();
  }

  /** The key that the user has connected; undefined when there is none. */
  async keyOf(userId: string): Promise<AlpacaKey | undefined> {
    const login = await this.#repositories.externalBroker.login(userId);
    if (login === undefined) return undefined;
    // A login of another broker does not open for this purpose.
    const key = v.safeParse(sealedKey, await this.#box.open(keyPurpose(userId), login.sealedTokens));
    return key.success ? key.output : undefined;
  }

  /**
   * Calls the trading API with a key. `path` includes the query. Commands come before reads, which may use a part of the limit only; neither waits in a
   * queue, because an order must not be sent later than its user expects. Throws a BrokerUnreachableError.
   */
  async call(key: AlpacaKey, method: string, path: string, body?: string): Promise<AlpacaCall> {
    const limiter = this.#limiterOf(key);
    const waitMs = limiter.tryAdmit(method === 'GET' ? 'background' : 'visible');
    if (waitMs > 0) return { retryAfterSeconds: Math.ceil(waitMs / 1000) };
    const headers = {
      'APCA-API-KEY-ID': key.id,
      'APCA-API-SECRET-KEY': key.secret,
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const answer = await callBroker(
      `${this.#config.url}${path}`,
      { method, headers, ...(body === undefined ? {} : { body }) },
      ANSWER_LIMIT_MS,
    );
    if (answer.status === 429) limiter.pauseFor(pauseMs(answer.headers));
    return { answer };
  }

  #limiterOf(key: AlpacaKey): RequestLimiter {
    // The secret is part of the name, so that a wrong one shares nothing with the owner of the key.
    const name = createHash('sha256').update(`${key.id}\n${key.secret}`).digest('base64');
    let limiter = this.#limiters.get(name);
    if (limiter === undefined) {
      limiter = new RequestLimiter({ perMinute: this.#config.requestsPerMinute, nowMs: this.#nowMs });
      this.#limiters.set(name, limiter);
      if (this.#limiters.size > MAX_LIMITERS) this.#dropOldestLimiter();
    }
    return limiter;
  }

  #dropOldestLimiter(): void {
    const [oldest] = this.#limiters.keys();
    if (oldest !== undefined) this.#limiters.delete(oldest);
  }
}

/** Keys whose requests are counted. The oldest is dropped beyond; its count begins again. */
const MAX_LIMITERS = 1000;
/** Pause after "too many requests", ms: as long as Alpaca wants, within these limits. */
const MIN_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;

function pauseMs(headers: Headers): number {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds)
    ? Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, seconds * 1000))
    : MIN_PAUSE_MS;
}

/** Alpaca names an account in no path; the number without its signs stands for the hash that the product keeps of each account. */
const hashOfAccount = (account: string): string => account.replaceAll('-', '');

const keyPurpose = (userId: string): string => `alpaca-key:${userId}`;

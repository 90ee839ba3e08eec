import * as v from 'valibot';
import { problemLines } from '../../domain/orders/schwab/index.ts';
import { externalBrokerHttp, tradingApiData } from '../../protocol/index.ts';
import { createObservable } from '../observable.ts';
import type {
  ExternalBrokerHost,
  ExternalBrokerLink,
  ExternalLinkState,
} from '../trading-api/external-link.ts';
import type { Outcome, TradingProblem } from '../types.ts';
import { chooseBrokerAccount, loadBrokerAccount } from './account-loader.ts';
import { BrokerCallError, createBrokerClient, type BrokerAccount } from './schwab-client.ts';
import { createOrderDesk } from './order-desk.ts';
import { createOrderKeeper } from './order-keeper.ts';
import { createOrderWatch } from './order-watch.ts';
import { createTokenKeeper, TOO_SHORT_MS } from './token-keeper.ts';

/** A load that failed for the moment is tried again after this. */
const LOAD_RETRY_MS = 15_000;

const UNAVAILABLE: ExternalLinkState = {
  isAvailable: false,
  login: 'LoggedOut',
  loginUrl: null,
  account: null,
  error: null,
};

/** The link to the external broker, with what the trading API's port does not name. */
export interface ExternalLink extends ExternalBrokerLink {
  /** Hears of everything that the dialog "Error processing order" shows. */
  onProblem(listener: (problem: TradingProblem) => void): () => void;
}

type ServerState = v.InferOutput<typeof externalBrokerHttp.brokerState.response>;

/** The client's side of the external broker: login, history, orders. */
export function createExternalLink(host: ExternalBrokerHost): ExternalLink {
  const { clock } = host;
  const state = createObservable<ExternalLinkState>(UNAVAILABLE);
  const problemListeners = new Set<(problem: TradingProblem) => void>();
  const set = (change: Partial<ExternalLinkState>): void => state.set({ ...state.get(), ...change });

  let isActive = false;
  /** Rises when the link is switched, another person signs in, or a login ends: what was begun before is not finished. */
  let generation = 0;
  let account: BrokerAccount | null = null;
  let isLoaded = false;
  let isLoading = false;
  let chosen: { readonly account: string; readonly hash: string } | null = null;
  let loadTimer: unknown = null;
  let knownUser: string | null = null;

  const tokens = createTokenKeeper({
    clock,
    fetch: host.fetch,
    onRefreshed() {
      if (isActive && !isLoaded) void load();
    },
    onLost: (text) => end(text),
  });
  const client = createBrokerClient({
    baseUrl: host.baseUrl,
    fetch: host.outsideFetch,
    accessToken: () => tokens.accessToken(),
    renew: (refused) => tokens.renew(refused),
  });
  const desk = () => ({ userId: host.session.get().userId ?? '', account: host.session.get().account ?? '' });
  const keeper = createOrderKeeper({ host, desk, account: () => account?.account ?? null });
  const watch = createOrderWatch({
    clock,
    client,
    keeper,
    account: () => account,
    onPolled(problem) {
      if (problem !== null || state.get().login === 'LoggedIn') set({ error: problem?.text ?? null });
    },
  });
  const orders = createOrderDesk({
    host,
    client,
    keeper,
    desk,
    look: watch.look,
    recheck: watch.recheck,
    account: () => (tokens.accessToken() === null ? null : account),
    position: watch.position,
    onProblem(problem) {
      for (const listener of [...problemListeners])
        listener({ title: problem.title, lines: problemLines(problem) });
    },
    onNotice(title, lines) {
      for (const listener of [...problemListeners]) listener({ title, lines });
    },
  });

  function stopTimers(): void {
    watch.stop();
    clock.clearTimeout(loadTimer);
    loadTimer = null;
  }

  /** The login is over: nothing runs any more, and the reason shows. */
  function end(error: string | null): void {
    generation += 1;
    stopTimers();
    tokens.forget();
    isLoaded = isLoading = false;
    if (account !== null)
      host.sendTrading('tradingApiInfo', {
        TradingAccount: account.account,
        Login: 'LoggedOut',
        SyncedTo: null,
        Load: false,
      });
    set({ login: 'LoggedOut', error });
  }

  /** Another person, or nobody: all of the last one goes. */
  function forget(): void {
    generation += 1;
    stopTimers();
    tokens.forget();
    keeper.clear();
    isActive = isLoaded = isLoading = false;
    account = chosen = null;
    state.set(UNAVAILABLE);
  }

  async function askServer(): Promise<ServerState | null> {
    try {
      const response = await host.fetch(externalBrokerHttp.brokerState.path, { method: 'GET' });
      const parsed = v.safeParse(externalBrokerHttp.brokerState.response, await response.json());
      return response.ok && parsed.success ? parsed.output : null;
    } catch {
      // Our server is away, or answered with something else: the same as no answer.
      return null;
    }
  }

  function takeServerState(server: ServerState): void {
    chosen =
      server.Account !== null && server.Hash !== null ? { account: server.Account, hash: server.Hash } : null;
    set({
      isAvailable: server.IsAvailable,
      loginUrl: server.IsAvailable ? `${host.baseUrl}${externalBrokerHttp.brokerLogin.path}` : null,
      account: server.Account,
    });
  }

  /** Whether there is a broker at all shows before anybody chooses it. */
  async function lookForBroker(): Promise<void> {
    const mine = generation;
    const server = await askServer();
    if (server && mine === generation) takeServerState(server);
  }

  async function start(): Promise<void> {
    const mine = generation;
    set({ login: 'LoggingIn', error: null });
    const server = await askServer();
    if (mine !== generation) return;
    if (!server) {
      set({ error: 'The login at the broker could not be checked. Trying again shortly.' });
      loadTimer = clock.setTimeout(() => void start(), LOAD_RETRY_MS);
      return;
    }
    takeServerState(server);
    if (server.AccessToken === null) return set({ login: 'LoggedOut', error: server.Error });
    tokens.take(server.AccessToken, server.ExpiresIn);
    if (tokens.remainingMs() > TOO_SHORT_MS) return load();
    // Too little time is left for an account: the refresh comes at once, and the account after it.
    host.sendTrading('tradingApiInfo', {
      TradingAccount: chosen?.account ?? null,
      Login: 'LoggingIn',
      SyncedTo: null,
      Load: false,
    });
  }

  async function load(): Promise<void> {
    if (isLoading) return;
    const mine = generation;
    const isCurrent = (): boolean => mine === generation;
    isLoading = true;
    set({ login: 'LoggingIn' });
    try {
      const found = await chooseBrokerAccount(client, host, chosen);
      if (!isCurrent()) return;
      account = chosen = found;
      set({ account: found.account });
      const remark = await loadBrokerAccount(host, client, keeper, found, isCurrent);
      if (!isCurrent()) return;
      await watch.start(found);
      if (!isCurrent()) return;
      isLoaded = true;
      set({ login: 'LoggedIn', error: remark });
    } catch (error) {
      if (!isCurrent()) return;
      if (!(error instanceof BrokerCallError)) throw error;
      const { status, text, message } = error.problem;
      if (status === 401 || status === 403) return end(text);
      set({ error: message === '' ? text : `${text}: ${message}` });
      loadTimer = clock.setTimeout(
        () => void load(),
        Math.max(LOAD_RETRY_MS, (error.retryAfterSeconds ?? 0) * 1000),
      );
    } finally {
      if (isCurrent()) isLoading = false;
    }
  }

  function followSession(): void {
    const { phase, userId, account: deskAccount, isDemo } = host.session.get();
    const user = phase === 'logged-in' && userId !== null && !isDemo ? `${userId}/${deskAccount}` : null;
    if (user === knownUser) return;
    // A reconnect or the load of an account ends nothing; only who is signed in, and with which account, counts.
    if (
      user === null &&
      (phase === 'connecting' || phase === 'checking-login' || phase === 'loading-account')
    )
      return;
    knownUser = user;
    forget();
    if (user !== null) void lookForBroker();
  }
  const stopListening = host.session.subscribe(followSession);
  // Made after the sign-in, there is no change to hear of.
  followSession();

  return {
    name: 'External broker',
    get: state.get,
    subscribe: state.subscribe,
    activate(data) {
      generation += 1;
      isActive = true;
      isLoaded = isLoading = false;
      const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), tradingApiData), data);
      // Our server's own answer comes a moment later, and counts.
      if (stored.success) set({ account: stored.output.Account });
      void start();
    },
    deactivate() {
      generation += 1;
      isActive = isLoaded = isLoading = false;
      stopTimers();
      // The token stays, so that orders which are at the broker can still be cancelled there.
      tokens.rest();
      set({ login: 'LoggedOut', error: null });
    },
    async logout(): Promise<Outcome> {
      try {
        const response = await host.fetch(externalBrokerHttp.brokerLogout.path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{}',
        });
        const parsed = v.safeParse(externalBrokerHttp.brokerLogout.response, await response.json());
        if (!response.ok || !parsed.success)
          return { ok: false, message: 'The login at the broker could not be ended; try again.' };
      } catch {
        return { ok: false, message: 'The server could not be reached; try again.' };
      }
      end(null);
      return { ok: true };
    },
    orders,
    owns: (orderId) => keeper.has(orderId),
    onProblem(listener) {
      const own = (problem: TradingProblem) => listener(problem);
      problemListeners.add(own);
      return () => void problemListeners.delete(own);
    },
    dispose() {
      stopListening();
      forget();
    },
  };
}

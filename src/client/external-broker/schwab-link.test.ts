import { beforeEach, describe, expect, test } from 'vitest';
import { createObservable } from '../observable.ts';
import { LOGGED_OUT } from '../session/session-state.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import type { SessionState } from '../types.ts';
import { createSchwabLink, type ExternalLink } from './index.ts';
import { MINIMAL_DELAY_MS } from './token-keeper.ts';

const SIGNED_IN: SessionState = {
  ...LOGGED_OUT,
  phase: 'logged-in',
  userId: 'ann',
  userName: 'Ann',
  account: 'L-1',
  isLive: true,
};
const STATE = {
  IsAvailable: true,
  Broker: 'schwab',
  IsLoggedIn: true,
  AccessToken: 'token-1',
  ExpiresIn: 1800,
  Account: '7',
  Hash: 'AB',
  Error: null,
};

let clock: ManualClock;
let link: ExternalLink;
let session: ReturnType<typeof createObservable<SessionState>>;
/** Answers of our backend by path, and the requests it received. */
let answers: Record<string, () => unknown>;
let requests: string[];
let traded: string[];
let sent: { name: string; body: unknown }[];

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const json = (body: unknown) => new Response(JSON.stringify(body));

beforeEach(() => {
  clock = createManualClock();
  session = createObservable<SessionState>(LOGGED_OUT);
  requests = [];
  traded = [];
  sent = [];
  answers = {
    State: () => STATE,
    RefreshToken: () => ({ Error: null, ErrorDescription: null, AccessToken: 'token-2', ExpiresIn: 1800 }),
    Logout: () => ({ Status: 'OK' }),
  };
  link = createSchwabLink({
    clock,
    session,
    baseUrl: 'http://desk',
    fetch(path) {
      const name = path.split('?')[0]?.split('/').at(-1) ?? '';
      requests.push(name);
      const answer = answers[name]?.();
      return answer === undefined
        ? Promise.reject(new TypeError('fetch failed'))
        : Promise.resolve(answer).then(json);
    },
    outsideFetch(input) {
      const path = String(input).replace('http://desk/api/ExternalBroker/trader', '').split('?')[0] ?? '';
      traded.push(path);
      if (path === '/accounts/accountNumbers')
        return Promise.resolve(json([{ accountNumber: '7', hashValue: 'AB' }]));
      return Promise.resolve(json(path.endsWith('/orders') ? [] : { securitiesAccount: {} }));
    },
    sendTrading(name, body) {
      sent.push({ name, body });
      return true;
    },
    onTrading: () => () => {},
    exchangeMs: () => 0,
    known: { inLog: () => undefined },
    book: { get: () => undefined, put: () => {}, apply: () => {}, log: () => {} },
  });
});

/** Activates, and lets the wait for our server's records run out. */
async function activate(): Promise<void> {
  session.set(SIGNED_IN);
  await settle();
  link.activate(null);
  await settle();
  clock.advance(10_000);
  await settle();
  await settle();
}

describe('the link to the external broker', () => {
  test('shows whether there is a broker as soon as a user has signed in, and forgets it when they sign out', async () => {
    expect(link.get()).toEqual({
      isAvailable: false,
      login: 'LoggedOut',
      loginUrl: null,
      account: null,
      error: null,
      reconciliation: null,
      stated: null,
    });
    session.set(SIGNED_IN);
    await settle();
    expect(link.get()).toEqual({
      isAvailable: true,
      login: 'LoggedOut',
      loginUrl: 'http://desk/api/ExternalBroker/Login',
      account: '7',
      error: null,
      reconciliation: null,
      stated: null,
    });
    session.set(LOGGED_OUT);
    expect(link.get().isAvailable).toBe(false);
    session.set({ ...SIGNED_IN, isDemo: true });
    await settle();
    expect(requests).toEqual(['State']);
  });

  test('goes from LoggedOut over LoggingIn to LoggedIn, then requests five business days of the account', async () => {
    const logins: string[] = [];
    link.subscribe(() => {
      const { login } = link.get();
      if (logins.at(-1) !== login) logins.push(login);
    });
    await activate();
    expect(logins).toEqual(['LoggedOut', 'LoggingIn', 'LoggedIn']);
    expect(sent.at(-1)).toEqual({
      name: 'accountDataRequest',
      body: { Account: 'L-1', UserId: 'ann', LoadTradeLogForNBusinessDays: 5, LoadPositions: true },
    });
    expect(sent[0]).toEqual({
      name: 'tradingApiInfo',
      body: { TradingAccount: '7', Login: 'LoggingIn', SyncedTo: null, Load: true },
    });
  });

  test.each([[5], [1], [0]])(
    'with %i seconds left loads no account: the API info goes out instead, and the refresh after a minimal delay',
    async (seconds) => {
      answers.State = () => ({ ...STATE, ExpiresIn: seconds });
      session.set(SIGNED_IN);
      await settle();
      link.activate(null);
      await settle();
      expect(traded).toEqual([]);
      expect(sent).toEqual([
        {
          name: 'tradingApiInfo',
          body: { TradingAccount: '7', Login: 'LoggingIn', SyncedTo: null, Load: false },
        },
      ]);
      expect(link.get().login).toBe('LoggingIn');
      clock.advance(MINIMAL_DELAY_MS);
      await settle();
      expect(requests.at(-1)).toBe('RefreshToken');
      expect(traded).toContain('/accounts/accountNumbers');
    },
  );

  test('with six seconds left loads the account', async () => {
    answers.State = () => ({ ...STATE, ExpiresIn: 6 });
    session.set(SIGNED_IN);
    await settle();
    link.activate(null);
    await settle();
    expect(traded[0]).toBe('/accounts/accountNumbers');
  });

  test('shows the account that the settings name before the broker has answered', () => {
    link.activate('{"Account":"42"}');
    expect(link.get()).toMatchObject({ account: '42', login: 'LoggingIn' });
    link.deactivate();
    link.activate('no JSON');
    expect(link.get().login).toBe('LoggingIn');
  });

  test('polls every 60 seconds while it is active, and never afterwards', async () => {
    await activate();
    const polls = () => traded.filter((path) => path === '/accounts/AB/orders').length;
    const before = polls();
    clock.advance(59_999);
    await settle();
    expect(polls()).toBe(before);
    clock.advance(1);
    await settle();
    expect(polls()).toBe(before + 1);
    link.deactivate();
    expect([link.get().login, clock.timerCount()]).toEqual(['LoggedOut', 0]);
    clock.advance(600_000);
    await settle();
    expect(polls()).toBe(before + 1);
  });

  test('tries again while our server does not answer, and shows that', async () => {
    session.set(SIGNED_IN);
    await settle();
    answers.State = () => undefined;
    link.activate(null);
    await settle();
    expect(link.get()).toMatchObject({
      login: 'LoggingIn',
      error: 'The login at the broker could not be checked. Trying again shortly.',
    });
    answers.State = () => ({ ...STATE, AccessToken: null, Error: 'The login at the broker was cancelled.' });
    clock.advance(15_000);
    await settle();
    expect(link.get()).toMatchObject({ login: 'LoggedOut', error: 'The login at the broker was cancelled.' });
  });

  test('ends the login on logout, and keeps it when our server did not answer', async () => {
    await activate();
    answers.Logout = () => undefined;
    expect(await link.logout()).toEqual({
      ok: false,
      message: 'The server could not be reached; try again.',
    });
    expect(link.get().login).toBe('LoggedIn');
    answers.Logout = () => ({ Status: 'OK' });
    expect(await link.logout()).toEqual({ ok: true });
    expect(link.get()).toMatchObject({ login: 'LoggedOut', error: null });
    expect([sent.at(-1), clock.timerCount()]).toEqual([
      {
        name: 'tradingApiInfo',
        body: { TradingAccount: '7', Login: 'LoggedOut', SyncedTo: null, Load: false },
      },
      0,
    ]);
  });

  test('drops for the next user what it began for the last one', async () => {
    session.set(SIGNED_IN);
    await settle();
    const waiting: ((state: unknown) => void)[] = [];
    answers.State = () => new Promise((resolve) => waiting.push(resolve));
    link.activate(null);
    session.set({ ...SIGNED_IN, userId: 'bob' });
    expect(waiting).toHaveLength(2);
    for (const answer of waiting) answer(STATE);
    await settle();
    expect(traded).toEqual([]);
    expect(link.get().login).toBe('LoggedOut');
    link.dispose();
    expect(clock.timerCount()).toBe(0);
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { BROKERS } from '../../domain/orders/brokers.ts';
import { HttpError, type HttpApi } from '../connection/http-api.ts';
import { createObservable } from '../observable.ts';
import { LOGGED_OUT } from '../session/session-state.ts';
import type { AccountOptions, OrderStore, SessionState, TradingApiName } from '../types.ts';
import type { ExternalBrokerLink, ExternalLinkState } from './external-link.ts';
import { routeOrders } from './route-orders.ts';
import {
  createTradingApi,
  DEMO_ACCOUNT_TEXT,
  DEMO_TRADING_INFO_TEXT,
  NO_EXTERNAL_TEXT,
} from './trading-api.ts';

const LIVE: SessionState = { ...LOGGED_OUT, phase: 'logged-in', userId: 'u1', account: 'L-1', isLive: true };
const AT_BROKER: ExternalLinkState = {
  isAvailable: true,
  login: 'LoggedOut',
  loginUrl: '/broker/Login',
  account: null,
  error: null,
  reconciliation: null,
  stated: null,
};
const session = createObservable<SessionState>(LIVE);
const linkState = createObservable<ExternalLinkState>(AT_BROKER);
let steps: string[];
let storedApi: TradingApiName;
let failure: Error | null;

const external: ExternalBrokerLink = {
  broker: 'schwab',
  get: linkState.get,
  subscribe: linkState.subscribe,
  activate: (data) => void steps.push(`activate ${data}`),
  deactivate: () => void steps.push('deactivate'),
  logout: async () => ({ ok: true }),
  orders: {
    send: () => ({ ok: true, clientId: 'at broker' }),
    cancel: () => ({ ok: true, clientId: 'cancelled at broker' }),
    replace: () => ({ ok: true, clientId: 'replaced at broker' }),
  },
  owns: (orderId) => orderId.startsWith('X'),
  dispose: () => void steps.push('dispose'),
};
const api = {
  async call(name: string, _body: unknown, options: { params: { api: string } }) {
    if (failure) throw failure;
    steps.push(`${name} ${options.params.api}`);
    return { Ok: true };
  },
} as unknown as HttpApi;

const build = (link: ExternalBrokerLink | undefined = external) =>
  createTradingApi({
    api,
    session,
    token: () => 'token',
    stored: () => ({ api: storedApi, data: '{"a":1}' }),
    onChosen: (chosen) => {
      storedApi = chosen;
    },
    external: link,
  });
const ownOptions = createObservable<AccountOptions | null>({
  CancelOnDisconnect: true,
  IsHalted: false,
  HaltedBy: null,
});
const ownOrders = {
  get: () => ({}),
  send: (_ticket: unknown, clientId = 'own') => ({ ok: true, clientId }),
  cancel: () => ({ ok: true, clientId: 'cancelled here' }),
  replace: () => ({ ok: true, clientId: 'replaced here' }),
  preview: () => Promise.resolve({ ErrorCode: 0 }),
  exercise: () => Promise.resolve({ ok: true }),
  options: ownOptions,
  setOptions: () => ({ ok: true, clientId: '' }),
} as unknown as OrderStore;
// Only the symbol would matter, and not here.
const ticket = {} as Parameters<OrderStore['send']>[0];

beforeEach(() => {
  session.set(LIVE);
  linkState.set(AT_BROKER);
  steps = [];
  storedApi = 'Own';
  failure = null;
});

describe('the own service', () => {
  test('is always logged in', async () => {
    const tradingApi = build();
    tradingApi.onAccountReady();
    expect(tradingApi.get()).toEqual({
      api: 'Own',
      name: BROKERS.tapedeck.name,
      login: 'LoggedIn',
      supportsLogout: false,
      tradingAccount: 'L-1',
      error: null,
      loginUrl: null,
      isExternalAvailable: true,
      externalBroker: 'schwab',
      reconciliation: null,
      stated: null,
      capabilities: BROKERS.tapedeck.capabilities,
    });
    expect((await tradingApi.logout()).ok).toBe(false);
  });

  test.each([
    ['a demo account', { isLive: false }],
    ['a demo session', { isDemo: true, isLive: true }],
  ])('is what %s uses, whatever is stored', (_case, change) => {
    session.set({ ...LIVE, ...change });
    storedApi = 'External';
    const tradingApi = build();
    tradingApi.onAccountReady();
    expect([tradingApi.get().api, steps]).toEqual(['Own', []]);
  });
});

describe('the external broker', () => {
  test('chosen is stored by the server first, then started with what is kept for it', async () => {
    const tradingApi = build();
    tradingApi.onAccountReady();
    expect(await tradingApi.choose('External')).toEqual({ ok: true });
    expect(steps).toEqual(['setTradingApi External', 'activate {"a":1}']);
    expect(tradingApi.get()).toMatchObject({
      api: 'External',
      name: 'External broker',
      login: 'LoggedOut',
      supportsLogout: true,
      loginUrl: '/broker/Login',
      tradingAccount: null,
    });
    linkState.set({ ...AT_BROKER, login: 'LoggedIn', account: '1234' });
    expect(tradingApi.get()).toMatchObject({ login: 'LoggedIn', tradingAccount: '1234' });
    expect(await tradingApi.logout()).toEqual({ ok: true });
    await tradingApi.choose('Own');
    expect([tradingApi.get().api, steps.slice(2)]).toEqual(['Own', ['setTradingApi Own', 'deactivate']]);
  });

  test('stored is started when the account is ready, stopped with the session, and again with the next account', () => {
    storedApi = 'External';
    const tradingApi = build();
    tradingApi.onAccountReady();
    tradingApi.onAccountReady();
    tradingApi.reset();
    tradingApi.onAccountReady();
    expect(steps).toEqual(['activate {"a":1}', 'deactivate', 'activate {"a":1}']);
    tradingApi.dispose();
    linkState.set({ ...AT_BROKER, account: '9' });
    expect(tradingApi.get().tradingAccount).toBeNull();
  });

  test('is refused in a demo, for a demo account, and where there is none; nothing is stored', async () => {
    const tradingApi = build();
    session.set({ ...LIVE, isDemo: true });
    expect(await tradingApi.choose('External')).toEqual({ ok: false, message: DEMO_TRADING_INFO_TEXT });
    session.set({ ...LIVE, isLive: false });
    expect(await tradingApi.choose('External')).toEqual({ ok: false, message: DEMO_ACCOUNT_TEXT });
    session.set(LIVE);
    linkState.set({ ...AT_BROKER, isAvailable: false });
    expect(await tradingApi.choose('External')).toEqual({ ok: false, message: NO_EXTERNAL_TEXT });
    expect([steps, tradingApi.get().api]).toEqual([[], 'Own']);
  });

  test('that the server could not store is not chosen', async () => {
    const tradingApi = build();
    failure = new HttpError(500, 'The server is busy.');
    expect(await tradingApi.choose('External')).toEqual({ ok: false, message: 'The server is busy.' });
    expect([tradingApi.get().api, storedApi]).toEqual(['Own', 'Own']);
  });
});

describe('orders', () => {
  test('go to the service that is chosen, and cancels to the one that has the order', async () => {
    const tradingApi = build();
    const orders = routeOrders(ownOrders, tradingApi, external);
    expect(orders.send(ticket)).toMatchObject({ clientId: 'own' });
    // An order that may have been sent before keeps its name.
    expect(orders.send(ticket, 'ord7')).toMatchObject({ clientId: 'ord7' });
    await tradingApi.choose('External');
    expect(orders.send(ticket)).toMatchObject({ clientId: 'at broker' });
    expect([orders.cancel('o1'), orders.cancel('X1')]).toMatchObject([
      { clientId: 'cancelled here' },
      { clientId: 'cancelled at broker' },
    ]);
    expect([orders.replace('o1', ticket), orders.replace('X1', ticket)]).toMatchObject([
      { clientId: 'replaced here' },
      { clientId: 'replaced at broker' },
    ]);
  });

  test('have a preview and options at the own service, and an error for both at the external broker', async () => {
    const tradingApi = build();
    const orders = routeOrders(ownOrders, tradingApi, external);
    let received = 0;
    const stop = orders.options.subscribe(() => received++);
    expect([
      await orders.preview(ticket, null),
      orders.options.get()?.CancelOnDisconnect,
      orders.setOptions({ isHalted: true }).ok,
    ]).toEqual([{ ErrorCode: 0 }, true, true]);
    await expect(orders.preview(ticket, 'X1')).rejects.toThrow(
      'The external broker reports the cost of an order only after it is filled.',
    );
    const exercise = { symbol: 'SPY261218C00100000', contracts: 1 };
    expect(await orders.exercise(exercise)).toMatchObject({ ok: true });
    await tradingApi.choose('External');
    expect(await orders.exercise(exercise)).toMatchObject({
      ok: false,
      message: 'Exercise options at the external broker.',
    });
    await expect(orders.preview(ticket, null)).rejects.toThrow('only after it is filled');
    expect([orders.options.get(), orders.setOptions({ isHalted: true }).ok, received > 0]).toEqual([
      null,
      false,
      true,
    ]);
    stop();
  });

  test('are refused, never sent to the own service, when the chosen one is unavailable', () => {
    storedApi = 'External';
    const without = createTradingApi({
      api,
      session,
      token: () => 'token',
      stored: () => ({ api: storedApi, data: null }),
      onChosen: () => {},
    });
    without.onAccountReady();
    expect(without.get()).toMatchObject({ api: 'External', login: 'LoggedOut', error: NO_EXTERNAL_TEXT });
    expect(routeOrders(ownOrders, without, undefined).send(ticket)).toEqual({
      ok: false,
      errorCode: -28,
      message: 'Order server connection error',
    });
  });
});

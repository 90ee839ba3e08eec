import { describe, expect, test } from 'vitest';
import { createObservable } from '../observable.ts';
import { LOGGED_OUT } from '../session/session-state.ts';
import type { SessionState, TradingProblem } from '../types.ts';
import type { CreateExternalLink, ExternalBrokerHost, ExternalLinkState } from './external-link.ts';
import { createLazyExternalLink } from './lazy-external-link.ts';

const READY: ExternalLinkState = {
  isAvailable: true,
  login: 'LoggedIn',
  loginUrl: '/login',
  account: 'B1',
  error: null,
  reconciliation: null,
  stated: null,
};
const ticket = {
  symbol: 'SPY',
  side: 'Buy',
  quantity: 1,
  type: 'Market',
  price: null,
  destination: 'SMART',
  route: 'AUTO',
} as const;

function world(load?: () => Promise<CreateExternalLink>) {
  const session = createObservable<SessionState>(LOGGED_OUT);
  const calls: string[] = [];
  let publishProblem: (problem: TradingProblem) => void = () => {};
  const state = createObservable<ExternalLinkState>(READY);
  const create: CreateExternalLink = () => ({
    broker: 'schwab',
    get: state.get,
    subscribe: state.subscribe,
    activate: (data) => {
      calls.push(`activate ${data}`);
    },
    deactivate: () => {
      calls.push('deactivate');
    },
    logout: () => Promise.resolve({ ok: true }),
    orders: {
      send: () => ({ ok: true, clientId: 'c1' }),
      cancel: () => ({ ok: true, clientId: 'c2' }),
      replace: () => ({ ok: true, clientId: 'c3' }),
    },
    owns: () => true,
    onProblem(listener) {
      publishProblem = listener;
      return () => {};
    },
    dispose: () => {
      calls.push('dispose');
    },
  });
  let loads = 0;
  // The wrapper reads the session of the host and hands the rest on.
  const host = { session } as unknown as ExternalBrokerHost;
  const link = createLazyExternalLink(
    load ??
      (() => {
        loads++;
        return Promise.resolve(create);
      }),
  )(host);
  const settle = () =>
    new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
  return {
    session,
    calls,
    state,
    link,
    settle,
    loads: () => loads,
    problem: (problem: TradingProblem) => publishProblem(problem),
  };
}

describe("the external broker's code", () => {
  test('is not loaded before a user signs in, nor for a demo, and then once', async () => {
    const { session, loads, link, settle } = world();
    session.set({ ...LOGGED_OUT, phase: 'logged-in', isDemo: true });
    await settle();
    expect([loads(), link.get().isAvailable]).toEqual([0, false]);
    session.set({ ...LOGGED_OUT, phase: 'logged-in', userId: 'u1' });
    session.set({ ...LOGGED_OUT, phase: 'logged-in', userId: 'u2' });
    await settle();
    expect([loads(), link.get()]).toEqual([1, READY]);
  });

  test('rejects orders until it is loaded, and never passes them to another service', async () => {
    const { link, settle } = world();
    expect(link.orders.send(ticket)).toEqual({
      ok: false,
      errorCode: -28,
      message: 'Order server connection error',
    });
    expect([link.orders.cancel('o1').ok, link.owns('o1')]).toEqual([false, false]);
    link.activate('{}');
    await settle();
    expect([link.orders.send(ticket).ok, link.owns('o1')]).toEqual([true, true]);
  });

  test('catches up on what was requested while it was loading', async () => {
    const { link, calls, settle } = world();
    link.activate('old');
    link.deactivate();
    link.activate('new');
    await settle();
    expect(calls).toEqual(['activate new']);
  });

  test('hands on states and problems', async () => {
    const { link, state, settle, problem } = world();
    const received: string[] = [];
    link.onProblem?.(({ title }) => received.push(title));
    link.activate(null);
    await settle();
    state.set({ ...READY, login: 'LoggedOut' });
    problem({ title: 'Error processing order', lines: [] });
    expect([link.get().login, received]).toEqual(['LoggedOut', ['Error processing order']]);
  });

  test('that cannot be loaded says so', async () => {
    const { link, settle } = world(() => Promise.reject(new Error('404')));
    link.activate(null);
    await settle();
    expect(link.get()).toMatchObject({
      login: 'LoggedOut',
      error: expect.stringContaining('Reload the page'),
    });
  });
});

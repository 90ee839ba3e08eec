import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ALL_PERMISSIONS } from '../../../domain/permissions.ts';
import { CLOSE_SESSION_ENDED } from '../../../protocol/index.ts';
import type { Grant } from '../../identity/identity.ts';
import type { GatewayDeps } from '../deps.ts';
import { SignIn } from './sign-in.ts';

const TOKEN_MS = 15 * 60_000;
const SESSION_MS = 12 * 3_600_000;

function setUp(refresh: () => Promise<Grant | undefined>) {
  const sent: string[] = [];
  const closed: number[] = [];
  const peer = {
    address: 'test',
    userAgent: '',
    cookieToken: undefined,
    isOpen: () => true,
    send: (text: string) => void sent.push(text),
    writeFrames: () => {},
    bufferedBytes: () => 0,
    cut: () => {},
    close: (code: number) => void closed.push(code),
  };
  // Only what signing in uses of the services.
  const deps = {
    clock: { hostMs: () => Date.now(), exchangeMs: () => 0 },
    identity: { refresh, onRightsChanged: () => () => {} },
    logger: { error: vi.fn() },
  } as unknown as GatewayDeps;
  const signIn = new SignIn(
    peer,
    deps,
    { join: () => () => {}, isConnected: () => false, stop: () => {} },
    { ended: () => {}, renewed: () => {} },
  );
  return { signIn, sent, closed };
}

const grant = (jwt: string): Grant => ({
  jwt,
  principal: {
    userId: 'u',
    userName: 'u',
    sessionId: 's',
    isDemo: false,
    isOneMachine: false,
    account: 'A',
    permissionMask: ALL_PERMISSIONS,
    tokenExpiresAtMs: Date.now() + TOKEN_MS,
    sessionExpiresAtMs: Date.now() + SESSION_MS,
  },
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('renewing the token', () => {
  it('is tried again when the database was away for a moment, and nobody is signed out', async () => {
    let failures = 3;
    const { signIn, sent, closed } = setUp(() =>
      failures-- > 0 ? Promise.reject(new Error('away')) : Promise.resolve(grant('new')),
    );
    signIn.take(grant('old'));
    await vi.advanceTimersByTimeAsync(TOKEN_MS - 1000);
    expect(sent).toEqual([expect.stringContaining('"new"')]);
    expect([signIn.grant?.jwt, closed]).toEqual(['new', []]);
    signIn.stop();
  });

  it('ends the connection when the database stays away until the session is over', async () => {
    const { signIn, closed } = setUp(() => Promise.reject(new Error('away')));
    signIn.take(grant('old'));
    await vi.advanceTimersByTimeAsync(SESSION_MS - 60_000);
    expect([signIn.grant?.jwt, closed]).toEqual(['old', []]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([signIn.grant, closed]).toEqual([undefined, [CLOSE_SESSION_ENDED]]);
  });

  it('comes seconds after a sleep of the machine in which the token ended, although timers stood still, and outlasts a database that is found again late', async () => {
    let failures = 2;
    const { signIn, sent, closed } = setUp(() =>
      failures-- > 0 ? Promise.reject(new Error('away')) : Promise.resolve(grant('new')),
    );
    signIn.take(grant('old'));
    await vi.advanceTimersByTimeAsync(60_000);
    vi.setSystemTime(Date.now() + 2 * 3_600_000);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(sent).toEqual([expect.stringContaining('"new"')]);
    expect([signIn.grant?.jwt, closed]).toEqual(['new', []]);
    signIn.stop();
  });

  it('is not tried for a token that lasts as long as its session: nothing is renewed at the end of a demo', async () => {
    const refresh = vi.fn(() => Promise.resolve(undefined));
    const { signIn, sent, closed } = setUp(refresh);
    const old = grant('demo');
    signIn.take({
      ...old,
      principal: { ...old.principal, sessionExpiresAtMs: old.principal.tokenExpiresAtMs + 400 },
    });
    await vi.advanceTimersByTimeAsync(TOKEN_MS + 5_000);
    expect([refresh.mock.calls.length, sent, closed]).toEqual([0, [], []]);
  });

  it('ends the connection at once when the session is over', async () => {
    const { signIn, closed } = setUp(() => Promise.resolve(undefined));
    signIn.take(grant('old'));
    await vi.advanceTimersByTimeAsync(TOKEN_MS - 59_000);
    expect(closed).toEqual([CLOSE_SESSION_ENDED]);
  });
});

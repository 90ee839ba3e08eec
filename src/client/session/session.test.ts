import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startFakeServer, type FakeServer } from '../../../tests/client/fake-server.ts';
import { CLOSE_OTHER_VERSION, CLOSE_SESSION_ENDED, PROTOCOL_VERSION } from '../../protocol/index.ts';
import { createPlatform } from '../create-platform.ts';
import { systemClock } from '../host-clock.ts';
import type { Platform } from '../types.ts';
import { until } from '../../../tests/support/until.ts';

let server: FakeServer;
let platform: Platform;
/** What the server answers to calls whose path ends like this, instead of what it should; 0 = nothing comes. */
let trouble: Map<string, number>;
/** A clock that runs fast: the delays between tries are waited for in full. */
const FAST = 20;
const startMs = Date.now();
const clock = {
  nowMs: () => startMs + (Date.now() - startMs) * FAST,
  setTimeout: (run: () => void, delayMs: number) => systemClock.setTimeout(run, delayMs / FAST),
  clearTimeout: (handle: unknown) => systemClock.clearTimeout(handle),
};
const calls = (name: string) => server.calls.filter(({ path }) => path.endsWith(name));
const names = () => server.received('trading').map(({ name }) => name);
const session = () => platform.session.get();

beforeEach(async () => {
  server = await startFakeServer();
  server.stored = { Settings: '{"Theme":"dark"}', Workspace: '{"w":"stored"}', DefaultAccount: 'D-2' };
  trouble = new Map();
  platform = createPlatform({
    baseUrl: 'http://127.0.0.1:1',
    clock,
    reconnectMs: 2_000,
    async fetch(input, init) {
      const answered = await server.fetch(input, init);
      const status = [...trouble].find(([name]) => String(input).endsWith(name))?.[1];
      if (status === 0) throw new TypeError('fetch failed');
      return status === undefined ? answered : Response.json({ Error: 'The server is busy' }, { status });
    },
  });
});
afterEach(async () => {
  platform.dispose();
  await server.close();
});

describe('a sign-in whose settings cannot be loaded', () => {
  test.each([[0], [429], [503]])(
    'for a moment (status %i) opens the desk as it is stored, a little later',
    async (status) => {
      trouble.set('LoadSettings', status);
      const signIn = platform.session.login('ann', 'right');
      await until(() => expect(calls('LoadSettings')).toHaveLength(2));
      trouble.clear();
      expect(await signIn).toBe(true);
      expect([session().account, platform.settings.get().theme, platform.settings.workspace()]).toEqual([
        'D-2',
        'dark',
        '{"w":"stored"}',
      ]);
    },
  );

  test("for longer ends with the reason instead of a desk that is not the user's, and works when tried again", async () => {
    trouble.set('LoadSettings', 503);
    expect(await platform.session.login('ann', 'right')).toBe(false);
    expect(session()).toMatchObject({
      phase: 'logged-out',
      account: null,
      error: expect.stringContaining('could not be loaded: The server is busy.'),
    });
    expect(names()).not.toContain('accountSelect');
    expect(calls('LoadSettings').length).toBeGreaterThan(2);
    trouble.clear();
    expect(await platform.session.login('ann', 'right')).toBe(true);
    expect([session().account, platform.settings.workspace()]).toEqual(['D-2', '{"w":"stored"}']);
  });
});

describe('a session that the server has ended', () => {
  test.each(['relogin', 'close'] as const)(
    '(%s) loses nothing that was not stored: the same user finds it at the next sign-in, and it is stored',
    async (how) => {
      await platform.session.login('ann', 'right');
      // On a busy machine the end may come later than the store would.
      trouble.set('StoreSettings', 503);
      platform.settings.storeWorkspace('{"w":"unsaved"}');
      if (how === 'relogin') server.send('trading', 'relogin', { Message: 'Over.' });
      else server.drop('trading', CLOSE_SESSION_ENDED);
      await until(() => expect(session().phase).toBe('logged-out'));
      expect(platform.settings.workspace()).toBeNull();
      trouble.clear();
      expect(await platform.session.login('ann', 'right')).toBe(true);
      expect(platform.settings.workspace()).toBe('{"w":"unsaved"}');
      await until(() =>
        expect(calls('StoreSettings').at(-1)?.body).toMatchObject({
          Workspace: '{"w":"unsaved"}',
          BaseRevision: 0,
        }),
      );
    },
  );
});

describe('a server of another protocol version', () => {
  const signInsSent = () => names().filter((name) => name === 'login' || name === 'resume');

  test('found at a reconnect leaves the desk as it is and is sent nothing more', async () => {
    await platform.session.login('ann', 'right');
    platform.settings.storeWorkspace('{"w":"unsaved"}');
    server.protocol = PROTOCOL_VERSION + 1;
    server.drop('trading');
    await until(() => expect(session().isOutdated).toBe(true));
    expect(session()).toMatchObject({ phase: 'logged-in', account: 'D-2', error: null });
    expect(Object.values(session().connections).map(({ status }) => status)).toEqual([
      'idle',
      'idle',
      'idle',
    ]);
    expect(signInsSent()).toEqual(['login']);
    expect(platform.settings.workspace()).toBe('{"w":"unsaved"}');
  });

  test('refuses a sign-in with a text that says to reload', async () => {
    server.on('login', () => server.drop('trading', CLOSE_OTHER_VERSION));
    expect(await platform.session.login('ann', 'right')).toBe(false);
    await until(() => expect(session().isOutdated).toBe(true));
    expect(session()).toMatchObject({
      phase: 'logged-out',
      error: expect.stringContaining('Reload the page'),
    });
    expect(session().connections.trading.status).toBe('idle');
  });

  test('receives no password: its greeting ends the sign-in', async () => {
    server.protocol = PROTOCOL_VERSION + 1;
    expect(await platform.session.login('ann', 'right')).toBe(false);
    expect(session()).toMatchObject({ isOutdated: true, phase: 'logged-out' });
    expect(signInsSent()).toEqual([]);
  });

  test('that states no version is accepted', async () => {
    await platform.session.resume();
    server.send('trading', 'connected', { IsAuthenticated: false, ExchangeTime: 1 });
    expect(session().isOutdated).toBe(false);
  });
});

describe('a logout', () => {
  test('that nobody answers leaves the user in, says why, and works when it is tried again', async () => {
    await platform.session.login('ann', 'right');
    trouble.set('OnLoggedOut', 0);
    server.drop('trading');
    await until(() => expect(session().connections.trading.status).toBe('waiting'));
    expect(await platform.session.logout()).toEqual({
      ok: false,
      reason: 'unanswered',
      message: 'The server could not be reached.',
    });
    expect(session()).toMatchObject({ phase: 'logged-in', account: 'D-2' });
    trouble.clear();
    expect(await platform.session.logout()).toEqual({ ok: true });
    expect(session()).toMatchObject({ phase: 'logged-out', account: null, error: null });
  });

  test('that the trading socket answers needs no other answer', async () => {
    await platform.session.login('ann', 'right');
    trouble.set('OnLoggedOut', 503);
    server.on('logoff', () => server.send('trading', 'relogin', { Message: 'You have logged out.' }));
    expect(await platform.session.logout()).toEqual({ ok: true });
    expect(session()).toMatchObject({ phase: 'logged-out', error: null });
  });

  test('of a session that is over already is one', async () => {
    trouble.set('OnLoggedOut', 401);
    expect(await platform.session.logout()).toEqual({ ok: true });
  });

  test('requested twice at once is one', async () => {
    await platform.session.login('ann', 'right');
    expect(await Promise.all([platform.session.logout(), platform.session.logout()])).toEqual([
      { ok: true },
      { ok: true },
    ]);
    expect(calls('OnLoggedOut')).toHaveLength(1);
  });

  test('waits when something cannot be stored, until the user gives it up for good', async () => {
    await platform.session.login('ann', 'right');
    server.storeStatus = 400;
    platform.settings.storeWorkspace('{"w":"too large"}');
    expect(await platform.session.logout()).toEqual({ ok: false, reason: 'unsaved', message: 'no.' });
    expect([session().phase, names().includes('logoff'), platform.settings.workspace()]).toEqual([
      'logged-in',
      false,
      '{"w":"too large"}',
    ]);
    expect(await platform.session.logout({ dropsUnsaved: true })).toEqual({ ok: true });
    server.storeStatus = 200;
    await platform.session.login('ann', 'right');
    expect(platform.settings.workspace()).toBe('{"w":"stored"}');
  });
});

describe('a reconnect with the cookie of another session', () => {
  beforeEach(async () => {
    await platform.session.login('ann', 'right');
    // A demo was opened in a second tab: the browser has one cookie for both.
    server.on('resume', () => {
      server.send('trading', 'loginSuccess', { JWT: 'token-2', UserId: 'ann', IsDemo: false });
      server.send('trading', 'availableAccounts', { DemoAccounts: ['D-1', 'D-2'], LiveAccounts: ['L-1'] });
    });
    // The fake server greets its own user, u1.
    server.isAuthenticated = true;
  });

  test('continues with the session of this tab', async () => {
    server.drop('trading');
    await until(() => expect(names().filter((name) => name === 'accountSelect')).toHaveLength(2));
    expect(server.received('trading').find(({ name }) => name === 'resume')?.body).toEqual({
      JWT: 'token-D-2',
      Protocol: PROTOCOL_VERSION,
    });
    await until(() => expect(platform.session.get().connections.trading.status).toBe('open'));
    expect(session()).toMatchObject({ phase: 'logged-in', userId: 'ann', account: 'D-2', error: null });
  });

  test('does not take the other session for this one when this one is refused', async () => {
    server.on('resume', () => server.send('trading', 'loginFailure', { FailureType: 'UserDisabled' }));
    server.drop('trading');
    await until(() =>
      expect(session()).toMatchObject({
        phase: 'logged-out',
        error: 'Your session has ended. Sign in again.',
      }),
    );
    expect(names().filter((name) => name === 'accountSelect')).toHaveLength(1);
  });
});

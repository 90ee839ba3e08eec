import { screen } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { plugins } from '../../../plugins/index.ts';
import { WORKSPACE_DELAY_MS } from '../../client/settings/settings-store.ts';
import { createPluginRegistry } from '../../plugin-api/index.ts';
import {
  closeGettingStarted,
  createDeskServer,
  fillLogin,
  renderDesk,
  renderSignedIn,
  shownAlerts,
} from '../../testing/index.ts';

const userName = () => screen.getByRole('textbox', { name: 'Username' });
const password = () => screen.getByLabelText('Password', { selector: 'input' });
const signIn = () => screen.getByRole('button', { name: 'Sign in' });

afterEach(() => {
  vi.useRealTimers();
  document.cookie = 'tapedeck-skip-welcome=; max-age=0; path=/';
});

test('the welcome page lists the tools that this desk has, and no other', async () => {
  const some = plugins.all.filter((_, index) => index % 2 === 0);
  renderDesk({ path: '/', plugins: createPluginRegistry(some) });
  await screen.findByRole('button', { name: 'Continue' });
  expect(screen.getAllByRole('listitem').map((item) => item.querySelector('strong')?.textContent)).toEqual(
    some.map(({ title }) => title),
  );
});

test('skipping the welcome page can be undone, and an empty cookie does not count', async () => {
  const { user, reload } = renderDesk({ path: '/' });
  const box = () => screen.findByRole('checkbox', { name: 'Do not show this page at startup' });
  await user.click(await box());
  expect(document.cookie).toContain('tapedeck-skip-welcome=1');
  await user.click(await box());
  reload();
  await screen.findByRole('button', { name: 'Continue' });
  document.cookie = 'tapedeck-skip-welcome=; path=/';
  reload();
  await screen.findByRole('button', { name: 'Continue' });
});

test('in demo mode the welcome page starts a demo and does not offer to stay away', async () => {
  renderDesk({ path: '/welcome?demo' });
  await screen.findByRole('button', { name: 'Start demo' });
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('empty fields say that they are required', async () => {
  const { user, path } = renderDesk({ path: '/login' });
  const form = await screen.findByRole('form');
  expect(form.dataset['validated']).toBe('false');
  await user.click(signIn());
  await screen.findByText('Username is required');
  await screen.findByText('Password is required');
  expect(document.activeElement).toBe(userName());
  expect(form.dataset['validated']).toBe('true');
  expect(path()).toBe('/login');
  await user.type(userName(), '   ');
  expect(shownAlerts()).toContain('Username is required');
  await user.type(userName(), 'someone');
  await expect.poll(shownAlerts).toEqual(['Password is required']);
});

test('a wrong password is called invalid and lets one try again', async () => {
  const { user } = renderDesk({ path: '/login' });
  await screen.findByRole('form');
  await fillLogin(user, 'wrong');
  await expect.poll(shownAlerts).toEqual(['Invalid password']);
  expect(document.activeElement).toBe(password());
  await fillLogin(user, 'right');
  await closeGettingStarted(user);
  await screen.findByRole('tablist', { name: 'Workspaces' });
});

test.each([
  ['UserDisabled', 'Username is disabled'],
  ['UserExpired', 'Username is expired'],
] as const)('a login that is refused says why: %s', async (FailureType, text) => {
  const server = createDeskServer();
  server.on('login', () => server.send('trading', 'loginFailure', { FailureType }));
  const { user } = renderDesk({ path: '/login', server });
  await screen.findByRole('form');
  await fillLogin(user, 'right');
  await expect.poll(shownAlerts).toEqual([text]);
});

test('a login without an account says so', async () => {
  const server = createDeskServer();
  server.on('login', () => {
    server.send('trading', 'loginSuccess', { JWT: 'token', UserId: 'u1', IsDemo: false });
    server.send('trading', 'availableAccounts', { DemoAccounts: [], LiveAccounts: [] });
  });
  const { user } = renderDesk({ path: '/login', server });
  await screen.findByRole('form');
  await fillLogin(user, 'right');
  await expect.poll(shownAlerts).toEqual(['No accounts available for this username']);
});

test('the password can be shown and hidden', async () => {
  const { user } = renderDesk({ path: '/login' });
  await screen.findByRole('form');
  await user.type(password(), 'secret');
  expect(password().getAttribute('type')).toBe('password');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password().getAttribute('type')).toBe('text');
  await user.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(password().getAttribute('type')).toBe('password');
  expect(password()).toHaveProperty('value', 'secret');
});

test('a logout without a session stays and offers the login', async () => {
  const { user } = renderDesk({ path: '/logout' });
  await screen.findByText('Logged out');
  await user.click(screen.getByRole('link', { name: 'Login' }));
  await screen.findByRole('textbox', { name: 'Username' });
});

test('settings that cannot be loaded keep the desk closed and say why', async () => {
  const server = createDeskServer();
  const { fetch } = server;
  let isBroken = true;
  Object.assign(server, {
    fetch: async (...call: Parameters<typeof fetch>) =>
      isBroken && String(call[0]).endsWith('/LoadSettings')
        ? Response.json({ Error: 'The database does not answer.' }, { status: 503 })
        : fetch(...call),
  });
  const { user } = renderDesk({ path: '/login', server });
  await screen.findByRole('form');
  await fillLogin(user, 'right');
  await expect
    .poll(shownAlerts)
    .toEqual([expect.stringContaining('could not be loaded: The database does not answer.')]);
  isBroken = false;
  await fillLogin(user, 'right');
  await closeGettingStarted(user);
  await screen.findByRole('tablist', { name: 'Workspaces' });
});

test('skips the welcome page for 365 days after the user checks its box', async () => {
  const cookies = vi.spyOn(document, 'cookie', 'set');
  const { user, path, reload } = renderDesk({ path: '/' });
  await user.click(await screen.findByRole('checkbox', { name: 'Do not show this page at startup' }));
  expect(cookies.mock.lastCall?.[0]).toMatch(/^tapedeck-skip-welcome=1;.*\bmax-age=31536000\b/i);
  cookies.mockRestore();
  for (const address of ['/', '/welcome']) {
    history.replaceState(null, '', address);
    reload();
    await screen.findByRole('textbox', { name: 'Username' });
    expect(path()).toBe('/login');
  }
});

/** The menu entry of the signed-in user Ann. */
async function chooseLogout(user: UserEvent): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Ann' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
}

async function addWorkspace(user: UserEvent, name: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'New workspace' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), `${name}{Enter}`);
  await screen.findByRole('tab', { name });
}

test('a logout stores unsaved changes first, then ends the session', async () => {
  const server = createDeskServer();
  const steps: string[] = [];
  const { fetch } = server;
  Object.assign(server, {
    fetch(...call: Parameters<typeof fetch>) {
      const { pathname } = new URL(String(call[0]), location.href);
      if (/StoreSettings|OnLoggedOut/.test(pathname)) steps.push(pathname);
      return fetch(...call);
    },
  });
  server.on('logoff', () => steps.push('logoff'));
  const { user, path } = await renderSignedIn({ path: '/workspace', server });
  // The change would be stored after this delay without a logout, too.
  const { setTimeout: startTimer } = globalThis;
  vi.stubGlobal('setTimeout', (run: () => void, delayMs = 0) =>
    delayMs === WORKSPACE_DELAY_MS ? 0 : startTimer(run, delayMs),
  );
  await addWorkspace(user, 'Last change');
  await chooseLogout(user);
  await screen.findByText('Logged out');
  screen.getByRole('link', { name: 'Login' });
  expect(steps[0]).toBe('/api/DesktopUser/StoreSettings');
  expect(steps.slice(1).toSorted()).toEqual(['/api/Account/OnLoggedOut', 'logoff']);
  expect(server.stored.Workspace).toContain('Last change');
  await expect.poll(path).toBe('/login');
});

test('a logout that the server does not answer says so, and is complete only once the server answers', async () => {
  const server = createDeskServer();
  const { fetch } = server;
  let isAnswered = false;
  Object.assign(server, {
    fetch(...call: Parameters<typeof fetch>) {
      if (!isAnswered && String(call[0]).endsWith('/OnLoggedOut')) throw new TypeError('Failed to fetch');
      return fetch(...call);
    },
  });
  const { user } = await renderSignedIn({ path: '/workspace', server });
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  await chooseLogout(user);
  await screen.findByText('Logging out...');
  const until = (text: string) =>
    expect
      .poll(async () => {
        await vi.advanceTimersByTimeAsync(1_000);
        return document.body.textContent;
      })
      .toContain(text);
  await until('The server could not be reached. You may still be logged in');
  screen.getByText('Logging out...');
  expect(screen.queryByText('Logged out')).toBeNull();
  isAnswered = true;
  await until('Logged out');
  expect(shownAlerts()).toEqual([]);
});

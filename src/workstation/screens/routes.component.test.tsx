import { screen } from '@testing-library/dom';
import { afterEach, expect, test, vi } from 'vitest';
import {
  closeGettingStarted,
  createDeskServer,
  fillLogin,
  holdFrom,
  renderDesk,
  renderSignedIn,
  shownAlerts,
  untilFocused,
} from '../../testing/index.ts';

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const focused = (name: string) => untilFocused(() => screen.getByRole('heading', { level: 1, name }));

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test.each([
  ['/profile', 'My profile'],
  ['/trading', 'Trading profile'],
  ['/ChangePassword', 'Change password'],
  ['/ContactInfo', 'Contact info'],
  ['/Settings', 'Settings'],
] as const)(
  '%s requires a login, opens after it with query and hash, and survives a reload',
  async (path, name) => {
    const wanted = `${path}?from=mail&n=1#part`;
    const { user, server, reload, path: at } = renderDesk({ path: wanted });
    await expect.poll(at).toBe(`/login/${encodeURIComponent(wanted)}`);
    await fillLogin(user, 'right');
    await closeGettingStarted(user);
    expect(at()).toBe(wanted);
    await heading(name);
    expect(document.title).toBe(`${name} · Tapedeck`);
    server.isAuthenticated = true;
    reload();
    await heading(name);
    await focused(name);
    expect(at()).toBe(wanted);
  },
);

test.each([
  ['/TipsAndTricks', 'Tips & Tricks'],
  ['/GettingStarted', 'Getting Started'],
] as const)('%s is open without a login, survives a reload and leads to the platform', async (path, name) => {
  const { user, reload, path: at } = renderDesk({ path });
  await heading(name);
  expect(document.title).toBe(`${name} · Tapedeck`);
  reload();
  await heading(name);
  expect(at()).toBe(path);
  screen.getByRole('toolbar', { name: 'Help pages' });
  for (const control of ['Home', 'Back', 'Forward', 'Maximize'])
    expect(screen.getByRole('button', { name: control })).toBeDefined();
  await user.click(screen.getByRole('link', { name: 'Continue to Tapedeck' }));
  await expect.poll(at).toBe('/login');
});

test('the help pages lead a signed-in user back to the platform', async () => {
  const { user, path } = await renderSignedIn({ path: '/workspace' });
  history.pushState(null, '', '/TipsAndTricks');
  dispatchEvent(new PopStateEvent('popstate'));
  await heading('Tips & Tricks');
  screen.getByRole('tablist', { name: 'Workspaces' });
  await user.click(screen.getByRole('link', { name: 'Back to Platform' }));
  await expect.poll(path).toMatch(/^\/workspace(\/|$)/);
});

test('a workspace is opened by its name, after the login and after a reload', async () => {
  const wanted = '/workspace/Workspace%201';
  const { user, server, reload, path } = renderDesk({ path: wanted });
  await fillLogin(user, 'right');
  await closeGettingStarted(user);
  const tab = () => screen.findByRole('tab', { name: 'Workspace 1', selected: true });
  await tab();
  expect(path()).toBe(wanted);
  expect(document.title).toBe('Workspace 1 · Tapedeck');
  server.isAuthenticated = true;
  reload();
  await tab();
  expect(path()).toBe(wanted);
});

test.each([
  ['/changepassword', 'Change password'],
  ['/CONTACTINFO', 'Contact info'],
  ['/Profile', 'My profile'],
  ['/settings', 'Settings'],
] as const)('upper and lower case are the same address: %s', async (path, name) => {
  await renderSignedIn({ path });
  await heading(name);
});

test('upper and lower case are the same address without a session, too', async () => {
  renderDesk({ path: '/tipsandtricks' });
  await heading('Tips & Tricks');
});

test.each([
  ['/', 'Continue', 'Welcome'],
  ['/welcome', 'Continue', 'Welcome'],
  ['/login', 'Sign in', 'Sign in'],
  [`/login/${encodeURIComponent('/profile?a=1')}`, 'Sign in', 'Sign in'],
] as const)('the public page %s survives a reload', async (path, text, title) => {
  const { reload, path: at } = renderDesk({ path });
  await screen.findByRole('button', { name: text });
  reload();
  await screen.findByRole('button', { name: text });
  expect([at(), document.title]).toEqual([path, `${title} · Tapedeck`]);
});

test('the page of a demo that has ended survives a reload', async () => {
  const { reload, path } = renderDesk({ path: '/demoexpired' });
  await heading('The demo has ended');
  reload();
  await heading('The demo has ended');
  await focused('The demo has ended');
  expect(path()).toBe('/demoexpired');
});

test('an unknown address says so and leads back', async () => {
  const { user, path } = renderDesk({ path: '/no/such/page' });
  await heading('404: there is no such page');
  await focused('404: there is no such page');
  expect(document.title).toBe('No such page · Tapedeck');
  await user.click(screen.getByRole('link', { name: 'Back to Platform' }));
  await expect.poll(path).toBe('/login');
});

test.each(['//example.com/', 'https://example.com/', '/logout', '/login'])(
  'the wanted page %s, of another site or of the way in and out, is not followed',
  async (wanted) => {
    const { user, path } = renderDesk({ path: `/login/${encodeURIComponent(wanted)}` });
    await fillLogin(user, 'right');
    await closeGettingStarted(user);
    await screen.findByRole('tablist', { name: 'Workspaces' });
    expect(path()).toMatch(/^\/workspace(\/|$)/);
  },
);

test('start shows the three steps one after the other and leads to the wanted page', async () => {
  const server = createDeskServer();
  server.isAuthenticated = true;
  const hold = holdFrom(server, 'connected');
  const { path } = renderDesk({ path: `/start/${encodeURIComponent('/profile')}`, server });
  const steps = () =>
    [...document.querySelectorAll('[role="status"] li')].map(({ textContent }) => textContent);
  await expect.poll(steps).toEqual(['Connecting to server...']);
  hold.release('loginSuccess');
  await expect.poll(steps).toEqual(['Connecting to server...', 'Checking login status...']);
  hold.release('initializationComplete');
  await expect
    .poll(steps)
    .toEqual(['Connecting to server...', 'Checking login status...', 'Loading account information...']);
  hold.release();
  await heading('My profile');
  expect(path()).toBe('/profile');
});

test('start leads to the login with the wanted page when no session stands', async () => {
  const { path } = renderDesk({ path: `/start/${encodeURIComponent('/trading?x=1#y')}` });
  await expect.poll(path).toBe(`/login/${encodeURIComponent('/trading?x=1#y')}`);
});

test('start reports that the server cannot be reached, and continues once it can', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  const server = createDeskServer();
  server.isAway = true;
  const { path } = renderDesk({ path: '/start', server });
  await vi.waitFor(() => expect(shownAlerts()).toHaveLength(1), { timeout: 30_000 });
  screen.getByRole('link', { name: 'Back to the welcome page' });
  server.isAway = false;
  await vi.waitFor(
    () => {
      vi.advanceTimersByTime(1_000);
      expect(path()).toBe('/login');
    },
    { timeout: 30_000 },
  );
});

test('a page that needs a login leads to start with the wanted path first, and from there to the login', async () => {
  const server = createDeskServer();
  const hold = holdFrom(server, 'connected');
  const { path } = renderDesk({ path: '/profile?a=1', server });
  await expect.poll(path).toBe(`/start/${encodeURIComponent('/profile?a=1')}`);
  hold.release();
  await expect.poll(path).toBe(`/login/${encodeURIComponent('/profile?a=1')}`);
});

test('a page that needs a login leads to start again when its address returns before start is drawn', async () => {
  const server = createDeskServer();
  server.isAuthenticated = true;
  const replaceState = history.replaceState.bind(history);
  let hasReturned = false;
  vi.spyOn(history, 'replaceState').mockImplementation((...change) => {
    replaceState(...change);
    if (hasReturned || !String(change[2]).startsWith('/start/')) return;
    hasReturned = true;
    queueMicrotask(() => {
      history.pushState(null, '', '/profile');
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    });
  });
  renderDesk({ path: '/profile', server });
  await heading('My profile');
  expect(hasReturned).toBe(true);
});

test('a screen takes the focus to its heading as it opens', async () => {
  const { user, path } = await renderSignedIn({ path: '/profile' });
  for (const [link, name] of [
    ['Change password', 'Change password'],
    ['Back to profile', 'My profile'],
    ['Edit contact info', 'Contact info'],
    ['Cancel', 'My profile'],
    ['Edit trading info', 'Trading profile'],
    ['Back', 'My profile'],
  ] as const) {
    await user.click(await screen.findByRole('link', { name: link }));
    await heading(name);
    await focused(name);
  }
  await user.click(screen.getByRole('link', { name: 'Back to Platform' }));
  await expect.poll(path).toMatch(/^\/workspace(\/|$)/);
});

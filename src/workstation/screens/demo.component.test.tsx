import { screen, within } from '@testing-library/dom';
import { afterEach, expect, test, vi } from 'vitest';
import {
  closeGettingStarted,
  createDeskServer,
  fill,
  renderDesk,
  renderSignedIn,
  shownAlerts,
  type MemoryServer,
} from '../../testing/index.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A server whose user is in a demo. */
function createDemoServer(): MemoryServer {
  const server = createDeskServer();
  server.isDemo = true;
  return server;
}
const pageTitle = () => screen.queryByRole('heading', { level: 1 })?.textContent;

test('a demo is watched freely but not traded, and has no logout', async () => {
  const { user } = await renderSignedIn({ path: '/workspace', server: createDemoServer() });
  const list = await screen.findByRole('grid', { name: 'Market View' });
  await fill(user, screen.getByRole('textbox', { name: 'Add symbol' }), 'AAPL{Enter}');
  await expect.poll(() => list.querySelector('[data-row-id="AAPL"]')).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Trade AAPL' })).toBeNull();

  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Command' }), 'place order{Enter}');
  const ticket = within(await screen.findByRole('dialog', { name: 'Order entry' }));
  await expect
    .poll(shownAlerts)
    .toContain('Trading is not supported during Demo Session. Consider subscribing to enable trading.');
  const buy = ticket.getByRole('button', { name: /^Buy 100 / });
  expect(buy.matches(':disabled') || buy.getAttribute('aria-disabled') === 'true').toBe(true);
  await user.click(ticket.getByRole('button', { name: 'See plans' }));
  const help = await screen.findByRole('dialog', { name: 'Tips & Tricks' });
  expect(help.querySelector('iframe')?.getAttribute('src')).toContain('plans');
  await user.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('dialog', { name: 'Tips & Tricks' })).toBeNull();
  await user.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('dialog', { name: 'Order entry' })).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Ann' }));
  await screen.findByRole('menuitem', { name: 'Settings' });
  expect(screen.queryByRole('menuitem', { name: 'Logout' })).toBeNull();
});

test('the address for a demo starts one by itself', async () => {
  const { user, path, server } = renderDesk({ path: '/start?demo' });
  await closeGettingStarted(user);
  await expect.poll(path).toMatch(/^\/workspace(\/|$)/);
  expect(server.received('trading').filter(({ name }) => name === 'demoStart')).toHaveLength(1);
});

test('the pages that a demo may not use have no links, and their addresses show a refusal with a link back', async () => {
  const { user, path, reload } = await renderSignedIn({ path: '/profile', server: createDemoServer() });
  await expect.poll(pageTitle).toBe('My profile');
  expect(screen.queryByRole('link', { name: /^Edit|^Change password$|^Log out$/ })).toBeNull();
  for (const [address, title, text] of [
    ['/ChangePassword', 'Change password', 'Changing the password is not supported during Demo Session.'],
    ['/ContactInfo', 'Contact info', 'Changing contact info is not supported during Demo Session.'],
    ['/Notifications', 'Notifications', 'Setting up notifications is not supported during Demo Session.'],
    ['/trading', 'Trading profile', 'Changing trading info is not supported during Demo Session.'],
  ] as const) {
    history.replaceState(null, '', address);
    reload();
    await expect.poll(pageTitle).toBe(title);
    expect(shownAlerts().join()).toContain(text);
    expect(screen.queryByRole('textbox')).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Back to profile' }));
    await expect.poll(path).toBe('/profile');
  }
  history.replaceState(null, '', '/logout');
  reload();
  await screen.findByText(/Logging out is not supported during Demo Session\./);
  await user.click(screen.getByRole('link', { name: 'Back to Platform' }));
  await screen.findByRole('tab', { name: 'Workspace 1' });
});

test('a demo that ends leaves any page, with its dialogs closed', async () => {
  const { path, server } = renderDesk({ path: '/start?demo' });
  await screen.findByRole('dialog', { name: 'Getting Started' });
  server.send('trading', 'demoSessionStatus', { ExpiresIn: 0 });
  await expect.poll(path).toBe('/demoexpired');
  await expect.poll(pageTitle).toBe('The demo has ended');
  expect(screen.queryByRole('dialog')).toBeNull();
});

import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { Permission } from '../domain/permissions.ts';
import { createDeskServer, fill, renderDesk, renderSignedIn, shownAlerts } from '../testing/index.ts';

/** Statements of the platform's specification that no other test covers. */

const menu = () => screen.queryByRole('banner');
const tool = (id: string) => {
  const found = document.querySelector<HTMLElement>(`[data-tool="${id}"]`);
  if (found === null) throw new Error(`${id} is not shown`);
  return found;
};

test('the main menu is shown to a signed-in user, with the name, and to nobody else', async () => {
  const { server, reload } = await renderSignedIn({ path: '/profile' });
  expect(menu()).not.toBeNull();
  await screen.findByRole('button', { name: 'Ann' });
  server.isAuthenticated = false;
  // The code of the menu has loaded by now: it would be shown together with the page.
  for (const path of ['/', '/login', '/TipsAndTricks', '/demoexpired']) {
    history.replaceState(null, '', path);
    reload();
    await screen.findByRole('heading', { level: 1 });
    expect(menu()).toBeNull();
  }
});

test("shows 'anonymous' in the main menu for a user without a name", async () => {
  const server = createDeskServer();
  const send = server.send;
  server.send = (socket, name, body) => {
    if (name !== 'userInfo') send(socket, name, body);
  };
  await renderSignedIn({ path: '/profile', server });
  await screen.findByRole('button', { name: 'anonymous' });
});

test('the login shows the product, two fields and a place for errors; the password has a titled toggle', async () => {
  const { user } = renderDesk({ path: '/login' });
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Tapedeck');
  screen.getByRole('textbox', { name: 'Username' });
  screen.getByLabelText('Password', { selector: 'input' });
  screen.getByRole('button', { name: 'Sign in' });
  expect(screen.getAllByRole('alert').at(-1)?.textContent).toBe('');
  for (const [title, next] of [
    ['Show password', 'Hide password'],
    ['Hide password', 'Show password'],
  ] as const) {
    const toggle = screen.getByRole('button', { name: title });
    await user.hover(toggle);
    // The text that appears where the pointer rests.
    await screen.findByText(title);
    await user.click(toggle);
    await screen.findByRole('button', { name: next });
    await user.unhover(toggle);
  }
});

test('a logout says what it does while it does it', async () => {
  const server = createDeskServer();
  const { fetch } = server;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  Object.assign(server, {
    fetch: async (...call: Parameters<typeof fetch>) => {
      if (String(call[0]).endsWith('/OnLoggedOut')) await held;
      return fetch(...call);
    },
  });
  server.on('logoff', () => server.drop('trading'));
  const { user } = await renderSignedIn({ path: '/workspace', server });
  await user.click(await screen.findByRole('button', { name: 'Ann' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
  await screen.findByText('Logging out...');
  expect(screen.queryByRole('link', { name: 'Login' })).toBeNull();
  release();
  await screen.findByText('Logged out');
  expect(screen.queryByText('Logging out...')).toBeNull();
});

test("contact info that the server refuses shows the server's words and can be put right", async () => {
  const server = createDeskServer();
  const sent: string[] = [];
  server.on('updateUserInfo', ({ Email }) => {
    sent.push(Email);
    const isRight = Email.endsWith('.com');
    server.send('trading', 'updateUserInfoResult', {
      Code: isRight ? 0 : -1,
      Message: isRight ? '' : 'Email is not a valid e-mail address',
    });
  });
  const { user } = await renderSignedIn({ path: '/ContactInfo', server });
  const field = (label: string) => screen.getByLabelText(label);
  await screen.findByRole('heading', { name: 'Contact info' });
  for (const label of ['Phone', 'Cell phone']) expect(field(label)).toHaveProperty('type', 'tel');
  expect(field('Email')).toHaveProperty('type', 'email');
  // The browser accepts an address without a dot; the server does not. Letters in a telephone number are allowed.
  await fill(user, field('Phone'), 'call the office');
  await fill(user, field('Email'), 'someone@example');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(shownAlerts).toEqual(['Email is not a valid e-mail address']);
  screen.getByRole('link', { name: 'Cancel' });
  await fill(user, field('Email'), 'someone@example.com');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Contact info has been saved');
  expect(sent).toEqual(['someone@example', 'someone@example.com']);
});

test.each(['$SPX', '~SUM'])('an order for %s, which starts with $ or ~, cannot be sent', async (name) => {
  const { user } = await renderSignedIn({ path: '/workspace' });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Command' }), 'place order');
  await user.keyboard('{Enter}');
  const ticket = within(await screen.findByRole('dialog', { name: 'Order entry' }));
  await fill(user, await ticket.findByRole('textbox', { name: 'Symbol' }), name);
  await user.tab();
  await expect.poll(shownAlerts).toContainEqual(expect.stringMatching(/cannot be traded/));
  expect(shownAlerts().join()).toContain(name);
  const buy = ticket.getByRole('button', { name: /^Buy / });
  expect(buy.matches(':disabled') || buy.getAttribute('aria-disabled') === 'true').toBe(true);
});

test('a tool without permission says so in place of its content', async () => {
  const server = createDeskServer();
  server.permissionMask = Permission.Chart;
  const { user } = await renderSignedIn({ path: '/workspace', server });
  await expect
    .poll(() => tool('market-view').textContent)
    .toContain(
      "You don't have permissions to access Market View. Consider subscribing to get access to Market View",
    );
  const view = within(tool('market-view'));
  expect(view.queryByRole('grid')).toBeNull();
  // It has none of its own buttons, and takes no symbol that is typed in it.
  expect(view.queryByRole('button', { name: /Manage saved|Add symbols|Columns/ })).toBeNull();
  tool('market-view').focus();
  expect(document.activeElement).toBe(tool('market-view'));
  await user.keyboard('m');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(view.getByRole('link', { name: 'See plans' }));
  const frame = (await screen.findByRole('dialog')).querySelector('iframe');
  expect(frame?.getAttribute('src')).toContain('plans');
});

test('a window has its icon, title and buttons; the name dialog of a workspace can be cancelled', async () => {
  const { user } = await renderSignedIn({ path: '/workspace' });
  await expect.poll(() => document.querySelectorAll('[data-tool]').length).toBe(3);
  for (const [id, title] of [
    ['market-view', 'Market View - Untitled (0 symbols)'],
    ['trade-manager', 'Trade Manager'],
  ] as const) {
    const frame = within(tool(id));
    expect(frame.getByRole('heading', { level: 2 }).textContent).toBe(title);
    expect(tool(id).querySelector('header > span svg')).not.toBeNull();
    for (const name of ['Tips & Tricks', 'Maximize', 'Close'])
      expect(frame.getAllByRole('button', { name })).toHaveLength(1);
  }
  await user.click(screen.getByRole('button', { name: 'New workspace' }));
  const dialog = await screen.findByRole('dialog', { name: 'New workspace' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Never made');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(screen.getAllByRole('tab').filter((tab) => tab.dataset['workspace'] !== undefined)).toHaveLength(1);
});

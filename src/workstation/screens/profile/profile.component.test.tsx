import { fireEvent, screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import type { Body, MessageName } from '../../../protocol/index.ts';
import {
  createDeskServer,
  fill,
  holdFrom,
  renderSignedIn,
  shownAlerts,
  untilFocused,
  type MemoryServer,
} from '../../../testing/index.ts';

/** Sends another body in place of that of each message of this name. */
function replaceBody<Replaced extends MessageName>(
  server: MemoryServer,
  replaced: Replaced,
  change: (body: Body<Replaced>) => Body<Replaced>,
): void {
  const { send } = server;
  server.send = (socket, name, body) =>
    // A message of this name has its body.
    send(socket, name, String(name) === replaced ? (change(body as never) as never) : body);
}

/** What stands beside a name in a section of the profile. */
const value = (section: string, name: string) => {
  const region = within(screen.getByRole('region', { name: section }));
  return region.getByText(name, { selector: 'dt' }).parentElement?.querySelector('dd')?.textContent ?? '';
};
const account = () => screen.getByRole('combobox', { name: 'Current account' });
const pageTitle = () => screen.queryByRole('heading', { level: 1 })?.textContent;
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' });

test('shows the signed-in user, the trading account and the contact info, and no switcher for a single account', async () => {
  const server = createDeskServer();
  replaceBody(server, 'availableAccounts', () => ({ DemoAccounts: ['D-1'], LiveAccounts: [] }));
  const { user, path } = await renderSignedIn({ path: '/profile', server });
  await expect.poll(pageTitle).toBe('My profile');
  expect(value('User', 'ID')).toBe('u1');
  expect(value('User', 'Password')).toContain('••••••••');
  expect(value('User', 'Current account')).toBe('D-1 (demo)');
  expect(screen.queryByRole('combobox', { name: 'Current account' })).toBeNull();
  expect(value('Trading info', 'Trade with')).toBe('Tapedeck');
  expect(value('Trading info', 'Status')).toBe('Logged in');
  expect(value('Trading info', 'Trading account')).toBe('D-1');
  const contact = screen.getByRole('region', { name: 'Contact info' });
  expect([...contact.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual([
    'Phone',
    'Cell phone',
    'Email',
    'Address line 1',
    'Address line 2',
    'City',
    'State',
    'Zip',
    'Country',
  ]);
  expect(value('Contact info', 'Country')).toBe('United States of America');
  await user.click(screen.getByRole('link', { name: 'Back to Platform' }));
  await expect.poll(path).toMatch(/^\/workspace(\/|$)/);
});

test('switches between accounts, shows the progress, and the workspace follows', async () => {
  const server = createDeskServer();
  const { user, path } = await renderSignedIn({ path: '/profile', server });
  await expect.poll(() => account().textContent).toBe('D-1 (demo)');
  await user.click(account());
  await screen.findByRole('option', { name: 'L-1 (live)' });
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'L-1 (live)',
    'D-1 (demo)',
    'D-2 (demo)',
  ]);
  const hold = holdFrom(server, 'initializationComplete');
  await user.click(screen.getByRole('option', { name: 'L-1 (live)' }));
  await screen.findByText('Loading account information...');
  hold.release();
  await expect.poll(() => account().textContent).toBe('L-1 (live)');
  await expect.poll(() => screen.queryByText('Loading account information...')).toBeNull();
  expect(path()).toBe('/profile');
  within(screen.getByRole('banner')).getByText('LIVE');
  expect(value('Trading info', 'Trading account')).toBe('L-1');
  await user.click(screen.getByRole('link', { name: 'Back to Platform' }));
  await screen.findByRole('tab', { name: 'Workspace 1', selected: true });
});

test('gives the reason for a refused switch and leaves the account as it was', async () => {
  const server = createDeskServer();
  const select = server.answerOf('accountSelect');
  server.on('accountSelect', (body) => {
    if (body.Account !== 'L-1') select(body);
    else
      server.send('trading', 'accountSelectResponse', {
        Account: 'L-1',
        IsLive: true,
        FailureType: 'DoesNotExist',
      });
  });
  const { user } = await renderSignedIn({ path: '/profile', server });
  await expect.poll(() => account().textContent).toBe('D-1 (demo)');
  await user.click(account());
  await user.click(await screen.findByRole('option', { name: 'L-1 (live)' }));
  await expect.poll(shownAlerts).toContain('Account does not exist');
  expect(account().textContent).toBe('D-1 (demo)');
  expect(account().matches(':disabled, [aria-disabled="true"], [data-disabled]')).toBe(false);
});

test('requires each password, shows and hides it, requires the new one twice, and reports the judgement of the server', async () => {
  const server = createDeskServer();
  const sent: string[][] = [];
  server.on('changePassword', ({ Id, OldPassword, NewPassword }) => {
    sent.push([OldPassword, NewPassword]);
    const Result = OldPassword === 'right' ? 'Success' : 'OldPasswordInvalid';
    server.send('trading', 'changePasswordResult', { Id, Result });
  });
  const { user, path } = await renderSignedIn({ path: '/ChangePassword', server });
  const submit = await screen.findByRole('button', { name: 'Change password' });
  const [current, fresh, confirm] = ['Current password', 'New password', 'Confirm password'] as const;
  await user.click(submit);
  await expect
    .poll(shownAlerts)
    .toEqual(['Current password is required', 'New password is required', 'Must match New password']);
  expect(document.activeElement).toBe(field(current));
  for (const label of [current, fresh, confirm]) {
    const box = within(field(label).parentElement ?? document.body);
    expect(field(label).type).toBe('password');
    await user.click(box.getByRole('button', { name: 'Show password' }));
    expect(field(label).type).toBe('text');
    await user.click(box.getByRole('button', { name: 'Hide password' }));
    expect(field(label).type).toBe('password');
  }
  await fill(user, field(current), 'wrong');
  await fill(user, field(fresh), 'a better password 2');
  await fill(user, field(confirm), 'a better password');
  await user.click(submit);
  await expect.poll(shownAlerts).toEqual(['Does not match new password']);
  expect(sent).toEqual([]);
  await fill(user, field(confirm), 'a better password 2');
  await expect.poll(shownAlerts).toEqual([]);
  await user.click(submit);
  await expect.poll(shownAlerts).toEqual(['Current password is incorrect']);
  await fill(user, field(current), 'right');
  const hold = holdFrom(server, 'changePasswordResult');
  await user.click(submit);
  await screen.findByText('Changing password...');
  hold.release();
  await screen.findByText('Password changed successfully');
  expect(screen.getByRole('link', { name: 'Review or revoke API keys' }).getAttribute('href')).toBe(
    '/ApiKeys',
  );
  expect(sent.at(-1)).toEqual(['right', 'a better password 2']);
  await untilFocused(() => screen.getByRole('link', { name: 'My profile' }));
  await user.keyboard('{Enter}');
  await expect.poll(path).toBe('/profile');
});

/** Enters a text at once: a form with 249 countries takes long to render after each letter. */
const enter = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });

const ENTRIES = [
  ['First name', 'Eve'],
  ['Last name', 'Adams'],
  ['Phone', '+1 212 555 0101'],
  ['Cell phone', '+1 212 555 0102'],
  ['Address line 1', '12 Wall Street'],
  ['Address line 2', 'Floor 3'],
  ['City', 'New York'],
  ['State', 'NY'],
  ['Zip', '10005'],
] as const;

test('edits, saves and shows the contact info, also after a reload; Escape and Cancel leave without saving', async () => {
  const server = createDeskServer();
  let saved: Partial<Body<'updateUserInfo'>> = {};
  server.on('updateUserInfo', (body) => {
    saved = body;
    server.send('trading', 'updateUserInfoResult', { Code: 0, Message: '' });
  });
  replaceBody(server, 'userInfo', (body) => ({ ...body, ...saved }));
  const { user, path, reload } = await renderSignedIn({ path: '/profile', server });
  const edit = async () => user.click(await screen.findByRole('link', { name: 'Edit contact info' }));
  await edit();
  await expect.poll(path).toBe('/ContactInfo');
  await screen.findByLabelText('First name');
  for (const [label, text] of ENTRIES) enter(screen.getByLabelText(label), text);
  const country = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Country' });
  const countries = [...country.options].filter((option) => option.value !== '').map(({ text }) => text);
  expect(countries).toHaveLength(249);
  expect(countries.slice(0, 6)).toEqual([
    'United States of America',
    'United Kingdom',
    'Australia',
    'Canada',
    'India',
    'Afghanistan',
  ]);
  expect(countries.at(-1)).toBe('Zimbabwe');
  await user.selectOptions(country, 'Iceland');
  const email = screen.getByLabelText('Email');
  enter(email, 'not an address');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => shownAlerts().length).toBe(1);
  expect(document.activeElement).toBe(email);
  enter(email, 'eve@example.com');
  const hold = holdFrom(server, 'updateUserInfoResult');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saving...');
  hold.release();
  await screen.findByText('Contact info has been saved');

  const isShown = async () => {
    await expect.poll(pageTitle).toBe('My profile');
    await expect.poll(() => value('User', 'Name')).toBe('Eve Adams');
    for (const [label, text] of ENTRIES.slice(2)) expect(value('Contact info', label)).toBe(text);
    expect(value('Contact info', 'Email')).toBe('eve@example.com');
    expect(value('Contact info', 'Country')).toBe('Iceland');
  };
  await user.click(screen.getByRole('link', { name: 'My profile' }));
  await isShown();
  reload();
  await isShown();
  for (const leave of [
    () => user.keyboard('{Escape}'),
    () => user.click(screen.getByRole('link', { name: 'Cancel' })),
  ]) {
    await edit();
    const city = await screen.findByLabelText('City');
    enter(city, 'Boston');
    city.focus();
    await leave();
    await isShown();
  }
});

test('shows where orders go, and that the server has no external broker', async () => {
  const { user, path } = await renderSignedIn({ path: '/profile' });
  await user.click(await screen.findByRole('link', { name: 'Edit trading info' }));
  await expect.poll(pageTitle).toBe('Trading profile');
  const group = within(screen.getByRole('radiogroup', { name: 'Trade with' }));
  expect(group.getAllByRole('radio')).toHaveLength(2);
  expect(group.getByRole<HTMLInputElement>('radio', { name: 'Tapedeck' }).checked).toBe(true);
  const external = await group.findByRole<HTMLInputElement>('radio', {
    name: 'External broker',
    description: 'This server has no external broker set up.',
  });
  expect(external.disabled).toBe(true);
  await screen.findByText('Logged in');
  expect(screen.queryByRole('link', { name: /^Log in to/ })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Back' }));
  await expect.poll(path).toBe('/profile');
});

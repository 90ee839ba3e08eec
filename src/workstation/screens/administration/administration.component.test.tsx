import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { ADMINISTRATOR, ALL_PERMISSIONS } from '../../../domain/permissions.ts';
import {
  chooseFromMenu,
  createDeskServer,
  fill,
  renderSignedIn,
  shownAlerts,
} from '../../../testing/index.ts';

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' });
const cell = (text: string) => screen.findByRole('gridcell', { name: text });
const tab = (name: string) => screen.getByRole('tab', { name });

interface SentCommand {
  readonly Command: readonly string[];
  readonly Password: string;
  readonly Code?: string;
}

/** A server whose user Ann is an administrator, with 111111 as the code of her second factor when she has one. */
function adminServer({ hasFactor = false } = {}) {
  const server = createDeskServer();
  server.permissionMask = ALL_PERMISSIONS | ADMINISTRATOR;
  const sent: SentCommand[] = [];
  const bob = { isDisabled: false };
  const answers: Readonly<Record<string, () => unknown>> = {
    '/api/User/SecondFactor': () => ({ Since: hasFactor ? 1 : null, RecoveryCodes: 0 }),
    '/api/Admin/Users': () => ({
      Items: [
        userRow('ann', { PermissionMask: ALL_PERMISSIONS | ADMINISTRATOR }),
        userRow('bob', { IsDisabled: bob.isDisabled, PermissionMask: 129, Passkeys: 2 }),
      ],
    }),
    '/api/Admin/Accounts': () => ({ Items: [accountRow] }),
    '/api/Admin/Limits': () => ({
      Items: [{ Scope: 'firm', Limit: 'maxOrderValue', Value: '1000000', IsDefault: true }],
      Names: ['maxOrderValue', 'maxOpenOrders'],
    }),
    '/api/Admin/Restrictions': () => ({
      IsServerSwitchOn: false,
      AccountSwitches: ['DEMO-9'],
      Symbols: [{ Name: 'GME', Text: 'restricted' }],
      Routes: [{ Name: 'SMART/AUTO', Text: 'on' }],
      AreStrategyChecksRequired: false,
    }),
    '/api/Admin/Status': () => status,
    '/api/Admin/Sessions': () => ({
      Items: [sessionRow('s-1', 'ann', true), sessionRow('s-2', 'bob', false)],
    }),
    '/api/Admin/Closings': () => ({
      Items: [
        { Date: '2027-03-04', Closes: 'closed', Reason: 'Day of mourning', State: 'InForce' },
        { Date: '2027-03-05', Closes: '13:00', Reason: '', State: 'File' },
      ],
    }),
    '/api/Admin/ApiKeys': () => ({ Items: [apiKeyRow] }),
    '/api/Admin/Audit': () => ({
      Items: [{ Id: 'a', Time: 1, Outcome: 'done', Actor: 'ann from 10.0.0.1', Command: 'user disable bob' }],
    }),
  };
  const { fetch } = server;
  const answering: typeof fetch = async (input, init) => {
    const path = new URL(String(input)).pathname;
    if (path === '/api/Admin/Command') {
      const body: SentCommand = JSON.parse(String(init?.body));
      sent.push(body);
      if (body.Password !== 'right')
        return Response.json({ Error: 'The password is incorrect.' }, { status: 403 });
      if (body.Command.join(' ') === 'user disable bob') bob.isDisabled = true;
      return Response.json({ Lines: [`Done: ${body.Command.join(' ')}`] });
    }
    const answer = answers[path];
    return answer === undefined ? fetch(input, init) : Response.json(answer());
  };
  return { server: Object.assign(server, { fetch: answering }), sent };
}

const status = {
  Version: '1.0',
  Node: '24',
  Now: 1,
  Uptime: 312_000,
  Memory: 1_000,
  Problems: [{ Part: 'market', Text: 'The market data feed has stopped.' }],
  IsDatabaseUp: true,
  DatabaseTime: 1,
  Sockets: [{ Socket: 'trading', Open: 3, Accepted: 5, QueuedBytes: 0, SlowClosed: 0 }],
  WatchedSymbols: 7,
  LiveRuns: 1,
  Backtests: 0,
  WaitingBacktests: 0,
  LiveProcesses: 1,
  BacktestProcesses: 0,
  History: [
    {
      Time: 1,
      Accepted: 10,
      Refused: 1,
      AcknowledgementP50: 0.42,
      AcknowledgementP95: 12,
      AcknowledgementP99: 1_340,
      CommitP50: null,
      CommitP99: null,
      FailedCommits: 0,
      LagMax: 1,
      LoginsRefused: 0,
      SocketsOpen: 3,
      QueuedBytes: 0,
      WaitingMessages: 0,
      TicksSent: 0,
      TicksConflated: 0,
      TicksDropped: 0,
    },
  ],
};

const userRow = (User: string, change: object) => ({
  UserId: `id-${User}`,
  User,
  IsDisabled: false,
  Expires: null,
  IsOneMachine: false,
  HasTwoStep: false,
  Passkeys: 0,
  PermissionMask: ALL_PERMISSIONS,
  Accounts: [`DEMO-${User}`],
  ...change,
});
const accountRow = {
  Account: 'DEMO-1',
  User: 'bob',
  IsLive: false,
  IsLocked: false,
  IsDefault: true,
  IsKillSwitchOn: false,
  OpeningCash: 100_000.5,
  Attributes: ['kind cash', 'closing-only on'],
  Values: {
    kind: 'cash',
    status: 'suspended',
    'closing-only': 'on',
    options: 'covered,buying',
    'day-trading-power': 'none',
  },
};
const apiKeyRow = {
  Id: '00000000000000a1',
  User: 'bob',
  Name: 'Rebalancer',
  Scopes: ['read', 'paper'],
  Accounts: [],
  Addresses: [],
  Created: Date.UTC(2026, 5, 15, 12),
  Expires: null,
  Used: { Time: Date.UTC(2026, 5, 15, 13), Address: '10.0.0.9' },
};
const sessionRow = (Id: string, User: string, IsThis: boolean) => ({
  Id,
  User,
  IsThis,
  IsDemo: false,
  IsConnected: true,
  SignedIn: Date.UTC(2026, 5, 15, 12),
  LastSeen: Date.UTC(2026, 5, 15, 13),
  Address: '10.0.0.7',
  Browser: 'Firefox on Linux',
});

test('leads an administrator from the profile to the users, and disables one with the password', async () => {
  const { server, sent } = adminServer();
  const { user } = await renderSignedIn({ path: '/profile', server });
  await user.click(await screen.findByRole('link', { name: 'Administer' }));
  await user.click(await cell('bob'));
  await cell('Stocks, Chart');
  await chooseFromMenu(user, button('Actions: bob'), 'Disable…');
  const dialog = await screen.findByRole('dialog', { name: 'Disable bob' });
  await user.click(within(dialog).getByRole('button', { name: 'Disable' }));
  await expect.poll(shownAlerts).toEqual(['Your password is required']);
  await user.type(field('Your password'), 'wrong{Enter}');
  await expect.poll(shownAlerts).toEqual(['The password is incorrect.']);
  await fill(user, field('Your password'), 'right');
  await user.keyboard('{Enter}');
  await screen.findByText('Done: user disable bob');
  await user.click(button('Done'));
  await cell('Disabled');
  expect(sent.map(({ Command, Password }) => [Command.join(' '), Password])).toEqual([
    ['user disable bob', 'wrong'],
    ['user disable bob', 'right'],
  ]);
});

test('hides the pages from a user who is no administrator, and says so at their address', async () => {
  const { user } = await renderSignedIn({ path: '/profile' });
  await screen.findByRole('heading', { name: 'My profile' });
  expect(screen.queryByRole('link', { name: 'Administer' })).toBeNull();
  history.pushState(null, '', '/Administration');
  window.dispatchEvent(new PopStateEvent('popstate'));
  expect(await screen.findByText('These pages are for administrators only.')).toBeDefined();
  await user.click(screen.getByRole('link', { name: 'Back to profile' }));
});

test('sends the permissions that are ticked and keeps the right of an administrator', async () => {
  const { server, sent } = adminServer({ hasFactor: true });
  const { user } = await renderSignedIn({ path: '/Administration', server });
  await user.click(await cell('ann'));
  await chooseFromMenu(user, button('Actions: ann'), 'Permissions…');
  const dialog = await screen.findByRole('dialog', { name: 'Permissions of ann' });
  const boxes = within(dialog).getAllByRole('checkbox');
  for (const box of boxes.slice(2)) await user.click(box);
  await user.type(field('Your password'), 'right');
  await user.type(await waitFor(() => field('Code')), '111111{Enter}');
  await screen.findByText(/^Done: /);
  expect(sent).toEqual([
    {
      Command: ['user', 'permissions', 'ann', 'Stocks,OptionChain,Administrator'],
      Password: 'right',
      Code: '111111',
    },
  ]);
  await user.click(button('Done'));
});

test('shows accounts, limits, restrictions, sessions, API keys and the audit trail, each with its commands', async () => {
  const { server, sent } = adminServer();
  const { user } = await renderSignedIn({ path: '/Administration', server });
  const confirm = async (submit: string) => {
    await user.type(field('Your password'), 'right');
    await user.click(button(submit));
    await screen.findByText(/^Done: /);
    await user.click(button('Done'));
  };
  await cell('bob');
  await user.click(tab('Accounts'));
  await cell('kind cash · closing-only on');
  await cell('100,000.50');
  await user.click(button('New account'));
  await confirm('Open');
  await user.click(tab('Limits'));
  await user.click(await cell('maxOrderValue'));
  await chooseFromMenu(user, button('Actions: maxOrderValue of firm'), 'Change…');
  expect(field('Value')).toHaveProperty('value', '1000000');
  await fill(user, field('Value'), '50000');
  await confirm('Set');
  await user.click(tab('Restrictions'));
  await user.click(await cell('Whole server'));
  await chooseFromMenu(user, button('Actions: Whole server'), 'Kill switch on…');
  await confirm('Turn on');
  await user.click(await cell('Checks of strategies'));
  await chooseFromMenu(user, button('Actions: Checks of strategies'), 'Require…');
  await confirm('Require');
  await user.click(tab('Sessions'));
  await user.click(await cell('ann (this session)'));
  expect(screen.queryByRole('button', { name: /^Actions/ })).toBeNull();
  await user.click(await cell('bob'));
  await chooseFromMenu(user, button('Actions: bob'), 'End session…');
  await confirm('End session');
  await user.click(tab('API keys'));
  await user.click(await cell('read, paper'));
  await cell('10.0.0.9');
  await chooseFromMenu(user, button('Actions: Rebalancer of bob'), 'Revoke…');
  await confirm('Revoke');
  await user.click(tab('Audit trail'));
  await cell('user disable bob');
  expect(sent.map(({ Command }) => Command.join(' '))).toEqual([
    'account create ann --cash 100000',
    'limits set firm maxOrderValue 50000',
    'kill-switch on',
    'strategy-checks required',
    'session end s-2',
    'api-key revoke 00000000000000a1',
  ]);
});

test('shows the state of the server, and what is not ready', async () => {
  const { server } = adminServer();
  const { user } = await renderSignedIn({ path: '/Administration?tab=status', server });
  await screen.findByText('market: The market data feed has stopped.');
  const figure = (label: string) => screen.getByText(label, { selector: 'dt' }).parentElement?.textContent;
  expect(figure('Orders accepted')).toBe('Orders accepted2.0 /s10 in 10 min');
  expect(figure('Acknowledgement')).toBe('Acknowledgement0.42 msp95 12 ms · p99 1.3 s');
  expect(figure('Connections')).toBe('Connections3trading 3');
  screen.getByText('up 5 min 12 s');
  await user.click(tab('Users'));
  await cell('bob');
});

test('opens the dialogs of an account with what is in force', async () => {
  const { server, sent } = adminServer();
  const { user } = await renderSignedIn({ path: '/Administration?tab=accounts', server });
  await user.click(await cell('DEMO-1'));
  const open = async (label: string) => {
    await chooseFromMenu(user, button('Actions: DEMO-1'), label);
    return within(await screen.findByRole('dialog'));
  };
  const status = await open('Status…');
  expect(status.getByRole('combobox', { name: 'Status' }).textContent).toContain('suspended');
  await user.click(status.getByRole('button', { name: 'Cancel' }));
  const power = await open('Day trading power…');
  expect(power.getByRole('textbox', { name: 'Day trading power' })).toHaveProperty('value', 'none');
  await user.click(power.getByRole('button', { name: 'Cancel' }));
  const options = await open('Options…');
  const ticked = () =>
    options
      .getAllByRole('checkbox', { checked: true })
      .map((checkbox) => checkbox.closest('label')?.textContent);
  expect(ticked()).toEqual(['Covered calls', 'Buying']);
  await user.click(options.getByRole('checkbox', { name: 'Buying' }));
  await user.click(options.getByRole('checkbox', { name: 'Covered calls' }));
  await user.type(field('Your password'), 'right{Enter}');
  await screen.findByText(/^Done: /);
  expect(sent.map(({ Command }) => Command.join(' '))).toEqual(['account options DEMO-1 none']);
});

test('finds rows by any of their texts', async () => {
  const { server } = adminServer();
  const { user } = await renderSignedIn({ path: '/Administration', server });
  await cell('ann');
  await user.type(screen.getByRole('searchbox', { name: 'Search users' }), 'stocks, chart');
  await waitFor(() => expect(screen.queryByRole('gridcell', { name: 'ann' })).toBeNull());
  await cell('bob');
  await user.type(screen.getByRole('searchbox', { name: 'Search users' }), ' none such');
  await screen.findByText('Nothing found');
});

test('lists closings with when they count, adds one and removes one, and leaves those of the file alone', async () => {
  const { server, sent } = adminServer();
  const { user } = await renderSignedIn({ path: '/Administration?tab=closings', server });
  const actionsOf = (date: string) => screen.queryByRole('button', { name: `Actions: ${date}` });
  await cell('Day of mourning');
  await cell('At 13:00');
  await cell('In force, from the file of TAPEDECK_CALENDAR');
  await user.click(button('Add closing…'));
  const dialog = await screen.findByRole('dialog', { name: 'Add a closing of the exchanges' });
  await within(dialog).findByText(/from the next start of the server on/);
  await fill(user, field('Date'), '2027-05-03');
  await fill(user, field('Closes'), '12:30');
  await fill(user, field('Reason'), 'Power failure');
  await fill(user, field('Your password'), 'right');
  await user.keyboard('{Enter}');
  await screen.findByText('Done: closing add 2027-05-03 12:30 Power failure');
  await user.click(button('Done'));
  await user.click(await cell('2027-03-04'));
  expect(actionsOf('2027-03-04')).not.toBeNull();
  await user.click(await cell('2027-03-05'));
  expect([actionsOf('2027-03-04'), actionsOf('2027-03-05')]).toEqual([null, null]);
  await user.click(await cell('2027-03-04'));
  await chooseFromMenu(user, button('Actions: 2027-03-04'), 'Remove…');
  await fill(user, field('Your password'), 'right');
  await user.keyboard('{Enter}');
  await screen.findByText('Done: closing remove 2027-03-04');
  expect(sent.map(({ Command }) => Command)).toEqual([
    ['closing', 'add', '2027-05-03', '12:30', 'Power failure'],
    ['closing', 'remove', '2027-03-04'],
  ]);
});

import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { createDeskServer, renderSignedIn, shownAlerts, untilFocused } from '../../../testing/index.ts';

const DAY_MS = 86_400_000;
const CREATED_MS = Date.now() - 10 * DAY_MS;
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' });
const button = (name: string) => screen.getByRole('button', { name });
const box = (name: string) => screen.getByRole('checkbox', { name });

interface Call {
  readonly path: string;
  readonly body: unknown;
}

/** A server whose user has a key in use and one that was revoked; `right` is the password. */
function keyServer() {
  const server = createDeskServer();
  const key = {
    Id: '00000000000000a1',
    Name: 'Rebalancer',
    Scopes: ['read', 'paper'],
    Accounts: [],
    Addresses: ['203.0.113.0/24'],
    Created: CREATED_MS,
    Expires: CREATED_MS + 30 * DAY_MS,
    Revoked: null as number | null,
    Used: { Time: CREATED_MS + DAY_MS, Address: '203.0.113.9' } as { Time: number; Address: string } | null,
  };
  let items = [key, { ...key, Id: '00000000000000a2', Name: 'Old', Revoked: CREATED_MS, Used: null }];
  const calls: Call[] = [];
  const { fetch } = server;
  const answering: typeof fetch = async (input, init) => {
    const path = new URL(String(input)).pathname;
    if (path === '/api/User/SecondFactor') return Response.json({ Since: null, RecoveryCodes: 0 });
    if (path === '/api/User/ApiKeys') return Response.json({ Items: items });
    const [, action] = /^\/api\/User\/ApiKeys\/(?:\w+\/)?(Create|Rotate|Revoke)$/.exec(path) ?? [];
    if (action === undefined) return fetch(input, init);
    const body = JSON.parse(String(init?.body ?? 'null'));
    calls.push({ path, body });
    if (action === 'Revoke') {
      items = items.map((item) => (path.includes(item.Id) ? { ...item, Revoked: Date.now() } : item));
      return Response.json({ Ok: true });
    }
    return body.Password === 'right'
      ? Response.json({ Id: key.Id, Key: `tdk_${key.Id}_secret` })
      : Response.json({ Error: 'The password is incorrect.' }, { status: 403 });
  };
  return { server: Object.assign(server, { fetch: answering }), calls };
}

test('lists the keys with scopes, addresses, expiry and last use, and creates one that is shown once', async () => {
  const { server, calls } = keyServer();
  const { user } = await renderSignedIn({ path: '/profile', server });
  await user.click(await screen.findByRole('link', { name: 'Create or revoke' }));
  const list = within(await screen.findByRole('region', { name: 'Your API keys' }));
  list.getByText('read, paper · all accounts · 203.0.113.0/24', { selector: 'div:not([class])' });
  list.getByText(/^expires .+ · last used .+ from 203\.0\.113\.9$/);
  list.getByText(/^revoked .+ · not used yet$/);
  expect(list.queryByRole('button', { name: 'Revoke the API key Old' })).toBeNull();
  await user.click(button('Create'));
  await expect.poll(shownAlerts).toEqual(['A name is required', 'Your password is required']);
  await untilFocused(() => field('Name of the key'));
  await user.type(field('Name of the key'), ' Scanner ');
  await user.click(box('Read prices, positions and orders'));
  await user.type(field('Your password'), 'wrong{Enter}');
  await expect.poll(shownAlerts).toEqual(['Choose at least one scope']);
  await user.click(box('Send and cancel orders of paper accounts'));
  await user.type(field('Addresses'), '203.0.113.9, 10.0.0.0/8');
  await user.click(button('Create'));
  await expect.poll(shownAlerts).toEqual(['The password is incorrect.']);
  await user.clear(field('Your password'));
  await user.type(field('Your password'), 'right{Enter}');
  await untilFocused(() => screen.getByRole('heading', { name: 'Your new key' }));
  screen.getByText('tdk_00000000000000a1_secret');
  expect(calls.at(-1)).toMatchObject({
    path: '/api/User/ApiKeys/Create',
    body: {
      Name: 'Scanner',
      Scopes: ['paper'],
      Accounts: [],
      Addresses: ['203.0.113.9', '10.0.0.0/8'],
      Expires: expect.any(Number),
      Password: 'right',
    },
  });
  await user.click(button('I have kept the key'));
  await untilFocused(() => screen.getByText('The key is in force.'));
  expect(screen.queryByText('tdk_00000000000000a1_secret')).toBeNull();
});

test('rotates a key with the password, for as long as it was valid at first, and revokes it after a question', async () => {
  const { server, calls } = keyServer();
  const { user } = await renderSignedIn({ path: '/ApiKeys', server });
  const beganMs = Date.now();
  await user.click(await screen.findByRole('button', { name: 'Rotate the API key Rebalancer' }));
  await untilFocused(() => field('Your password'));
  await user.keyboard('right{Enter}');
  await screen.findByText('tdk_00000000000000a1_secret');
  const [rotation] = calls;
  expect(rotation).toMatchObject({
    path: '/api/User/ApiKeys/00000000000000a1/Rotate',
    body: { Password: 'right', Expires: expect.any(Number) },
  });
  // The call and its body were just checked.
  const { Expires } = (rotation as Call).body as { Expires: number };
  expect(Expires).toBeGreaterThanOrEqual(beganMs + 30 * DAY_MS);
  await user.click(button('I have kept the key'));
  await user.click(button('Revoke the API key Rebalancer'));
  await screen.findByRole('alertdialog', { name: 'Revoke API key' });
  await user.click(button('Cancel'));
  await user.click(button('Revoke the API key Rebalancer'));
  await user.click(await screen.findByRole('button', { name: 'Revoke' }));
  await untilFocused(() => screen.getByText('Rebalancer was revoked.'));
  expect(calls).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Revoke the API key Rebalancer' })).toBeNull();
});

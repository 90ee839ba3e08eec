import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { createDeskServer, renderSignedIn, shownAlerts, untilFocused } from '../../../testing/index.ts';

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' });
const button = (name: string) => screen.getByRole('button', { name });

/** A server whose user has two passkeys, and a second factor with 111111 as each code. */
function passkeyServer() {
  const server = createDeskServer();
  let items = ['Laptop', 'Telephone'].map((Name) => ({
    Id: Name.toLowerCase(),
    Name,
    Created: Date.UTC(2026, 5, 15, 12),
    Used: Name === 'Laptop' ? Date.UTC(2026, 6, 15, 12) : null,
  }));
  const bodies: unknown[] = [];
  const { fetch } = server;
  const answering: typeof fetch = async (input, init) => {
    const path = new URL(String(input)).pathname;
    if (path === '/api/User/SecondFactor') return Response.json({ Since: 1, RecoveryCodes: 3 });
    if (path === '/api/User/Passkeys') return Response.json({ Items: items });
    const [, id] = /^\/api\/User\/Passkeys\/(\w+)\/Remove$/.exec(path) ?? [];
    if (id === undefined) return fetch(input, init);
    const body = JSON.parse(String(init?.body));
    bodies.push(body);
    if (body.Code !== '111111') return Response.json({ Error: 'The code is incorrect.' }, { status: 403 });
    items = items.filter(({ Id }) => Id !== id);
    return Response.json({ Ok: true });
  };
  return { server: Object.assign(server, { fetch: answering }), bodies };
}

test('counts the passkeys in the profile, lists them, and removes one with password and code', async () => {
  const { server, bodies } = passkeyServer();
  const { user } = await renderSignedIn({ path: '/profile', server });
  const row = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;
  const link = await screen.findByRole('link', { name: 'Add or remove' });
  await expect.poll(() => [row('Two-step sign-in'), row('Passkeys')]).toEqual(['On', '2']);
  await user.click(link);
  await screen.findByText(/^Added .+ · not used yet$/);
  screen.getByText(/^Added .+ · last used .+$/);
  await untilFocused(() => field('Name of the passkey'));
  await user.click(button('Remove the passkey Laptop'));
  await untilFocused(() => field('Your password'));
  await user.click(button('Cancel'));
  await untilFocused(() => field('Name of the passkey'));
  await user.click(button('Remove the passkey Laptop'));
  await untilFocused(() => field('Your password'));
  await user.keyboard('right{Enter}');
  await expect.poll(shownAlerts).toEqual(['A code is required']);
  await user.type(field('Code'), '000000{Enter}');
  await expect.poll(shownAlerts).toEqual(['The code is incorrect.']);
  await user.type(field('Code'), '111111{Enter}');
  await untilFocused(() => screen.getByText('The passkey was removed.'));
  expect(screen.queryByText('Laptop')).toBeNull();
  screen.getByText('Telephone');
  expect(bodies).toEqual([
    { Password: 'right', Code: '000000' },
    { Password: 'right', Code: '111111' },
  ]);
});

test('says where passkeys work when the browser has none', async () => {
  const { server } = passkeyServer();
  const { user } = await renderSignedIn({ path: '/Passkeys', server });
  await screen.findByText(/^A passkey cannot be added on this page/);
  await user.type(await screen.findByLabelText('Name of the passkey'), 'Laptop');
  await user.type(field('Your password'), 'right');
  await user.type(field('Code'), '111111{Enter}');
  await expect
    .poll(shownAlerts)
    .toEqual([
      'Passkeys need https at a name, or localhost: this page cannot use them. Sign in with your password.',
    ]);
});

import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { createDeskServer, fill, renderDesk, shownAlerts } from '../../testing/index.ts';

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label, { selector: 'input' });

test('a reset link sets a password that is typed twice, and leads to the login, which says so', async () => {
  const server = createDeskServer();
  const bodies: unknown[] = [];
  const refusals = ['New password is incorrect'];
  const { fetch } = server;
  const answering: typeof fetch = async (input, init) => {
    const { pathname } = new URL(String(input));
    if (pathname === '/api/Account/CheckResetLink') return Response.json({ Ok: true });
    if (pathname !== '/api/Account/ResetPassword') return fetch(input, init);
    bodies.push(JSON.parse(String(init?.body)));
    const Error = refusals.shift();
    return Error === undefined ? Response.json({ Ok: true }) : Response.json({ Error }, { status: 400 });
  };
  const { user, path } = renderDesk({
    path: '/ResetPassword#the-token',
    server: Object.assign(server, { fetch: answering }),
  });
  const submit = await screen.findByRole('button', { name: 'Set password' });
  await user.click(submit);
  await expect.poll(shownAlerts).toEqual(['New password is required', 'Must match New password']);
  expect(document.activeElement).toBe(await field('New password'));
  await fill(user, await field('New password'), 'short');
  await fill(user, await field('Confirm password'), 'other');
  await user.click(submit);
  await expect.poll(shownAlerts).toEqual(['Does not match new password']);
  expect(bodies).toEqual([]);
  await fill(user, await field('Confirm password'), 'short');
  await user.click(submit);
  await expect.poll(shownAlerts).toEqual(['New password is incorrect.']);
  await fill(user, await field('New password'), 'long enough for all');
  await fill(user, await field('Confirm password'), 'long enough for all');
  await user.keyboard('{Enter}');
  await expect.poll(path).toBe('/login');
  await expect
    .poll(shownAlerts)
    .toEqual([
      'Your password was changed, and all your sessions were signed out. Sign in with the new password.',
    ]);
  expect(bodies).toEqual([
    { Token: 'the-token', NewPassword: 'short' },
    { Token: 'the-token', NewPassword: 'long enough for all' },
  ]);
});

test('a reset link that was used says so when it is opened', async () => {
  const server = createDeskServer();
  const { fetch } = server;
  const answering: typeof fetch = async (input, init) =>
    new URL(String(input)).pathname === '/api/Account/CheckResetLink'
      ? Response.json({ Error: 'This link is no longer valid.' }, { status: 403 })
      : fetch(input, init);
  renderDesk({ path: '/ResetPassword#used', server: Object.assign(server, { fetch: answering }) });
  await screen.findByRole('button', { name: 'Set password' });
  await expect.poll(shownAlerts).toEqual(['This link is no longer valid.']);
});

test('a reset link without its token says that it is incomplete', async () => {
  const { user, path } = renderDesk({ path: '/ResetPassword' });
  await expect.poll(shownAlerts).toEqual([expect.stringMatching(/^This link is incomplete\./)]);
  expect(screen.queryByRole('button', { name: 'Set password' })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Back to the login' }));
  await expect.poll(path).toBe('/login');
});

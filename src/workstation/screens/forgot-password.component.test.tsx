import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { createDeskServer, renderDesk, shownAlerts } from '../../testing/index.ts';

/** A server that mails reset links, with the users for whom one was requested. */
function mailingServer(refusals: string[] = []) {
  const server = createDeskServer();
  const requested: unknown[] = [];
  const { fetch } = server;
  const answering: typeof fetch = async (input, init) => {
    const path = new URL(String(input)).pathname;
    if (path === '/api/Account/SignInOptions')
      return Response.json({ MailsResetLinks: true, OidcLabel: null });
    if (path !== '/api/Account/ForgotPassword') return fetch(input, init);
    requested.push(JSON.parse(String(init?.body)));
    const Error = refusals.shift();
    return Error === undefined ? Response.json({ Ok: true }) : Response.json({ Error }, { status: 429 });
  };
  return { server: Object.assign(server, { fetch: answering }), requested };
}

test('leads from the login to a request for a reset link, which reveals nothing about the user', async () => {
  const { server, requested } = mailingServer(['Too many tries. Try again in 5 minutes.']);
  const { user, path } = renderDesk({ path: '/login', server });
  await user.click(await screen.findByRole('link', { name: 'Forgot your password?' }));
  const send = await screen.findByRole('button', { name: 'Send link' });
  await user.click(send);
  await expect.poll(shownAlerts).toEqual(['Username is required']);
  await user.type(screen.getByRole('textbox', { name: 'Username' }), ' ann ');
  await user.click(send);
  await expect.poll(shownAlerts).toEqual(['Too many tries. Try again in 5 minutes.']);
  await user.click(send);
  await screen.findByText(/^If this user exists and has confirmed a mail address, a link is on its way/);
  expect(requested).toEqual([{ User: 'ann' }, { User: 'ann' }]);
  await user.click(screen.getByRole('link', { name: 'Back to the login' }));
  expect(path()).toBe('/login');
});

test('offers no reset link where the server mails none', async () => {
  const server = createDeskServer();
  let isAnswered = false;
  const { fetch } = server;
  const answering: typeof fetch = async (input, init) => {
    if (new URL(String(input)).pathname !== '/api/Account/SignInOptions') return fetch(input, init);
    isAnswered = true;
    return Response.json({ MailsResetLinks: false, OidcLabel: null });
  };
  renderDesk({ path: '/login', server: Object.assign(server, { fetch: answering }) });
  await screen.findByRole('button', { name: 'Sign in' });
  await expect.poll(() => isAnswered).toBe(true);
  expect(screen.queryByRole('link', { name: 'Forgot your password?' })).toBeNull();
});

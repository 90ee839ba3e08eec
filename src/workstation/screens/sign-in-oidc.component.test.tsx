import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import {
  closeGettingStarted,
  createDeskServer,
  renderDesk,
  shownAlerts,
  untilFocused,
} from '../../testing/index.ts';

interface Refusal {
  readonly status: number;
  readonly Error: string;
}

/** A server with a provider; `begin` and `finish` are refused while they have a refusal. Navigation ends at a hash, which jsdom can do. */
function providerServer() {
  const server = createDeskServer();
  const refusals: { begin?: Refusal | undefined; finish?: Refusal | undefined } = {};
  const finished: unknown[] = [];
  const refused = ({ status, Error }: Refusal) => Response.json({ Error }, { status });
  const { fetch } = server;
  const answering: typeof fetch = async (input, init) => {
    const { pathname } = new URL(String(input));
    if (pathname === '/api/Account/SignInOptions')
      return Response.json({ MailsResetLinks: false, OidcLabel: 'Example' });
    if (pathname === '/api/Account/Oidc/Begin')
      return refusals.begin
        ? refused(refusals.begin)
        : Response.json({ Url: `${location.href}#at-the-provider`, Pending: 'v1.pending' });
    if (pathname !== '/api/Account/Oidc/Finish') return fetch(input, init);
    finished.push(JSON.parse(String(init?.body)));
    return refusals.finish ? refused(refusals.finish) : Response.json({ Ticket: 'v1.ticket' });
  };
  return { server: Object.assign(server, { fetch: answering }), refusals, finished };
}
const button = () => screen.findByRole('button', { name: 'Sign in with Example' });
/** The provider sends the browser back, to a page that is loaded there. */
function comeBack({ reload }: { readonly reload: () => void }, query: string): void {
  history.replaceState(null, '', `/oidc${query}`);
  reload();
}

test('signs in at the provider and opens the wanted page, with nothing of the answer in the address', async () => {
  const { server, finished } = providerServer();
  const welcome = server.answerOf('login');
  const sent: unknown[] = [];
  server.on('oidcLogin', ({ Ticket, Code }) => {
    sent.push([Ticket, Code]);
    welcome({ UserId: 'ann', Password: 'right' });
  });
  const desk = renderDesk({ path: `/login/${encodeURIComponent('/profile?from=mail')}`, server });
  await desk.user.click(await button());
  await expect.poll(() => location.hash).toBe('#at-the-provider');
  comeBack(desk, '?code=c-1&state=s-1');
  await closeGettingStarted(desk.user);
  expect(desk.path()).toBe('/profile?from=mail');
  expect(finished).toEqual([{ Pending: 'v1.pending', Query: '?code=c-1&state=s-1' }]);
  expect(sent).toEqual([['v1.ticket', undefined]]);
  expect(sessionStorage.getItem('tapedeck-oidc')).toBeNull();
});

test('shows at the login why the provider is not reached, and why its answer is refused', async () => {
  const { server, refusals } = providerServer();
  refusals.begin = { status: 502, Error: 'Example does not answer. Try again later.' };
  const desk = renderDesk({ path: '/login', server });
  await desk.user.click(await button());
  await expect.poll(shownAlerts).toEqual(['Example does not answer. Try again later.']);
  refusals.begin = undefined;
  refusals.finish = { status: 400, Error: 'The sign-in with Example was cancelled.' };
  await desk.user.click(await button());
  await expect.poll(() => location.hash).toBe('#at-the-provider');
  comeBack(desk, '?error=access_denied&state=s-1');
  await expect.poll(shownAlerts).toEqual(['The sign-in with Example was cancelled.']);
  expect(desk.path()).toBe('/login');
  await button();
});

test('refuses an answer that this tab has not requested, without passing it on', async () => {
  const { server, finished } = providerServer();
  const { path } = renderDesk({ path: '/oidc?code=planted&state=foreign', server });
  await expect.poll(shownAlerts).toEqual(['No sign-in was begun in this tab. Sign in again.']);
  expect([path(), finished]).toEqual(['/login', []]);
});

test('requests the code of a user with a second factor, and leads back to the login when the ticket is over', async () => {
  const { server } = providerServer();
  const code = () => screen.getByRole('textbox', { name: 'Code' });
  let isOver = false;
  server.on('oidcLogin', ({ Code }) => {
    if (isOver) server.send('trading', 'loginFailure', { FailureType: 'WrongTicket' });
    else if (Code === undefined) server.send('trading', 'codeRequired', {});
    else server.send('trading', 'loginFailure', { FailureType: 'WrongCode' });
  });
  const desk = renderDesk({ path: '/login', server });
  await desk.user.click(await button());
  await expect.poll(() => location.hash).toBe('#at-the-provider');
  comeBack(desk, '?code=c-1&state=s-1');
  await screen.findByRole('textbox', { name: 'Code' });
  await untilFocused(code);
  await desk.user.keyboard('{Enter}');
  await expect.poll(shownAlerts).toEqual(['Code is required']);
  await desk.user.type(code(), '000000{Enter}');
  await expect
    .poll(shownAlerts)
    .toEqual(['The code is incorrect or was used before. Wait for the next one.']);
  await untilFocused(code);
  isOver = true;
  await desk.user.type(code(), '123456{Enter}');
  await expect.poll(shownAlerts).toEqual(['The sign-in took too long or was used before. Sign in again.']);
  expect(desk.path()).toBe('/login');
});

test('offers no provider where the server has none', async () => {
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
  expect(screen.queryByRole('button', { name: /^Sign in with/ })).toBeNull();
});

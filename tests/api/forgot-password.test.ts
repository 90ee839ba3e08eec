import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runAdminProgram } from '../support/admin-program.ts';
import { startMailServer, type MailServer } from '../support/mail-server.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { openAccount } from './wire-client.ts';

let mails: MailServer;
let server: TestServer;
beforeAll(async () => {
  mails = await startMailServer();
  server = await startTestServer({ config: configWith(new URL('https://tapedeck.example.com/deck/')) });
});
afterEach(() => {
  mails.mails.length = 0;
});
afterAll(async () => {
  await server?.end();
  await mails?.close();
});

const configWith = (publicUrl: URL | undefined) => ({
  publicUrl,
  delivery: {
    allowedRanges: [],
    mail: {
      url: new URL(`smtp://deck@127.0.0.1:${mails.port}`),
      password: 'ri/ght@1',
      from: 'Tapedeck <tapedeck@example.com>',
    },
  },
});

interface Answer {
  readonly status: number;
  readonly body: unknown;
}
async function post(path: string, body: unknown, { url } = server): Promise<Answer> {
  const response = await fetch(`${url}/api/Account/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}
const forgot = (User: string): Promise<Answer> => post('ForgotPassword', { User });
const OK: Answer = { status: 200, body: { Ok: true } };
const optionsOf = async ({ url }: TestServer): Promise<unknown> =>
  (await fetch(`${url}/api/Account/SignInOptions`)).json();

/** A user with a mail address, confirmed or not. */
async function userWithMail(userName: string, isVerified: boolean) {
  const user = await server.addUser(userName);
  await server.storage.repositories.deliveries.putChannel({
    userId: user.userId,
    channelId: isVerified ? 'mail' : 'mail-pending',
    kind: 'Mail',
    label: `${userName}@example.com`,
    sealedSecret: '',
    isVerified,
    createdAtMs: 1,
  });
  return user;
}

describe('a forgotten password', () => {
  it('is replaced with the link that is mailed to the confirmed address, at the configured address of the server', async () => {
    const user = await userWithMail('forgetful', true);
    expect(await optionsOf(server)).toEqual({ MailsResetLinks: true, OidcLabel: null });
    expect(await forgot('Forgetful')).toEqual(OK);
    await until(() => expect(mails.mails).toHaveLength(1));
    const [mail] = mails.mails;
    expect(mail?.to).toEqual(['forgetful@example.com']);
    const [link = '', Token = ''] =
      /https:\/\/tapedeck\.example\.com\/deck\/ResetPassword#(\S+)/.exec(mail?.body ?? '') ?? [];
    expect(link).not.toBe('');
    expect(await post('ResetPassword', { Token, NewPassword: 'set by the mailed link' })).toEqual(OK);
    expect((await post('ResetPassword', { Token, NewPassword: 'set by it once more' })).status).toBe(403);
    (await openAccount(server.ports, { ...user, password: 'set by the mailed link' })).client.close();
    const { output } = await runAdminProgram(server, ['audit']);
    expect(output).toMatch(/done +a client at 127\.0\.0\.1 {2}"?request a reset link by mail for forgetful/);
    expect(output).not.toContain(Token);
  });

  it('is answered alike for users without a confirmed address, who may not sign in, and who do not exist', async () => {
    await userWithMail('unconfirmed', false);
    const disabled = await userWithMail('disabled', true);
    await server.storage.repositories.users.update(disabled.userId, { isDisabled: true });
    await userWithMail('last', true);
    for (const userName of ['unconfirmed', 'disabled', 'stranger', 'nul\0character', 'trader'])
      expect(await forgot(userName), userName).toEqual(OK);
    expect(await forgot('last')).toEqual(OK);
    await until(() => expect(mails.mails.map(({ to }) => to)).toEqual([['last@example.com']]));
  });

  it('sends a user at most three mails an hour, and an address at most twenty answers', async () => {
    await userWithMail('flooded', true);
    const answers: Answer[] = [];
    for (let request = 0; request < 25; request += 1) answers.push(await forgot('flooded'));
    expect(answers[0]).toEqual(OK);
    expect(answers.at(-1)).toEqual({
      status: 429,
      body: { Error: expect.stringMatching(/^Too many tries\. Try again in /) },
    });
    await until(() => expect(mails.mails).toHaveLength(3));
    const other = await startTestServer({ config: configWith(undefined) });
    try {
      // The address of the link must be configured: a request could name a foreign host.
      expect(await optionsOf(other)).toEqual({ MailsResetLinks: false, OidcLabel: null });
      expect((await post('ForgotPassword', { User: 'trader' }, other)).status).toBe(404);
    } finally {
      await other.end();
    }
    expect(mails.mails).toHaveLength(3);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startMailServer, type MailServer } from '../support/mail-server.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { openAccount, orderOf } from './wire-client.ts';

let mails: MailServer;
let server: TestServer;
beforeEach(async () => {
  mails = await startMailServer();
  server = await startWith('ri/ght@1');
});
afterEach(async () => {
  await server.end();
  await mails.close();
});

const startWith = (password: string): Promise<TestServer> =>
  startTestServer({
    config: {
      delivery: {
        allowedRanges: [],
        mail: {
          url: new URL(`smtp://deck@127.0.0.1:${mails.port}`),
          password,
          from: 'Tapedeck <tapedeck@example.com>',
        },
      },
    },
  });
async function call(jwt: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(`${server.url}/api/Notifications${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${jwt}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, ...((await response.json()) as object) };
}
const codeOf = (index: number): string => /Enter (\d{6}) /.exec(mails.mails[index]?.body ?? '')?.[1] ?? '';
const OK = { status: 200, Ok: true };

describe('mail', () => {
  it('is sent to an address only after its code was entered', async () => {
    const { client, jwt } = await openAccount(server.ports, server.user);
    expect(await call(jwt, '/Mail', { Address: 'no address' })).toMatchObject({ status: 400 });
    expect(await call(jwt, '/Mail', { Address: 'trader@example.com' })).toEqual(OK);
    expect(mails.mails).toMatchObject([{ from: 'tapedeck@example.com', to: ['trader@example.com'] }]);
    expect(await call(jwt, '')).toMatchObject({
      Offers: ['Webhook', 'Mail', 'Push'],
      Items: [{ Id: 'mail-pending', Kind: 'Mail', Label: 'trader@example.com', IsVerified: false }],
    });
    expect(await call(jwt, '/Channels/mail-pending/Test', {})).toMatchObject({ status: 404 });
    const code = codeOf(0);
    const wrong = code === '000000' ? '111111' : '000000';
    expect(await call(jwt, '/Mail/Verify', { Code: wrong })).toEqual({
      status: 400,
      Error: 'The code is incorrect.',
    });
    expect(await call(jwt, '/Mail/Verify', { Code: code })).toEqual(OK);
    expect(await call(jwt, '')).toMatchObject({
      Items: [{ Id: 'mail', Label: 'trader@example.com', IsVerified: true }],
    });
    client.send('orderSend', orderOf(server.user, { Quantity: 10 }));
    client.send('orderSend', orderOf(server.user, { Quantity: 9_999_999 }));
    await until(() => expect(mails.mails.length).toBeGreaterThan(1));
    const [, mail] = mails.mails;
    expect(mail?.headers).toContain('Auto-Submitted: auto-generated');
    expect(mail?.headers).toMatch(/Message-ID: <[0-9a-f]{32}@tapedeck>/i);
    expect(mail?.body).toContain('Bought 10 SPY at 100.02');
    client.close();
  });

  it('takes no code after five incorrect ones, nor a code of an earlier address', async () => {
    const { client, jwt } = await openAccount(server.ports, server.user);
    await call(jwt, '/Mail', { Address: 'first@example.com' });
    await call(jwt, '/Mail', { Address: 'second@example.com' });
    const [old, code] = [codeOf(0), codeOf(1)];
    const wrong = ['000000', '111111', '222222'].find((each) => each !== code) ?? '';
    if (old !== code) expect(await call(jwt, '/Mail/Verify', { Code: old })).toMatchObject({ status: 400 });
    for (let count = 0; count < 5; count += 1) await call(jwt, '/Mail/Verify', { Code: wrong });
    expect(await call(jwt, '/Mail/Verify', { Code: code })).toMatchObject({ status: 404 });
    expect(await call(jwt, '')).toMatchObject({ Items: [] });
    client.close();
  });

  it('sends at most five codes an hour, and says when the mail server refuses an address', async () => {
    const { client, jwt } = await openAccount(server.ports, server.user);
    mails.refusal = 550;
    expect(await call(jwt, '/Mail', { Address: 'a@example.com' })).toEqual({
      status: 400,
      Error: 'The code could not be sent. The mail server refused the address (550).',
    });
    mails.refusal = undefined;
    for (let count = 0; count < 4; count += 1) await call(jwt, '/Mail', { Address: 'a@example.com' });
    expect(await call(jwt, '/Mail', { Address: 'a@example.com' })).toMatchObject({ status: 429 });
    expect(mails.mails).toHaveLength(4);
    client.close();
  });

  it('says that the operator must correct a refused sign-in', async () => {
    await server.end();
    server = await startWith('wrong');
    const { client, jwt } = await openAccount(server.ports, server.user);
    expect(await call(jwt, '/Mail', { Address: 'a@example.com' })).toMatchObject({
      Error: expect.stringContaining('refused the sign-in of this server'),
    });
    client.close();
  });
});

import { createECDH, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { openAccount } from './wire-client.ts';

let server: TestServer;
let pushService: WebhookReceiver;
beforeEach(async () => {
  server = await startTestServer({ config: { delivery: { allowedRanges: ['127.0.0.1'], mail: undefined } } });
  pushService = await startReceiver();
});
afterEach(async () => {
  pushService.close();
  await server.end();
});

async function call(jwt: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(`${server.url}/api/Notifications${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${jwt}`,
      'content-type': 'application/json',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, ...((await response.json()) as object) };
}
function subscription(path: string) {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return {
    Endpoint: `${pushService.url}${path}`,
    P256dh: ecdh.getPublicKey('base64url'),
    Auth: randomBytes(16).toString('base64url'),
  };
}
const browsers = async (jwt: string) => (await call(jwt, ''))['Items'] as { Id: string; Label: string }[];

describe('browsers that receive notifications', () => {
  it('are listed by name, get encrypted messages, and are removed when their push service says so', async () => {
    const { client, jwt } = await openAccount(server.ports, server.user);
    expect((await call(jwt, ''))['PushKey']).toMatch(/^[\w-]{87}$/);
    const first = subscription('one');
    expect(await call(jwt, '/Push', first)).toEqual({ status: 200, Ok: true });
    expect(await call(jwt, '/Push', first)).toEqual({ status: 200, Ok: true });
    expect(await call(jwt, '/Push', subscription('two'))).toEqual({ status: 200, Ok: true });
    const listed = await browsers(jwt);
    expect(listed).toMatchObject([{ Label: 'Firefox on Linux' }, { Label: 'Firefox on Linux' }]);
    pushService.answer = (response) => void response.writeHead(201).end();
    await call(jwt, `/Channels/${listed[0]?.Id ?? ''}/Test`, {});
    await until(() => expect(pushService.calls).toHaveLength(1));
    expect(pushService.calls[0]?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' });
    expect(pushService.calls[0]?.body).not.toContain('Tapedeck');
    pushService.answer = (response) => void response.writeHead(410).end();
    await call(jwt, `/Channels/${listed[1]?.Id ?? ''}/Test`, {});
    await until(async () => expect(await browsers(jwt)).toHaveLength(1));
    client.close();
  });

  it('belong to the user who added them last, ten at most, and have an address that may be called', async () => {
    const { client, jwt } = await openAccount(server.ports, server.user);
    const other = await openAccount(server.ports, await server.addUser('other'));
    const shared = subscription('shared');
    await call(jwt, '/Push', shared);
    await call(other.jwt, '/Push', shared);
    expect([(await browsers(jwt)).length, (await browsers(other.jwt)).length]).toEqual([0, 1]);
    for (let index = 0; index < 10; index += 1) await call(jwt, '/Push', subscription(String(index)));
    expect(await call(jwt, '/Push', subscription('too-many'))).toMatchObject({ status: 400 });
    expect(await call(jwt, '/Push', { ...shared, Endpoint: 'file:///etc/passwd' })).toMatchObject({
      status: 400,
    });
    expect(await call(jwt, '/Push', { ...shared, Auth: 'short' })).toMatchObject({ status: 400 });
    client.close();
    other.client.close();
  });
});

import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';
import { importJWK, jwtVerify } from 'jose';
import { expect, it } from 'vitest';
import { createSecretBox } from '../secret-box.ts';
import type { StoredChannel, StoredDelivery } from '../storage/delivery-store.ts';
import { PostError, type GuardedRequest } from './guarded-post.ts';
import { pushChannelId, pushPurpose, PushSender } from './push-sender.ts';
import { StoredVapidKeys } from './vapid-keys.ts';

const ENDPOINT = 'https://push.example/send/abc';
const values = new Map<string, string>();
const system = {
  get: async (name: string) => values.get(name),
  set: async (name: string, value: string) => void values.set(name, value),
};
const secrets = createSecretBox(system, 'key');
const keys = new StoredVapidKeys(system, secrets);

/** A browser with its keys. */
function createBrowser(): { readonly ecdh: ECDH; readonly auth: Buffer } {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return { ecdh, auth: randomBytes(16) };
}
async function channelOf({ ecdh, auth }: ReturnType<typeof createBrowser>): Promise<StoredChannel> {
  const subscription = {
    endpoint: ENDPOINT,
    p256dh: ecdh.getPublicKey('base64url'),
    auth: auth.toString('base64url'),
  };
  return {
    userId: 'u-1',
    channelId: pushChannelId(ENDPOINT),
    kind: 'Push',
    label: 'Firefox on Linux',
    sealedSecret: await secrets.seal(pushPurpose('u-1'), JSON.stringify(subscription)),
    isVerified: true,
    createdAtMs: 1,
  };
}
const notice = {
  noticeId: 'fill-E1',
  kind: 'Fill',
  atMs: 7,
  title: 'Bought 1 SPY',
  text: 'Done.',
  facts: {},
};
const delivery: StoredDelivery = {
  deliveryId: 'ab'.repeat(16),
  userId: 'u-1',
  serial: 1,
  noticeId: 'fill-E1',
  noticeKind: 'Fill',
  channelId: 'push',
  channelKind: 'Push',
  body: JSON.stringify(notice),
  dueAtMs: 0,
  state: 'Waiting',
  attempts: 0,
  createdAtMs: 0,
  endedAtMs: null,
  lastError: '',
};

/** Decrypts a message as a browser does (RFC 8291 with the content coding aes128gcm of RFC 8188). */
function decrypted(body: Buffer, { ecdh, auth }: ReturnType<typeof createBrowser>): string {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const serverKey = body.subarray(21, 21 + idLength);
  const payload = body.subarray(21 + idLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), serverKey]);
  const ikm = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(serverKey), auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: nonce\0', 12));
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(payload.subarray(-16));
  const padded = Buffer.concat([decipher.update(payload.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}
/** Sends to a browser, whose push service answers with a status or not at all. */
async function send(answer: number | string, channel: StoredChannel) {
  const requests: GuardedRequest[] = [];
  const sender = new PushSender({
    async post(request) {
      requests.push(request);
      if (typeof answer === 'string') throw new PostError(answer);
      return answer;
    },
    secrets,
    keys,
    subject: 'mailto:operator@example.com',
  });
  const outcome = await sender.send(channel, [delivery], new AbortController().signal);
  return { outcome, request: requests[0] };
}

it('sends a message that the browser can decrypt, signed by the installation', async () => {
  const browser = createBrowser();
  const { outcome, request } = await send(201, await channelOf(browser));
  expect(outcome).toEqual({ kind: 'delivered' });
  expect(request?.url.href).toBe(ENDPOINT);
  expect(JSON.parse(decrypted(Buffer.from(request?.body ?? ''), browser))).toEqual({
    id: delivery.deliveryId,
    title: 'Bought 1 SPY',
    text: 'Done.',
    atMs: 7,
  });
  expect(request?.headers).toMatchObject({ TTL: '86400', Topic: delivery.deliveryId, Urgency: 'high' });
  const [, token = '', key = ''] =
    /^vapid t=(\S+), k=(\S+)$/.exec(request?.headers['Authorization'] ?? '') ?? [];
  expect(key).toBe((await keys.get()).publicKey);
  const point = Buffer.from(key, 'base64url');
  const verified = await jwtVerify(
    token,
    await importJWK(
      {
        kty: 'EC',
        crv: 'P-256',
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
      'ES256',
    ),
    { audience: 'https://push.example' },
  );
  expect(verified.payload.sub).toBe('mailto:operator@example.com');
});

it('keeps the keys of the installation, encrypted', async () => {
  const { publicKey, privateKey } = await keys.get();
  expect(await new StoredVapidKeys(system, secrets).get()).toEqual({ publicKey, privateKey });
  expect([...values.values()].join()).not.toContain(privateKey);
});

it.each([404, 410])('reports a browser that is gone with status %i', async (status) => {
  expect((await send(status, await channelOf(createBrowser()))).outcome.kind).toBe('gone');
});

it('reports other answers, and none, as failures to retry', async () => {
  const channel = await channelOf(createBrowser());
  expect((await send(503, channel)).outcome).toEqual({
    kind: 'failed',
    error: 'The push service answered with status 503.',
  });
  expect((await send('No answer.', channel)).outcome).toEqual({ kind: 'failed', error: 'No answer.' });
});

it('gives up a browser with keys that are none, and sends nothing', async () => {
  const sealedSecret = await secrets.seal(
    pushPurpose('u-1'),
    JSON.stringify({ endpoint: ENDPOINT, p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) }),
  );
  const { outcome, request } = await send(201, { ...(await channelOf(createBrowser())), sealedSecret });
  expect([outcome.kind, request]).toEqual(['gone', undefined]);
});

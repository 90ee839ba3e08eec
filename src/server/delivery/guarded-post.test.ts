import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../../tests/support/certificates.ts';
import { startReceiver, type WebhookReceiver } from '../../../tests/support/webhook-receiver.ts';
import { AddressRules } from './address-rules.ts';
import { createGuardedPost, MAX_ANSWER_BYTES } from './guarded-post.ts';

let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const LOOPBACK = new AddressRules(['127.0.0.0/8', '::1']);
const post = (url: string, rules = LOOPBACK, limitMs = 5_000, signal = new AbortController().signal) =>
  createGuardedPost(rules, limitMs)({ url: new URL(url), headers: { 'x-a': 'b' }, body: '{"ä":1}', signal });
const portOf = () => new URL(receiver.url).port;

describe('a request to an address of a user', () => {
  it('carries headers and body, and resolves with the status', async () => {
    receiver.answer = (response) => void response.writeHead(201).end('thanks');
    expect(await post(`${receiver.url}hook?a=1`)).toBe(201);
    expect(receiver.calls).toMatchObject([
      { path: '/hook?a=1', body: '{"ä":1}', headers: { 'x-a': 'b', 'content-length': '8' } },
    ]);
  });

  it.each([
    ['an address', '127.0.0.1'],
    ['an address in another notation', '0x7f.1'],
    ['a mapped address', '[::ffff:127.0.0.1]'],
    ['a name that resolves to it', 'localhost'],
  ])('is refused for loopback given as %s, and nothing arrives there', async (_how, host) => {
    for (const scheme of ['http', 'https'])
      await expect(post(`${scheme}://${host}:${portOf()}/`, new AddressRules([]))).rejects.toThrow(
        'private or local network',
      );
    expect(receiver.calls).toEqual([]);
  });

  it('does not use plain http for addresses of the internet', async () => {
    await expect(post('http://93.184.215.14/')).rejects.toThrow('Plain http is not allowed');
  });

  it('returns a redirect and does not follow it', async () => {
    receiver.answer = (response) => void response.writeHead(302, { location: `${receiver.url}inside` }).end();
    expect(await post(receiver.url)).toBe(302);
    expect(receiver.calls).toHaveLength(1);
  });

  it('ends when there is no answer in time, when the caller ends it, and when the connection is closed', async () => {
    receiver.answer = () => {};
    await expect(post(receiver.url, LOOPBACK, 50)).rejects.toThrow('No answer within 0.05 seconds.');
    const cut = new AbortController();
    const pending = post(receiver.url, LOOPBACK, 5_000, cut.signal);
    cut.abort();
    await expect(pending).rejects.toThrow('The request failed');
    receiver.answer = (response) => void response.destroy();
    await expect(post(receiver.url)).rejects.toThrow('closed without an answer');
    receiver.close();
    await expect(post(receiver.url)).rejects.toThrow('The connection was refused.');
  });

  it('cuts an answer that is too long', async () => {
    const { promise: sent, resolve } = Promise.withResolvers<number>();
    receiver.answer = (response) => {
      let bytes = 0;
      const chunk = Buffer.alloc(64 * 1024);
      const write = (): void => {
        while (bytes < 10_000_000 && response.write(chunk)) bytes += chunk.length;
      };
      response.on('drain', write).on('close', () => resolve(bytes));
      write();
    };
    expect(await post(receiver.url)).toBe(200);
    // The buffers of both sockets take some more than is read.
    expect(await sent).toBeLessThan(MAX_ANSWER_BYTES + 9_000_000);
  });
});

describe('a receiver over TLS', () => {
  it.each([
    ['an expired certificate', -1, 'The certificate of the receiver has expired.'],
    [
      'a certificate of an authority that this machine does not know',
      2,
      'The certificate of the receiver is self-signed.',
    ],
  ])('with %s gets nothing, and the reason is reported', async (_how, days, reason) => {
    const folder = await mkdtemp(join(tmpdir(), 'tapedeck-receiver-'));
    const files = await makeCertificate(folder, 'receiver', { days });
    const [cert, key] = await Promise.all([readFile(files.certificate, 'utf8'), readFile(files.key)]);
    let calls = 0;
    const server = createServer({ cert, key }, (_request, response) => {
      calls += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const known = getCACertificates('default');
    // Signed by itself: its end is the finding only where it is known.
    if (days < 0) setDefaultCACertificates([...known, cert]);
    try {
      // A server that listens on TCP has an AddressInfo.
      const { port } = server.address() as AddressInfo;
      await expect(post(`https://localhost:${port}/`)).rejects.toThrow(reason);
      expect(calls).toBe(0);
    } finally {
      setDefaultCACertificates(known);
      server.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

import { X509Certificate } from 'node:crypto';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { http, SOCKET_PATHS } from '../../src/protocol/index.ts';
import type { CertificateFiles } from '../../src/server/config.ts';
import { ServerCertificate } from '../../src/server/server-certificate.ts';
import { makeCertificate } from '../support/certificates.ts';
import { runServer, startTestServer, temporaryFolder, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { WireClient } from './wire-client.ts';

let folder: string;
let remove: () => Promise<void>;
let files: CertificateFiles;
let server: TestServer | undefined;
let certificate: ServerCertificate | undefined;
beforeEach(async () => {
  ({ folder, remove } = await temporaryFolder());
  files = await makeCertificate(folder);
});
afterEach(async () => {
  certificate?.close();
  await server?.end();
  [server, certificate] = [undefined, undefined];
  await remove();
});

/** Replaces the files of the server's certificate as a renewal does. */
async function renewWith(other: CertificateFiles): Promise<void> {
  await copyFile(other.key, files.key);
  await copyFile(other.certificate, files.certificate);
}

const fingerprintOf = async (path: string): Promise<string> =>
  new X509Certificate(await readFile(path)).fingerprint256;

/** The fingerprint of the certificate that a port shows to a new connection. */
function shownAt(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().fingerprint256);
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

async function startWithTls(): Promise<TestServer> {
  return (server = await startTestServer({ config: { tls: files }, certificateCheckMs: 20 }));
}

const trusting = { rejectUnauthorized: false };

describe('a server with its own certificate', () => {
  it('serves calls and sockets over TLS on all of its ports, with a cookie bound to the host', async () => {
    const { ports, url, user } = await startWithTls();
    expect(url).toBe(`https://127.0.0.1:${ports.http}`);
    const trading = new WireClient('trading', ports, {
      ...trusting,
      origin: url,
      address: `wss://127.0.0.1:${ports.http}${SOCKET_PATHS.trading}`,
    });
    await trading.opened();
    trading.send('login', { UserId: user.userName, Password: user.password });
    const { JWT } = await trading.next('loginSuccess', undefined, 'loginFailure');
    const data = new WireClient('data', ports, {
      ...trusting,
      address: `wss://127.0.0.1:${ports.data}/`,
    });
    await data.opened();
    data.send('dataAuth', { JWT });
    expect(await data.next('dataAuthResult')).toMatchObject({ Ok: true });
    const cookie = await new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${JWT}`, origin: url };
      get(`${url}${http.onLoggedIn.path}`, { ...trusting, headers, method: 'POST' }, (response) => {
        response.resume();
        resolve(String(response.headers['set-cookie']));
      }).on('error', reject);
    });
    expect(cookie).toMatch(/^__Host-tapedeck_session=.*; Secure;/);
    for (const client of [trading, data]) client.close();
  });

  it('shows a renewed certificate to new connections and keeps the open sockets', async () => {
    const { ports } = await startWithTls();
    const client = new WireClient('data', ports, {
      ...trusting,
      address: `wss://127.0.0.1:${ports.http}${SOCKET_PATHS.data}`,
    });
    await client.opened();
    expect(await shownAt(ports.http)).toBe(await fingerprintOf(files.certificate));
    const renewed = await makeCertificate(folder, 'renewed');
    const wanted = await fingerprintOf(renewed.certificate);
    await renewWith(renewed);
    await until(async () => expect(await shownAt(ports.http)).toBe(wanted));
    expect(await shownAt(ports.trading)).toBe(wanted);
    client.send('dataAuth', { JWT: 'x'.repeat(40) });
    expect(await client.next('dataAuthResult')).toMatchObject({ Ok: false });
    client.close();
  });
});

interface Opened {
  readonly certificate: ServerCertificate;
  readonly said: string[];
  readonly logged: string[];
}

function open(opened: CertificateFiles): Opened {
  const [said, logged]: [string[], string[]] = [[], []];
  const note = (_facts: unknown, message?: unknown): void => void logged.push(String(message));
  const made = new ServerCertificate({
    files: opened,
    logger: { info: note, warn: note, error: note },
    say: (line) => said.push(line),
    nowMs: () => Date.now(),
    checkMs: 20,
  });
  certificate = made;
  return { certificate: made, said, logged };
}

describe('the files of a certificate', () => {
  it('are refused with a reason when the certificate is missing', () => {
    const certificateFile = join(folder, 'absent.pem');
    expect(() => open({ ...files, certificate: certificateFile })).toThrow(
      `TAPEDECK_TLS_CERT names ${certificateFile}, which cannot be read (ENOENT).`,
    );
  });

  it('are refused with a reason when they hold something else', async () => {
    const text = join(folder, 'text');
    await writeFile(text, 'no certificate');
    expect(() => open({ ...files, certificate: text })).toThrow('holds no certificate in PEM form');
    expect(() => open({ ...files, key: text })).toThrow('holds no private key in PEM form');
  });

  it('are refused with a reason when the key is that of another certificate', async () => {
    const { key } = await makeCertificate(folder, 'other');
    expect(() => open({ ...files, key })).toThrow(
      `The key in ${key} does not belong to the certificate in ${files.certificate}.`,
    );
  });

  it('are used with a warning at the start and in the log when the certificate has expired', async () => {
    const { said, logged } = open(await makeCertificate(folder, 'old', { days: -1 }));
    expect(said).toEqual([expect.stringMatching(/^Warning: the certificate in .* has expired/)]);
    expect(logged).toEqual(['the certificate is not valid now']);
  });

  it('keep the certificate in use while changed files are no pair, with one line in the log', async () => {
    const { certificate: current, logged } = open(files);
    const { cert } = current.pair;
    const renewed = await makeCertificate(folder, 'renewed');
    await copyFile(renewed.certificate, files.certificate);
    await until(() => expect(logged).toHaveLength(1));
    expect(logged[0]).toContain('the server keeps the one it has');
    expect(current.pair.cert).toBe(cert);
    await renewWith(renewed);
    await until(() => expect(logged).toHaveLength(2));
    expect(current.pair.cert).toBe(await readFile(renewed.certificate, 'utf8'));
  });

  it('keep the certificate in use while a changed one has expired, but replace an expired one by any pair', async () => {
    const { certificate: current, logged } = open(files);
    const { cert } = current.pair;
    await renewWith(await makeCertificate(folder, 'stale', { days: -1 }));
    await until(() => expect(logged).toHaveLength(1));
    expect(logged[0]).toContain('the server keeps the one it has');
    expect(current.pair.cert).toBe(cert);
    current.close();

    const replaced = open(files);
    expect(replaced.said).toEqual([expect.stringContaining('has expired')]);
    const later = await makeCertificate(folder, 'stale-too', { days: -1 });
    await renewWith(later);
    await until(async () =>
      expect(replaced.certificate.pair.cert).toBe(await readFile(later.certificate, 'utf8')),
    );
  });

  it('end a start with one line and make no user', async () => {
    const { code, stdout, stderr } = await runServer({
      TAPEDECK_DATA: join(folder, 'data'),
      TAPEDECK_TLS_CERT: join(folder, 'absent.pem'),
      TAPEDECK_TLS_KEY: files.key,
    });
    expect(code).toBe(1);
    expect(stdout).not.toContain('password');
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining('TAPEDECK_TLS_CERT names')]);
  });
});

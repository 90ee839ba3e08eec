import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectionPath, plainTextWarning, readConnection } from './connection.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tapedeck-test-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const STATED = { url: 'https://file.example', key: 'tdk_file' };
let fileCount = 0;
/** The environment of a program with a file of settings. */
function withFile(text: string, mode = 0o600): { readonly TAPEDECK_CLIENT_FILE: string } {
  const path = join(folder, `${(fileCount += 1)}.json`);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return { TAPEDECK_CLIENT_FILE: path };
}

it('reads address and key from the environment, without a file', () => {
  expect(readConnection({ TAPEDECK_URL: 'u', TAPEDECK_KEY: 'k', TAPEDECK_CLIENT_FILE: folder })).toEqual({
    url: 'u',
    key: 'k',
  });
});

it('takes from the file what the environment lacks', () => {
  const env = withFile(JSON.stringify(STATED));
  expect(readConnection(env)).toEqual(STATED);
  expect(readConnection({ ...env, TAPEDECK_URL: 'u' })).toEqual({ url: 'u', key: 'tdk_file' });
});

it.each([0o644, 0o640, 0o604])('refuses a file of mode %o, which other users may read', (mode) => {
  expect(() => readConnection(withFile(JSON.stringify(STATED), mode))).toThrow(/run chmod 600/);
});

it.each(['{', '[]', '{"url":"u"}', '{"url":"u","key":1}', '{"url":"u","key":"k","more":1}'])(
  'refuses the file %j',
  (text) => {
    expect(() => readConnection(withFile(text))).toThrow(/must be JSON with two texts/);
  },
);

it('names what is missing', () => {
  const env = { TAPEDECK_CLIENT_FILE: join(folder, 'none.json'), TAPEDECK_URL: 'u' };
  expect(() => readConnection(env)).toThrow(/^Set TAPEDECK_URL and TAPEDECK_KEY, or write .*none\.json\.$/);
});

it('finds the file in the folder of settings, or where the command was entered', () => {
  expect(connectionPath({ XDG_CONFIG_HOME: '/settings' })).toBe('/settings/tapedeck/client.json');
  expect(connectionPath({ TAPEDECK_CLIENT_FILE: 'my.json', INIT_CWD: '/there' })).toBe('/there/my.json');
});

it.each([
  ['http://tapedeck.example', true],
  ['http://127.0.0.1.example', true],
  ['https://tapedeck.example', false],
  ['http://localhost:8080', false],
  ['http://127.0.0.1:8080', false],
  ['http://[::1]:8080', false],
])('warns of a key that the network can read: %s %s', (url, isWarned) => {
  expect(plainTextWarning({ url, key: 'k' }) !== undefined).toBe(isWarned);
});

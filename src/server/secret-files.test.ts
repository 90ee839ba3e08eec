import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { readSecretFiles } from './secret-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tapedeck-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function fileWith(content: string): string {
  const path = join(folder, 'secret');
  writeFileSync(path, content);
  return path;
}

describe('readSecretFiles', () => {
  it('reads a secret without the line end of its file', () => {
    const file = fileWith('postgres://a:b@db/deck\n');
    expect(readSecretFiles({ DATABASE_URL_FILE: file })).toMatchObject({
      environment: { DATABASE_URL: 'postgres://a:b@db/deck' },
      problems: [],
    });
  });

  it('leaves an environment without such files as it is', () => {
    const environment = { DATABASE_URL: 'postgres://a:b@db/deck', DATABASE_URL_FILE: ' ' };
    expect(readSecretFiles(environment)).toEqual({ environment, problems: [] });
  });

  it('rejects a variable that is set in both ways', () => {
    const file = fileWith('key');
    expect(readSecretFiles({ TAPEDECK_BROKER_KEY: 'key', TAPEDECK_BROKER_KEY_FILE: file }).problems).toEqual([
      'TAPEDECK_BROKER_KEY and TAPEDECK_BROKER_KEY_FILE are both set; remove one of them.',
    ]);
  });

  it.each([
    ['', /which is empty/],
    ['first\nsecond\n', /not a single line of text/],
    ['x'.repeat(10_000), /not a single line of text/],
  ])('rejects an unusable file (%#) without showing its content', (content, message) => {
    const file = fileWith(content);
    const [problem = ''] = readSecretFiles({ TAPEDECK_BROKER_SECRET_FILE: file }).problems;
    expect(problem).toMatch(message);
    expect(problem).toContain('TAPEDECK_BROKER_SECRET_FILE');
    expect(problem).not.toContain('second');
  });

  it('rejects a file that does not exist', () => {
    const file = join(folder, 'absent');
    expect(readSecretFiles({ DATABASE_URL_FILE: file }).problems).toEqual([
      expect.stringContaining('cannot be read (ENOENT)'),
    ]);
  });
});

describe('readConfig', () => {
  it('takes secrets from files', () => {
    const file = fileWith('postgres://a:b@db:5432/deck\n');
    expect(readConfig({ DATABASE_URL_FILE: file }).databaseUrl).toBe('postgres://a:b@db:5432/deck');
  });

  it('reports a wrong secret under its name, without its value', () => {
    const file = fileWith('mysql://secret');
    expect(() => readConfig({ DATABASE_URL_FILE: file })).toThrow(/^DATABASE_URL is "\(not shown\)"/);
  });
});

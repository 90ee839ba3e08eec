import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../tests/support/postgres.ts';
import { openRepositories } from '../storage/open-repositories.ts';
import { actorOf, audited, commandText } from './audit.ts';
import { adminExitCode } from './run-admin.ts';

let postgres: TestPostgres;
let folder: string;
let databaseUrl: string | undefined;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-audit-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function admin(...argv: string[]): Promise<{ code: number; out: string[]; err: string[] }> {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await adminExitCode(argv, {
    dataFolder: folder,
    databaseUrl,
    print: (line) => out.push(line),
    warn: (line) => err.push(line),
    readStdin: async () => 'piped-secret-1',
    actor: 'ann@machine',
  });
  return { code, out, err };
}

/** The entries without their times. */
const trail = async (...flags: string[]): Promise<string[]> =>
  (await admin('audit', ...flags)).out.map((line) => line.replace(/^\S+Z {2}/, ''));

describe.each(['SQLite', 'PostgreSQL'])('the audit trail on %s', (name) => {
  beforeEach(async () => {
    databaseUrl = name === 'PostgreSQL' ? await postgres.createDatabase() : undefined;
  });

  it('has each command that changes something, in order, with its outcome and without secrets', async () => {
    await admin('user', 'create', 'bob', '--password', 'typed-secret-1');
    await admin('user', 'password', 'bob', '--password-stdin');
    await admin('limits', 'set', 'firm', 'maxOrderValue', '50000');
    await admin('limits', 'set', 'firm', 'maxOrderValue', 'much');
    await admin('user', 'disable', 'nobody');
    await admin('kill-switch', 'on', '--account', 'NONE');
    const lines = await trail();
    expect(lines).toEqual([
      'done        ann@machine  user create bob --password (not stored)',
      'done        ann@machine  user password bob --password-stdin',
      'done        ann@machine  limits set firm maxOrderValue 50000',
      'refused     ann@machine  limits set firm maxOrderValue much',
      'failed      ann@machine  user disable nobody',
      'failed      ann@machine  kill-switch on --account NONE',
    ]);
    const { repositories, close } = await openRepositories({ dataFolder: folder, databaseUrl });
    expect(JSON.stringify(await repositories.audit.since(0))).not.toMatch(/secret/);
    await close();
  });

  it('has what was written to a file, by its name', async () => {
    await admin('user', 'create', 'bob', '--password', 'typed-secret-1');
    const file = join(folder, 'bob.json');
    expect((await admin('export-user', 'bob', file)).err).toEqual([]);
    expect((await trail()).at(-1)).toBe(`done        ann@machine  export-user bob ${file}`);
    const backup = join(folder, 'backup.tapedeck');
    expect((await admin('backup', backup)).err).toEqual([]);
    expect((await trail()).at(-1)).toBe(`done        ann@machine  backup ${backup}`);
  });

  it('has commands that open the storage themselves and fail or are refused, and makes no data for them', async () => {
    await admin('backup', join(folder, 'nothing.tapedeck'));
    await admin('delete-user', 'bob', '--yes');
    expect(existsSync(join(folder, 'tapedeck.db'))).toBe(false);
    await admin('user', 'create', 'bob', '--password', 'typed-secret-1');
    expect((await admin('delete-user', 'carl', '--yes')).code).toBe(1);
    expect((await admin('delete-user', 'bob')).code).toBe(2);
    expect((await admin('backup', join(folder, 'missing', 'b.tar'))).code).toBe(1);
    expect((await admin('delete-user', 'bob', '--yes')).err).toEqual([]);
    expect((await trail()).slice(-4)).toEqual([
      'failed      ann@machine  delete-user carl --yes',
      'refused     ann@machine  delete-user bob',
      `failed      ann@machine  backup ${join(folder, 'missing', 'b.tar')}`,
      'done        ann@machine  delete-user bob --yes',
    ]);
  });

  it('has a restore where the data is, without the password of its database', async () => {
    await admin('user', 'create', 'bob', '--password', 'typed-secret-1');
    const file = join(folder, 'backup.tar');
    expect((await admin('backup', file)).err).toEqual([]);
    const before = await trail();
    const given =
      name === 'PostgreSQL'
        ? Object.assign(new URL(await postgres.createDatabase()), { password: 'secret' }).href
        : join(folder, 'restored');
    expect((await admin('restore', file, '--into', given)).err).toEqual([]);
    expect(await trail()).toEqual(before);
    const [source, sourceUrl] = [folder, databaseUrl];
    try {
      if (name === 'PostgreSQL') databaseUrl = given;
      else folder = given;
      const shown = given.replace(':secret@', ':(not stored)@');
      expect((await trail()).at(-1)).toBe(
        `done        ann@machine  restore ${file} --into ${shown.includes(' ') ? JSON.stringify(shown) : shown}`,
      );
    } finally {
      [folder, databaseUrl] = [source, sourceUrl];
    }
  });

  it('says of an unknown command about users that there is none', async () => {
    expect((await admin('user', 'frobnicate')).err).toEqual([
      expect.stringContaining('There is no command: user frobnicate.'),
    ]);
    expect((await admin('user', 'disable')).err).toEqual([
      expect.stringContaining('user disable: a user name is missing.'),
    ]);
  });

  it('has no entry of what only shows', async () => {
    await admin('limits', 'set', 'firm', 'maxOpenOrders', '20');
    for (const line of ['limits show', 'user list', 'audit', 'kill-switch show', 'help'])
      await admin(...line.split(' '));
    expect(await trail()).toEqual(['done        ann@machine  limits set firm maxOpenOrders 20']);
  });

  it('has a change of a symbol whose name is that of a command', async () => {
    await admin('restrict', 'show', 'on');
    expect(await trail()).toEqual(['done        ann@machine  restrict show on']);
  });

  it('shows the entries since a time', async () => {
    await admin('limits', 'set', 'firm', 'maxOpenOrders', '20');
    expect(await trail('--since', '1h')).toHaveLength(1);
    expect(await trail('--since', '2020-01-31')).toHaveLength(1);
    expect(await trail('--since', '2999-01-01')).toEqual([
      'No command has changed anything since 2999-01-01.',
    ]);
    expect((await admin('audit', '--since', 'yesterday')).err).toEqual([
      expect.stringContaining('--since: "yesterday" is no time. Write 2026-03-14'),
    ]);
  });

  it('keeps a command that did not come to its end', async () => {
    const { repositories, close } = await openRepositories({ dataFolder: folder, databaseUrl });
    const entry = { actor: 'ann@machine', command: 'account lock A', nowMs: Date.now() };
    const cut = Promise.withResolvers<void>();
    const running = audited(repositories.audit, entry, () => cut.promise);
    await expect.poll(() => repositories.audit.since(0)).toMatchObject([{ outcome: 'unfinished' }]);
    cut.resolve();
    await running;
    expect(await repositories.audit.since(0)).toMatchObject([{ outcome: 'done' }]);
    await close();
  });
});

it('does not run a command that cannot be recorded', async () => {
  let hasRun = false;
  const store = {
    add: () => Promise.reject(new Error('disk full')),
    setOutcome: () => Promise.resolve(),
    since: () => Promise.resolve([]),
  };
  const run = audited(store, { actor: 'ann', command: 'kill-switch off', nowMs: 0 }, async () => {
    hasRun = true;
  });
  await expect(run).rejects.toThrow('disk full');
  expect(hasRun).toBe(false);
});

it('quotes what would make a command of several words or lines', () => {
  expect(commandText(['user', 'create', 'a b\nc', undefined], { cash: '1 2', live: true })).toBe(
    'user create "a b\\nc" --cash "1 2" --live',
  );
});

it('names the account, the user before sudo, and the administrator', () => {
  const account = actorOf({});
  expect(account).toMatch(/^.+@.+$/);
  expect(actorOf({ SUDO_USER: 'ann' })).toBe(`ann as ${account}`);
  expect(actorOf({ TAPEDECK_ADMIN: ' Ann\n\u001b[31m Lee ' })).toBe(`Ann[31m Lee (${account})`);
});

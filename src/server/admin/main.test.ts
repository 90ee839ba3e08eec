import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../tests/support/postgres.ts';
import { createIdentity } from '../identity/create-identity.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/repositories.ts';
import { adminExitCode } from './run-admin.ts';
import { processEnvironment } from '../../../tests/support/process-environment.ts';
import { programPath } from '../../../tests/support/programs.ts';

const clock = { hostMs: () => Date.now(), exchangeMs: () => Date.now() };

interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

let postgres: TestPostgres;
let folder: string;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-admin-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const argumentsOf = (line: string): string[] => line.split(' ').filter((word) => word !== '');

/** What the program does, in this process: starting one for each line would take a minute. */
async function admin(line: string, input = ''): Promise<Outcome> {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await adminExitCode(argumentsOf(line), {
    dataFolder: folder,
    databaseUrl: env['DATABASE_URL'] || undefined,
    print: (text) => out.push(`${text}\n`),
    warn: (text) => err.push(`${text}\n`),
    readStdin: async () => input,
    actor: 'ann@machine',
  });
  return { code, out: out.join(''), err: err.join('') };
}

function adminProcess(line: string, input = ''): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [programPath('admin'), ...argumentsOf(line)], { env });
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text;
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, err }));
    child.stdin.end(input);
  });
}

/** Runs the program and closes its output at once, as `| head -0` does. */
function adminToClosedPipe(line: string): Promise<Pick<Outcome, 'code' | 'err'>> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [programPath('admin'), ...argumentsOf(line)], { env });
    let err = '';
    child.stdout.destroy();
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text;
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, err }));
    child.stdin.end();
  });
}

async function done(line: string, input?: string): Promise<string> {
  const outcome = await admin(line, input);
  expect(outcome, line).toMatchObject({ code: 0, err: '' });
  return outcome.out;
}

describe('the admin command without a running server', () => {
  it.each(['user list', 'account list', 'limits show', 'kill-switch show', 'route list'])(
    'makes no data folder for "%s", and names the one that is not there',
    async (line) => {
      env = {};
      const parent = folder;
      for (const missing of [join(parent, 'mistyped'), parent]) {
        folder = missing;
        expect(await admin(line)).toMatchObject({
          code: 1,
          out: '',
          err: expect.stringContaining(`There is no Tapedeck data in ${missing}. Set TAPEDECK_DATA`),
        });
      }
      expect(await readdir(parent)).toEqual([]);
    },
  );

  it('ends quietly when the reader of its output has closed the pipe', async () => {
    env = processEnvironment({ TAPEDECK_DATA: folder, DATABASE_URL: '' });
    expect(await adminToClosedPipe('help')).toEqual({ code: 0, err: '' });
  });

  it('makes files that only its own account may read, and closes a folder that is open', async () => {
    await chmod(folder, 0o755);
    env = processEnvironment({ TAPEDECK_DATA: folder, DATABASE_URL: '' });
    const made = await adminProcess('user create pat');
    expect(made).toMatchObject({ code: 0, err: `Closed to other accounts of this machine: ${folder}\n` });
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    for (const name of await readdir(folder))
      expect((await stat(join(folder, name))).mode & 0o777, name).toBe(0o600);
  });
});

describe.each(['SQLite', 'Postgres'])('the admin command on %s, beside a running server', (backend) => {
  let storage: Storage;
  beforeEach(async () => {
    const databaseUrl = backend === 'Postgres' ? await postgres.createDatabase() : undefined;
    env = processEnvironment({ TAPEDECK_DATA: folder, DATABASE_URL: databaseUrl ?? '' });
    storage = await openStorage({ dataFolder: folder, databaseUrl });
  });
  afterEach(() => storage.close());

  it('is a program: reads the environment and its input, prints, and ends with a code', async () => {
    expect(await adminProcess('user create pat --password-stdin', 'a password of pat 1\n')).toMatchObject({
      code: 0,
      err: '',
    });
    const [known, unknown, failed] = await Promise.all([
      adminProcess('user list'),
      adminProcess('user fly'),
      adminProcess('user disable nobody'),
    ]);
    expect(known).toMatchObject({ code: 0, out: expect.stringContaining('pat') });
    expect(unknown).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/^error: .*See: npm run admin -- help\n$/),
    });
    expect(failed).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^error: .*nobody.*\n$/) });
  });

  it('makes a user who can sign in, with the password printed once or given', async () => {
    const identity = createIdentity({ repositories: storage.repositories, clock });
    const signsIn = async (userName: string, password: string): Promise<boolean> =>
      (await identity.login({ userName, password, address: '::1' })).ok;
    const printed = /Password \(shown only now\): (\S+)/.exec(await done('user create ann'))?.[1] ?? '';
    expect(await signsIn('ann', printed)).toBe(true);
    expect(await done('user create bob --password long-enough')).not.toContain('long-enough');
    expect(await signsIn('bob', 'long-enough')).toBe(true);
    await done('user password ann --password-stdin', 'from a pipe\n');
    expect(await signsIn('ann', printed)).toBe(false);
    expect(await signsIn('ann', 'from a pipe')).toBe(true);
    identity.close();
    if (backend === 'Postgres') return;
    const bytes = Buffer.concat(
      await Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file)))),
    );
    for (const secret of [printed, 'long-enough', 'from a pipe']) expect(bytes.includes(secret)).toBe(false);
  });

  it.each([
    ['blank', ' '.repeat(12)],
    ['repeated', 'abcabcabc'],
    ['common', 'password123'],
  ])('refuses a password that is %s, for a new user and for one that is there', async (_case, password) => {
    await done('user create amy');
    for (const line of ['user create ada --password-stdin', 'user password amy --password-stdin'])
      expect(await admin(line, `${password}\n`), line).toMatchObject({
        code: 2,
        err: expect.stringContaining('This password is too easy to guess'),
      });
    expect(await done('user list')).not.toContain('ada');
  });

  it('ends the sessions of a user who is disabled or gets a new password', async () => {
    await done('user create ann --password long-enough');
    const identity = createIdentity({ repositories: storage.repositories, clock });
    const login = async (password: string) => identity.login({ userName: 'ann', password, address: '::1' });
    const first = await login('long-enough');
    if (!first.ok) throw new Error('ann cannot sign in');
    expect(await done('user password ann --password another-one')).toContain('1 session ended');
    expect(await identity.verify(first.value.jwt)).toBeUndefined();
    await done('user disable ann');
    expect(await login('another-one')).toMatchObject({ error: { failure: 'UserDisabled' } });
    await done('user enable ann');
    await done('user expires ann 2020-01-01');
    expect(await login('another-one')).toMatchObject({ error: { failure: 'UserExpired' } });
    await done('user expires ann never');
    expect((await login('another-one')).ok).toBe(true);
    identity.close();
  });

  it('sets permissions by mask, by name, all and none', async () => {
    await done('user create ann --password long-enough');
    const mask = async (): Promise<number | undefined> =>
      (await storage.repositories.users.byName('ann'))?.permissionMask;
    for (const [text, expected] of [
      ['none', 0],
      ['3', 3],
      ['Stocks,chart', 129],
      ['all', 14_335],
      ['all,administrator', 1_062_911],
      ['1062911', 1_062_911],
      ['all', 14_335],
    ] as const) {
      await done(`user permissions ann ${text}`);
      expect(await mask()).toBe(expected);
    }
    expect(await done('user list')).toBe('ann  enabled  all (14335)\n');
  });

  it('binds a user to one machine at a time, and frees it again', async () => {
    await done('user create ann --password long-enough');
    expect((await storage.repositories.users.byName('ann'))?.isOneMachine).toBe(false);
    expect(await done('user one-machine ann on')).toBe(
      'User ann may be signed in on one machine at a time.\n',
    );
    expect((await storage.repositories.users.byName('ann'))?.isOneMachine).toBe(true);
    expect(await done('user list')).toBe('ann  enabled  one machine  all (14335)\n');
    await done('user one-machine ann off');
    expect((await storage.repositories.users.byName('ann'))?.isOneMachine).toBe(false);
  });

  it('makes accounts, sets their cash with a new version, and locks them', async () => {
    await done('user create ann --password long-enough');
    expect(await done('account create ann')).toBe(
      'Account DEMO-1001 created for ann with $100,000.00, as its default.\n',
    );
    expect(await done('account create ann --live --cash 2500.50')).toContain(
      'LIVE-1001 created for ann with $2,500.50.',
    );
    expect(await done('account create ann --cash 0')).toContain('DEMO-1002');
    await done('account cash LIVE-1001 0.0001');
    expect(await storage.repositories.accounts.byId('LIVE-1001')).toMatchObject({
      openingCashE4: 1,
      cashVersion: 2,
      isLive: true,
      isDefault: false,
    });
    await done('account lock DEMO-1001');
    expect(await done('account list')).toBe(
      'DEMO-1001  ann  demo, locked, default  opening cash $100,000.00\nDEMO-1002  ann  demo  opening cash $0.00\nLIVE-1001  ann  live  opening cash $0.0001\n',
    );
    await done('account unlock DEMO-1001');
    expect((await storage.repositories.accounts.byId('DEMO-1001'))?.isLocked).toBe(false);
  });

  it('refuses what names nothing, in one line, with exit code 1', async () => {
    await done('user create ann --password long-enough');
    for (const [line, message] of [
      [
        'user create ANN --password long-enough',
        'error: The user name ANN is already taken; choose another one.\n',
      ],
      ['user password nobody', 'error: There is no user nobody. "user list" shows all.\n'],
      ['account create nobody', 'error: There is no user nobody. "user list" shows all.\n'],
      ['account cash DEMO-9 5', 'error: There is no account DEMO-9. "account list" shows all.\n'],
    ] as const)
      expect(await admin(line)).toEqual({ code: 1, out: '', err: message });
  });
});

describe('the admin command', () => {
  beforeEach(() => {
    env = processEnvironment({ TAPEDECK_DATA: folder, DATABASE_URL: '' });
  });

  it('explains itself', async () => {
    expect(await done('help')).toContain('user create NAME');
    expect(await done('')).toBe(await done('--help'));
  });

  it.each([
    'shout',
    'user',
    'user create',
    'user fly ann',
    'user create a',
    'user create ann bob',
    'user create ann --password short',
    'user create ann --password longenough --password-stdin',
    'user permissions ann Fly',
    'user permissions ann 2048',
    'user permissions ann 999999999999',
    'user expires ann 2026-02-31',
    'user expires ann soon',
    'user one-machine ann',
    'user one-machine ann maybe',
    'account cash X',
    'account cash X -5',
    'account cash X 1.00001',
    'account cash X 1e5',
    'account cash X 99999999999',
    'account create ann --cash lots',
    'account fly X',
    'user list --colour',
  ])('refuses "%s" in one line that points to the help, with exit code 2', async (line) => {
    const outcome = await admin(line);
    expect(outcome.code).toBe(2);
    expect(outcome.out).toBe('');
    expect(outcome.err).toMatch(/^error: .+ See: npm run admin -- help\n$/);
  });

  it('says in one line that the database cannot be reached', async () => {
    env = { ...env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
    const outcome = await admin('user list');
    expect(outcome.code).toBe(1);
    expect(outcome.err).toMatch(
      /^error: The database of DATABASE_URL could not be reached \(.*ECONNREFUSED.*\)\. Check that it runs .*\n$/,
    );
  });
});

import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../tests/support/postgres.ts';
import { EMPTY_PROFILE } from '../identity/demo-user.ts';
import { readRiskSettings, type RiskSettings } from '../risk/risk-settings.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/repositories.ts';
import { runAccountCommand } from './account-commands.ts';
import type { AdminContext } from './admin-context.ts';
import { runExecutionCommand } from './execution-commands.ts';
import { runLimitsCommand } from './limit-commands.ts';
import { limitOf, limitText, parseLimit } from './limit-values.ts';
import { runKillSwitchCommand } from './switch-commands.ts';
import { runRouteCommand, runSymbolCommand } from './symbol-commands.ts';
import { processEnvironment } from '../../../tests/support/process-environment.ts';
import { programPath } from '../../../tests/support/programs.ts';

let postgres: TestPostgres;
let folder: string;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-admin-risk-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function admin(line: string): Promise<{ code: number | null; out: string; err: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [programPath('admin'), ...line.split(' ').filter((word) => word !== '')],
      {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text;
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, err }));
  });
}

/** The command in this process: a program of its own takes a second to start. */
async function done(line: string, { repositories }: Storage, waitMs = 0): Promise<string> {
  let out = '';
  const context: AdminContext = {
    repositories,
    nowMs: 1,
    print: (text) => {
      out += `${text}\n`;
    },
    readStdin: async () => '',
  };
  const [topic, verb, ...args] = line.replace(/ --account \S+/, '').split(' ');
  const account = / --account (\S+)/.exec(line)?.[1];
  if (topic === 'limits') await runLimitsCommand(verb, args, context);
  else if (topic === 'account') await runAccountCommand(verb, args, {}, context);
  else if (topic === 'kill-switch') await runKillSwitchCommand(verb, { account }, context);
  else if (topic === 'route') await runRouteCommand(verb, args, context);
  else if (topic === 'restrict' || topic === 'borrow' || topic === 'country')
    await runSymbolCommand(topic, verb, args, context);
  else if (topic === 'bust' || topic === 'correct')
    await runExecutionCommand(
      topic,
      verb?.split(' ')[0],
      { price: / --price (\S+)/.exec(line)?.[1], quantity: / --quantity (\S+)/.exec(line)?.[1] },
      context,
      waitMs,
    );
  else expect.fail(`no such command: ${line}`);
  return out;
}

const REFUSALS = [
  ['limits set user:bob maxSymbols 3', 'There is no user bob.'],
  ['kill-switch on --account DEMO-9', 'There is no account DEMO-9.'],
  ['account show DEMO-9', 'There is no account DEMO-9.'],
  ['limits set firm', 'name a limit and its value'],
  ['limits set firm maxFish 3', 'There is no limit maxFish.'],
  ['limits set planet maxSymbols 3', '"planet" is no scope'],
  ['limits set', 'a scope is missing'],
  ['limits set firm maxOrderValue none', 'maxOrderValue is at most 1000000000'],
  ['limits set firm maxTradeShares 1000001', 'maxTradeShares is at most 1000000'],
  ['limits set firm maxSymbols 1.5', 'no whole number'],
  ['limits set firm maxOrderValue much', 'maxOrderValue: "much" is no amount'],
  ['limits set route:SMART/MOON maxSymbols 3', 'There is no route SMART/MOON.'],
  ['limits set country:USA maxSymbols 3', '"USA" is no country'],
  ['limits fly firm', 'There is no command: limits fly.'],
  ['kill-switch', 'say on or off'],
  ['account kind DEMO-1001 gold', 'say one of cash, margin'],
  ['account options DEMO-1001 magic', 'There is no option strategy magic.'],
  ['account closing-only DEMO-1001', 'a value is missing'],
  ['restrict TSLA', 'say on or off'],
  ['restrict ! on', '"!" is no symbol'],
  ['route', 'a route is missing'],
  ['route SMART/NYSE fish', 'There is nothing called fish'],
  ['borrow TSLA 1.5', 'say on, off or a number of shares'],
  ['country TSLA', 'say two letters'],
  ['bust', 'name an execution'],
  ['bust 17', 'name an execution'],
  ['bust E17 --price 5', 'busts the whole execution'],
  ['correct E17', 'name the right figures'],
  ['correct E17 --price 5', 'name the right figures'],
  ['correct E17 --price 5 --quantity 1.5', 'no whole number'],
  ['correct E17 --price 5.00001 --quantity 1', 'no amount'],
  ['correct E17 --price --1 --quantity 1', 'no amount'],
] as const;

describe.each(['SQLite', 'Postgres'])('limits and switches on %s, beside a running server', (backend) => {
  let storage: Storage;
  beforeEach(async () => {
    const databaseUrl = backend === 'Postgres' ? await postgres.createDatabase() : undefined;
    env = processEnvironment({ TAPEDECK_DATA: folder, DATABASE_URL: databaseUrl ?? '' });
    storage = await openStorage({ dataFolder: folder, databaseUrl });
    const { users, accounts } = storage.repositories;
    await users.create({
      userId: 'u-1',
      userName: 'ann',
      passwordHash: '$',
      permissionMask: 7,
      isDemo: false,
      isDisabled: false,
      expiresAtMs: null,
      isOneMachine: false,
      profile: EMPTY_PROFILE,
    });
    await accounts.create({
      account: 'DEMO-1001',
      userId: 'u-1',
      isLive: false,
      isLocked: false,
      openingCashE4: 1,
      cashVersion: 1,
      isDefault: true,
    });
  });
  afterEach(() => storage.close());
  const settings = async (): Promise<RiskSettings> =>
    readRiskSettings((await storage.repositories.risk.load()).entries);

  it('sets limits of every scope, shows them, and clears them', async () => {
    await done('limits set firm orderRates 10/1s,100/1m', storage);
    await done('limits set account:DEMO-1001 maxOrderValue 50000.5', storage);
    await done('limits set user:ANN maxOpenOrders 3', storage);
    await done('limits set account:DEMO-1001,symbol:tsla maxSymbolPosition 100', storage);
    expect(await settings()).toMatchObject({
      configuration: {
        firm: {
          orderRates: [
            { count: 10, windowMs: 1_000 },
            { count: 100, windowMs: 60_000 },
          ],
          maxOpenOrders: 2_000,
        },
        accounts: { 'DEMO-1001': { maxOrderValueE4: 500_005_000 } },
        accountSymbols: { 'DEMO-1001': { TSLA: { maxSymbolPosition: 100 } } },
      },
      users: { 'u-1': { maxOpenOrders: 3 } },
    });
    const shown = await done('limits show', storage);
    for (const line of [
      'firm  orderRates 10/1s,100/1m\n',
      'firm  maxOpenOrders 2000  (house)\n',
      'account:DEMO-1001  maxOrderValue 50000.5\n',
      'user:ann  maxOpenOrders 3\n',
    ])
      expect(shown).toContain(line);
    await done('limits clear account:DEMO-1001 maxOrderValue', storage);
    await done('limits clear firm', storage);
    expect(await done('limits show account:DEMO-1001', storage)).toBe('No limits are set there.\n');
    expect((await settings()).configuration).toMatchObject({
      accounts: {},
      firm: { orderRates: [{ count: 5_000, windowMs: 1_000 }] },
    });
  });

  it('throws and releases kill switches', async () => {
    await done('kill-switch on --account DEMO-1001', storage);
    expect(await done('kill-switch on', storage)).toContain('whole server is on');
    const thrown = await settings();
    expect([thrown.isServerHalted, [...thrown.accounts]]).toEqual([
      true,
      [['DEMO-1001', { isKillSwitchOn: true }]],
    ]);
    expect(await done('kill-switch show', storage)).toBe('server  on\nDEMO-1001  on\n');
    await done('kill-switch off', storage);
    await done('kill-switch off --account DEMO-1001', storage);
    const { isServerHalted, accounts } = await settings();
    expect([isServerHalted, accounts.size]).toEqual([false, 0]);
    expect(await done('kill-switch show', storage)).toBe('server  off\n');
  });

  it('sets what an account may do, and shows it', async () => {
    for (const line of [
      'kind DEMO-1001 cash',
      'status DEMO-1001 suspended',
      'closing-only DEMO-1001 on',
      'options DEMO-1001 buying,uncovered-puts',
      'countries DEMO-1001 us,CA',
      'routes DEMO-1001 smart/nyse',
      'trade-types DEMO-1001 Cash',
      'day-trading-power DEMO-1001 250000',
      'view-only DEMO-1001 off',
      'sign-in DEMO-1001 off',
    ])
      await done(`account ${line}`, storage);
    expect((await settings()).accounts.get('DEMO-1001')).toEqual({
      kind: 'cash',
      status: 'suspended',
      isClosingOnly: true,
      optionMask: 10,
      countries: ['US', 'CA'],
      routes: ['SMART/NYSE'],
      tradeTypes: ['Cash'],
      dayTradingPowerE4: 2_500_000_000,
      isViewOnly: false,
      canLogIn: false,
    });
    expect(await done('account show DEMO-1001', storage)).toBe(
      'DEMO-1001  kind cash  status suspended  sign-in off  view-only off  closing-only on  options buying,uncovered-puts  trade-types Cash  countries US,CA  routes SMART/NYSE  day-trading-power 250000\n',
    );
    await done('account routes DEMO-1001 all', storage);
    expect((await settings()).accounts.get('DEMO-1001')?.routes).toBeNull();
  });

  it('sets which kinds of orders an account may send to each destination, and names what it cannot read', async () => {
    const destinations = async () => (await settings()).accounts.get('DEMO-1001')?.destinations;
    expect(await done('account destinations DEMO-1001 smart:option', storage)).toContain(
      'destinations SMART:option',
    );
    expect(await destinations()).toEqual({ SMART: 2 });
    await done('account destinations DEMO-1001 SMART:stock+option', storage);
    expect(await destinations()).toEqual({ SMART: 3 });
    await done('account destinations DEMO-1001 none', storage);
    expect(await destinations()).toEqual({});
    await done('account destinations DEMO-1001 all', storage);
    expect(await destinations()).toBeNull();
    for (const text of ['DARK:stock', 'SMART', 'SMART:futures'])
      await expect(done(`account destinations DEMO-1001 ${text}`, storage)).rejects.toThrow();
  });

  it('restricts symbols, takes them off the lending list, and disconnects routes', async () => {
    await done('restrict tsla on', storage);
    await done('borrow TSLA off', storage);
    await done('route smart/nyse off', storage);
    const rules = async () => {
      const { symbols, routes } = await settings();
      return { symbols: Object.fromEntries(symbols), routes: Object.fromEntries(routes) };
    };
    expect(await rules()).toEqual({
      symbols: { TSLA: { isRestricted: true, isUnshortable: true } },
      routes: { 'SMART/NYSE': { isConnected: false } },
    });
    expect(await done('restrict list', storage)).toBe('TSLA  restricted, not to borrow\n');
    expect(await done('route list', storage)).toContain('SMART/NYSE  off\n');
    for (const line of ['borrow SPY 5000', 'country SPY ca', 'route SMART/IEX stocks,option-stops'])
      await done(line, storage);
    expect(await rules()).toMatchObject({
      symbols: { SPY: { borrowableShares: 5_000, country: 'CA' } },
      routes: { 'SMART/IEX': { takes: ['stocks', 'option-stops'] } },
    });
    expect(await done('restrict list', storage)).toBe(
      'SPY  at most 5000 to borrow, country CA\nTSLA  restricted, not to borrow\n',
    );
    expect(await done('route list', storage)).toContain('SMART/IEX  on, takes stocks,option-stops\n');
    for (const line of [
      'restrict TSLA off',
      'borrow TSLA on',
      'borrow SPY on',
      'country SPY none',
      'route SMART/NYSE on',
      'route SMART/IEX all',
    ])
      await done(line, storage);
    expect(await rules()).toEqual({ symbols: {}, routes: {} });
  });

  it('is set by the program while the storage is open', async () => {
    expect(await admin('limits set account:DEMO-1001 maxSymbols 3')).toMatchObject({ code: 0, err: '' });
    expect(await admin('kill-switch on --account DEMO-1001')).toMatchObject({ code: 0, err: '' });
    const { configuration, accounts } = await settings();
    expect([configuration.accounts, [...accounts]]).toEqual([
      { 'DEMO-1001': { maxSymbols: 3 } },
      [['DEMO-1001', { isKillSwitchOn: true }]],
    ]);
    expect(await admin('limits set account:DEMO-9 maxSymbols 3')).toEqual({
      code: 1,
      out: '',
      err: 'error: There is no account DEMO-9. "account list" shows all.\n',
    });
    expect(await admin('kill-switch on now')).toEqual({
      code: 2,
      out: '',
      err: 'error: kill-switch on: "now" is one word too many. See: npm run admin -- help\n',
    });
  });

  it('leaves an instruction about an execution to the server, and prints its outcome', async () => {
    expect(await done('bust E17', storage)).toContain('No server has applied it within 0 seconds');
    expect((await settings()).amendments.get('E17')).toEqual({ instruction: expect.any(String) as string }); // a random name
    const answer = (outcome: string) =>
      storage.repositories.risk.change(
        'execution',
        'E17',
        (standing) => JSON.stringify({ ...(JSON.parse(standing ?? '{}') as object), outcome }),
        2,
      ); // an object of our own
    const output = done('correct E17 --price 99.5 --quantity 30', storage, 5_000);
    while ((await settings()).amendments.get('E17')?.correction === undefined)
      await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await settings()).amendments.get('E17')?.correction).toEqual({ quantity: 30, priceE4: 995_000 });
    await answer('done');
    expect(await output).toContain('Execution E17 was corrected');
    expect((await settings()).amendments.size).toBe(0);
    const refused = done('bust E17', storage, 5_000);
    refused.catch(() => undefined);
    while ((await settings()).amendments.size === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await answer('Execution E17 has been busted already.');
    await expect(refused).rejects.toThrow('busted already');
  });

  it('refuses what it does not understand, says why, and changes nothing', async () => {
    const { revision } = await storage.repositories.risk.load();
    for (const [line, message] of REFUSALS) await expect(done(line, storage), line).rejects.toThrow(message);
    expect((await storage.repositories.risk.load()).revision).toBe(revision);
  });
});

describe('limits on the command line', () => {
  it.each([
    ['maxOrderValue', '2500.75'],
    ['maxTradeShares', '300'],
    ['requestTimeout', '90s'],
    ['duplicateWindow', '500ms'],
    ['requestTimeout', '2h'],
    ['refusesOddLots', 'on'],
    ['maxSymbols', 'none'],
    ['orderRates', '10/1s,100/1m'],
    ['orderRates', 'none'],
    ['priceCollars', '25:20%,50:10%,6.5%'],
    ['shareTotals', '5:100000:none'],
    ['spoofingRules', '1000x5,20x1'],
  ])('%s reads and writes %s as the same', (word, text) => {
    const name = limitOf(word);
    expect(limitText(name, { [name]: parseLimit(name, text) })).toBe(text);
  });

  it.each([
    ['maxOrderValue', '1,000'],
    ['maxOrderValue', '-5'],
    ['maxOrderValue', '1e9'],
    ['maxSymbols', ''],
    ['requestTimeout', '5'],
    ['requestTimeout', '5 s'],
    ['refusesOddLots', 'yes'],
    ['orderRates', '10'],
    ['orderRates', '10/0s'],
    ['orderRates', '10/1s/2'],
    ['priceCollars', '25:20%'],
    ['priceCollars', '50:10%,25:20%,6%'],
    ['priceCollars', '20'],
    ['shareTotals', '5:1'],
    ['shareTotals', '0:1:1'],
    ['spoofingRules', '1000'],
  ])('%s refuses %s and says how to write it', (word, text) => {
    expect(() => parseLimit(limitOf(word), text)).toThrow(/\w+: /);
  });
});

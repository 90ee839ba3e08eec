import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ScriptedMarket } from '../brokerage/testing/scripted-market.ts';
import { EMPTY_PROFILE } from '../identity/demo-user.ts';
import { openRepositories, type OpenRepositories } from '../storage/open-repositories.ts';
import { createRiskService, type RiskService } from './create-risk-service.ts';

const SCOPE = { account: 'DEMO-1', symbol: 'TSLA', destination: 'SMART', route: 'AUTO' };

let folder: string;
let storage: OpenRepositories;
let hostMs: number;
let market: ScriptedMarket;
let errors: string[];
let service: RiskService;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-risk-'));
  storage = await openRepositories({ dataFolder: folder });
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
    account: 'DEMO-1',
    userId: 'u-1',
    isLive: false,
    isLocked: false,
    openingCashE4: 1,
    cashVersion: 1,
    isDefault: true,
  });
  hostMs = 1_000_000;
  errors = [];
  market = new ScriptedMarket(['TSLA', { symbol: 'HTB', shortable: false }]);
  service = createRiskService({
    repositories: storage.repositories,
    market,
    hostMs: () => hostMs,
    pollMs: 3_600_000,
    logger: { error: (_, message) => errors.push(message) },
    accounts: async (account) => {
      const record = await accounts.byId(account);
      return record && { isLive: record.isLive, isLocked: record.isLocked };
    },
  });
  await service.start();
});
afterEach(async () => {
  service.stop();
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});

async function put(kind: string, name: string, body: object | null): Promise<void> {
  await storage.repositories.risk.change(kind, name, () => (body === null ? null : JSON.stringify(body)), 1);
  await service.refresh();
}

describe('the risk service', () => {
  it('knows an account as its record, its owner and the defaults say', async () => {
    expect(await service.account('DEMO-1')).toMatchObject({
      kind: 'margin',
      status: 'active',
      canLogIn: true,
      userIds: ['u-1'],
      isLocked: false,
      isKillSwitchOn: false,
      permissionMask: 7,
      countries: ['US'],
      tradeTypes: ['Cash', 'Margin', 'Short'],
    });
    expect(await service.account('DEMO-9')).toBeNull();
  });

  it('adopts attributes with the next poll, and answers at once in between', async () => {
    await service.account('DEMO-1');
    await put('account', 'DEMO-1', {
      kind: 'cash',
      isViewOnly: true,
      optionMask: 63,
      routes: ['SMART/NYSE'],
      countries: ['CA'],
    });
    expect(await service.account('DEMO-1')).toMatchObject({
      kind: 'cash',
      isViewOnly: true,
      optionMask: 63,
      routes: ['SMART/NYSE'],
      countries: ['CA'],
      tradeTypes: ['Cash'],
    });
    expect([service.kindOf('DEMO-1'), service.kindOf('DEMO-2')]).toEqual(['cash', 'margin']);
    expect(service.account('DEMO-1')).not.toBeInstanceOf(Promise);
    await put('account', 'DEMO-1', { routes: null });
    expect(await service.account('DEMO-1')).toMatchObject({
      kind: 'margin',
      isViewOnly: false,
      routes: expect.arrayContaining(['SMART/AUTO', 'SMART/IEX']),
    });
  });

  it('follows the permissions and the end of a user, and a lock of the account, within a second', async () => {
    await service.account('DEMO-1');
    await storage.repositories.users.update('u-1', { permissionMask: 0, isDisabled: true });
    await storage.repositories.accounts.update('DEMO-1', { isLocked: true });
    expect(await service.account('DEMO-1')).toMatchObject({ permissionMask: 7, isLocked: false });
    hostMs += 1_001;
    expect(await service.account('DEMO-1')).toMatchObject({
      permissionMask: 0,
      canLogIn: false,
      isLocked: true,
    });
  });

  it('asks once for many orders at the same moment', async () => {
    const lookups = [service.account('DEMO-1'), service.account('DEMO-1')];
    expect(lookups[0]).toBe(lookups[1]);
    expect(await lookups[0]).toBe(await lookups[1]);
  });

  it('reports kill switches, of the server before the account, and calls listeners only when one changed', async () => {
    let changes = 0;
    const stop = service.onHaltChanged(() => (changes += 1));
    await put('account', 'DEMO-1', { isKillSwitchOn: true });
    expect([service.haltOf('DEMO-1'), service.haltOf('DEMO-2'), changes]).toEqual(['Account', null, 1]);
    expect(await service.account('DEMO-1')).toMatchObject({ isKillSwitchOn: true });
    await put('limits', 'firm', { maxSymbols: 3 });
    expect(changes).toBe(1);
    await put('server', '-', { isKillSwitchOn: true });
    expect([service.haltOf('DEMO-1'), service.haltOf('DEMO-2'), changes]).toEqual(['Server', 'Server', 2]);
    stop();
    await put('server', '-', { isKillSwitchOn: false });
    await put('account', 'DEMO-1', null);
    expect([service.haltOf('DEMO-1'), changes]).toEqual([null, 2]);
  });

  it('limits an order by every scope it falls into, the owner of the account included', async () => {
    await service.account('DEMO-1');
    expect(service.limits(SCOPE)?.maxOpenOrders).toBe(2_000);
    await put('limits', 'country:US', { maxOpenOrders: 9 });
    await put('limits', 'user:u-1', { maxSymbols: 2 });
    await service.account('DEMO-1');
    expect(service.limits(SCOPE)).toMatchObject({ maxOpenOrders: 9, maxSymbols: 2 });
    expect(service.limits({ ...SCOPE, account: 'DEMO-2' })).toMatchObject({
      maxOpenOrders: 9,
      maxSymbols: null,
    });
  });

  it('knows listings, restricted and unshortable symbols and disconnected routes', async () => {
    expect([service.instrument('TSLA'), service.instrument('HTB'), service.instrument('NOPE')]).toMatchObject(
      [{ isRestricted: false, isShortable: true }, { isShortable: false }, null],
    );
    expect([service.route('SMART', 'NYSE')?.isConnected, service.route('SMART', 'MOON')]).toEqual([
      true,
      null,
    ]);
    await put('symbol', 'TSLA', {
      isRestricted: true,
      isUnshortable: true,
      borrowableShares: 500,
      country: 'CA',
    });
    await put('route', 'SMART/NYSE', { isConnected: false });
    await put('route', 'SMART/IEX', { takes: ['stocks'] });
    expect(service.instrument('TSLA')).toMatchObject({
      isRestricted: true,
      isShortable: false,
      borrowableShares: 500,
      country: 'CA',
    });
    expect(service.route('SMART', 'IEX')).toEqual({
      isConnected: true,
      takesStocks: true,
      takesOptions: false,
      takesOptionStops: false,
    });
    expect([
      service.route('SMART', 'NYSE')?.isConnected,
      service.route('SMART', 'AUTO')?.isConnected,
    ]).toEqual([false, true]);
  });

  it('restricts short sales for the rest of a day in which a symbol fell by a tenth', () => {
    market.print('TSLA', 91, 100);
    expect(service.marketRules('TSLA').isShortSaleRestricted).toBe(false);
    market.print('TSLA', 90, 100);
    hostMs += 1_001;
    expect(service.marketRules('TSLA').isShortSaleRestricted).toBe(true);
    market.print('TSLA', 100, 100);
    hostMs += 1_001;
    expect(service.marketRules('TSLA').isShortSaleRestricted).toBe(true);
  });

  it('keeps the settings it has when new ones cannot be understood, and does not start on such', async () => {
    await put('limits', 'firm', { maxOpenOrders: 5 });
    await expect(put('limits', 'firm', { maxOpenOrders: 'many' })).rejects.toThrow('maxOpenOrders');
    expect(service.limits(SCOPE)?.maxOpenOrders).toBe(5);
    const next = createRiskService({
      repositories: storage.repositories,
      market,
      hostMs: () => hostMs,
      accounts: () => undefined,
      logger: { error: () => {} },
    });
    await expect(next.start()).rejects.toThrow('"limits firm" cannot be used: maxOpenOrders');
    next.stop();
  });

  it('looks for changes by itself', async () => {
    const watching = createRiskService({
      repositories: storage.repositories,
      market,
      hostMs: () => hostMs,
      pollMs: 5,
      accounts: () => undefined,
      logger: { error: () => {} },
    });
    await watching.start();
    await storage.repositories.risk.change('server', '-', () => '{"isKillSwitchOn":true}', 1);
    await expect.poll(() => watching.haltOf('DEMO-1')).toBe('Server');
    watching.stop();
  });
});

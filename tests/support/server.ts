import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { createStrategyRuntime } from '../../src/server/algostream/runtime/index.ts';
import { startServer, type RunningServer, type StartOptions } from '../../src/server/compose.ts';
import { readConfig, type ServerConfig } from '../../src/server/config.ts';
import { OPENING_CASH_E4 } from '../../src/server/identity/demo-user.ts';
import { hashPassword } from '../../src/server/identity/passwords.ts';
import { LIGHT_COST } from '../../src/server/identity/testing/light-cost.ts';
import type { MarketData } from '../../src/server/market/market-data.ts';
import { ALL_PERMISSIONS } from '../../src/domain/permissions.ts';
import { processEnvironment } from './process-environment.ts';
import { programPath } from './programs.ts';

export const PINNED_NODE = fileURLToPath(new URL('../../node_modules/node/bin/node', import.meta.url));

/** An empty data folder and the way to remove it. */
export async function temporaryFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'tapedeck-test-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** A market for tests that moves only on command. SPY quotes 100.00 by 100.02 and has printed once at 100.01; QQQ trades at 200. */
function quietMarket(): ScriptedMarket {
  const market = new ScriptedMarket(['SPY', 'QQQ', 'MSFT']);
  market.show('SPY', [{ exchange: 'NSDQ', bid: [100, 500], ask: [100.02, 400] }]);
  market.print('SPY', 100.01, 100);
  market.show('QQQ', [{ exchange: 'ARCA', bid: [200, 100], ask: [200.05, 100] }]);
  market.print('QQQ', 200.02, 100);
  return market;
}

/**
 * Runs strategies as the programs do, on machines that are never idle, too. Most servers of tests run none and live for more than a second: what the
 * product prepares then would cost as much as their start.
 */
const testRuntime = () =>
  createStrategyRuntime({ priority: { niceness: 0, onlyWhenIdle: false }, preparesAhead: false });

/** Free ports for everything, nothing logged. */
export function testConfig(dataFolder: string, change: Partial<ServerConfig> = {}): ServerConfig {
  return {
    ...readConfig({}),
    ports: { http: 0, trading: 0, streaming: 0, data: 0 },
    dataFolder,
    logLevel: 'silent',
    // The figures of a whole simulated market would take a core half a minute after each start.
    figures: 'requested',
    ...change,
  };
}

export interface TestUser {
  readonly userId: string;
  readonly userName: string;
  readonly password: string;
  readonly account: string;
}

export interface TestServer<Market extends MarketData = MarketData> extends Omit<RunningServer, 'market'> {
  readonly market: Market;
  readonly dataFolder: string;
  /** The first user, with its demo-flagged default account. */
  readonly user: TestUser;
  addUser(
    userName: string,
    change?: { permissionMask?: number; isDisabled?: boolean; expiresAtMs?: number },
  ): Promise<TestUser>;
  /** Stops the server and removes its data folder. */
  end(): Promise<void>;
}

/** Starts a server in this process, on free ports and an own data folder. Sign-in limits are off unless given. */
export async function startTestServer<Market extends MarketData = ScriptedMarket>(
  options: { market?: Market; config?: Partial<ServerConfig> } & Omit<StartOptions, 'market'> = {},
): Promise<TestServer<Market>> {
  const { folder, remove } = await temporaryFolder();
  // Without a market of its own a test gets the quiet one, which is then the default type.
  const market = options.market ?? (quietMarket() as MarketData as Market);
  const unlimited = { perUserAndAddress: 1e6, perAddress: 1e6, perUser: 1e6, demosPerAddress: 1e6 };
  // The clock of a scripted market stands still: the same order would be a slip of the hand for ever.
  const server = await startServer(testConfig(folder, options.config), {
    apiRequestsPerMinute: 1e6,
    loginLimits: unlimited,
    duplicateWindowMs: null,
    strategyRuntime: options.strategyRuntime ?? testRuntime(),
    ...options,
    market,
  });
  const { users, accounts } = server.storage.repositories;
  const first = await users.byName(server.firstUser?.userName ?? '');
  if (!first || !server.firstUser) throw new Error('A fresh data folder made no first user.');
  await users.update(first.userId, {
    passwordHash: await hashPassword(server.firstUser.password, LIGHT_COST),
  });
  const firstAccount = (await accounts.ofUser(first.userId)).find((account) => account.isDefault);
  if (!firstAccount) throw new Error('The first user has no default account.');
  return {
    ...server,
    market,
    dataFolder: folder,
    user: { userId: first.userId, ...server.firstUser, account: firstAccount.account },
    async addUser(userName, change = {}) {
      const password = `pass-of-${userName}`;
      const user = {
        userId: `id-${userName}`,
        userName,
        passwordHash: await hashPassword(password, LIGHT_COST),
        permissionMask: ALL_PERMISSIONS,
        isDemo: false,
        isDisabled: false,
        expiresAtMs: null,
        isOneMachine: false,
        profile: first.profile,
      };
      await users.create({ ...user, ...change });
      const account = `DEMO-${userName.toUpperCase()}`;
      await accounts.create({
        account,
        userId: user.userId,
        isLive: false,
        isLocked: false,
        openingCashE4: OPENING_CASH_E4,
        cashVersion: 1,
        isDefault: true,
      });
      await server.brokerage.fundAccount(account, { cashE4: OPENING_CASH_E4, version: 1 });
      return { userId: user.userId, userName, password, account };
    },
    async end() {
      await server.stop();
      await remove();
    },
  };
}

export interface FinishedServer {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the server as its own process until it ends by itself: for starts that must fail. */
export function runServer(environment: Record<string, string>): Promise<FinishedServer> {
  const child = spawn(PINNED_NODE, ['--disable-warning=ExperimentalWarning', programPath('server')], {
    env: processEnvironment(environment),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })));
}

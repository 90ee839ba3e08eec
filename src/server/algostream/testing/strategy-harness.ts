import { MINUTE_MS } from '../../../domain/calendar/durations.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL_PERMISSIONS } from '../../../domain/permissions.ts';
import type { Bar } from '../../market/market-data.ts';
import { ScriptedMarket } from '../../brokerage/testing/scripted-market.ts';
import { openHarness, type Harness, type HarnessParts } from '../../brokerage/testing/harness.ts';
import { EMPTY_PROFILE } from '../../identity/demo-user.ts';
import { openRepositories, type OpenRepositories } from '../../storage/open-repositories.ts';
import { createStrategyService } from '../create-strategy-service.ts';
import type { StartOf, StrategyPush, StrategyService, WireInstance } from '../service.ts';
import { CrashingBrokerage } from './crashing-brokerage.ts';
import { createScriptedRuntime, scriptText, type Script } from './scripted-runtime.ts';

/** The scripted market, with one-minute bars of a price that rises a cent a minute from 100.00 at the session's open, and days of 100 and 101 before it. */
export class HistoryMarket extends ScriptedMarket {
  override bars(_symbol: string, candle: string, fromMs: number, toMs: number): Promise<Bar[]> {
    const bar = (timeMs: number, cents: number): Bar => ({
      timeMs,
      openE4: cents * 100,
      highE4: cents * 100,
      lowE4: cents * 100,
      closeE4: cents * 100,
      volume: 100,
    });
    const { openMs } = this.session;
    const bars =
      candle === 'Day'
        ? [bar(openMs - 4 * 86_400_000, 10_000), bar(openMs - 3 * 86_400_000, 10_100)]
        : Array.from({ length: Math.max(0, Math.ceil((this.nowMs - openMs) / MINUTE_MS)) }, (_, minute) =>
            bar(openMs + minute * MINUTE_MS, 10_000 + minute),
          );
    return Promise.resolve(bars.filter(({ timeMs }) => timeMs >= fromMs && timeMs < toMs));
  }
}

/** A strategy service with everything that it uses, for tests. */
export interface StrategyHarness {
  readonly trading: Harness & { readonly market: HistoryMarket };
  readonly runtime: ReturnType<typeof createScriptedRuntime>;
  readonly service: StrategyService;
  readonly storage: OpenRepositories;
  readonly pushes: StrategyPush[];
  readonly logged: unknown[];
  names(): string[];
  /** Resolves once the instance was pushed with that status. */
  status(instanceId: string, status: WireInstance['Status']): Promise<WireInstance>;
  /** Opens a new service over the same storage and brokerage, as after a crash: the former one is not stopped. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export const RUNNER = { userId: 'u', account: 'A' };

const userRecord = (userId: string) => ({
  userId,
  userName: userId,
  passwordHash: 'x',
  permissionMask: ALL_PERMISSIONS,
  isDemo: false,
  isDisabled: false,
  expiresAtMs: null,
  isOneMachine: false,
  profile: EMPTY_PROFILE,
});

/** The instance once it was pushed with the status. */
async function pushedStatus(
  { pushes, logged }: Pick<StrategyHarness, 'pushes' | 'logged'>,
  instanceId: string,
  status: string,
): Promise<WireInstance> {
  for (let waited = 0; waited < 6_000; waited += 1) {
    const found = pushes
      .flatMap(({ body }) => ('Instance' in body ? [body.Instance] : []))
      .findLast((instance) => instance.InstanceId === instanceId && instance.Status === status);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(
    `${instanceId} did not become ${status}; pushed: ${JSON.stringify(pushes.slice(-3))}; logged: ${JSON.stringify(logged)}`,
  );
}

/** A strategy service with a scripted runtime, over SQLite and a real brokerage. User u has account A. */
export async function openStrategyHarness({
  symbols = ['SPY', 'AAPL'],
  ...parts
}: Pick<HarnessParts, 'facts'> & { readonly symbols?: readonly string[] } = {}): Promise<StrategyHarness> {
  const folder = await mkdtemp(join(tmpdir(), 'tapedeck-algostream-'));
  const storage = await openRepositories({ dataFolder: folder });
  await storage.repositories.users.create(userRecord('u'));
  await storage.repositories.users.create(userRecord('eve'));
  const market = new HistoryMarket([...symbols]);
  market.show('SPY', [{ exchange: 'ARCA', bid: [100, 3000], ask: [100.02, 2000] }]);
  market.print('SPY', 100.01, 100);
  const trading = { ...(await openHarness({ market, ...parts })), market };
  const runtime = createScriptedRuntime();
  const logged: unknown[] = [];
  const pushes: StrategyPush[] = [];
  const note = (...line: unknown[]) => void logged.push(line);
  const logger = { error: note, warn: note };
  const crashing = new CrashingBrokerage(trading.brokerage);
  const open = async (): Promise<StrategyService> => {
    const opened = createStrategyService({
      store: storage.repositories.strategies,
      users: storage.repositories.users,
      market,
      brokerage: crashing.ofService(),
      runtime,
      backtestsAtOnce: 1,
      hostMs: () => Date.now(),
      logger,
    });
    opened.listen(RUNNER, (push) => pushes.push(push));
    await opened.start();
    return opened;
  };
  let service = await open();
  const crashed: StrategyService[] = [];
  return {
    trading,
    runtime,
    storage,
    pushes,
    logged,
    get service() {
      return service;
    },
    names: () => pushes.map(({ name }) => name),
    status: (instanceId, status) => pushedStatus({ pushes, logged }, instanceId, status),
    async restart() {
      await crashing.crash();
      crashed.push(service);
      service = await open();
    },
    async close() {
      await service.stop();
      // Their timers would run on in the worker, and count in the tests of other files.
      for (const earlier of crashed) await earlier.stop();
      await trading.brokerage.stop();
      await storage.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const COMMON = {
  Parameters: '',
  IntradayPositionsOnly: false,
  FirstTradingIntervalStart: 570,
  FirstTradingIntervalEnd: 960,
  SecondTradingIntervalStart: 0,
  SecondTradingIntervalEnd: 0,
  IncludeOffMarket: false,
  Account: 'A',
  ShareLimit: -1,
  DollarLimit: -1,
};
export const liveStart = (
  script: Script,
  change: Partial<StartOf<'startStrategy'>> = {},
): StartOf<'startStrategy'> => ({
  ...COMMON,
  Name: 'Cross',
  InstanceId: 'live-1',
  Code: scriptText(script),
  ...change,
});
export const backtestStart = (
  market: HistoryMarket,
  script: Script,
  change: Partial<StartOf<'startBacktest'>> = {},
): StartOf<'startBacktest'> => ({
  ...COMMON,
  Name: 'Cross',
  InstanceId: 'test-1',
  Code: scriptText(script),
  DataType: 'Auto',
  From: market.session.openMs,
  To: market.session.closeMs,
  ...change,
});
export const publicStart = (
  change: Partial<StartOf<'startPublicStrategy'>> = {},
): StartOf<'startPublicStrategy'> => ({
  ...COMMON,
  StrategyId: 1,
  UserId: 'u',
  InstanceId: 'public-1',
  DollarLimit: 100,
  ...change,
});

import { vi } from 'vitest';
import { newYorkMs } from '../../src/domain/calendar/us-equity.ts';
import { minuteText } from '../../src/domain/strategy/index.ts';
import type { Body } from '../../src/protocol/index.ts';
import { createStrategyRuntime } from '../../src/server/algostream/runtime/index.ts';
import { RUN_SETTINGS } from '../api/run-settings.ts';
import { openAccount, type WireClient } from '../api/wire-client.ts';
import type { MinuteMarket } from './minute-market.ts';
import { observable, observeRuntime } from './observed-runtime.ts';
import { startTestServer, type TestServer, type TestUser } from './server.ts';

const MINUTE_MS = 60_000;
const SESSION_MINUTES = 390;
const RUNS_PER_USER = 8;
/** The server reads its clock once a second. */
const CLOCK_CHECK_MS = 1_000;
/** A bar ends at the second check after its end. */
const CHECKS = 2;
/** A run that got no bar says nothing when it has handled the time: at the times to close it is given so long. */
const HANDLING_MS = 40;
/** The end of the session ends day orders, which nothing awaits: their reports reach the runs within this time, also on a busy machine. */
const SESSION_END_MS = 1_000;
const IDLE_ROUNDS = 3;
const TIMES_TO_CLOSE = [15 * 60 + 30, 15 * 60 + 55];

/** A strategy that runs live over the day, and then in a backtest of it. */
export interface TestedRun {
  readonly name: string;
  readonly symbol: string;
  readonly code: string;
  readonly settings: Partial<Settings>;
}
const pause = (delayMs: number) => new Promise((resolve) => setTimeout(resolve, delayMs));

type Order = Body<'strategyOrders'>['Items'][number];
/** The orders of a run and its figures at its end. */
export interface Outcome {
  readonly orders: readonly Order[];
  readonly instance: Body<'strategyStatusUpdate'>['Instance'];
}

type Settings = typeof RUN_SETTINGS;

/** Takes the place of the timers that read the clock: the test decides when they fire, so that its result does not depend on the machine. */
export class CheckedClock {
  readonly #checks = new Map<unknown, () => void>();
  readonly #setInterval = globalThis.setInterval;
  readonly #clearInterval = globalThis.clearInterval;

  install(): void {
    const never = 2 ** 31 - 1;
    const set = (call: () => void, delayMs?: number): NodeJS.Timeout => {
      if (delayMs !== CLOCK_CHECK_MS) return this.#setInterval(call, delayMs);
      const timer = this.#setInterval(() => {}, never).unref();
      this.#checks.set(timer, call);
      return timer;
    };
    vi.spyOn(globalThis, 'setInterval').mockImplementation(set);
    vi.spyOn(globalThis, 'clearInterval').mockImplementation((timer) => {
      this.#checks.delete(timer);
      this.#clearInterval(timer);
    });
  }

  check(): void {
    for (const call of [...this.#checks.values()]) call();
  }
}

/** A day on which strategies run live through a whole server, and the backtests of that day. */
export class PlayedDay {
  readonly live = new Map<string, Outcome>();
  readonly tested = new Map<string, Outcome>();
  readonly #date: string;
  readonly #openMs: number;
  readonly #market: MinuteMarket;
  readonly #runs: readonly TestedRun[];
  readonly #first: 'low' | 'high' | undefined;
  readonly #clock: CheckedClock;
  /** Without the low priority of backtests, which would wait for every other test of the machine. */
  readonly #observed = observeRuntime(
    createStrategyRuntime({ priority: { niceness: 0, onlyWhenIdle: false } }),
  );
  readonly #clients = new Map<string, WireClient<'trading'>>();
  readonly #accounts = new Map<string, string>();
  #server: TestServer<MinuteMarket> | undefined;

  /** `first`: the extreme of each minute that comes first, on a day with stops; undefined = on a day without them. */
  constructor(
    {
      date,
      market,
      first,
    }: { readonly date: string; readonly market: MinuteMarket; readonly first?: 'low' | 'high' },
    runs: readonly TestedRun[],
    clock: CheckedClock,
  ) {
    this.#date = date;
    this.#openMs = newYorkMs(date, 570);
    this.#market = market;
    this.#first = first;
    this.#runs = runs;
    this.#clock = clock;
  }

  async play(): Promise<void> {
    this.#server = await startTestServer({ market: this.#market, strategyRuntime: this.#observed.runtime });
    await this.#startRuns();
    for (let minute = 0; minute < SESSION_MINUTES; minute += 1) {
      this.#market.openMinute(minute);
      await this.#settled();
      if (this.#first === undefined) this.#market.finishMinute(minute);
      else await this.#walk(minute, this.#first);
      await this.#settled();
      this.#market.endMinute(minute);
      // A bar is handled two seconds after its end: what the end itself brings about, such as the end of day orders, is known by then.
      for (let check = 0; check < CHECKS; check += 1) {
        await this.#settled();
        if (minute === SESSION_MINUTES - 1) await pause(SESSION_END_MS);
        this.#clock.check();
      }
      await this.#settled();
      if (TIMES_TO_CLOSE.includes(570 + minute + 1)) {
        await pause(HANDLING_MS);
        await this.#settled();
      }
    }
    // What the code does with its last bar, such as an order that is refused after the close, is awaited by nothing else.
    await pause(SESSION_END_MS);
    await this.#settled();
    for (const run of this.#runs) await this.#compare(run);
  }

  #walk(minute: number, first: 'low' | 'high'): Promise<void> {
    return this.#market.walkMinute(
      minute,
      first,
      (symbol) => this.#stopsOf(symbol),
      () => this.#settled(),
    );
  }

  /** Prices of the stops in a symbol that wait now. */
  #stopsOf(symbol: string): number[] {
    const { brokerage } = this.#running;
    return this.#runs
      .flatMap(({ name }) => brokerage.accountView(this.#accounts.get(name) ?? '', this.#market.nowMs).orders)
      .filter(
        (order) =>
          order.symbol === symbol &&
          order.completedMs === null &&
          order.type === 'Stop' &&
          order.status !== 'Stopped',
      )
      .map(({ workingStopE4 }) => workingStopE4);
  }

  end(): Promise<void> {
    return this.#server?.end() ?? Promise.resolve();
  }

  get #running(): TestServer<MinuteMarket> {
    if (this.#server === undefined) throw new Error('the server does not run');
    return this.#server;
  }

  async #startRuns(): Promise<void> {
    const server = this.#running;
    let user: TestUser | undefined;
    for (const [n, run] of this.#runs.entries()) {
      if (n % RUNS_PER_USER === 0) user = await server.addUser(`trader${n}`);
      if (user === undefined) throw new Error('no user');
      const account = `RUN-${n}`;
      await server.storage.repositories.accounts.create({
        account,
        userId: user.userId,
        isLive: false,
        isLocked: false,
        openingCashE4: 10_000_000_000,
        cashVersion: 1,
        isDefault: false,
      });
      await server.brokerage.fundAccount(account, { cashE4: 10_000_000_000, version: 1 });
      const { client } = await openAccount(server.ports, { ...user, account });
      this.#accounts.set(run.name, account);
      this.#clients.set(run.name, client);
      client.send('saveAlgoTradingStrategy', { Name: run.name, Code: run.code, Parameters: '' });
      await client.next('strategySaved');
      client.send('startStrategy', this.#startOf(run, 'live'));
      await client.next('strategyStarted', ({ Instance }) => Instance.InstanceId === 'live');
    }
  }

  #startOf(run: TestedRun, InstanceId: string) {
    return {
      ...RUN_SETTINGS,
      ...run.settings,
      Name: run.name,
      InstanceId,
      Account: this.#accounts.get(run.name) ?? '',
      Code: observable(run.code),
      Parameters: `Symbol = ${run.symbol}`,
    };
  }

  /** Everything that the runs were delivered has been handled, and everything that they requested journaled and answered. */
  async #settled(): Promise<void> {
    const server = this.#running;
    // The report of a fill may be on its way while nothing is awaited: a second round after it finds the run busy.
    for (let idleRounds = 0; idleRounds < IDLE_ROUNDS;) {
      await server.brokerage.fundAccount(server.user.account, { cashE4: 1_000_000_000, version: 1 });
      await new Promise((resolve) => setTimeout(resolve, 1));
      idleRounds = this.#observed.runs.every((run) => run.isIdle()) ? idleRounds + 1 : 0;
    }
  }

  async #compare(run: TestedRun): Promise<void> {
    const client = this.#clients.get(run.name);
    if (client === undefined) throw new Error(`no connection for ${run.name}`);
    const Account = this.#accounts.get(run.name) ?? '';
    client.send('stopStrategy', { Account, Name: run.name, InstanceId: 'live' });
    const stopped = await client.next(
      'strategyStatusUpdate',
      ({ Instance }) => Instance.Status === 'Stopped',
    );
    this.live.set(run.name, {
      orders: await this.#ordersOf(client, run, 'live'),
      instance: stopped.Instance,
    });
    client.send('startBacktest', {
      ...this.#startOf(run, 'backtest'),
      DataType: 'AvailableMinute',
      From: this.#openMs,
      To: newYorkMs(this.#date, 24 * 60) - 1_000,
    });
    const over = await client.next(
      'strategyStatusUpdate',
      ({ Instance }) => Instance.InstanceId === 'backtest' && Instance.FinishedAt !== null,
    );
    this.tested.set(run.name, {
      orders: await this.#ordersOf(client, run, 'backtest'),
      instance: over.Instance,
    });
  }

  async #ordersOf(client: WireClient<'trading'>, { name: Name }: TestedRun, InstanceId: string) {
    client.send('requestAlgoTradingStrategyOrders', { Name, InstanceId });
    const orders: Order[] = [];
    for (;;) {
      const { Items, HasMore } = await client.next('strategyOrders');
      orders.push(...Items);
      if (!HasMore) return orders;
    }
  }
}

const feesOf = (order: Order): number =>
  Math.round(
    10_000 *
      (order.ClearingCharge +
        order.ExecutionCharge +
        order.LiquidityFee +
        order.SecFee +
        order.NsccFee +
        order.FinraFee +
        order.OtherFee),
  );

/**
 * What the strategy sent and what became of it: the minute, the terms, the fill with its fees, and why an order was rejected. Where a stop stood counts when it filled: a bar in
 * which the target fills does not say whether the stop had followed the price before.
 */
export function described(openMs: number, order: Order): string {
  const minute = 570 + Math.floor((order.SentTimestamp - openMs) / MINUTE_MS);
  const terms = `${minuteText(minute)} ${order.Symbol} ${order.Side} ${order.Quantity} ${order.Type} ${order.Price}`;
  if (order.Status === 'Filled')
    return `${terms} ${order.StopPrice} filled at ${order.FillPrice} ${order.Liquidity}, fees ${feesOf(order)}, net ${order.CumulativeProfitLoss}`;
  return `${terms} ${order.Status}${order.Status === 'Rejected' ? `: ${order.Reason}` : ''}`;
}

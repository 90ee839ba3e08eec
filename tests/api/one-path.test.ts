import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newYorkMs } from '../../src/domain/calendar/us-equity.ts';
import { minuteText } from '../../src/domain/strategy/index.ts';
import type { Body } from '../../src/protocol/index.ts';
import { createStrategyRuntime } from '../../src/server/algostream/runtime/index.ts';
import { MinuteMarket, readMinutes } from '../support/minute-market.ts';
import { observable, observeRuntime } from '../support/observed-runtime.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { RUN_SETTINGS } from './run-settings.ts';
import { openAccount, type WireClient } from './wire-client.ts';

/**
 * Strategies run live through the whole server over recorded days, and then in backtests of these days: orders, fills, fees and positions are the same.
 * The shared recordings are used where they are, else the fixtures of the project. `TAPEDECK_ONE_PATH=all` runs each strategy on each symbol and day.
 */
const SHARED = fileURLToPath(new URL('../../../shared/data/minute', import.meta.url));
const FIXTURES = fileURLToPath(new URL('../fixtures/replay/minute', import.meta.url));
const FOLDER = existsSync(SHARED) ? SHARED : FIXTURES;
const SYMBOLS = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.csv.gz'))
  .map((name) => name.slice(0, -'.csv.gz'.length));
const ALL = process.env['TAPEDECK_ONE_PATH'] === 'all';
const DAYS = ALL ? ['2019-02-12', '2019-02-13', '2019-02-14', '2019-02-15'] : ['2019-02-12'];
const MINUTE_MS = 60_000;
const SESSION_MINUTES = 390;
const RUNS_PER_USER = 8;
/** The server reads its clock once a second. */
const CLOCK_CHECK_MS = 1_000;
/** A bar ends at the second check after its end. */
const CHECKS = 2;
/** A run that got no bar says nothing when it has handled the time: at the times to close it is given so long. */
const HANDLING_MS = 40;
const IDLE_ROUNDS = 3;
const TIMES_TO_CLOSE = [15 * 60 + 30, 15 * 60 + 55];

const STRATEGIES: Readonly<Record<string, string>> = {
  reversals: `bars('1 minute');
const fast = sma(5), slow = sma(20);
onBar(() => {
  if (crossesAbove(fast, slow)) goLong(10);
  else if (crossesBelow(fast, slow)) goShort(10);
});`,
  strength: `bars('1 minute');
closingTime('15:30');
const strength = rsi(9);
onBar(() => {
  if (position.isFlat && strength.last < 35) buy(10);
  else if (position.isLong && strength.last > 60) sell();
});`,
  breakout: `bars('5 minutes');
openingTime('10:00');
const band = donchian(6);
onBar((bar) => {
  if (bar.close >= band.upper.last) goLong(10);
  else if (bar.close <= band.lower.last) goShort(10);
});`,
  reversion: `bars('1 minute');
allow('LongOnly');
const mean = vwap();
onBar((bar) => {
  if (bar.close < mean.last * 0.9995) goLong(10);
  else if (bar.close > mean.last * 1.0005) goFlat();
});`,
  resting: `bars('1 minute');
const range = atr(20);
onBar((bar) => {
  if (bar.minute % 10 === 0) return cancelAll();
  if (hasOpenOrders()) return;
  if (position.isFlat) buy(10, { price: bar.close - 1.5 * range.last - 0.01 });
  else sell(position.quantity, { price: bar.close + 1.5 * range.last + 0.01 });
});`,
  'on the close': `bars('3 minutes');
onBar((bar) => {
  if (bar.minute === 600) { buy(20); }
  if (bar.minute === 660 && position.isLong) sell(position.quantity, { type: 'MarketOnClose' });
  if (bar.minute === 900) short(5);
});`,
};
const LIMITS = {
  IntradayPositionsOnly: true,
  FirstTradingIntervalStart: 595,
  FirstTradingIntervalEnd: 690,
  SecondTradingIntervalStart: 780,
  SecondTradingIntervalEnd: 930,
  ShareLimit: 7,
};

interface TestedRun {
  readonly name: string;
  readonly symbol: string;
  readonly code: string;
  readonly settings: Partial<typeof RUN_SETTINGS>;
}
type Order = Body<'strategyOrders'>['Items'][number];
interface Outcome {
  readonly orders: readonly Order[];
  readonly instance: Body<'strategyStatusUpdate'>['Instance'];
}

/** Each symbol with and without limits; each strategy on several symbols, or on all of them. */
const RUNS: readonly TestedRun[] = SYMBOLS.flatMap((symbol, at) =>
  Object.entries(STRATEGIES).flatMap(([strategy, code], n) =>
    [{}, LIMITS].flatMap((settings, withLimits) =>
      ALL || (at + 2 * withLimits) % Object.keys(STRATEGIES).length === n
        ? [{ name: `${strategy} ${symbol} ${withLimits === 0 ? 'free' : 'limited'}`, symbol, code, settings }]
        : [],
    ),
  ),
);

class PlayedDay {
  readonly live = new Map<string, Outcome>();
  readonly tested = new Map<string, Outcome>();
  readonly #date: string;
  readonly #openMs: number;
  readonly #market: MinuteMarket;
  /** Without the low priority of backtests, which would wait for every other test of the machine. */
  readonly #observed = observeRuntime(
    createStrategyRuntime({ priority: { niceness: 0, onlyWhenIdle: false } }),
  );
  readonly #clients = new Map<string, WireClient<'trading'>>();
  readonly #accounts = new Map<string, string>();
  #server: TestServer<MinuteMarket> | undefined;

  constructor(date: string) {
    this.#date = date;
    this.#openMs = newYorkMs(date, 570);
    this.#market = new MinuteMarket(
      new Map(SYMBOLS.map((symbol) => [symbol, readMinutes(`${FOLDER}/${symbol}.csv.gz`)])),
      date,
    );
  }

  async play(): Promise<void> {
    this.#server = await startTestServer({ market: this.#market, strategyRuntime: this.#observed.runtime });
    await this.#startRuns();
    for (let minute = 0; minute < SESSION_MINUTES; minute += 1) {
      this.#market.openMinute(minute);
      await this.#settled();
      this.#market.finishMinute(minute);
      await this.#settled();
      this.#market.endMinute(minute);
      // A bar is handled two seconds after its end: what the end itself brings about, such as the end of day orders, is known by then.
      for (let check = 0; check < CHECKS; check += 1) {
        await this.#settled();
        clock.check();
      }
      await this.#settled();
      if (TIMES_TO_CLOSE.includes(570 + minute + 1)) {
        await new Promise((resolve) => setTimeout(resolve, HANDLING_MS));
        await this.#settled();
      }
    }
    for (const run of RUNS) await this.#compare(run);
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
    for (const [n, run] of RUNS.entries()) {
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

/** What the strategy sent and what became of it: the minute, the terms, the fill with its fees, and why an order was rejected. */
function described(openMs: number, order: Order): string {
  const minute = 570 + Math.floor((order.SentTimestamp - openMs) / MINUTE_MS);
  const terms = `${minuteText(minute)} ${order.Side} ${order.Quantity} ${order.Type} ${order.Price}`;
  if (order.Status === 'Filled')
    return `${terms} filled at ${order.FillPrice} ${order.Liquidity}, fees ${feesOf(order)}, net ${order.CumulativeProfitLoss}`;
  return `${terms} ${order.Status}${order.Status === 'Rejected' ? `: ${order.Reason}` : ''}`;
}

/** Takes the place of the timers that read the clock: the test decides when they fire, so that its result does not depend on the machine. */
class CheckedClock {
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

const clock = new CheckedClock();
beforeAll(() => clock.install());
afterAll(() => {
  vi.restoreAllMocks();
});

describe.each(DAYS)('on %s', (date) => {
  const openMs = newYorkMs(date, 570);
  const day = new PlayedDay(date);
  beforeAll(() => day.play(), ALL ? 7_200_000 : 900_000);
  afterAll(() => day.end());
  const ordersOf = (outcome: Outcome | undefined): string[] =>
    (outcome?.orders ?? []).map((order) => described(openMs, order)).toSorted();

  it.each(RUNS.map(({ name }) => name))('trades alike live and in a backtest: %s', (name) => {
    const [live, tested] = [day.live.get(name), day.tested.get(name)];
    expect(ordersOf(live)).toEqual(ordersOf(tested));
    const figures = (outcome: Outcome | undefined) => [
      outcome?.instance.RejectedCount,
      outcome?.instance.LastRejection,
      outcome?.instance.Returns?.TradeCount,
    ];
    expect(figures(live)).toEqual(figures(tested));
  });

  it('fills orders of every strategy', () => {
    for (const strategy of Object.keys(STRATEGIES)) {
      const filled = RUNS.filter(({ name }) => name.startsWith(strategy)).flatMap(({ name }) =>
        (day.live.get(name)?.orders ?? []).filter(({ Status }) => Status === 'Filled'),
      );
      expect([strategy, filled.length > 0]).toEqual([strategy, true]);
    }
  });
});

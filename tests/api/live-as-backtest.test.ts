import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newYorkMs } from '../../src/domain/calendar/us-equity.ts';
import { minuteText } from '../../src/domain/strategy/index.ts';
import type { Body } from '../../src/protocol/index.ts';
import { TEMPLATES } from '../../src/server/algostream/library/templates.ts';
import { createStrategyRuntime } from '../../src/server/algostream/runtime/index.ts';
import { OPENING_CASH_E4 } from '../../src/server/identity/demo-user.ts';
import type { MarketData } from '../../src/server/market/market-data.ts';
import { observable, observeRuntime } from '../support/observed-runtime.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { steppedReplay } from '../support/stepped-replay.ts';
import { RUN_SETTINGS } from './run-settings.ts';
import { openAccount, type WireClient } from './wire-client.ts';

/** Every strategy runs live over a recorded day, on an account of its own, and then in a backtest of that day. */
const DATE = '2019-02-12';
const FOLDER = fileURLToPath(new URL('../fixtures/replay', import.meta.url));
const MINUTE_MS = 60_000;
const SESSION_MINUTES = 390;
const OPEN_MS = newYorkMs(DATE, 570);
const CLOSE_MS = OPEN_MS + SESSION_MINUTES * MINUTE_MS;
const SYMBOLS = ['SPY', 'MSFT', 'AAPL'];
/** Dollars, on shares of 105 to 275: the width of a quote, and how far a price goes between the open of a bar and the order. Measured: 0.13, 0.015 on average. */
const MAX_FILL_DIFFERENCE = 0.15;

interface TestedStrategy {
  readonly name: string;
  readonly code: string;
  readonly parameters: string;
  readonly barMinutes: number;
}

/** What the recording has no symbol for runs on another one; strategies that would send nothing on this day run on shorter bars. */
const TEMPLATE_CHANGES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Moving average cross': { BarSize: '1 minute', alsoShort: 'true' },
  'RSI reversal': { Symbol: 'MSFT', BarSize: '1 minute' },
  'Bollinger bands with a bracket': { BarSize: '1 minute' },
  'Donchian breakout': { BarSize: '5 minutes' },
  'Opening range breakout': { Symbol: 'SPY' },
};

function withChanges(parameters: string, changes: Readonly<Record<string, string>> = {}): string {
  const kept = parameters.split('\n').filter((line) => !((line.split(' =')[0] ?? '') in changes));
  return [...kept, ...Object.entries(changes).map(([name, value]) => `${name} = ${value}`)].join('\n');
}

const SMA_REVERSALS = `symbol('SPY');
bars('1 minute');
const fast = sma(5), slow = sma(20);
onBar(() => {
  if (crossesAbove(fast, slow)) goLong(100);
  else if (crossesBelow(fast, slow)) goShort(100);
});`;
const LIMIT_PULLBACK = `symbol('MSFT');
bars('1 minute');
closingTime('15:50');
const mean = ema(10), range = atr(20);
let heldBars = 0;
onBar((bar) => {
  heldBars = position.isFlat ? 0 : heldBars + 1;
  if (bar.minute % 5 !== 0) return;
  cancelAll();
  if (position.isFlat) buy(100, { price: mean.last - 0.4 * range.last });
  else if (heldBars > 8) sell(position.quantity, { price: bar.close - range.last });
});`;
const STOP_BREAKOUT = `symbol('AAPL');
bars('1 minute');
closingTime('15:50');
const range = atr(20);
onBar((bar) => {
  if (bar.minute % 3 !== 0) return;
  cancelAll();
  const step = range.last / 7;
  if (position.isFlat) buy(100, { stop: highest(high, 10) + step });
  else sell(position.quantity, { stop: lowest(low, 5) - step });
});`;

const STRATEGIES: readonly TestedStrategy[] = [
  // The prices of exits follow those of fills, which real quotes make different: `one-path.test.ts` compares them.
  ...TEMPLATES.filter(({ code }) => !code.includes('exits:')).map(({ name, code, parameters: given }) => {
    const parameters = withChanges(given, TEMPLATE_CHANGES[name]);
    return { name, code, parameters, barMinutes: Number(/BarSize = (\d+)/.exec(parameters)?.[1]) };
  }),
  { name: 'SMA reversals', code: SMA_REVERSALS, parameters: '', barMinutes: 1 },
  { name: 'Limit pullback', code: LIMIT_PULLBACK, parameters: '', barMinutes: 1 },
  { name: 'Stop breakout', code: STOP_BREAKOUT, parameters: '', barMinutes: 1 },
];

type Order = Body<'strategyOrders'>['Items'][number];
interface Outcome {
  readonly orders: readonly Order[];
  readonly instance: Body<'strategyStatusUpdate'>['Instance'];
}

const replay = steppedReplay(FOLDER, DATE);
const { runtime, runs } = observeRuntime(createStrategyRuntime());
let server: TestServer<MarketData>;
const clients = new Map<string, WireClient<'trading'>>();
const live = new Map<string, Outcome>();
const tested = new Map<string, Outcome>();

const accountOf = ({ name }: TestedStrategy): string =>
  `DEMO-${STRATEGIES.findIndex((strategy) => strategy.name === name)}`;
const clientOf = ({ name }: TestedStrategy): WireClient<'trading'> => {
  const client = clients.get(name);
  if (!client) throw new Error(`no connection for ${name}`);
  return client;
};

async function openAccountFor(strategy: TestedStrategy): Promise<void> {
  const account = accountOf(strategy);
  await server.storage.repositories.accounts.create({
    account,
    userId: server.user.userId,
    isLive: false,
    isLocked: false,
    openingCashE4: OPENING_CASH_E4,
    cashVersion: 1,
    isDefault: false,
  });
  await server.brokerage.fundAccount(account, { cashE4: OPENING_CASH_E4, version: 1 });
  const user: TestUser = { ...server.user, account };
  const { client } = await openAccount(server.ports, user);
  clients.set(strategy.name, client);
}

const startOf = (strategy: TestedStrategy, InstanceId: string) => ({
  ...RUN_SETTINGS,
  Name: strategy.name,
  InstanceId,
  Account: accountOf(strategy),
  Code: observable(strategy.code),
  Parameters: strategy.parameters,
});

/** Everything that the market has played so far has been journalled, delivered, handled and answered. */
async function settled(minute: number): Promise<void> {
  const isDone = (): boolean =>
    runs.every(
      (run, at) =>
        run.isIdle() && run.deliveredBars >= Math.floor(minute / (STRATEGIES[at]?.barMinutes ?? 1)),
    );
  do {
    // Answered when the journal has everything before it.
    await server.brokerage.fundAccount(server.user.account, { cashE4: OPENING_CASH_E4, version: 1 });
    // The strategies get the processor time that nothing else wants: a loop without a pause would leave them none on a busy machine.
    await new Promise((resolve) => setTimeout(resolve, 1));
  } while (!isDone());
}

async function ordersOf(strategy: TestedStrategy, InstanceId: string): Promise<Order[]> {
  const client = clientOf(strategy);
  client.send('requestAlgoTradingStrategyOrders', { Name: strategy.name, InstanceId });
  const orders: Order[] = [];
  for (;;) {
    const { Items, HasMore } = await client.next('strategyOrders');
    orders.push(...Items);
    if (!HasMore) return orders;
  }
}

async function playTheDay(): Promise<void> {
  const firstTrades = SYMBOLS.map((symbol) => replay.firstTradesOf(symbol));
  for (let minute = 1; minute <= SESSION_MINUTES; minute += 1) {
    const endMs = OPEN_MS + minute * MINUTE_MS;
    await replay.playTo(endMs - 1);
    await settled(minute - 1);
    if (minute === SESSION_MINUTES) break;
    // A bar ends with the first trade of the next one.
    await replay.playTo(Math.max(endMs, ...firstTrades.map((trades) => trades[minute] ?? endMs)));
    await settled(minute);
  }
  await replay.playTo(CLOSE_MS);
  await settled(SESSION_MINUTES);
}

beforeAll(async () => {
  server = await startTestServer<MarketData>({
    market: replay.market,
    strategyRuntime: runtime,
    duplicateWindowMs: 1_000,
  });
  for (const strategy of STRATEGIES) {
    await openAccountFor(strategy);
    const client = clientOf(strategy);
    const { name: Name, code: Code, parameters: Parameters } = strategy;
    client.send('saveAlgoTradingStrategy', { Name, Code, Parameters });
    await client.next('strategySaved');
    client.send('startStrategy', startOf(strategy, 'live'));
    await client.next('strategyStarted');
  }
  await playTheDay();
  for (const strategy of STRATEGIES) {
    const client = clientOf(strategy);
    const { name: Name } = strategy;
    client.send('stopStrategy', { Account: accountOf(strategy), Name, InstanceId: 'live' });
    const { Instance } = await client.next(
      'strategyStatusUpdate',
      (body) => body.Instance.Status === 'Stopped',
    );
    live.set(Name, { orders: await ordersOf(strategy, 'live'), instance: Instance });
    client.send('startBacktest', {
      ...startOf(strategy, 'backtest'),
      DataType: 'Auto',
      From: OPEN_MS,
      To: newYorkMs(DATE, 24 * 60) - 1_000,
    });
    const { Instance: over } = await client.next(
      'strategyStatusUpdate',
      (body) => body.Instance.InstanceId === 'backtest' && body.Instance.FinishedAt !== null,
    );
    tested.set(Name, { orders: await ordersOf(strategy, 'backtest'), instance: over });
  }
}, 240_000);
afterAll(() => server.end());

/** What the strategy decided: in which minute of the day, and which order. */
const termsOf = ({ SentTimestamp, Side, Quantity, Type, Price }: Order): string => {
  const minute = 570 + Math.floor((SentTimestamp - OPEN_MS) / MINUTE_MS);
  return `${minuteText(minute)} ${Side} ${Quantity} ${Type} ${Price}`;
};
/** Whether both fills lie in the same bar, or neither order was filled. A backtest fills a limit that rests at the end of the bar, everything at an open at its start. */
function isSameOutcome(traded: Order, simulated: Order): boolean {
  if (traded.Status !== simulated.Status) return false;
  const [timeMs, simulatedMs] = [traded.FillTimestamp, simulated.FillTimestamp];
  if (timeMs === null || simulatedMs === null) return timeMs === simulatedMs;
  const endMs = Math.floor(timeMs / MINUTE_MS + 1) * MINUTE_MS;
  const rested = traded.Type === 'Limit' && simulatedMs > simulated.SentTimestamp;
  return endMs === simulatedMs || (!rested && endMs === simulatedMs + MINUTE_MS);
}
/** Orders that reached the market, as they were sent. */
const sentOrders = (outcome: Outcome): Order[] =>
  outcome.orders
    .filter(({ Status }) => Status !== 'Rejected')
    .toSorted((left, right) => (termsOf(left) < termsOf(right) ? -1 : 1));
const outcomesOf = (name: string): { live: Outcome; backtest: Outcome } => {
  const [liveOutcome, backtestOutcome] = [live.get(name), tested.get(name)];
  if (!liveOutcome || !backtestOutcome) throw new Error(`${name} did not run`);
  return { live: liveOutcome, backtest: backtestOutcome };
};

/** How many orders are the same before the first one that ended otherwise: from there on the strategy decides from another position. */
function comparableOrders(name: string): { live: string[]; backtest: string[]; isWhole: boolean } {
  const outcomes = outcomesOf(name);
  const [liveOrders, backtestOrders] = [sentOrders(outcomes.live), sentOrders(outcomes.backtest)];
  const differs = liveOrders.findIndex((order, at) => {
    const twin = backtestOrders[at];
    return twin !== undefined && !isSameOutcome(order, twin);
  });
  const end = differs < 0 ? undefined : differs + 1;
  return {
    live: liveOrders.slice(0, end).map(termsOf),
    backtest: backtestOrders.slice(0, end).map(termsOf),
    isWhole: differs < 0,
  };
}

const NAMES = STRATEGIES.map(({ name }) => name);

it.each(NAMES)('rejects the same orders of "%s" live and in the backtest, in the same words', (name) => {
  const { live: liveOutcome, backtest } = outcomesOf(name);
  const rejected = ({ orders }: Outcome) =>
    orders
      .filter(({ Status }) => Status === 'Rejected')
      .map((order) => `${termsOf(order)}: ${order.Reason}`)
      .toSorted();
  expect(rejected(liveOutcome)).toEqual(rejected(backtest));
  const shown = ({ instance: { RejectedCount, LastRejection } }: Outcome) => [RejectedCount, LastRejection];
  expect(shown(liveOutcome)).toEqual(shown(backtest));
  expect(liveOutcome.instance.RejectedCount).toBe(rejected(liveOutcome).length);
});

it.each(NAMES)('sends the same orders of "%s" live and in the backtest', (name) => {
  const { live: sentLive, backtest } = comparableOrders(name);
  expect(sentLive.length).toBeGreaterThan(1);
  expect(sentLive).toEqual(backtest);
});

it('runs the whole day alike where every order is a market order', () => {
  expect(NAMES.filter((name) => comparableOrders(name).isWhole)).toEqual([
    'Moving average cross',
    'RSI reversal',
    'Donchian breakout',
    'VWAP reversion',
    'Opening range breakout',
    'SMA reversals',
  ]);
});

it('fills the same orders at nearly the same prices', () => {
  const differences = NAMES.flatMap((name) => {
    const outcomes = outcomesOf(name);
    const [liveOrders, backtestOrders] = [sentOrders(outcomes.live), sentOrders(outcomes.backtest)];
    return liveOrders.slice(0, comparableOrders(name).live.length - 1).flatMap((order, at) => {
      const twin = backtestOrders[at];
      return order.Status === 'Filled' && twin ? [Math.abs(order.FillPrice - twin.FillPrice)] : [];
    });
  });
  expect(differences.length).toBeGreaterThan(100);
  expect(Math.max(...differences)).toBeLessThan(MAX_FILL_DIFFERENCE);
});

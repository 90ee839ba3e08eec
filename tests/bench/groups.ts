import { PLAIN_ORDER } from '../../src/domain/orders/request.ts';
import type { ExitTerms, GroupRequest } from '../../src/domain/orders/groups/types.ts';
import { HOUSE_LIMITS } from '../../src/domain/risk/index.ts';
import type { Brokerage, NewOrder } from '../../src/server/brokerage/brokerage.ts';
import { createBrokerage } from '../../src/server/brokerage/create-brokerage.ts';
import { createDefaultRiskFacts } from '../../src/server/brokerage/default-risk-facts.ts';
import { MemoryJournal } from '../../src/server/brokerage/testing/memory-journal.ts';
import { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { printTable } from './harness.ts';

const SYMBOLS = ['SPY', 'AAPL', 'QQQ'];
/** An account has at most 2,000 live groups, so five of them have 10,000. */
const ACCOUNTS = ['A', 'B', 'C', 'D', 'E'];
const GROUPS_PER_ACCOUNT = 2_000;
const WARM_UP = 100;
const ROUNDS = 1_500;
/** Parts of the rounds, which alternate where two costs are compared. */
const BLOCKS = 15;
const OPEN_ORDERS = 1_000;

let sent = 0;
const orderOf = (account: string, change: Partial<NewOrder> = {}): NewOrder => ({
  ...PLAIN_ORDER,
  account,
  userId: 'bench',
  clientId: `o${(sent += 1)}`,
  symbol: 'SPY',
  side: 'Buy',
  source: 'Open',
  type: 'Limit',
  tif: 'Day',
  quantity: 1,
  priceE4: 900_000,
  destination: 'SMART',
  route: 'AUTO',
  ...change,
});
const exit: ExitTerms = { basis: 'Percent', amountE4: 20_000, tif: 'GoodTillCancel' };
const bracketOf = (account: string, change: Partial<NewOrder> = {}): GroupRequest => ({
  account,
  userId: 'bench',
  clientId: `g${(sent += 1)}`,
  kind: 'Bracket',
  symbol: 'SPY',
  orders: [orderOf(account, change)],
  target: exit,
  stop: exit,
});

/** A bracket that trails and closes at a time, or an order that waits for a price of QQQ that no tick reaches. */
const waitingGroupOf = (account: string, count: number): GroupRequest =>
  count % 2 === 0
    ? {
        ...bracketOf(account, { priceE4: 1_000_200 }),
        trail: {
          start: { basis: 'Percent', amountE4: 10_000 },
          distance: { basis: 'Percent', amountE4: 5_000 },
        },
        timeExit: { basis: 'Minutes', minutes: 600 },
      }
    : {
        ...bracketOf(account, { tif: 'GoodTillCancel' }),
        kind: 'Conditional',
        target: null,
        stop: null,
        condition: {
          basis: 'Last',
          symbol: 'QQQ',
          direction: 'AtOrAbove',
          priceE4: 2_000_000 + count * 100,
        },
      };

interface World {
  readonly market: ScriptedMarket;
  readonly brokerage: Brokerage;
}

/** A brokerage whose accounts have so many groups each: filled brackets with both exits working, and orders that wait. With guards, each account also has limits that no tick reaches. */
async function open(groupsPerAccount: number, hasGuards = false): Promise<World> {
  const market = new ScriptedMarket(SYMBOLS);
  for (const symbol of SYMBOLS) {
    market.show(symbol, [{ exchange: 'ARCA', bid: [100, 1e6], ask: [100.02, 1e6] }]);
    market.print(symbol, 100.01, 100);
  }
  const accounts = () => ({ isLive: false, isLocked: false });
  const limits = {
    ...HOUSE_LIMITS,
    duplicateWindowMs: null,
    orderRates: [],
    maxOpenOrders: null,
    refusesWashSales: false,
  };
  const brokerage = createBrokerage({
    market,
    journal: new MemoryJournal(),
    clock: market,
    accounts,
    facts: { ...createDefaultRiskFacts({ market, accounts }), limits: () => limits },
    sweepIntervalMs: 3_600_000,
  });
  await brokerage.start();
  for (const account of ACCOUNTS) await brokerage.fundAccount(account, { cashE4: 1e14, version: 1 });
  for (const account of ACCOUNTS)
    for (let count = 0; count < groupsPerAccount; count += 1) {
      const outcome = await brokerage.placeGroup(waitingGroupOf(account, count));
      if ('code' in outcome) throw new Error(`${outcome.code} ${outcome.detail ?? ''}`);
    }
  if (hasGuards)
    for (const account of ACCOUNTS)
      await brokerage.setGuards({
        account,
        userId: 'bench',
        limits: { dailyLossE4: 1e12, drawdownE4: 1e12 },
      });
  // An order of another symbol, without which its ticks would reach nobody.
  await brokerage.submit(orderOf('A', { symbol: 'AAPL' }));
  await brokerage.submit(orderOf('A', { symbol: 'QQQ' }));
  return { market, brokerage };
}

/** CPU time of this thread, which does not count what else the machine does, µs. */
function cpuUs(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

/** The mean over all rounds: the clock of a thread may count whole milliseconds. */
async function meanUs(work: (round: number) => unknown): Promise<number> {
  for (let round = 0; round < WARM_UP; round += 1) await work(round);
  const startedUs = cpuUs();
  for (let round = 0; round < ROUNDS; round += 1) await work(round);
  return (cpuUs() - startedUs) / ROUNDS;
}

/** The means of two works that alternate, so that whatever else slows the machine down slows both. */
async function alternatingUs(
  first: () => unknown,
  second: () => unknown,
): Promise<readonly [firstUs: number, secondUs: number]> {
  const sums: [number, number] = [0, 0];
  for (let block = 0; block < BLOCKS; block += 1)
    for (const [at, work] of [first, second].entries()) {
      const startedUs = cpuUs();
      for (let round = 0; round < ROUNDS / BLOCKS; round += 1) await work();
      // The first block compiles the code.
      if (block > 0) sums[at === 0 ? 0 : 1] += cpuUs() - startedUs;
    }
  const rounds = (ROUNDS / BLOCKS) * (BLOCKS - 1);
  return [sums[0] / rounds, sums[1] / rounds];
}

interface Costs {
  readonly tickUs: number;
  /** A tick of the symbol that half of the groups wait for. */
  readonly awaitedTickUs: number;
  readonly orderUs: number;
  readonly groupUs: number;
}

async function costs(groupsPerAccount: number, hasGuards = false): Promise<Costs> {
  const { market, brokerage } = await open(groupsPerAccount, hasGuards);
  const tickUs = await meanUs((round) =>
    market.show('AAPL', [{ exchange: 'ARCA', bid: [100 + (round % 5) / 100, 900], ask: [100.1, 900] }]),
  );
  const awaitedTickUs = await meanUs((round) =>
    market.show('QQQ', [{ exchange: 'ARCA', bid: [100 + (round % 5) / 100, 900], ask: [100.1, 900] }]),
  );
  // An account with room for more groups.
  const account = groupsPerAccount === 0 ? 'A' : 'F';
  await brokerage.fundAccount(account, { cashE4: 1e14, version: 1 });
  const [orderUs, groupUs] = await alternatingUs(
    () => brokerage.submit(orderOf(account)),
    () => brokerage.placeGroup(bracketOf(account)),
  );
  await brokerage.stop();
  return { tickUs, awaitedTickUs, orderUs, groupUs };
}

/** Milliseconds until a decision is durable, of the clock and of the processor, and the open orders that it left. */
async function timed(
  work: (world: World) => Promise<unknown>,
): Promise<readonly [ms: number, cpuMs: number, left: number]> {
  const world = await open(0);
  for (let count = 0; count < OPEN_ORDERS; count += 1) await world.brokerage.submit(orderOf('B'));
  const [startedMs, startedUs] = [performance.now(), cpuUs()];
  await work(world);
  const [ms, cpuMs] = [performance.now() - startedMs, (cpuUs() - startedUs) / 1000];
  const { orders } = world.brokerage.accountView('B', 0);
  await world.brokerage.stop();
  return [ms, cpuMs, orders.filter(({ completedMs }) => completedMs === null).length];
}

/** What live groups cost ticks and orders of others, and how long it takes to end everything that an account has open; no disk. */
export async function benchGroups(): Promise<void> {
  // The first run compiles the code, and is not counted.
  await costs(0);
  const [none, many] = [await costs(0), await costs(GROUPS_PER_ACCOUNT)];
  const guarded = await costs(GROUPS_PER_ACCOUNT, true);
  const row = (name: string, { tickUs, awaitedTickUs, orderUs, groupUs }: Costs) => [
    name,
    tickUs,
    awaitedTickUs,
    orderUs,
    groupUs,
    groupUs / orderUs,
  ];
  const count = (ACCOUNTS.length * GROUPS_PER_ACCOUNT).toLocaleString('en-US');
  printTable(
    'Cost by live order groups, mean CPU µs of the thread',
    [
      'live groups',
      'tick of another symbol',
      'tick of a symbol they wait for',
      'order',
      'bracket',
      'bracket for an order',
    ],
    [row('0', none), row(count, many), row(`${count}, and guards`, guarded)],
  );
  const base = { account: 'B', userId: 'bench' };
  const ending = (kind: 'Flatten' | 'CancelAll') => (world: World) =>
    world.brokerage.placeGroup({
      ...base,
      clientId: kind,
      kind,
      symbol: null,
      orders: [],
      target: null,
      stop: null,
    });
  const kill = await timed(({ brokerage }) => brokerage.setAccountOptions({ ...base, isHalted: true }));
  const cancel = await timed(ending('CancelAll'));
  const flatten = await timed(ending('Flatten'));
  printTable(
    `Ending ${OPEN_ORDERS.toLocaleString('en-US')} open orders of an account, ms until it is durable`,
    ['request', 'ms', 'CPU ms', 'orders left'],
    [
      ['kill switch', ...kill],
      ['cancel all', ...cancel],
      ['flatten', ...flatten],
    ],
  );
}

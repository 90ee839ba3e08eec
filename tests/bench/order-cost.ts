import type { NewOrder } from '../../src/server/brokerage/brokerage.ts';
import { printTable } from './harness.ts';
import { ACCOUNT, cpuUs, openWorld, plain } from './order-world.ts';

/** The last is every symbol of the simulated market. */
const POSITIONS = [10, 1_000, 3_200];
const WARM_UP = 100;
const ORDERS = 150;
/** The order rate of the issue: 40 a second of market time. */
const BETWEEN_ORDERS_MS = 25;

interface Costs {
  readonly buyUs: number;
  readonly sellUs: number;
  readonly cancelUs: number;
  readonly worstUs: number;
  /** The first order after a minute of rest, in which most prices changed. */
  readonly afterMinuteUs: number;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

async function measure(positions: number): Promise<Costs> {
  const world = await openWorld({ positions });
  const { brokerage, symbols } = world;
  const timed = async <Answer>(work: () => Promise<Answer>, into: number[]): Promise<Answer> => {
    world.pass(BETWEEN_ORDERS_MS);
    const startedUs = cpuUs();
    const answer = await work();
    into.push(cpuUs() - startedUs);
    return answer;
  };
  const cancels: number[] = [];
  let sent = 0;
  const round = async (order: NewOrder, into: number[]): Promise<void> => {
    const clientId = `o${(sent += 1)}`;
    const [report] = await timed(() => brokerage.submit({ ...order, clientId }), into);
    if (report?.reportType !== 'OrderAccepted') throw new Error(report?.message);
    const { orderId } = report;
    const cancel = { account: ACCOUNT, userId: 'bench', orderId, clientId: `c${sent}` };
    await timed(() => brokerage.cancel(cancel), cancels);
  };
  const sell: NewOrder = {
    ...plain,
    side: 'Sell',
    source: 'Close',
    type: 'LimitOnClose',
    symbol: symbols[0] ?? '',
    priceE4: 1e7,
  };
  const [buys, sells, afterMinute]: [number[], number[], number[]] = [[], [], []];
  for (let index = 0; index < WARM_UP; index += 1) await round(plain, []);
  cancels.length = 0;
  for (let index = 0; index < ORDERS; index += 1) {
    await round(plain, buys);
    await round(sell, sells);
  }
  for (let index = 0; index < 5; index += 1) {
    world.pass(60_000);
    await round(plain, afterMinute);
  }
  await world.close();
  return {
    buyUs: mean(buys),
    sellUs: mean(sells),
    cancelUs: mean(cancels),
    worstUs: Math.max(...buys, ...sells),
    afterMinuteUs: mean(afterMinute),
  };
}

/** What an order costs the server's thread by the positions of its account: intake, risk, book, report and balance; no disk. */
export async function benchOrderCost(): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const positions of POSITIONS) {
    const costs = await measure(positions);
    rows.push([
      positions.toLocaleString('en-US'),
      costs.buyUs,
      costs.sellUs,
      costs.cancelUs,
      costs.worstUs,
      costs.afterMinuteUs,
    ]);
  }
  printTable(
    `Cost of an order by positions of its account, CPU µs of the thread (${1_000 / BETWEEN_ORDERS_MS} orders or cancels a second of market time)`,
    ['positions', 'buy', 'sell', 'cancel', 'worst', 'after a minute'],
    rows,
  );
}

import { cpuUs, openWorld, plain, type OrderWorld } from '../order-world.ts';
import type { GrowthLine } from './line.ts';

const WARM_UP = 300;
const ORDERS = 1_500;
/** 40 orders a second of market time. */
const BETWEEN_ORDERS_MS = 25;
const UNIT = 'CPU µs an order';

/** CPU µs of the server's thread for an order and its cancel: intake, risk, book, reports and balance; no disk. */
async function orderCost(facts: OrderWorld): Promise<number> {
  const world = await openWorld(facts);
  let fromUs = 0;
  for (let index = -WARM_UP; index < ORDERS; index += 1) {
    world.pass(BETWEEN_ORDERS_MS);
    if (index === 0) fromUs = cpuUs();
    const [report] = await world.brokerage.submit({ ...plain, clientId: `o${index}` });
    if (report?.reportType !== 'OrderAccepted') throw new Error(report?.message);
    await world.brokerage.cancel({
      account: plain.account,
      userId: 'bench',
      orderId: report.orderId,
      clientId: `c${index}`,
    });
  }
  // In one sum: the clock of a thread counts in steps of some milliseconds.
  const costUs = cpuUs() - fromUs;
  await world.close();
  return costUs / ORDERS;
}

export const orderLines: readonly GrowthLine[] = [
  {
    name: 'an order by positions of its account',
    sizeOf: 'positions',
    unit: UNIT,
    sizes: [10, 180, 3_200],
    goal: 'flat',
    measure: (positions) => orderCost({ positions }),
  },
  {
    name: 'an order by open orders of its account elsewhere',
    sizeOf: 'open orders',
    unit: UNIT,
    sizes: [10, 300, 10_000],
    goal: 'flat',
    measure: (openElsewhere) => orderCost({ openElsewhere }),
  },
  {
    name: 'an order by open orders of its account in the symbol',
    sizeOf: 'open orders',
    unit: UNIT,
    sizes: [10, 300, 10_000],
    goal: 'flat',
    measure: (openInSymbol) => orderCost({ openInSymbol }),
  },
  {
    name: 'an order by finished orders of the day',
    sizeOf: 'orders',
    unit: UNIT,
    sizes: [100, 3_000, 100_000],
    goal: 'flat',
    measure: (finished) => orderCost({ finished }),
  },
  {
    name: 'an order by other users with an open order',
    sizeOf: 'users',
    unit: UNIT,
    sizes: [10, 300, 10_000],
    goal: 'flat',
    measure: (others) => orderCost({ others }),
  },
];

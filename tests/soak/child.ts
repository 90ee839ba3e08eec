/**
 * The process that the soak kills: a brokerage on a file journal that sends itself orders of every kind as fast as it can. It writes a line for
 * each acknowledgement, and at random its present views: open orders, positions, cash and buying power. It runs until it is killed.
 * Arguments: data folder, seed, round.
 */
import { writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { OrderError } from '../../src/domain/orders/errors.ts';
import { ORDER_TYPES } from '../../src/domain/orders/order-types.ts';
import { PLAIN_ORDER } from '../../src/domain/orders/request.ts';
import type { NewOrder, Report } from '../../src/server/brokerage/brokerage.ts';
import { createBrokerage } from '../../src/server/brokerage/create-brokerage.ts';
import { openStorage } from '../../src/server/storage/open-storage.ts';
import { createRandom } from '../simulation/random.ts';
import {
  ACCOUNTS,
  createSoakMarket,
  OPTION,
  memoryLimits,
  OPENING_CASH_E4,
  pricesOf,
  STOCKS,
  type Line,
} from './world.ts';

const [dataFolder = '', seedText = '1', roundText = '0'] = process.argv.slice(2);
const random = createRandom(Number(seedText));
const storage = await openStorage({ dataFolder });
const market = createSoakMarket(Number(roundText));
const brokerage = createBrokerage({
  market,
  journal: storage.journal,
  clock: market,
  accounts: () => ({ isLive: false, isLocked: false }),
  ...memoryLimits(dataFolder),
});
await brokerage.start();

let lastSerial = 0;

/** Writes the whole line. The pipe is full while its reader is busy: then it waits. */
function writeLine(line: Line): void {
  let rest = Buffer.from(`${JSON.stringify(line)}\n`);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}
const acknowledge = (reports: readonly Report[]): void =>
  writeLine({ reports: reports.filter(({ serial }) => serial > 0) });

for (const account of ACCOUNTS) {
  await brokerage.fundAccount(account, { cashE4: OPENING_CASH_E4, version: 1 });
  // No request waits for fills of resting orders and expiries. Their publication acknowledges them.
  brokerage.listen(account, {
    onReport(report) {
      lastSerial = Math.max(lastSerial, report.serial);
      writeLine({ reports: [report] });
    },
    onPosition: () => undefined,
    onBalance: () => undefined,
  });
  await brokerage.readAccount(account, 0, ({ reports }) => {
    for (const { serial } of reports) lastSerial = Math.max(lastSerial, serial);
  });
}
writeLine({ ready: true });

/** Writes the present views of all accounts. Open orders only: the finished ones are compared after the restart. */
function writeBelief(): void {
  const views = Object.fromEntries(
    ACCOUNTS.map((account) => {
      const { orders, positions, balance } = brokerage.accountView(account, Number.MAX_SAFE_INTEGER);
      return [account, { orders, positions, balance }];
    }),
  );
  writeLine({ belief: { serial: lastSerial, prices: pricesOf(market), views } });
}

function moveMarket(): void {
  for (const symbol of [...STOCKS, OPTION] as const) {
    const bid = (symbol === OPTION ? 3 : 100) + random.int(-90, 90) / 100;
    market.show(symbol, [
      { exchange: 'ARCA', bid: [bid, random.int(1, 400)], ask: [bid + 0.02, random.int(1, 400)] },
      { exchange: 'NSDQ', bid: [bid - 0.01, random.int(1, 400)], ask: [bid + 0.03, random.int(1, 400)] },
    ]);
    if (random.chance(0.7)) market.print(symbol, bid + random.int(-5, 5) / 100, random.int(1, 500));
  }
  market.nowMs += 1;
}

function anyOrder(clientId: string): NewOrder {
  const isOption = random.chance(0.15);
  const symbol = isOption ? OPTION : random.pick(STOCKS);
  const [side, source] = random.pick<readonly [NewOrder['side'], NewOrder['source']]>([
    ['Buy', 'Open'],
    ['Buy', 'Cover'],
    ['Sell', 'Close'],
    ['Short', 'Open'],
  ]);
  const type = random.pick(['Market', 'Limit', 'Limit', 'Stop', 'StopLimit', 'Pegged'] as const);
  return {
    ...PLAIN_ORDER,
    account: random.pick(ACCOUNTS),
    userId: 'soak',
    clientId,
    symbol,
    side: isOption && side === 'Short' ? 'Sell' : side,
    source: isOption && side === 'Short' ? 'Close' : source,
    type,
    ...anyTerms(type, isOption ? 30_000 : 1_000_000),
    quantity: isOption ? random.int(1, 9) : random.int(1, 300),
    destination: 'SMART',
    route: 'AUTO',
  };
}

/** Time in force and prices for an order type, within 0.90 dollar of the middle price. Three in ten stops trail. */
function anyTerms(
  type: NewOrder['type'],
  middleE4: number,
): Pick<NewOrder, 'tif' | 'priceE4' | 'stopPriceE4' | 'stopType' | 'offsetType' | 'offsetE4'> {
  const { needsLimitPrice, takesStopPrice, isPegged } = ORDER_TYPES[type];
  const near = (): number => middleE4 + random.int(-90, 90) * 100;
  const tif =
    isPegged || takesStopPrice
      ? 'GoodTillCancel'
      : random.pick(['Day', 'GoodTillCancel', 'ImmediateOrCancel', 'FillOrKill'] as const);
  const prices = { tif, priceE4: needsLimitPrice ? near() : 0, stopPriceE4: takesStopPrice ? near() : 0 };
  return takesStopPrice && random.chance(0.3)
    ? { ...prices, stopType: 'Trailing', offsetType: 'Value', offsetE4: random.int(1, 50) * 100 }
    : { ...prices, stopType: 'Static', offsetType: null, offsetE4: 0 };
}

let isOut = false;

/** Refusals need no disk: without a pause they would leave no turn of the event loop for the recovery. */
async function noteOutage(reports: readonly Report[]): Promise<void> {
  const isRefused = reports[0]?.errorCode === OrderError.DatabaseOffline;
  if (isRefused && !isOut) writeLine({ outage: true });
  isOut = isRefused;
  if (isRefused) await delay(5);
}

async function client(id: number): Promise<void> {
  for (let index = 0; ; index += 1) {
    const clientId = `s${seedText}-${id}-${index}`;
    const order = anyOrder(clientId);
    const reports = await brokerage.submit(order);
    acknowledge(reports);
    await noteOutage(reports);
    const orderId = reports.find(({ reportType }) => reportType === 'OrderAccepted')?.orderId;
    if (orderId !== undefined && random.chance(0.25)) {
      const changed = {
        ...order,
        clientId: `${clientId}r`,
        quantity: order.quantity + random.int(-20, 50),
        ...(order.priceE4 > 0 ? { priceE4: order.priceE4 + random.int(-9, 9) * 100 } : {}),
      };
      acknowledge(
        await brokerage.replace({ order: changed, originalClientId: clientId, sentMs: market.nowMs }),
      );
    }
    if (orderId !== undefined && random.chance(0.5))
      acknowledge(
        await brokerage.cancel({ account: order.account, userId: 'soak', orderId, clientId: `${clientId}c` }),
      );
    if (random.chance(0.3)) moveMarket();
    if (random.chance(0.05)) writeBelief();
  }
}

moveMarket();
await Promise.all(Array.from({ length: 8 }, (_, id) => client(id)));

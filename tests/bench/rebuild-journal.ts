import { notionalE4 } from '../../src/domain/money/price.ts';
import type { OrderEvent } from '../../src/domain/orders/core/types.ts';
import { PLAIN_ORDER, type OrderRequest } from '../../src/domain/orders/request.ts';
import { feesOf } from '../../src/domain/portfolio/index.ts';
import { encodeEvent } from '../../src/server/brokerage/event-codec.ts';
import { SCRIPTED_SESSION } from '../../src/server/brokerage/testing/scripted-market.ts';
import { openStorage } from '../../src/server/storage/open-storage.ts';
import type { JournalRecord } from '../../src/server/storage/repositories.ts';

export const ACCOUNTS = 64;
export const SYMBOLS = ['SPY', 'AAPL', 'MSFT', 'NVDA'];
const ORDERS_PER_SESSION = 50_000;
/** Orders that are left open. */
const OPEN_ORDERS = 2_000;
const BATCH = 2_000;
const DAY_MS = 86_400_000;

interface Item {
  readonly event: OrderEvent;
  readonly account: string;
}

const accountOf = (number: number): string => `B-${Math.floor(number / 4) % ACCOUNTS}`;

function requestOf(number: number, isOpen: boolean): OrderRequest {
  const isResting = isOpen || number % 4 === 3;
  const side = number % 4 === 1 ? 'Sell' : 'Buy';
  return {
    ...PLAIN_ORDER,
    account: accountOf(number),
    userId: 'bench',
    clientId: `c${number}`,
    symbol: SYMBOLS[Math.floor(number / 8) % SYMBOLS.length] ?? 'SPY',
    side,
    source: side === 'Sell' ? 'Close' : 'Open',
    type: 'Limit',
    tif: isOpen ? 'GoodTillCancel' : 'Day',
    quantity: 100,
    priceE4: isResting ? 900_000 : 1_000_000,
    destination: 'SMART',
    route: 'AUTO',
  };
}

/** The events of one order; `seq` is the number of its first record. */
function* eventsOf(number: number, seq: number, timeMs: number, isOpen: boolean): Generator<OrderEvent> {
  const order = requestOf(number, isOpen);
  const orderId = String(seq);
  const isBuy = order.side === 'Buy';
  yield {
    kind: 'accepted',
    orderId,
    order,
    expiresMs: isOpen ? null : timeMs + DAY_MS,
    reserveE4: isBuy ? notionalE4(order.priceE4, 1) : 0,
    openingQuantity: isBuy ? 100 : 0,
    timeMs,
  };
  yield { kind: 'confirmed', orderId, timeMs };
  if (isOpen) return;
  if (number % 4 === 3) {
    yield { kind: 'cancelPending', orderId, userId: 'bench', timeMs };
    yield { kind: 'cancelled', orderId, code: 0, timeMs };
    return;
  }
  const fees = feesOf(order.side, 100, 1_000_000, 'R');
  yield {
    kind: 'executed',
    orderId,
    quantity: 100,
    priceE4: 1_000_000,
    exchange: 'NSDQ',
    liquidity: 'R',
    fees,
    timeMs,
  };
}

/** So many orders over as many sessions as they take: each account buys, sells again, and cancels what rests, over and over. */
function* journalOf(orders: number): Generator<Item> {
  let [seq, timeMs] = [0, SCRIPTED_SESSION.openMs];
  const item = (event: OrderEvent, account: string): Item => {
    seq += 1;
    return { event, account };
  };
  for (let index = 0; index < ACCOUNTS; index += 1) {
    const account = `B-${index}`;
    yield item({ kind: 'funded', account, cashE4: 1_000_000_000_000, version: 1, timeMs }, account);
  }
  const sessions = Math.ceil(orders / ORDERS_PER_SESSION);
  const openEvery = Math.floor(orders / OPEN_ORDERS / 4) * 4;
  for (let number = 0; number < orders; number += 1) {
    if (number % ORDERS_PER_SESSION === 0) {
      // The last session is the one that the market of the bench is in.
      timeMs = SCRIPTED_SESSION.openMs - (sessions - 1 - number / ORDERS_PER_SESSION) * DAY_MS;
      const date = new Date(timeMs).toISOString().slice(0, 10);
      yield item({ kind: 'session', date, closes: [], timeMs }, '');
    }
    timeMs += 1;
    const isOpen = number % openEvery === 2;
    for (const event of eventsOf(number, seq + 1, timeMs, isOpen)) yield item(event, accountOf(number));
  }
}

/** Writes the journal; returns its number of records. */
export async function writeJournal(dataFolder: string, orders: number): Promise<number> {
  const storage = await openStorage({ dataFolder });
  let seq = 0;
  let batch: JournalRecord[] = [];
  for (const { event, account } of journalOf(orders)) {
    batch.push(encodeEvent((seq += 1), event, { account }));
    if (batch.length < BATCH) continue;
    await storage.journal.append(batch);
    batch = [];
  }
  if (batch.length > 0) await storage.journal.append(batch);
  await storage.close();
  return seq;
}

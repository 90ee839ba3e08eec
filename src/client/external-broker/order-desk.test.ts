import { beforeEach, describe, expect, test } from 'vitest';
import {
  readSchwabOrder,
  readBrokerProblem,
  type ExternalOrder,
  type SchwabOrderBody,
} from '../../domain/orders/schwab/index.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import type { OrderTicket, WireOrder, WireReport } from '../types.ts';
import { BrokerCallError, type SchwabClient, type BrokerPosition } from './schwab-client.ts';
import { createOrderDesk, type OrderDesk } from './order-desk.ts';
import { createOrderKeeper, type OrderKeeper } from './order-keeper.ts';
import { createOrderWatch, POLL_MS, RECHECK_MS, type OrderWatch } from './order-watch.ts';

const OF = { account: '7', hash: 'AB' };
const ticket: OrderTicket = {
  symbol: 'AMD',
  side: 'Buy',
  quantity: 100,
  type: 'Limit',
  price: 5.05,
  destination: 'EXTERNAL',
  route: 'AUTO',
};

let clock: ManualClock;
/** The broker: its orders and positions, what it was told, and what a look at an order or at the positions ends with instead. */
let orders: Map<string, ExternalOrder | undefined>;
let positions: BrokerPosition[];
let told: { way: string; quantity: number; instruction: string }[];
let lookFailure: BrokerCallError | null;
/** What happens at the broker as a change comes in, and as a cancel does; and what the person is told of it. */
let beforeReplace: (orderId: string) => void;
let statusOfReplaced: string;
let cancelAtBroker: (orderId: string) => Promise<void>;
let notices: string[];
let answerPositions: () => Promise<BrokerPosition[]>;
let client: SchwabClient;
let shown: Map<string, WireOrder>;
let heard: WireReport[];
let keeper: OrderKeeper;
let watch: OrderWatch;
let desk: OrderDesk;

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

function order(
  orderId: string,
  quantity: number,
  filledQuantity: number,
  status = 'WORKING',
  instruction = 'BUY',
): ExternalOrder {
  const read = readSchwabOrder(
    {
      orderId,
      quantity,
      filledQuantity,
      remainingQuantity: quantity - filledQuantity,
      orderType: 'LIMIT',
      price: 5,
      duration: 'DAY',
      status,
      enteredTime: '2026-11-20T15:00:00+0000',
      accountNumber: 7,
      orderLegCollection: [
        { orderLegType: 'EQUITY', instruction, quantity, instrument: { assetType: 'EQUITY', symbol: 'AMD' } },
      ],
      orderActivityCollection:
        filledQuantity === 0
          ? []
          : [
              {
                executionType: 'FILL',
                activityId: 1,
                executionLegs: [
                  { legId: 1, quantity: filledQuantity, price: 5, time: '2026-11-20T15:01:00+0000' },
                ],
              },
            ],
    },
    OF.account,
  );
  if (!read) throw new Error('The order was not read.');
  return read;
}

function take(way: string, { orderLegCollection: [leg] }: SchwabOrderBody): string {
  told.push({ way, quantity: leg.quantity, instruction: leg.instruction });
  const orderId = String(1000 + told.length);
  orders.set(orderId, order(orderId, leg.quantity, 0, 'WORKING', leg.instruction));
  return orderId;
}

/** The order is over, with what it has filled. */
function end(orderId: string, status: string): void {
  const old = orders.get(orderId);
  if (old) orders.set(orderId, order(orderId, old.quantity, old.filled, status));
}

beforeEach(() => {
  clock = createManualClock();
  orders = new Map([['7', order('7', 100, 40)]]);
  positions = [];
  told = [];
  lookFailure = null;
  beforeReplace = () => {};
  statusOfReplaced = 'REPLACED';
  cancelAtBroker = (orderId) => Promise.resolve(end(orderId, 'CANCELED'));
  notices = [];
  answerPositions = () => Promise.resolve(positions);
  shown = new Map();
  heard = [];
  client = {
    accounts: () => Promise.resolve([OF]),
    positions: () => answerPositions(),
    orders: () =>
      Promise.resolve({
        orders: [...orders.values()].filter((each) => each !== undefined),
        unreadable: 0,
        isFull: false,
      }),
    order: (_of, orderId) =>
      lookFailure ? Promise.reject(lookFailure) : Promise.resolve(orders.get(orderId)),
    place: (_of, body) => Promise.resolve(take('POST', body)),
    replace(_of, orderId, body) {
      beforeReplace(orderId);
      end(orderId, statusOfReplaced);
      return Promise.resolve(take(`PUT ${orderId}`, body));
    },
    cancel: (_of, orderId) => cancelAtBroker(orderId),
  };
  const book = {
    get: (id: string) => shown.get(id),
    put(known: readonly WireOrder[]) {
      // As in the order store, an order that the broker has named takes the place of the one that was sent.
      for (const each of known) {
        if (each.OrderId !== each.ClientId) shown.delete(each.ClientId);
        shown.set(each.OrderId, each);
      }
    },
    hear: (report: WireReport) => void heard.push(report),
    log: () => {},
  };
  const host = { clock, book, sendTrading: () => true };
  const person = () => ({ userId: 'ann', account: 'L-1' });
  keeper = createOrderKeeper({ host, desk: person, account: () => OF.account });
  watch = createOrderWatch({ clock, client, keeper, account: () => OF, onPolled: () => {} });
  desk = createOrderDesk({
    host,
    client,
    keeper,
    desk: person,
    account: () => OF,
    position: watch.position,
    look: watch.look,
    recheck: watch.recheck,
    onProblem: () => {},
    onNotice: (title, lines) => notices.push([title, ...lines].join(' ')),
  });
  const known = orders.get('7');
  if (known) keeper.hear([known]);
});

const rows = () =>
  [...shown.values()].map(({ OrderId, Status, Quantity, Fill, Unfill }) => ({
    OrderId,
    Status,
    Quantity,
    Fill,
    Unfill,
  }));
/** Lets the look after a second come. */
async function recheck(): Promise<void> {
  await settle();
  clock.advance(RECHECK_MS);
  await settle();
}

describe('replacing a partly filled order', () => {
  test('orders only what is still open, and the two rows come to the total', async () => {
    expect(desk.replace('7', ticket)).toMatchObject({ ok: true });
    await settle();
    expect(told).toEqual([{ way: 'PUT 7', quantity: 60, instruction: 'BUY' }]);
    expect(rows()).toMatchObject([
      { OrderId: '7', Fill: 40 },
      { OrderId: '1001', Status: 'Sent', Quantity: 60, Fill: 0, Unfill: 60 },
    ]);
    await recheck();
    orders.set('1001', order('1001', 60, 60, 'FILLED'));
    watch.recheck(['1001']);
    await recheck();
    expect(rows()).toMatchObject([
      { OrderId: '7', Status: 'Cancelled', Quantity: 100, Fill: 40 },
      { OrderId: '1001', Status: 'Executed', Quantity: 60, Fill: 60, Unfill: 0 },
    ]);
  });

  test('counts a fill that nobody here has seen yet', async () => {
    orders.set('7', order('7', 100, 75));
    desk.replace('7', { ...ticket, quantity: 120 });
    await settle();
    expect(told).toEqual([{ way: 'PUT 7', quantity: 45, instruction: 'BUY' }]);
    expect(rows()).toMatchObject([
      { OrderId: '7', Fill: 75 },
      { Quantity: 45, Unfill: 45 },
    ]);
    expect(heard.at(-1)).toMatchObject({ OrderId: '7', ReportType: 'OrderReplaced', LeavesQuantity: 25 });
  });

  test.each([40, 30])('is refused at once for a total of %i, when 40 are filled', async (quantity) => {
    expect(desk.replace('7', { ...ticket, quantity })).toEqual({
      ok: false,
      errorCode: -33,
      message: 'Invalid cancel replace quantity',
    });
    await settle();
    expect([told, shown.size]).toEqual([[], 1]);
  });

  test('is refused when the broker has filled it all meanwhile', async () => {
    orders.set('7', order('7', 100, 100, 'FILLED'));
    expect(desk.replace('7', ticket)).toMatchObject({ ok: true });
    await settle();
    expect(told).toEqual([]);
    expect(heard.at(-1)).toMatchObject({
      ReportType: 'GatewayRejected',
      ErrorCode: -33,
      Message: 'Invalid cancel replace quantity',
    });
    expect(shown.get('7')).toMatchObject({ Status: 'Executed', Fill: 100 });
  });

  test.each([
    [
      'does not answer',
      () => {
        lookFailure = new BrokerCallError(readBrokerProblem(503, ''));
      },
      'Server has a temporary problem responding',
    ],
    [
      'answers with what cannot be read',
      () => {
        orders.set('7', undefined);
      },
      'The order could not be loaded from the broker, so nothing was changed. Check it and try again.',
    ],
  ])('changes nothing when the broker %s about the order', async (_what, fail, message) => {
    fail();
    desk.replace('7', ticket);
    await settle();
    expect(told).toEqual([]);
    expect(heard.at(-1)).toMatchObject({ ReportType: 'GatewayRejected', Message: message, ErrorCode: -28 });
    expect(shown.get('7')).toMatchObject({ Status: 'PartiallyExecuted', Fill: 40 });
  });

  test('sends nothing for a person who has left', async () => {
    desk.replace('7', ticket);
    watch.stop();
    keeper.clear();
    const before = heard.length;
    await settle();
    expect([told, heard.length]).toEqual([[], before]);
  });
});

describe('a fill that comes between the look and the change', () => {
  const fill = (orderId: string, filled: number): void => {
    const before = orders.get(orderId);
    if (before) orders.set(orderId, order(orderId, before.quantity, filled));
  };
  const filledInAll = () => [...orders.values()].reduce((sum, each) => sum + (each?.filled ?? 0), 0);
  const notice = (...lines: string[]) =>
    [
      'Order filled while it was changed',
      '30 more AMD were filled while the order was being changed.',
      ...lines,
    ].join(' ');

  test('takes the new order out and sends one for what is left, and says so', async () => {
    beforeReplace = (orderId) => fill(orderId, 70);
    desk.replace('7', ticket);
    await settle();
    expect(told).toEqual([
      { way: 'PUT 7', quantity: 60, instruction: 'BUY' },
      { way: 'POST', quantity: 30, instruction: 'BUY' },
    ]);
    expect(notices).toEqual([
      notice(
        'The new order of 60 was therefore cancelled, and one of 30 sent in its place, which makes the total that you requested.',
      ),
    ]);
    await recheck();
    orders.set('1002', order('1002', 30, 30, 'FILLED'));
    watch.recheck(['1002']);
    await recheck();
    expect(rows()).toMatchObject([
      { OrderId: '7', Status: 'Cancelled', Fill: 70 },
      { OrderId: '1001', Status: 'Cancelled', Quantity: 60, Fill: 0 },
      { OrderId: '1002', Status: 'Executed', Quantity: 30, Fill: 30 },
    ]);
    expect(new Set([...shown.values()].map(({ ClientId }) => ClientId)).size).toBe(3);
    expect(filledInAll()).toBe(100);
  });

  test('is counted with what the new order filled before it was taken out', async () => {
    beforeReplace = (orderId) => fill(orderId, 70);
    cancelAtBroker = (orderId) => {
      fill(orderId, 10);
      return Promise.resolve(end(orderId, 'CANCELED'));
    };
    desk.replace('7', ticket);
    await settle();
    expect(told.at(-1)).toEqual({ way: 'POST', quantity: 20, instruction: 'BUY' });
  });

  test('leaves nothing to send where it completes the total', async () => {
    beforeReplace = (orderId) => fill(orderId, 70);
    desk.replace('7', { ...ticket, quantity: 70 });
    await settle();
    expect(told).toEqual([{ way: 'PUT 7', quantity: 30, instruction: 'BUY' }]);
    expect([notices, orders.get('1001')?.brokerStatus]).toEqual([
      [notice('With them, the requested quantity is filled, so the new order was cancelled.')],
      'CANCELED',
    ]);
  });

  test('is told with how much is too much, when the new order could not be taken out in time', async () => {
    beforeReplace = (orderId) => fill(orderId, 70);
    cancelAtBroker = (orderId) => {
      orders.set(orderId, order(orderId, 60, 60, 'FILLED'));
      return Promise.reject(new BrokerCallError(readBrokerProblem(400, '')));
    };
    desk.replace('7', ticket);
    await settle();
    expect([told.length, notices]).toEqual([
      1,
      [notice('30 more were filled than you requested. Nothing of the new order is open any more.')],
    ]);
  });

  test('is told with what to do, when the broker does not let the new order go', async () => {
    beforeReplace = (orderId) => fill(orderId, 70);
    cancelAtBroker = () => Promise.reject(new BrokerCallError(readBrokerProblem(503, '')));
    desk.replace('7', ticket);
    await settle();
    expect([told.length, notices]).toEqual([
      1,
      [
        notice(
          'The new order of 60 is too large by that, and the broker did not let it be reduced: Server has a temporary problem responding',
          'Cancel it or change it.',
        ),
      ],
    ]);
  });

  test('is found when the broker takes its time over the change, and the new order is not changed again meanwhile', async () => {
    statusOfReplaced = 'PENDING_REPLACE';
    desk.replace('7', ticket);
    await recheck();
    expect(desk.replace('1001', { ...ticket, price: 5.2, quantity: 60 })).toMatchObject({
      ok: false,
      errorCode: -20,
    });
    orders.set('7', order('7', 100, 70, 'REPLACED'));
    await recheck();
    expect(told.at(-1)).toEqual({ way: 'POST', quantity: 30, instruction: 'BUY' });
    await recheck();
    expect(desk.replace('1002', { ...ticket, price: 5.2, quantity: 30 })).toMatchObject({ ok: true });
  });

  test('sends nothing for an order that the person has cancelled meanwhile', async () => {
    statusOfReplaced = 'PENDING_REPLACE';
    desk.replace('7', ticket);
    await recheck();
    expect(desk.cancel('1001')).toMatchObject({ ok: true });
    orders.set('7', order('7', 100, 70, 'REPLACED'));
    await recheck();
    expect(told.map(({ way }) => way)).toEqual(['PUT 7']);
    expect([notices, orders.get('1001')?.brokerStatus]).toEqual([[], 'CANCELED']);
  });

  test('is told where the broker did not name the new order', async () => {
    beforeReplace = (orderId) => fill(orderId, 70);
    const { replace } = client;
    client.replace = async (...args) => {
      await replace(...args);
      orders.delete('1001');
      return undefined;
    };
    desk.replace('7', ticket);
    await settle();
    expect(notices).toEqual([
      notice('The new order of 60 is too large by that. Look for it at the broker and reduce it.'),
    ]);
  });

  test("is nobody's concern when the broker refused the change", async () => {
    client.replace = () => {
      fill('7', 70);
      return Promise.reject(new BrokerCallError(readBrokerProblem(400, '')));
    };
    desk.replace('7', ticket);
    await settle();
    clock.advance(10 * RECHECK_MS);
    await settle();
    expect([told, notices, shown.get('7')?.Fill, clock.timerCount()]).toEqual([[], [], 70, 0]);
  });
});

describe('a purchase after a short sale', () => {
  test('covers as soon as the fill of the sale was seen', async () => {
    await watch.start(OF);
    desk.send({ ...ticket, side: 'Short' });
    await settle();
    positions = [{ symbol: 'AMD', longQuantity: 0, shortQuantity: 100 }];
    orders.set('1001', order('1001', 100, 100, 'FILLED', 'SELL_SHORT'));
    await recheck();
    desk.send(ticket);
    await settle();
    expect(told.map(({ instruction }) => instruction)).toEqual(['SELL_SHORT', 'BUY_TO_COVER']);
  });

  test('covers also when the fill came to light with a replacement', async () => {
    await watch.start(OF);
    keeper.hear([order('8', 100, 0, 'WORKING', 'SELL_SHORT')]);
    positions = [{ symbol: 'AMD', longQuantity: 0, shortQuantity: 10 }];
    orders.set('8', order('8', 100, 10, 'WORKING', 'SELL_SHORT'));
    desk.replace('8', { ...ticket, side: 'Short' });
    await settle();
    desk.send(ticket);
    await settle();
    expect(told.map(({ instruction, quantity }) => [instruction, quantity])).toEqual([
      ['SELL_SHORT', 90],
      ['BUY_TO_COVER', 100],
    ]);
  });

  test('asks for positions only when something filled', async () => {
    let asked = 0;
    answerPositions = () => {
      asked += 1;
      return Promise.resolve(positions);
    };
    watch.recheck(['7']);
    await recheck();
    expect(asked).toBe(0);
    orders.set('7', order('7', 100, 50));
    watch.recheck(['7']);
    await recheck();
    expect(asked).toBe(1);
  });

  test('is judged by the positions that were asked for last, whichever answer comes first', async () => {
    await watch.start(OF);
    const waiting: ((read: BrokerPosition[]) => void)[] = [];
    answerPositions = () => new Promise((resolve) => waiting.push(resolve));
    clock.advance(POLL_MS);
    await settle();
    orders.set('7', order('7', 100, 50));
    watch.recheck(['7']);
    await recheck();
    expect(waiting).toHaveLength(2);
    waiting[1]?.([{ symbol: 'AMD', longQuantity: 0, shortQuantity: 5 }]);
    await settle();
    waiting[0]?.([]);
    await settle();
    expect(watch.position('AMD')).toMatchObject({ shortQuantity: 5 });
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { CLOSE_AUTH_FAILED, CLOSE_RESTART } from '../../protocol/index.ts';
import { createFakeSockets } from '../testing/fake-sockets.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { createConnection, MAX_QUEUED, RECONNECT_MS, type Connection } from './connection.ts';
import { HEARTBEAT_MS, LATE_ANSWER_MS, WAKE_ANSWER_MS } from './heartbeat.ts';

let clock: ManualClock;
let sockets: ReturnType<typeof createFakeSockets>;
let reconnectMs: number;
let urls: string[];
let closes: number[];
let connection: Connection;
const settle = () => new Promise((resolve) => setImmediate(resolve));

function build(name: 'trading' | 'streaming'): void {
  sockets = createFakeSockets(name);
  connection = createConnection({
    socket: name,
    url: async (attempt) => urls[attempt % urls.length] ?? '',
    open: sockets.open,
    clock,
    reconnectMs: () => reconnectMs,
    onOpen: () => {},
    onMessage: () => {},
    onClose: (code) => void closes.push(code),
  });
}
async function open(): Promise<void> {
  connection.connect();
  await settle();
  sockets.last().open();
  if (sockets.last().url.endsWith('/greeted'))
    sockets.last().say('connected', { IsAuthenticated: false, ExchangeTime: 1 });
}
const heartbeats = () => sockets.last().sent.filter(({ name }) => name === 'heartbeat').length;
/** Answers the newest heartbeat. */
function pong(): void {
  // A heartbeat has this body: the decoder saw to it.
  const bodies = sockets
    .last()
    .sent.flatMap(({ name, body }) => (name === 'heartbeat' ? [body as { Sent: number }] : []));
  sockets.last().say('heartbeatAck', { Sent: bodies.at(-1)?.Sent ?? 0, ExchangeTime: 1 });
}
/** Time in which every heartbeat is answered at once. */
function liveFor(ms: number): void {
  for (let passedMs = 0; passedMs < ms; passedMs += HEARTBEAT_MS) {
    clock.advance(HEARTBEAT_MS);
    pong();
  }
}

beforeEach(() => {
  clock = createManualClock();
  reconnectMs = RECONNECT_MS;
  urls = ['ws://one/greeted'];
  closes = [];
  build('trading');
});

describe('a lost socket', () => {
  test('is opened again 15 seconds later, not before', async () => {
    expect(RECONNECT_MS).toBe(15_000);
    await open();
    sockets.last().drop();
    expect(connection.get()).toMatchObject({ status: 'waiting', latencyMs: null });
    clock.advance(14_999);
    await settle();
    expect(sockets.all).toHaveLength(1);
    clock.advance(1);
    await settle();
    expect(sockets.all).toHaveLength(2);
    expect(connection.get().status).toBe('connecting');
  });

  test('goes through the list of servers in turn', async () => {
    urls = ['ws://one', 'ws://two', 'ws://three'];
    connection.connect();
    for (let attempt = 0; attempt < 4; attempt++) {
      await settle();
      sockets.last().drop();
      clock.advance(RECONNECT_MS);
    }
    await settle();
    expect(sockets.all.map(({ url }) => url)).toEqual([
      'ws://one',
      'ws://two',
      'ws://three',
      'ws://one',
      'ws://two',
    ]);
  });

  test('stays with its server when it is only replaced', async () => {
    urls = ['ws://one', 'ws://two'];
    await open();
    connection.restart();
    await settle();
    expect(sockets.all.map(({ url }) => url)).toEqual(['ws://one', 'ws://one']);
  });

  test('waits as the setting says, from the moment the setting changes', async () => {
    await open();
    sockets.last().drop();
    clock.advance(4_000);
    reconnectMs = 5_000;
    connection.onDelayChanged();
    clock.advance(999);
    await settle();
    expect(sockets.all).toHaveLength(1);
    clock.advance(1);
    await settle();
    expect(sockets.all).toHaveLength(2);
  });

  test('that does not open within 15 seconds counts as lost', async () => {
    connection.connect();
    await settle();
    clock.advance(15_000);
    expect([connection.get().status, sockets.last().isClosed(), closes]).toEqual(['waiting', true, [1006]]);
  });

  test('says that the server restarts when the server closes it for that, and opens it again', async () => {
    await open();
    sockets.last().drop(CLOSE_RESTART, '');
    expect(connection.get()).toMatchObject({ status: 'waiting', error: 'Server restarts, back in a moment' });
    clock.advance(RECONNECT_MS);
    await settle();
    expect(sockets.all).toHaveLength(2);
  });

  test('refused for its token stays closed', async () => {
    await open();
    sockets.last().drop(CLOSE_AUTH_FAILED, 'not authenticated');
    clock.advance(10 * RECONNECT_MS);
    await settle();
    expect([connection.get(), sockets.all.length, clock.timerCount()]).toEqual([
      { status: 'closed', error: 'not authenticated', latencyMs: null, isLate: false, retryAtMs: null },
      1,
      0,
    ]);
  });

  test.each([
    ['trading', 'greeting'],
    ['streaming', 'authentication'],
  ] as const)('that is open but silent is given up (%s waits for its %s)', async (name, _awaited) => {
    urls = ['ws://one'];
    build(name);
    await open();
    clock.advance(15_000);
    expect(connection.get().status).toBe('waiting');
  });
});

describe('heartbeats', () => {
  test('go out every 5 seconds once signed in, and their answer is the latency', async () => {
    await open();
    clock.advance(60_000);
    expect(heartbeats()).toBe(0);
    connection.markReady();
    expect(heartbeats()).toBe(1);
    clock.advance(40);
    pong();
    expect(connection.get().latencyMs).toBe(40);
    liveFor(20_000);
    expect(heartbeats()).toBe(5);
  });

  test('that stay unanswered for two seconds make the connection late, until a frame arrives', async () => {
    await open();
    connection.markReady();
    pong();
    const lateStates: boolean[] = [];
    connection.subscribe(() => lateStates.push(connection.get().isLate));
    clock.advance(HEARTBEAT_MS + LATE_ANSWER_MS - 1);
    expect(connection.get().isLate).toBe(false);
    clock.advance(1);
    expect(connection.get()).toMatchObject({ status: 'open', isLate: true });
    sockets.last().say('connected', { IsAuthenticated: false, ExchangeTime: 1 });
    expect(connection.get().isLate).toBe(false);
    expect(lateStates).toEqual([true, false]);
    clock.advance(HEARTBEAT_MS + LATE_ANSWER_MS);
    connection.close();
    expect([connection.get().isLate, clock.timerCount()]).toEqual([false, 0]);
  });

  test('without an answer end in a reconnect', async () => {
    await open();
    connection.markReady();
    clock.advance(25_000);
    expect(connection.get()).toMatchObject({
      status: 'waiting',
      error: expect.stringContaining('does not answer'),
    });
  });
});

test("a dead socket is noticed though the host's clock was set back meanwhile", async () => {
  await open();
  connection.markReady();
  pong();
  clock.setBack(900_000);
  clock.advance(30_000);
  expect(connection.get().status).toBe('waiting');
});

test('ignores a message of a type that it does not know, and reports an invalid one', async () => {
  await open();
  connection.markReady();
  // The trading socket has no such message.
  sockets.last().say('feedAlive', { ExchangeTime: 1 });
  expect(connection.get().error).toBeNull();
  // A balance without its account.
  sockets.last().say('balance', { Account: '', Cash: 1, BuyingPower: 1 });
  expect(connection.get().error).toContain('invalid message');
});

describe('after a sleep', () => {
  const sleep = (ms: number) => clock.sleep(ms);

  test('a socket that answers is kept, though no frame arrived for an hour', async () => {
    await open();
    connection.markReady();
    sleep(3_600_000);
    expect(connection.get().status).toBe('open');
    pong();
    liveFor(30_000);
    expect([connection.get().status, sockets.all.length]).toEqual(['open', 1]);
  });

  test('a dead socket is replaced at once, not 15 seconds later, even when old frames are still read from it', async () => {
    await open();
    connection.markReady();
    pong();
    sleep(3_600_000);
    sockets.last().say('balance', { Account: 'D-1', Cash: 1, BuyingPower: 1 });
    clock.advance(WAKE_ANSWER_MS);
    await settle();
    expect([connection.get().status, sockets.all.length, closes]).toEqual(['connecting', 2, [1006]]);
  });

  test('an event of the host is enough: a lost socket is opened now, an open one receives a ping now', async () => {
    await open();
    connection.markReady();
    pong();
    connection.checkNow();
    connection.checkNow();
    expect(heartbeats()).toBe(2);
    pong();
    clock.advance(WAKE_ANSWER_MS);
    expect(connection.get().status).toBe('open');
    sockets.last().drop();
    connection.checkNow();
    await settle();
    expect(sockets.all).toHaveLength(2);
  });

  test("a sleep right after the host's word leaves no socket unwatched", async () => {
    await open();
    connection.markReady();
    clock.advance(4_000);
    pong();
    connection.checkNow();
    pong();
    sleep(3_600_000);
    clock.advance(WAKE_ANSWER_MS);
    await settle();
    expect(sockets.all).toHaveLength(2);
  });

  test('a connection nobody wants is left alone', async () => {
    connection.checkNow();
    await settle();
    expect([connection.get().status, sockets.all.length, clock.timerCount()]).toEqual(['idle', 0, 0]);
  });
});

describe('the queue', () => {
  test('keeps what is sent before the socket is ready, in order, and lets go of the oldest beyond its bound', async () => {
    connection.connect();
    for (let days = 0; days < MAX_QUEUED + 2; days++)
      connection.send('accountDataRequest', {
        Account: `D-${days}`,
        UserId: 'u',
        LoadTradeLogForNBusinessDays: 5,
        LoadPositions: true,
      });
    expect(connection.get().error).toContain('oldest message was dropped');
    await settle();
    sockets.last().open();
    connection.markReady();
    const accounts = sockets
      .last()
      .sent.filter(({ name }) => name === 'accountDataRequest')
      .map(({ body }) => (body as { Account: string }).Account);
    expect([accounts.length, accounts[0], accounts.at(-1)]).toEqual([
      MAX_QUEUED,
      'D-2',
      `D-${MAX_QUEUED + 1}`,
    ]);
  });

  test('never keeps what must not wait', async () => {
    await open();
    expect(connection.sendReady('orderCancel', { Account: 'D-1', OrderId: 'o1', ClientId: 'c1' })).toBe(
      false,
    );
    connection.markReady();
    expect(sockets.last().sent.map(({ name }) => name)).toEqual(['heartbeat']);
  });

  test('takes what a closing socket would drop, and never calls an order sent that such a socket got', async () => {
    await open();
    connection.markReady();
    const closing = sockets.last();
    closing.startClosing();
    expect(connection.sendReady('orderCancel', { Account: 'D-1', OrderId: 'o1', ClientId: 'c1' })).toBe(
      false,
    );
    connection.send('accountDataRequest', {
      Account: 'D-1',
      UserId: 'u',
      LoadTradeLogForNBusinessDays: 5,
      LoadPositions: true,
    });
    closing.drop();
    clock.advance(RECONNECT_MS);
    await settle();
    sockets.last().open();
    connection.markReady();
    const names = sockets.last().sent.map(({ name }) => name);
    expect([sockets.all.length, names.includes('accountDataRequest'), names.includes('orderCancel')]).toEqual(
      [2, true, false],
    );
  });

  test('is empty, and no timer runs, once closed', async () => {
    await open();
    connection.markReady();
    connection.close();
    expect([clock.timerCount(), connection.get().status, sockets.last().isClosed()]).toEqual([
      0,
      'idle',
      true,
    ]);
  });
});

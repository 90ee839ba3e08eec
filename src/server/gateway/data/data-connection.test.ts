import { describe, expect, it, vi } from 'vitest';
import { ALL_PERMISSIONS } from '../../../domain/permissions.ts';
import { decode, encode, type Message } from '../../../protocol/index.ts';
import { ScriptedMarket } from '../../brokerage/testing/scripted-market.ts';
import type { GatewayDeps } from '../deps.ts';
import { FairTurns, SLICE_MS } from '../../fair-turns.ts';
import { MESSAGE_LIMITS } from '../sockets/message-limits.ts';
import { UserMeters } from '../sockets/message-meter.ts';
import { createSessionRegistry } from '../session-registry.ts';
import { createDataConnection } from './data-connection.ts';
import { MAX_SERVED_AT_ONCE } from './data-requests.ts';
import { until } from '../../../../tests/support/until.ts';

const TOO_FULL_BYTES = 2 * 1024 * 1024;
const turns = async (): Promise<void> => {
  for (let count = 0; count < 20; count += 1) await new Promise((resolve) => setTimeout(resolve, 2));
};

/** A connection that is let in, over a market whose candle questions are counted. */
async function open() {
  const state = { buffered: 0, isOpen: true, closed: 0, onAnswer: () => {} };
  const answers: Message<'data', 'toClient'>[] = [];
  const market = new ScriptedMarket(['SPY']);
  const bars = vi.spyOn(market, 'bars');
  const peer = {
    address: 'test',
    userAgent: '',
    cookieToken: undefined,
    isOpen: () => state.isOpen,
    writeFrames: () => {},
    bufferedBytes: () => state.buffered,
    cut: () => {},
    close: (code: number) => {
      state.closed = code;
    },
    send(text: string) {
      const read = decode('data', 'toClient', text);
      if (!read.ok) return;
      answers.push(read.value);
      state.onAnswer();
    },
  };
  const principal = {
    userId: 'u',
    userName: 'u',
    sessionId: 's',
    isDemo: false,
    isOneMachine: false,
    account: undefined,
    permissionMask: ALL_PERMISSIONS,
    tokenExpiresAtMs: 1e15,
  };
  // Only what the data connection uses of the services.
  const deps = {
    market,
    clock: { hostMs: () => 0, exchangeMs: () => 0 },
    identity: {
      verify: () => Promise.resolve(principal),
      accountsOf: () => Promise.resolve([]),
      onRightsChanged: () => () => {},
    },
    logger: { error: vi.fn() },
  } as unknown as GatewayDeps;
  const connection = createDataConnection(peer, deps, {
    registry: createSessionRegistry({ onSessionEnded: () => () => {} }, () => 0),
    turns: new FairTurns(),
    meters: new UserMeters(() => 0, MESSAGE_LIMITS),
  });
  connection.onFrame(encode('dataAuth', { JWT: 'token' }));
  await turns();
  const ask = (id: number): void =>
    connection.onFrame(
      encode('chartCandles', {
        Id: id,
        Symbol: 'SPY',
        CandleType: 'OneMinute',
        From: 0,
        To: 60_000,
        ExcludePrePostMarket: false,
      }),
    );
  const answered = (): number[] =>
    answers.flatMap((answer) => (answer.name === 'chartCandlesAnswer' ? [answer.body.Id] : []));
  return { connection, state, bars, ask, answered, answers };
}

describe('a client that sends many requests and reads nothing', () => {
  it('has only a few answers computed, and the others when it has read those', async () => {
    const { connection, state, bars, ask, answered } = await open();
    state.buffered = TOO_FULL_BYTES;
    for (let id = 1; id <= 20; id += 1) ask(id);
    await turns();
    expect([bars.mock.calls.length, answered()]).toEqual([MAX_SERVED_AT_ONCE, []]);
    state.buffered = 0;
    await until(() => expect(answered()).toHaveLength(20));
    expect(answered().toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    connection.onClose();
  });

  it('frees a place by cancelling a request, also one that still waits', async () => {
    const { connection, state, bars, ask, answered } = await open();
    state.buffered = TOO_FULL_BYTES;
    for (let id = 1; id <= 6; id += 1) ask(id);
    await turns();
    for (const id of [1, 6]) connection.onFrame(encode('cancelRequest', { Id: id }));
    await turns();
    expect(bars.mock.calls.length).toBe(MAX_SERVED_AT_ONCE + 1);
    state.buffered = 0;
    await turns();
    expect(answered().toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5]);
    connection.onClose();
  });

  it('is disconnected when even short answers accumulate', async () => {
    const { connection, state } = await open();
    state.buffered = 17 * 1024 * 1024;
    connection.onFrame(encode('dataPing', { Sent: 1 }));
    expect(state.closed).toBe(4408);
    connection.onClose();
  });

  it('costs no more work once it is disconnected', async () => {
    const { connection, state, bars, ask } = await open();
    state.buffered = TOO_FULL_BYTES;
    for (let id = 1; id <= 20; id += 1) ask(id);
    await turns();
    connection.onClose();
    state.isOpen = false;
    await turns();
    expect(bars.mock.calls.length).toBe(MAX_SERVED_AT_ONCE);
  });
});

it('may use an Id again as soon as the last message of its answer was sent, however long that took', async () => {
  const { state, bars, ask, answered, answers } = await open();
  bars.mockImplementation(async () => {
    // Longer than a slice: the connection has to wait for its next turn.
    const endMs = performance.now() + 3 * SLICE_MS;
    while (performance.now() < endMs);
    return Promise.resolve([]);
  });
  // The earliest that a client on the same machine can send: the turn after the answer.
  let left = 3;
  state.onAnswer = () => {
    left -= 1;
    if (left > 0) setImmediate(() => ask(1));
  };
  ask(1);
  await until(() => expect(answers.length).toBeGreaterThanOrEqual(4));
  expect(answered()).toEqual([1, 1, 1]);
});

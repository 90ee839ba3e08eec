import { beforeEach, expect, it } from 'vitest';
import type { Peer } from '../sockets/peer.ts';
import { newFanOutCounts, type FanOutCounts } from './fan-out-counts.ts';
import { CONFLATE_ABOVE_BYTES, createOutbox, CUT_ABOVE_BYTES, type Outbox } from './outbox.ts';

let counts: FanOutCounts;
let state: { buffered: number; isOpen: boolean };
let outbox: Outbox;
beforeEach(() => {
  counts = newFanOutCounts();
  state = { buffered: 0, isOpen: true };
  const peer: Peer = {
    address: 'test',
    userAgent: '',
    cookieToken: undefined,
    isOpen: () => state.isOpen,
    send: () => {},
    writeFrames: () => {},
    bufferedBytes: () => state.buffered,
    cut: () => {},
    close: () => {},
  };
  outbox = createOutbox(peer, counts);
});

const fallBehind = (): void => {
  state.buffered = CONFLATE_ABOVE_BYTES + 1;
  outbox.flush(0);
};

it('counts what is sent once it is written, and what waits until then', () => {
  outbox.addTrade('SPY', 'a');
  outbox.addQuote('SPY', 'b');
  expect([counts.sent, outbox.waitingCount]).toEqual([0, 2]);
  outbox.flush(0);
  expect([counts.sent, outbox.waitingCount]).toEqual([2, 0]);
});

it('counts the trades and quotes that newer ones of the symbol replace for a slow client', () => {
  fallBehind();
  for (const frame of ['a', 'b', 'c']) outbox.addTrade('SPY', frame);
  for (const frame of ['a', 'b']) outbox.addQuote('SPY', frame);
  outbox.addQuote('QQQ', 'a');
  expect(counts).toMatchObject({ replacedTrades: 2, replacedQuotes: 1 });
  expect(outbox.waitingCount).toBe(3);
  outbox.sendNow('answer');
  expect([counts.sent, outbox.waitingCount]).toEqual([3, 0]);
});

it('counts what a disconnected client is not sent as dropped', () => {
  outbox.addTrade('SPY', 'a');
  state.isOpen = false;
  outbox.flush(0);
  expect(counts).toMatchObject({ sent: 0, dropped: 1 });
});

it('counts what waits for a client that is cut off as dropped', () => {
  fallBehind();
  outbox.addTrade('SPY', 'a');
  state.buffered = CUT_ABOVE_BYTES + 1;
  outbox.flush(0);
  expect(counts).toMatchObject({ sent: 0, dropped: 1 });
  expect(outbox.waitingCount).toBe(0);
});

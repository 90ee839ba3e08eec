import { expect, test } from 'vitest';
import type { ConnectionStatus, SessionState } from '../../client/types.ts';
import { createConnectionTimes } from './connection-times.ts';

test('a connection is in its state since that began, not since its latency last changed', () => {
  let nowMs = 1_000;
  let listener = () => {};
  const state = (status: ConnectionStatus, latencyMs: number | null) => ({
    status,
    error: null,
    latencyMs,
    isLate: false,
    retryAtMs: null,
  });
  let connections: SessionState['connections'] = {
    trading: state('connecting', null),
    streaming: state('idle', null),
    data: state('idle', null),
  };
  // Only the connections of the session are read.
  const session = {
    get: () => ({ connections }) as SessionState,
    subscribe: (next: () => void) => {
      listener = next;
      return () => {};
    },
  };
  const times = createConnectionTimes(session, () => nowMs);
  const become = (atMs: number, trading: ReturnType<typeof state>) => {
    nowMs = atMs;
    connections = { ...connections, trading };
    listener();
  };
  become(2_000, state('open', null));
  become(3_000, state('open', 12));
  expect([times.since('trading'), times.since('data')]).toEqual([2_000, 1_000]);
  become(4_000, state('waiting', null));
  expect(times.since('trading')).toBe(4_000);
});

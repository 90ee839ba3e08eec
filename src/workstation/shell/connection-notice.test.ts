import { describe, expect, it } from 'vitest';
import type { ConnectionState, FeedState, SessionState } from '../../client/types.ts';
import { RESTART_TEXT } from '../../protocol/index.ts';
import { connectionNotice } from './connection-notice.ts';

const open: ConnectionState = { status: 'open', error: null, latencyMs: 3, isLate: false, retryAtMs: null };
const waiting: ConnectionState = {
  status: 'waiting',
  error: 'lost',
  latencyMs: null,
  isLate: false,
  retryAtMs: 21_000,
};
const fresh: FeedState = { isStale: false, sinceMs: 9_000 };
const stale: FeedState = { isStale: true, sinceMs: 9_000 };
const state = (
  connections: Partial<SessionState['connections']>,
  phase: SessionState['phase'] = 'logged-in',
) => ({ phase, connections: { trading: open, streaming: open, data: open, ...connections } });

describe('the notice of a lost connection', () => {
  it('is null while all data flows, and before sign-in', () => {
    expect(connectionNotice(state({}), fresh, 10_000)).toBeNull();
    expect(connectionNotice(state({ trading: waiting }, 'connecting'), stale, 10_000)).toBeNull();
  });

  it('says that orders cannot be sent, how old the prices are and when the next attempt is', () => {
    const notice = connectionNotice(
      state({ trading: waiting, streaming: { ...waiting, retryAtMs: 20_500 } }),
      stale,
      10_000,
    );
    expect(notice?.text).toMatch(
      /^Connection lost: orders cannot be sent\. Prices of \d\d:\d\d:\d\d ET\. Retry in 11 s\.$/,
    );
    expect(notice?.canRetry).toBe(true);
  });

  it('says that the server restarts when it closed a connection for that', () => {
    const restarting: ConnectionState = { ...waiting, error: RESTART_TEXT };
    expect(connectionNotice(state({ trading: restarting, data: restarting }), fresh, 10_000)).toEqual({
      text: 'Server restarts, back in a moment. Retry in 11 s.',
      canRetry: true,
    });
  });

  it('says so when prices stand still over an open connection', () => {
    expect(connectionNotice(state({}), stale, 10_000)).toMatchObject({
      text: expect.stringMatching(/^Prices stand still\. Prices of/),
      canRetry: false,
    });
  });

  it('names a lost price connection and a lost data connection', () => {
    expect(connectionNotice(state({ streaming: waiting }), fresh, 10_000)?.text).toBe(
      'Price connection lost. Retry in 11 s.',
    );
    expect(
      connectionNotice(state({ data: { ...waiting, status: 'connecting', retryAtMs: null } }), fresh, 10_000),
    ).toEqual({ text: 'Data connection lost. Connecting…', canRetry: false });
  });
});

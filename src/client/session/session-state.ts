import type { ConnectionName, ConnectionState, SessionState } from '../types.ts';

const IDLE: ConnectionState = {
  status: 'idle',
  error: null,
  latencyMs: null,
  isLate: false,
  retryAtMs: null,
};

/** The state of a session that nobody is signed in to. */
export const LOGGED_OUT: SessionState = {
  phase: 'logged-out',
  userId: null,
  userName: null,
  isDemo: false,
  account: null,
  isLive: false,
  demoAccounts: [],
  liveAccounts: [],
  permissionMask: 0,
  routes: [],
  calendar: [],
  market: null,
  profile: null,
  demoEndsAtMs: null,
  error: null,
  connections: { trading: IDLE, streaming: IDLE, data: IDLE },
};

export const CONNECTION_NAMES: readonly ConnectionName[] = ['trading', 'streaming', 'data'];

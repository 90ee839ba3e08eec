import type { Body, MessageName } from '../../protocol/index.ts';
import type { KnownReport } from '../orders/known-report.ts';
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
  isOutdated: false,
  error: null,
  connections: { trading: IDLE, streaming: IDLE, data: IDLE },
};

export const CONNECTION_NAMES: readonly ConnectionName[] = ['trading', 'streaming', 'data'];

/** Messages that a procedure of signing in waits for. */
export const HANDSHAKE: ReadonlySet<MessageName> = new Set<MessageName>([
  'connected',
  'loginSuccess',
  'loginFailure',
  'relogin',
  'availableAccounts',
  'accountSelectResponse',
  'initializationComplete',
]);

/** Requests all of an account, or what followed the newest report that is known. */
export const wholeAccount = (
  account: string,
  isNewAccount: boolean,
  known: Pick<KnownReport, 'inDay'>,
): Body<'accountSelect'> => {
  const Known = isNewAccount ? undefined : known.inDay();
  return {
    Account: account,
    IncludeBalance: true,
    IncludePositions: true,
    IncludeTrades: true,
    ...(Known ? { Known } : {}),
  };
};

/** Business days of trade log that are requested (spec platform.md §9). */
const TRADE_LOG_DAYS = 5;

/** Requests the trade log and the positions, or what followed the newest report up to which the log is known. */
export const accountLog = (
  account: string,
  userId: string,
  known: Pick<KnownReport, 'inLog'>,
): Body<'accountDataRequest'> => {
  const Known = known.inLog();
  return {
    Account: account,
    UserId: userId,
    LoadTradeLogForNBusinessDays: TRADE_LOG_DAYS,
    LoadPositions: true,
    ...(Known ? { Known } : {}),
  };
};

import { RoutePermissionBit } from '../../domain/orders/route-permissions.ts';
import type { Body, MessageName } from '../../protocol/index.ts';
import type { KnownReport } from '../orders/known-report.ts';
import type { ConnectionName, ConnectionState, RoutePermission, SessionState } from '../types.ts';

const IDLE: ConnectionState = {
  status: 'idle',
  error: null,
  latencyMs: null,
  isLate: false,
  retryAtMs: null,
};

/** The state of a session without a user. */
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
  isCodeRequired: false,
  error: null,
  connections: { trading: IDLE, streaming: IDLE, data: IDLE },
};

/** The three sockets, in the order in which they are opened. */
export const CONNECTION_NAMES: readonly ConnectionName[] = ['trading', 'streaming', 'data'];

/** Messages that the procedures of a session wait for. */
export const HANDSHAKE: ReadonlySet<MessageName> = new Set<MessageName>([
  'connected',
  'loginSuccess',
  'loginFailure',
  'codeRequired',
  'relogin',
  'availableAccounts',
  'accountSelectResponse',
  'initializationComplete',
]);

/** Requests all data of an account, or only what followed the newest known report. */
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

/** Requests the trade log and the positions, or only what followed the newest report up to which the log is complete. */
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

/** A route as the session shows it: the bits of the wire as flags. */
export const routeFromWire = ({
  Permissions,
  ...item
}: Body<'routePermissions'>['Items'][number]): RoutePermission => ({
  ...item,
  Stock: (Permissions & RoutePermissionBit.Stock) !== 0,
  Option: (Permissions & RoutePermissionBit.Option) !== 0,
});

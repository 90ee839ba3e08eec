import type * as v from 'valibot';
import { closesText } from '../../../domain/calendar/closings.ts';
import { fromE4 } from '../../../domain/money/price.ts';
import type { adminHttp } from '../../../protocol/http-admin.ts';
import type { ListedClosing } from '../../admin/closing-commands.ts';
import type { ListedAccount } from '../../admin/account-commands.ts';
import type { Restrictions } from '../../admin/admin-service.ts';
import { LIMIT_LABELS } from '../../admin/limit-values.ts';
import type { ListedLimit } from '../../admin/limit-commands.ts';
import type { ServerStatus, StatusInterval } from '../../metrics/status-recorder.ts';
import type { ListedUser } from '../../admin/user-list.ts';

type Answer<Name extends keyof typeof adminHttp> = v.InferInput<(typeof adminHttp)[Name]['response']>;
type Row<Name extends 'adminUsers' | 'adminAccounts' | 'adminClosings'> = Answer<Name>['Items'][number];

/** A user as administrators see it. */
export const adminUserToWire = (user: ListedUser): Row<'adminUsers'> => ({
  UserId: user.userId,
  User: user.userName,
  IsDisabled: user.isDisabled,
  Expires: user.expiresAtMs,
  IsOneMachine: user.isOneMachine,
  HasTwoStep: user.hasSecondFactor,
  Passkeys: user.passkeyCount,
  PermissionMask: user.permissionMask,
  Accounts: [...user.accounts],
});

/** An account as administrators see it. */
export const adminAccountToWire = (account: ListedAccount): Row<'adminAccounts'> => ({
  Account: account.account,
  User: account.userName,
  IsLive: account.isLive,
  IsLocked: account.isLocked,
  IsDefault: account.isDefault,
  IsKillSwitchOn: account.isKillSwitchOn,
  OpeningCash: fromE4(account.openingCashE4),
  Attributes: [...account.attributes],
  Values: { ...account.values },
});

/** The limits, with the names of all that can be set. */
export const adminLimitsToWire = (limits: readonly ListedLimit[]): Answer<'adminLimits'> => ({
  Items: limits.map(({ scope, limit, value, isDefault }) => ({
    Scope: scope,
    Limit: limit,
    Value: value,
    IsDefault: isDefault,
  })),
  Names: [...LIMIT_LABELS],
});

/** A closing of the exchanges as administrators see it. */
export const closingToWire = ({ state, ...closing }: ListedClosing): Row<'adminClosings'> => ({
  Date: closing.date,
  Closes: closesText(closing),
  Reason: closing.reason,
  State: state,
});

const ruleToWire = ({ name, text }: Restrictions['symbols'][number]) => ({ Name: name, Text: text });

/** Kill switches, the rules of symbols and routes, and what a live start of a strategy needs. */
export const restrictionsToWire = (restrictions: Restrictions): Answer<'adminRestrictions'> => ({
  IsServerSwitchOn: restrictions.isServerSwitchOn,
  AccountSwitches: [...restrictions.accountSwitches],
  Symbols: restrictions.symbols.map(ruleToWire),
  Routes: restrictions.routes.map(ruleToWire),
  AreStrategyChecksRequired: restrictions.areStrategyChecksRequired,
});

const intervalToWire = (interval: StatusInterval): Answer<'adminStatus'>['History'][number] => ({
  Time: interval.atMs,
  Accepted: interval.accepted,
  Refused: interval.refused,
  AcknowledgementP50: interval.acknowledgementMsP50,
  AcknowledgementP95: interval.acknowledgementMsP95,
  AcknowledgementP99: interval.acknowledgementMsP99,
  CommitP50: interval.commitMsP50,
  CommitP99: interval.commitMsP99,
  FailedCommits: interval.failedCommits,
  LagMax: interval.lagMsMax,
  LoginsRefused: interval.loginsRefused,
  SocketsOpen: interval.socketsOpen,
  QueuedBytes: interval.queuedBytes,
  WaitingMessages: interval.waitingMessages,
  TicksSent: interval.ticksSent,
  TicksConflated: interval.ticksConflated,
  TicksDropped: interval.ticksDropped,
});

/** The state of the server. */
export const statusToWire = (status: ServerStatus): Answer<'adminStatus'> => ({
  Version: status.version,
  Node: status.nodeVersion,
  Now: status.nowMs,
  Uptime: status.uptimeMs,
  Memory: status.memoryBytes,
  Problems: Object.entries(status.problems).map(([Part, Text]) => ({ Part, Text })),
  IsDatabaseUp: status.isDatabaseUp,
  DatabaseTime: status.databaseMs,
  Sockets: status.sockets.map(({ socket, open, accepted, queuedBytes, slowClosed }) => ({
    Socket: socket,
    Open: open,
    Accepted: accepted,
    QueuedBytes: queuedBytes,
    SlowClosed: slowClosed,
  })),
  WatchedSymbols: status.watchedSymbols,
  LiveRuns: status.runs.live,
  Backtests: status.runs.backtests - status.runs.waitingBacktests,
  WaitingBacktests: status.runs.waitingBacktests,
  LiveProcesses: status.processes.live,
  BacktestProcesses: status.processes.backtest,
  History: status.history.map(intervalToWire),
});

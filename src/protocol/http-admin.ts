import * as v from 'valibot';
import { API_KEY_SCOPES } from '../domain/permissions.ts';
import { longText, shortText, timeMsField } from './fields.ts';
import type { HttpRoute } from './http-route.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const userRow = v.object({
  UserId: shortText,
  User: shortText,
  IsDisabled: v.boolean(),
  Expires: v.nullable(timeMsField),
  IsOneMachine: v.boolean(),
  HasTwoStep: v.boolean(),
  Passkeys: count,
  PermissionMask: count,
  Accounts: v.array(shortText),
});
const accountRow = v.object({
  Account: shortText,
  User: shortText,
  IsLive: v.boolean(),
  IsLocked: v.boolean(),
  IsDefault: v.boolean(),
  IsKillSwitchOn: v.boolean(),
  OpeningCash: v.number(),
  Attributes: v.array(longText),
  Values: v.record(shortText, longText),
});
const limitRow = v.object({ Scope: shortText, Limit: shortText, Value: longText, IsDefault: v.boolean() });
const rule = v.object({ Name: shortText, Text: longText });
const sessionRow = v.object({
  Id: shortText,
  User: shortText,
  IsThis: v.boolean(),
  IsDemo: v.boolean(),
  IsConnected: v.boolean(),
  SignedIn: timeMsField,
  LastSeen: timeMsField,
  Address: shortText,
  Browser: shortText,
});
const apiKeyRow = v.object({
  Id: shortText,
  User: shortText,
  Name: shortText,
  Scopes: v.array(v.picklist(API_KEY_SCOPES)),
  Accounts: v.array(shortText),
  Addresses: v.array(shortText),
  Created: timeMsField,
  Expires: v.nullable(timeMsField),
  Used: v.nullable(v.object({ Time: timeMsField, Address: shortText })),
});
/** When a closing counts. `File`: it is in the file of the server's settings, and stays in force. */
const CLOSING_STATES = ['InForce', 'NextStart', 'UntilNextStart', 'File'] as const;
const closingRow = v.object({
  Date: shortText,
  Closes: shortText,
  Reason: shortText,
  State: v.picklist(CLOSING_STATES),
});
const AUDIT_OUTCOMES = ['unfinished', 'done', 'failed', 'refused'] as const;
const auditRow = v.object({
  Id: shortText,
  Time: timeMsField,
  Outcome: v.picklist(AUDIT_OUTCOMES),
  Actor: longText,
  Command: v.string(),
});
const items = <Row extends v.GenericSchema>(row: Row) => v.object({ Items: v.array(row) });
/** A part of a command line. */
const commandPart = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(300),
  v.regex(/^\P{C}+$/u, 'a text without control characters expected'),
);
const secretField = v.pipe(v.string(), v.minLength(1), v.maxLength(256));

const figure = v.pipe(v.number(), v.minValue(0));
const duration = v.nullable(figure);
const interval = v.object({
  Time: timeMsField,
  Accepted: count,
  Refused: count,
  AcknowledgementP50: duration,
  AcknowledgementP95: duration,
  AcknowledgementP99: duration,
  CommitP50: duration,
  CommitP99: duration,
  FailedCommits: count,
  LagMax: figure,
  LoginsRefused: count,
  SocketsOpen: count,
  QueuedBytes: count,
  WaitingMessages: count,
  TicksSent: count,
  TicksConflated: count,
  TicksDropped: count,
});
const serverStatus = v.object({
  Version: shortText,
  Node: shortText,
  Now: timeMsField,
  Uptime: count,
  Memory: count,
  Problems: v.array(v.object({ Part: shortText, Text: longText })),
  IsDatabaseUp: v.boolean(),
  DatabaseTime: figure,
  Sockets: v.array(
    v.object({ Socket: shortText, Open: count, Accepted: count, QueuedBytes: count, SlowClosed: count }),
  ),
  WatchedSymbols: count,
  LiveRuns: count,
  Backtests: count,
  WaitingBacktests: count,
  LiveProcesses: count,
  BacktestProcesses: count,
  History: v.array(interval),
});

/** The calls of administrators. */
export const adminHttp = {
  adminUsers: {
    method: 'GET',
    path: '/api/Admin/Users',
    auth: 'bearer',
    isForAdministrators: true,
    body: null,
    response: items(userRow),
    doc: 'All users but those of demo sessions, by name. Expires: the first moment (UTC milliseconds) at which the user may no longer sign in; null = never. 403 for a caller who is no administrator; likewise for the calls below.',
  },
  adminAccounts: {
    method: 'GET',
    path: '/api/Admin/Accounts',
    auth: 'bearer',
    isForAdministrators: true,
    body: null,
    response: items(accountRow),
    doc: 'All accounts but those of demo sessions. OpeningCash in dollars. Attributes: what was set of the account, each as the command line writes it. Values: every attribute by its verb of the command line, with what is in force, set or not, as it is entered there.',
  },
  adminLimits: {
    method: 'GET',
    path: '/api/Admin/Limits',
    auth: 'bearer',
    isForAdministrators: true,
    body: null,
    response: v.object({ Items: v.array(limitRow), Names: v.array(shortText) }),
    doc: 'The risk limits by scope. IsDefault: the firm does not set it, and the default of the server applies. Names: all limits that can be set.',
  },
  adminRestrictions: {
    method: 'GET',
    path: '/api/Admin/Restrictions',
    auth: 'bearer',
    isForAdministrators: true,
    body: null,
    response: v.object({
      IsServerSwitchOn: v.boolean(),
      AccountSwitches: v.array(shortText),
      Symbols: v.array(rule),
      Routes: v.array(rule),
      AreStrategyChecksRequired: v.boolean(),
    }),
    doc: 'The kill switch of the whole server, the accounts whose kill switch is on, the rules of symbols and routes, and whether a strategy starts live only with passed checks.',
  },
  adminSessions: {
    method: 'GET',
    path: '/api/Admin/Sessions',
    auth: 'bearer',
    isForAdministrators: true,
    body: null,
    response: items(sessionRow),
    doc: 'The sessions of all users that stand, demo sessions included, the newest sign-in first, at most 5,000. Fields as in User/Sessions.',
  },
  adminApiKeys: {
    method: 'GET',
    path: '/api/Admin/ApiKeys',
    auth: 'bearer',
    isForAdministrators: true,
    body: null,
    response: items(apiKeyRow),
    doc: 'The API keys of all users that are neither revoked nor expired, without their secrets, the newest first, at most 5,000. Fields as in User/ApiKeys.',
  },
  adminClosings: {
    method: 'GET',
    path: '/api/Admin/Closings',
    auth: 'bearer',
    isForAdministrators: true,
    body: null,
    response: items(closingRow),
    doc: 'Days on which the exchanges are closed or close early beside the rules of the calendar, by date (New York). Closes: `closed`, or the time of day in New York. State: InForce; NextStart, it counts from the next start of the server on; UntilNextStart, it was removed and counts until then; File, it is in the file of TAPEDECK_CALENDAR.',
  },
  adminAudit: {
    method: 'GET',
    path: '/api/Admin/Audit',
    auth: 'bearer',
    isForAdministrators: true,
    params: v.strictObject({
      since: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'UTC milliseconds expected'))),
    }),
    body: null,
    response: items(auditRow),
    doc: 'The audit trail from a time on (UTC milliseconds; all when left out), the newest entry first, at most 2,000.',
  },
  adminStatus: {
    method: 'GET',
    path: '/api/Admin/Status',
    auth: 'bearer',
    isForAdministrators: true,
    body: null,
    response: serverStatus,
    doc: 'The state of the server. Uptime, DatabaseTime (the answer to a small query) and the durations of the history are milliseconds, Memory is bytes. Problems: the parts that are not ready, as /readyz names them. History: the last ten minutes in intervals of five seconds, the oldest first: counts of what happened in the interval, percentiles of the acknowledgement of orders and of commits of the order journal (null when there was none), the longest delay of the event loop, and sockets and queues at its end.',
  },
  adminCommand: {
    method: 'POST',
    path: '/api/Admin/Command',
    auth: 'bearer',
    isForAdministrators: true,
    body: v.strictObject({
      Command: v.pipe(v.array(commandPart), v.minLength(1), v.maxLength(10)),
      Password: secretField,
      Code: v.optional(secretField),
    }),
    response: v.object({ Lines: v.array(v.string()) }),
    doc: "Runs a command of `npm run admin`, given as the parts of its command line, with an entry in the audit trail; answers with the lines that it prints. Of users (without passwords), reset links, accounts, sessions, API keys, limits, kill switches, symbols, routes and closings. Requires the caller's password, and the code of a caller with a second factor: 403 when one of them is wrong, 429 after many. 400 for a command that was not understood, 409 for one that could not be done, 403 for one that could lock the caller out.",
  },
} as const satisfies Record<string, HttpRoute>;

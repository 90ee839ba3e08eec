import * as v from 'valibot';
import type { Entry } from './entry.ts';
import {
  accountField,
  dollarsField,
  jwtField,
  longText,
  quantityField,
  requestIdField,
  shortText,
  symbolField,
  timeMsField,
  userIdField,
  protocolField,
} from './fields.ts';
import { MARKET_KINDS, MAX_MOST_TRADED, replaySpeedField } from './market-kinds.ts';
import { executionReportBody, orderBody } from './orders.ts';
import { settlementBody } from './settlements.ts';

/** Reasons of a failed sign-in. */
export const LOGIN_FAILURES = [
  'WrongPassword',
  'LoggedInOnAnotherMachine',
  'UserDisabled',
  'UserExpired',
  'ServerError',
  'NotFrontEndUser',
  'StreamingServiceInaccessible',
  'NoLoginResponse',
  'WrongCode',
  'WrongPasskey',
  'WrongTicket',
] as const;
/** Reasons of a failed account selection. */
export const ACCOUNT_SELECT_FAILURES = [
  'DatabaseError',
  'DoesNotExist',
  'UnavailableForUser',
  'AlreadyLoggedIn',
  'Locked',
  'NoPlatformPermission',
] as const;

/** Results of a password change; `Undefined` and `Success` both mean that it was changed. */
export const PASSWORD_CHANGE_RESULTS = [
  'Undefined',
  'Success',
  'UserNotFound',
  'UserIsLocked',
  'UserIsExpired',
  'OldPasswordInvalid',
  'NewPasswordInvalid',
  'OtherError',
] as const;

const marketBody = v.object({
  Kind: v.picklist(MARKET_KINDS),
  DefaultSymbol: symbolField,
  MostTraded: v.pipe(v.array(symbolField), v.maxLength(MAX_MOST_TRADED)),
  /** Only of a replay. Speed: exchange time for host time, 0 = paused. MayControl: whether this user may change it. */
  Replay: v.optional(v.object({ Speed: replaySpeedField, MayControl: v.boolean() })),
});

/** A position of an account. Quantities in shares or contracts. */
export const positionBody = v.object({
  Account: accountField,
  Symbol: symbolField,
  IsStock: v.boolean(),
  LongQty: quantityField,
  ShortQty: quantityField,
  /** Signed cost of the open lots, dollars: positive for long, negative for short. */
  FifoCost: dollarsField,
  MtmCost: dollarsField,
  ClosedPL: dollarsField,
  TodayPL: dollarsField,
  LockedQty: quantityField,
  TradedShares: quantityField,
});

const many = <S extends v.GenericSchema>(item: S) => v.pipe(v.array(item), v.maxLength(5000));

/** What the server sends on the trading socket, but for alerts, exercises, strategies and the external broker. */
export const tradingMessages = {
  connected: {
    T: 101,
    socket: 'trading',
    direction: 'toClient',
    doc: 'First message of the server; IsAuthenticated when the session cookie of the browser is valid. Protocol is the version of the server.',
    body: v.object({ IsAuthenticated: v.boolean(), ExchangeTime: timeMsField, Protocol: protocolField }),
  },
  loginSuccess: {
    T: 102,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Sign-in succeeded.',
    body: v.object({ JWT: jwtField, UserId: userIdField, IsDemo: v.boolean() }),
  },
  loginFailure: {
    T: 103,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Sign-in failed.',
    body: v.object({ FailureType: v.picklist(LOGIN_FAILURES), RetryAfterSeconds: v.optional(v.number()) }),
  },
  codeRequired: {
    T: 127,
    socket: 'trading',
    direction: 'toClient',
    doc: 'The password is right, and the user has a second factor: send login again with a Code. Likewise for oidcLogin. Nobody is signed in yet.',
    body: v.object({}),
  },
  availableAccounts: {
    T: 104,
    socket: 'trading',
    direction: 'toClient',
    doc: 'The accounts the user may choose from.',
    body: v.object({ DemoAccounts: many(accountField), LiveAccounts: many(accountField) }),
  },
  accountSelectResponse: {
    T: 105,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Answer to accountSelect: a token bound to the account, or a failure.',
    body: v.object({
      Account: accountField,
      IsLive: v.boolean(),
      JWT: v.optional(jwtField),
      FailureType: v.optional(v.picklist(ACCOUNT_SELECT_FAILURES)),
    }),
  },
  userInfo: {
    T: 106,
    socket: 'trading',
    direction: 'toClient',
    doc: 'The signed-in user.',
    body: v.object({
      UserId: userIdField,
      UserName: shortText,
      FirstName: shortText,
      LastName: shortText,
      Phone: shortText,
      MobilePhone: shortText,
      Email: shortText,
      Address: shortText,
      AddressLine2: shortText,
      City: shortText,
      State: shortText,
      Zip: shortText,
      Country: shortText,
    }),
  },
  calendar: {
    T: 107,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Exchange sessions around today, UTC ms.',
    body: v.object({ Items: many(v.object({ Start: timeMsField, End: timeMsField })) }),
  },
  permissions: {
    T: 108,
    socket: 'trading',
    direction: 'toClient',
    doc: 'The client permission bit mask. 1048576: the user is an administrator.',
    body: v.object({ Mask: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
  },
  market: {
    T: 126,
    socket: 'trading',
    direction: 'toClient',
    doc: 'The market that this server runs; sent while an account is selected, before initializationComplete, and again when the speed of a replay has changed. DefaultSymbol: what a window shows that has no symbol of its own. MostTraded: symbols by the money traded on a usual day, largest first; empty when nothing trades.',
    body: marketBody,
  },
  routePermissions: {
    T: 109,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Routes of the selected account by destination. Permissions are bits: 1 = stock orders, 2 = option orders. Sent again when an administrator changes them.',
    body: v.object({
      Items: many(
        v.object({
          Destination: shortText,
          Routes: many(shortText),
          /** Bits: 1 = stock orders, 2 = option orders. */
          Permissions: v.pipe(v.number(), v.integer(), v.minValue(0)),
        }),
      ),
    }),
  },
  initializationComplete: {
    T: 110,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Everything of the chosen account was sent; the session is live.',
    body: v.object({ Account: accountField, ExchangeTime: timeMsField }),
  },
  demoSessionStatus: {
    T: 111,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Seconds until the demo ends; 0 or below: ended.',
    body: v.object({ ExpiresIn: v.number() }),
  },
  tokenRefresh: {
    T: 112,
    socket: 'trading',
    direction: 'toClient',
    doc: 'A fresh token for this session.',
    body: v.object({ JWT: jwtField }),
  },
  relogin: {
    T: 113,
    socket: 'trading',
    direction: 'toClient',
    doc: 'The session is no longer valid; sign in again.',
    body: v.object({ Message: longText }),
  },
  positions: {
    T: 114,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Positions: all of them after a request, the changed one after a fill.',
    body: v.object({
      Account: accountField,
      Items: many(positionBody),
      HasMore: v.boolean(),
      IsSnapshot: v.boolean(),
    }),
  },
  orders: {
    T: 115,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Orders of the account with their present state: all of them after a request; one, right after its OrderBusted or OrderCorrected report, as it is with the new figures.',
    body: v.object({ Account: accountField, Items: many(orderBody), HasMore: v.boolean() }),
  },
  historyTrades: {
    T: 116,
    socket: 'trading',
    direction: 'toClient',
    doc: 'The trade log: every report of the requested business days, oldest first.',
    body: v.object({ Account: accountField, Items: many(executionReportBody), HasMore: v.boolean() }),
  },
  executionReport: {
    T: 117,
    socket: 'trading',
    direction: 'toClient',
    doc: 'What happened to an order. Durable before it is sent, except for refusals with the Serial 0, which are not journaled.',
    body: executionReportBody,
  },
  balance: {
    T: 118,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Cash and buying power of the account, dollars; the buying power of a cash account is its free cash. Sent at most once in 200 ms: the newest wins, and the last one always comes.',
    body: v.object({ Account: accountField, Cash: dollarsField, BuyingPower: dollarsField }),
  },
  failure: {
    T: 119,
    socket: 'trading',
    direction: 'toClient',
    doc: 'A request could not be served. ErrorCode is an order error code or 0.',
    body: v.object({
      Message: longText,
      ErrorCode: v.number(),
      RequestT: v.optional(v.number()),
      ClientId: v.optional(shortText),
    }),
  },
  heartbeatAck: {
    T: 120,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Answers a heartbeat; Sent is echoed so that the client can measure the latency.',
    body: v.object({ Sent: timeMsField, ExchangeTime: timeMsField }),
  },
  changePasswordResult: {
    T: 121,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Answers changePassword with the same Id.',
    body: v.object({ Id: requestIdField, Result: v.picklist(PASSWORD_CHANGE_RESULTS) }),
  },
  updateUserInfoResult: {
    T: 122,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Answers updateUserInfo: Code 1 = user not found, -1 = Message says why, anything else = saved (userInfo follows).',
    body: v.object({ Code: v.pipe(v.number(), v.integer()), Message: longText }),
  },
  orderPreviewResult: {
    T: 123,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Answers orderPreview. ErrorCode 0: it would be accepted. Cost: what it takes from (positive) or brings to (negative) the cash when it is filled at its own price, or at the present quote, fees included. Margin: of a multi-leg order, what the written options of the account need more once it is filled (negative = it releases margin). BuyingPowerEffect: change of the buying power while it is open (negative = less). PositionAfter: signed quantity after the whole fill.',
    body: v.object({
      Id: requestIdField,
      ErrorCode: v.pipe(v.number(), v.integer()),
      Message: longText,
      Cost: dollarsField,
      Fees: dollarsField,
      Margin: v.optional(dollarsField),
      BuyingPowerEffect: dollarsField,
      BuyingPowerAfter: dollarsField,
      PositionAfter: v.pipe(v.number(), v.integer()),
    }),
  },
  accountOptions: {
    T: 124,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Options of the account: after the account was selected, and whenever they change. HaltedBy names what stopped trading: the holder, an administrator for the account, or an administrator for the whole server.',
    body: v.object({
      Account: accountField,
      CancelOnDisconnect: v.boolean(),
      IsHalted: v.boolean(),
      HaltedBy: v.nullable(v.picklist(['Holder', 'Account', 'Server'])),
    }),
  },
  settlements: {
    T: 125,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Options that expired worthless, were exercised or were assigned, which no execution report covers. Those of the requested business days together with historyTrades, oldest first, and only when there are any (IsSnapshot); each new one before the positions and the balance that it changes. Several at one time are sent together.',
    body: v.object({
      Account: accountField,
      Items: many(settlementBody),
      HasMore: v.boolean(),
      IsSnapshot: v.boolean(),
    }),
  },
} as const satisfies Record<string, Entry>;

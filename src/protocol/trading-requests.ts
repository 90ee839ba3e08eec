import * as v from 'valibot';
import { accountDataRequestBody, accountSelectBody } from './account-requests.ts';
import type { Entry } from './entry.ts';
import {
  accountField,
  clientIdField,
  jwtField,
  longText,
  requestIdField,
  shortText,
  timeMsField,
  userIdField,
  protocolField,
} from './fields.ts';
import { replaySpeedField } from './market-kinds.ts';
import { orderCancelBody, orderReplaceBody, orderSendBody } from './orders.ts';

const none = v.strictObject({});
const passwordField = v.pipe(v.string(), v.minLength(1), v.maxLength(256));

/** The contact data that users may change themselves. `Country` is a two-letter code of ISO 3166-1 or empty. */
const contactBody = v.strictObject({
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
  Country: v.pipe(v.string(), v.regex(/^([A-Z]{2})?$/, 'two-letter country code expected')),
});

/** What a client may send on the trading socket: sign-in, account, orders. */
export const tradingRequests = {
  login: {
    T: 1,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Signs in with user name and password; codeRequired answers when the user has a second factor, and login is sent again with a Code: six digits of the authenticator app, or a recovery code. With a Protocol other than the version of the server the socket is closed with 4426; likewise for resume and demoStart.',
    body: v.strictObject({
      UserId: userIdField,
      Password: passwordField,
      Code: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(64))),
      Protocol: protocolField,
    }),
  },
  resume: {
    T: 2,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Signs in again with a token after a reconnect. The session must stand; the token itself may have expired.',
    body: v.strictObject({ JWT: jwtField, Protocol: protocolField }),
  },
  demoStart: {
    T: 3,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Starts a time-limited demo session.',
    body: v.strictObject({ Protocol: protocolField }),
  },
  logoff: {
    T: 4,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Ends the session and revokes its tokens.',
    body: none,
  },
  passkeyLogin: {
    T: 10,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Signs in with a passkey. Pending is the text of PasskeyChallenge, Response the JSON text of what the browser answered.',
    body: v.strictObject({
      Pending: longText,
      Response: v.pipe(v.string(), v.minLength(1), v.maxLength(16_000)),
      Protocol: protocolField,
    }),
  },
  oidcLogin: {
    T: 11,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Signs in with the Ticket of Oidc/Finish, which works once and for five minutes. codeRequired answers when the user has a second factor, and oidcLogin is sent again with a Code.',
    body: v.strictObject({
      Ticket: longText,
      Code: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(64))),
      Protocol: protocolField,
    }),
  },
  accountSelect: {
    T: 5,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Chooses one of the available accounts.',
    body: accountSelectBody,
  },
  heartbeat: {
    T: 6,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Sent every 5 seconds; answered by heartbeatAck.',
    body: v.strictObject({ Sent: timeMsField }),
  },
  accountDataRequest: {
    T: 7,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Requests orders, trade log and positions of an account; with `Known`, only the open orders and what followed that report.',
    body: accountDataRequestBody,
  },
  changePassword: {
    T: 8,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Changes the password of the signed-in user; every other session of the user ends. Refused in demo.',
    body: v.strictObject({ Id: requestIdField, OldPassword: passwordField, NewPassword: passwordField }),
  },
  updateUserInfo: {
    T: 9,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Changes the contact data of the signed-in user. Refused in demo.',
    body: contactBody,
  },
  orderSend: {
    T: 20,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Sends a new stock order. The same ClientId twice makes one order; one of digits alone is refused (-2), because it could be an OrderId.',
    body: orderSendBody,
  },
  orderCancel: {
    T: 21,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Requests the cancellation of an open order, by its OrderId or its ClientId.',
    body: orderCancelBody,
  },
  orderReplace: {
    T: 22,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Replaces an open stock order: OriginalClientId names the order by its ClientId or OrderId, the rest is the whole new order under a ClientId of its own, which the order takes with the OrderReplaced report.',
    body: orderReplaceBody,
  },
  optionOrderSend: {
    T: 23,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Sends a new option order, Quantity in contracts, prices per share; or with Legs a multi-leg order.',
    body: orderSendBody,
  },
  optionOrderReplace: {
    T: 24,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Replaces an open option order.',
    body: orderReplaceBody,
  },
  orderPreview: {
    T: 25,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Requests the cost of an order and whether it would be accepted now; nothing is stored. With OriginalClientId it would be a replacement.',
    body: v.strictObject({
      Id: requestIdField,
      Order: v.strictObject({ ...orderSendBody.entries, OriginalClientId: v.optional(clientIdField) }),
    }),
  },
  accountOptionsSet: {
    T: 26,
    socket: 'trading',
    direction: 'toServer',
    doc: "Changes options of the account; what is left out stays. IsHalted is the account holder's own kill switch: it refuses new orders and cancels resting ones.",
    body: v.strictObject({
      Account: accountField,
      CancelOnDisconnect: v.optional(v.boolean()),
      IsHalted: v.optional(v.boolean()),
    }),
  },
  replaySpeedSet: {
    T: 27,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Pauses a replay (Speed 0) or sets how fast it is played, for all clients, which get a market message. For administrators; anyone else gets a failure.',
    body: v.strictObject({ Speed: replaySpeedField }),
  },
} as const satisfies Record<string, Entry>;

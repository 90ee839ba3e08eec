import * as v from 'valibot';
import { CHANNEL_KINDS, NOTICE_KINDS, QUIET_MODES, type NoticeKind } from '../domain/notices/notice.ts';
import { longText, shortText, timeMsField } from './fields.ts';

const fine = v.object({ Ok: v.literal(true) });
const none = v.nullable(v.object({}));

/** An object with a field for each kind of notice. A page of a release without guards sends none for them. */
const byKind = <Schema extends v.GenericSchema>(field: Schema, ofGuards: v.InferInput<Schema>) => {
  // Object.fromEntries widens the keys; they are the kinds.
  const fields = Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, field])) as Record<NoticeKind, Schema>;
  return v.strictObject({ ...fields, Guard: v.optional(field, ofGuards) });
};
const timeOfDay = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time such as 22:00 expected'));
const noticeSettings = v.strictObject({
  Channels: byKind(v.pipe(v.array(v.picklist(CHANNEL_KINDS)), v.maxLength(CHANNEL_KINDS.length)), [
    ...CHANNEL_KINDS,
  ]),
  Quiet: v.strictObject({
    On: v.boolean(),
    From: timeOfDay,
    To: timeOfDay,
    TimeZone: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  }),
  QuietModes: byKind(v.picklist(QUIET_MODES), 'Send'),
});
const channelId = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,64}$/, 'the id of a channel expected'));
const deliveryId = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/, 'the id of a delivery expected'));
const urlField = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500));
const secret = v.object({ Secret: v.nullable(shortText) });

/** HTTP calls about notices that leave the browser: settings, channels, and the log of deliveries. */
export const notificationsHttp = {
  notifications: {
    method: 'GET',
    path: '/api/Notifications',
    auth: 'bearer',
    body: null,
    response: v.object({
      Settings: noticeSettings,
      Offers: v.array(v.picklist(CHANNEL_KINDS)),
      PushKey: shortText,
      Items: v.array(
        v.object({
          Id: channelId,
          Kind: v.picklist(CHANNEL_KINDS),
          Label: longText,
          IsVerified: v.boolean(),
        }),
      ),
    }),
    doc: "Which notices the caller receives by which channel (Settings; times of day in TimeZone), and the caller's channels: a webhook with its URL, a mail address, browsers. Offers: the kinds of channels that this server offers. PushKey: the applicationServerKey with which browsers subscribe, base64url. The defaults for a user who has stored nothing.",
  },
  notificationsStore: {
    method: 'POST',
    path: '/api/Notifications/Settings',
    auth: 'bearer',
    body: noticeSettings,
    response: fine,
    doc: 'Stores which notices go by which channel, and quiet hours. In quiet hours a kind is sent (Send), held until they end (Hold) or dropped (Drop, alerts only). 400 with a sentence for what cannot be. Refused in demo.',
  },
  webhookSet: {
    method: 'POST',
    path: '/api/Notifications/Webhook',
    auth: 'bearer',
    body: v.strictObject({ Url: urlField }),
    response: secret,
    doc: 'Sets the URL of the webhook. Secret is that of a new webhook, which is shown this once; null when the webhook keeps the secret it has. Refused in demo.',
  },
  webhookRotate: {
    method: 'POST',
    path: '/api/Notifications/Webhook/Rotate',
    auth: 'bearer',
    body: none,
    response: secret,
    doc: 'Replaces the secret of the webhook and returns the new one, which is shown this once. 404 without a webhook. Refused in demo.',
  },
  mailSet: {
    method: 'POST',
    path: '/api/Notifications/Mail',
    auth: 'bearer',
    body: v.strictObject({
      Address: v.pipe(v.string(), v.trim(), v.email('an e-mail address expected'), v.maxLength(254)),
    }),
    response: fine,
    doc: 'Mails a code to an address. The address is a channel (mail-pending) without notices until mailVerify has received the code; one that was confirmed before stays in use. 404 when the operator has not set up mail; 429 after 5 codes in an hour. Refused in demo.',
  },
  mailVerify: {
    method: 'POST',
    path: '/api/Notifications/Mail/Verify',
    auth: 'bearer',
    body: v.strictObject({ Code: v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/, 'six digits expected')) }),
    response: fine,
    doc: 'Confirms the address with the code that was mailed to it, which is valid for 15 minutes. After 5 incorrect codes another one must be requested. Refused in demo.',
  },
  pushSet: {
    method: 'POST',
    path: '/api/Notifications/Push',
    auth: 'bearer',
    body: v.strictObject({
      Endpoint: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
      P256dh: v.pipe(v.string(), v.regex(/^[\w-]{87}=?$/, 'a public key expected')),
      Auth: v.pipe(v.string(), v.regex(/^[\w-]{22}={0,2}$/, 'a secret of 16 bytes expected')),
    }),
    response: fine,
    doc: 'Adds the browser that makes the call by its push subscription, or renews it; at most 10 browsers. A browser belongs to the user who added it last. Refused in demo.',
  },
  notificationChannelRemove: {
    method: 'POST',
    path: '/api/Notifications/Channels/{id}/Remove',
    auth: 'bearer',
    params: v.strictObject({ id: channelId }),
    body: none,
    response: fine,
    doc: 'Removes a channel and drops what waits for it. 404 when the caller has no such channel. Refused in demo.',
  },
  notificationTest: {
    method: 'POST',
    path: '/api/Notifications/Channels/{id}/Test',
    auth: 'bearer',
    params: v.strictObject({ id: channelId }),
    body: none,
    response: fine,
    doc: 'Sends a test by a channel, also in quiet hours; the log of deliveries shows the result. 429 after 6 tests and retries in a minute. Refused in demo.',
  },
  deliveries: {
    method: 'GET',
    path: '/api/Notifications/Deliveries',
    auth: 'bearer',
    body: null,
    response: v.object({
      Items: v.array(
        v.object({
          Id: deliveryId,
          Time: timeMsField,
          Kind: v.picklist([...NOTICE_KINDS, 'Test']),
          Channel: v.picklist(CHANNEL_KINDS),
          Title: longText,
          State: v.picklist(['Waiting', 'Delivered', 'Failed', 'Dropped']),
          Attempts: v.number(),
          Due: v.nullable(timeMsField),
          Error: longText,
        }),
      ),
    }),
    doc: "The caller's newest 100 deliveries, the newest first. Time: when it was put into the outbox (or sent again by hand); Due: when it is tried next (null once it has ended); both UTC milliseconds of the server's clock. Error: of the last attempt, or the reason of a drop.",
  },
  deliveryRetry: {
    method: 'POST',
    path: '/api/Notifications/Deliveries/{id}/Retry',
    auth: 'bearer',
    params: v.strictObject({ id: deliveryId }),
    body: none,
    response: fine,
    doc: 'Sends a delivery that waits or has failed again, now. 404 for any other; 429 after 6 tests and retries in a minute. Refused in demo.',
  },
} as const;

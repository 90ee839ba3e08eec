import { failureText, type HttpApi, type RouteAnswer, type RouteBody } from '../connection/http-api.ts';
import type {
  NotificationCalls,
  NotificationDelivery,
  NotificationsState,
  Outcome,
  WebhookOutcome,
} from '../types.ts';

/** The HTTP calls, and the access token of the present session. */
export interface NotificationCallsDeps {
  readonly api: Pick<HttpApi, 'call'>;
  readonly token: () => string | null;
}

type Settings = NotificationsState['settings'];
type WireSettings = RouteAnswer<'notifications'>['Settings'];

/** The calls about notices that leave the browser. */
export function createNotificationCalls({ api, token }: NotificationCallsDeps): NotificationCalls {
  const outcomeOf = (call: Promise<unknown>): Promise<Outcome> =>
    call.then(
      () => ({ ok: true }),
      (error: unknown) => ({ ok: false, message: failureText(error) }),
    );
  const secretOf = (call: Promise<{ readonly Secret: string | null }>): Promise<WebhookOutcome> =>
    call.then(
      ({ Secret }) => ({ ok: true, secret: Secret }),
      (error: unknown) => ({ ok: false, message: failureText(error) }),
    );
  const shown = <Answer>(call: Promise<Answer>): Promise<Answer> =>
    call.catch((error: unknown) => {
      throw new Error(failureText(error), { cause: error });
    });
  return {
    async load() {
      const { Settings, Items, Offers, PushKey } = await shown(
        api.call('notifications', null, { token: token() }),
      );
      return {
        settings: settingsFrom(Settings),
        offers: Offers,
        pushKey: PushKey,
        channels: Items.map(({ Id, Kind, Label, IsVerified }) => ({
          id: Id,
          kind: Kind,
          label: Label,
          isVerified: IsVerified,
        })),
      };
    },
    store: (settings) => outcomeOf(api.call('notificationsStore', bodyOf(settings), { token: token() })),
    setWebhook: (url) => secretOf(api.call('webhookSet', { Url: url }, { token: token() })),
    rotateSecret: () => secretOf(api.call('webhookRotate', null, { token: token() })),
    setMail: (address) => outcomeOf(api.call('mailSet', { Address: address }, { token: token() })),
    confirmMail: (code) => outcomeOf(api.call('mailVerify', { Code: code }, { token: token() })),
    addBrowser: ({ endpoint, p256dh, auth }) =>
      outcomeOf(api.call('pushSet', { Endpoint: endpoint, P256dh: p256dh, Auth: auth }, { token: token() })),
    removeChannel: (id) =>
      outcomeOf(api.call('notificationChannelRemove', null, { token: token(), params: { id } })),
    test: (id) => outcomeOf(api.call('notificationTest', null, { token: token(), params: { id } })),
    async deliveries() {
      const { Items } = await shown(api.call('deliveries', null, { token: token() }));
      return Items.map(deliveryFrom);
    },
    retry: (id) => outcomeOf(api.call('deliveryRetry', null, { token: token(), params: { id } })),
  };
}

/** Minutes after midnight of a time such as `22:00`. */
const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

function settingsFrom({ Channels, Quiet, QuietModes }: WireSettings): Settings {
  return {
    channels: Channels,
    quiet: {
      isOn: Quiet.On,
      fromMinutes: minutesOf(Quiet.From),
      toMinutes: minutesOf(Quiet.To),
      timeZone: Quiet.TimeZone,
    },
    quietModes: QuietModes,
  };
}

function bodyOf({ channels, quiet, quietModes }: Settings): RouteBody<'notificationsStore'> {
  const { Alert, Fill, Reject, Disconnect } = channels;
  return {
    Channels: { Alert: [...Alert], Fill: [...Fill], Reject: [...Reject], Disconnect: [...Disconnect] },
    Quiet: {
      On: quiet.isOn,
      From: timeOf(quiet.fromMinutes),
      To: timeOf(quiet.toMinutes),
      TimeZone: quiet.timeZone,
    },
    QuietModes: quietModes,
  };
}

function deliveryFrom(item: RouteAnswer<'deliveries'>['Items'][number]): NotificationDelivery {
  return {
    id: item.Id,
    timeMs: item.Time,
    kind: item.Kind,
    channel: item.Channel,
    title: item.Title,
    state: item.State,
    attempts: item.Attempts,
    dueMs: item.Due,
    error: item.Error,
  };
}

import { notificationsHttp as routes } from '../../protocol/http-notifications.ts';
import { failureText, type AnswerOf, type BodyOf, type HttpApi } from '../connection/http-api.ts';
import type {
  NotificationCalls,
  NotificationDelivery,
  NotificationsState,
  Outcome,
  WebhookOutcome,
} from '../types.ts';

/** The HTTP calls, and the access token of the present session. */
export interface NotificationCallsDeps {
  readonly api: Pick<HttpApi, 'callRoute'>;
  readonly token: () => string | null;
}

type Settings = NotificationsState['settings'];
type WireSettings = AnswerOf<typeof routes.notifications>['Settings'];

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
        api.callRoute(routes.notifications, null, { token: token() }),
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
    store: (settings) =>
      outcomeOf(api.callRoute(routes.notificationsStore, bodyOf(settings), { token: token() })),
    setWebhook: (url) => secretOf(api.callRoute(routes.webhookSet, { Url: url }, { token: token() })),
    rotateSecret: () => secretOf(api.callRoute(routes.webhookRotate, null, { token: token() })),
    setMail: (address) => outcomeOf(api.callRoute(routes.mailSet, { Address: address }, { token: token() })),
    confirmMail: (code) => outcomeOf(api.callRoute(routes.mailVerify, { Code: code }, { token: token() })),
    addBrowser: ({ endpoint, p256dh, auth }) =>
      outcomeOf(
        api.callRoute(routes.pushSet, { Endpoint: endpoint, P256dh: p256dh, Auth: auth }, { token: token() }),
      ),
    removeChannel: (id) =>
      outcomeOf(api.callRoute(routes.notificationChannelRemove, null, { token: token(), params: { id } })),
    test: (id) => outcomeOf(api.callRoute(routes.notificationTest, null, { token: token(), params: { id } })),
    async deliveries() {
      const { Items } = await shown(api.callRoute(routes.deliveries, null, { token: token() }));
      return Items.map(deliveryFrom);
    },
    retry: (id) => outcomeOf(api.callRoute(routes.deliveryRetry, null, { token: token(), params: { id } })),
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

function bodyOf({ channels, quiet, quietModes }: Settings): BodyOf<typeof routes.notificationsStore> {
  const { Alert, Fill, Reject, Disconnect, Guard } = channels;
  return {
    Channels: {
      Alert: [...Alert],
      Fill: [...Fill],
      Reject: [...Reject],
      Disconnect: [...Disconnect],
      Guard: [...Guard],
    },
    Quiet: {
      On: quiet.isOn,
      From: timeOf(quiet.fromMinutes),
      To: timeOf(quiet.toMinutes),
      TimeZone: quiet.timeZone,
    },
    QuietModes: quietModes,
  };
}

function deliveryFrom(item: AnswerOf<typeof routes.deliveries>['Items'][number]): NotificationDelivery {
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

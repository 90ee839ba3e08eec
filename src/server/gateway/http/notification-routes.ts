import type { Result } from '../../../domain/assert/assert.ts';
import type { NoticeSettings } from '../../../domain/notices/index.ts';
import type { notificationsHttp } from '../../../protocol/http-notifications.ts';
import type { DeliveryRefusal } from '../../delivery/delivery-caller.ts';
import type { DeliveryService } from '../../delivery/delivery-service.ts';
import type { MailSetup } from '../../delivery/mail-setup.ts';
import { HttpRefusal } from '../../http-kit/http-refusal.ts';
import type { Handlers } from '../../http-kit/route-types.ts';
import { browserName } from '../browser-name.ts';
import { deliveryToWire, settingsFromWire, settingsToWire } from '../translate/notices.ts';

/** The calls about notices that leave the browser. */
export function notificationRoutes(
  deliveries: DeliveryService,
): Pick<Handlers, keyof typeof notificationsHttp> {
  return {
    async notifications({ caller }) {
      const { settings, channels, offers, pushKey } = await deliveries.view(caller.userId);
      return {
        Settings: settingsToWire(settings),
        Offers: [...offers],
        PushKey: pushKey,
        Items: channels.map(({ channelId, kind, label, isVerified }) => ({
          Id: channelId,
          Kind: kind,
          Label: label,
          IsVerified: isVerified,
        })),
      };
    },
    async notificationsStore({ caller, body }) {
      const settings: NoticeSettings = settingsFromWire(body);
      return done(await deliveries.storeSettings(caller, settings));
    },
    async webhookSet({ caller, body }) {
      return { Secret: valueOf(await deliveries.setWebhook(caller, body.Url)) };
    },
    async webhookRotate({ caller }) {
      return { Secret: valueOf(await deliveries.rotateSecret(caller)) };
    },
    async mailSet({ caller, body }) {
      return done(await mailOf(deliveries).begin(caller, body.Address));
    },
    async mailVerify({ caller, body }) {
      return done(await mailOf(deliveries).confirm(caller, body.Code));
    },
    async pushSet({ caller, body, reply }) {
      const subscription = { endpoint: body.Endpoint, p256dh: body.P256dh, auth: body.Auth };
      const name = browserName(reply.request.headers['user-agent']);
      return done(await deliveries.push.add(caller, name, subscription));
    },
    async notificationChannelRemove({ caller, params }) {
      return done(await deliveries.removeChannel(caller, params.id));
    },
    async notificationTest({ caller, params }) {
      return done(await deliveries.test(caller, params.id));
    },
    async deliveries({ caller }) {
      return { Items: (await deliveries.log(caller.userId)).map(deliveryToWire) };
    },
    async deliveryRetry({ caller, params }) {
      return done(await deliveries.retry(caller, params.id));
    },
  };
}

function mailOf({ mail }: DeliveryService): MailSetup {
  if (mail) return mail;
  throw new HttpRefusal(404, 'The operator of this server has not set up mail.');
}

const STATUSES: Readonly<Record<DeliveryRefusal['reason'], number>> = {
  demo: 403,
  invalid: 400,
  missing: 404,
  wait: 429,
};

/** The value of a result. Throws the refusal of a failed one. */
function valueOf<Value>(result: Result<Value, DeliveryRefusal>): Value {
  if (result.ok) return result.value;
  throw new HttpRefusal(STATUSES[result.error.reason], result.error.message);
}

function done(result: Result<undefined, DeliveryRefusal>): { readonly Ok: true } {
  valueOf(result);
  return { Ok: true };
}

import type * as v from 'valibot';
import type { ChannelKind, Notice, NoticeSettings } from '../../../domain/notices/index.ts';
import type { notificationsHttp } from '../../../protocol/http-notifications.ts';
import type { StoredDelivery } from '../../storage/delivery-store.ts';

type WireSettings = v.InferOutput<(typeof notificationsHttp)['notificationsStore']['body']>;
type WireDelivery = v.InferInput<(typeof notificationsHttp)['deliveries']['response']>['Items'][number];

const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Settings of notices from their wire form, in which times of day are texts such as `22:00`. */
export function settingsFromWire({ Channels, Quiet, QuietModes }: WireSettings): NoticeSettings {
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

/** Settings of notices in their wire form. */
export function settingsToWire({ channels, quiet, quietModes }: NoticeSettings): WireSettings {
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

/** A delivery as its user sees it. */
export function deliveryToWire(delivery: StoredDelivery): WireDelivery {
  // The outbox holds only what the delivery service has written: notices, and kinds of channels that exist.
  const notice = JSON.parse(delivery.body) as Notice;
  return {
    Id: delivery.deliveryId,
    Time: delivery.createdAtMs,
    Kind: notice.kind,
    Channel: delivery.channelKind as ChannelKind,
    Title: notice.title,
    State: delivery.state,
    Attempts: delivery.attempts,
    Due: delivery.state === 'Waiting' ? delivery.dueAtMs : null,
    Error: delivery.lastError,
  };
}

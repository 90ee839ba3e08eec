import { format } from 'date-fns/format';
import type { NotificationDelivery } from '../../../client/types.ts';
import { NOTICE_KIND_TRAITS, type ChannelKind, type QuietMode } from '../../../domain/notices/notice.ts';

/** Names of the channels. */
export const CHANNEL_LABELS: Readonly<Record<ChannelKind, string>> = {
  Webhook: 'Webhook',
  Mail: 'Mail',
  Push: 'Browser',
};

/** Names of what happens in quiet hours. */
export const QUIET_MODE_LABELS: Readonly<Record<QuietMode, string>> = {
  Send: 'Send at once',
  Hold: 'Hold until they end',
  Drop: 'Drop',
};

/** Name of the kind of a delivery. */
export const kindLabel = (kind: NotificationDelivery['kind']): string =>
  kind === 'Test' ? 'Test' : NOTICE_KIND_TRAITS[kind].label;

/** Local time of a delivery. */
export const deliveryTime = (timeMs: number): string => format(timeMs, 'MMM d, HH:mm:ss');

/** State of a delivery, with the attempts made and when the next one follows. */
export function stateLabel({ state, attempts, dueMs, error }: NotificationDelivery): string {
  const count = attempts === 0 ? [] : [`${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`];
  if (state !== 'Waiting') return [state, ...(state === 'Delivered' && attempts < 2 ? [] : count)].join(', ');
  const isLater = dueMs !== null && (error !== '' || dueMs > Date.now() + 1_000);
  return ['Waiting', ...count, ...(isLater ? [`next ${deliveryTime(dueMs)}`] : [])].join(', ');
}

/** Whether a delivery can be sent again by hand. */
export const canRetry = ({ state }: Pick<NotificationDelivery, 'state'>): boolean =>
  state === 'Waiting' || state === 'Failed';

import type { Message } from '../../../protocol/index.ts';

type Request = Message<'trading', 'toServer'>;
type AlertRequestName = Extract<Request['name'], `alert${string}`>;

const IS_ALERT_REQUEST: Readonly<Record<AlertRequestName, true>> = {
  alertFiringsSeen: true,
  alertFiringsClear: true,
  alertPut: true,
  alertRemove: true,
  alertList: true,
};

/** Whether a trading message is about the user's alerts or their log. */
export const isAlertRequest = ({ name }: Request): boolean => Object.hasOwn(IS_ALERT_REQUEST, name);

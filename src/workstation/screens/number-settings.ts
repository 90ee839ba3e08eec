import { SETTING_LIMITS } from '../../client/settings/user-settings.ts';

/** The settings that are numbers. */
export type NumberName = keyof typeof SETTING_LIMITS;

/** A setting that is a number within bounds, as the settings page shows it. */
export interface NumberSpec {
  readonly name: NumberName;
  readonly label: string;
  readonly hint: string;
  readonly isWhole: boolean;
}

/** Connections and prices. */
export const CONNECTION_NUMBERS: readonly NumberSpec[] = [
  {
    name: 'reconnectSeconds',
    label: 'Reconnect after, seconds',
    hint: 'A lost connection is opened again after this time: 1 to 300 seconds.',
    isWhole: true,
  },
  {
    name: 'staleAfterSeconds',
    label: 'Prices are stale after, seconds',
    hint: 'A price without an update for this long is marked stale: 5 to 3,600 seconds.',
    isWhole: true,
  },
];

/** The time without a connection after which orders are cancelled. */
export const CANCEL_AFTER_NUMBER: NumberSpec = {
  name: 'cancelAfterSeconds',
  label: 'Cancel orders after, seconds',
  hint: 'Without a connection of this browser for longer, the server cancels its orders: 1 to 300 seconds. Stops and targets of positions stay.',
  isWhole: true,
};

/** What is confirmed before an order is sent. */
export const ORDER_NUMBERS: readonly NumberSpec[] = [
  {
    name: 'priceMovedPercent',
    label: 'Confirm after a price move of, %',
    hint: 'A ticket needs a second press when the market has moved this far since you edited it: 0.1 to 20 per cent.',
    isWhole: false,
  },
  {
    name: 'throughMarketPercent',
    label: 'Confirm limits through the market by, %',
    hint: 'A limit this far beyond the price on the other side needs a confirmation: 0.1 to 20 per cent.',
    isWhole: false,
  },
];

/** The hold before sending. */
export const HOLD_NUMBER: NumberSpec = {
  name: 'holdSeconds',
  label: 'Hold orders before sending, seconds',
  hint: 'A new order waits this long and can be undone with Escape: 0 (off) to 3 seconds. Closing the page while it waits means that it is not sent.',
  isWhole: true,
};

/** Whether a number is a value of the setting. */
export function isSettingValue({ name, isWhole }: NumberSpec, value: number | null): value is number {
  const [min, max] = SETTING_LIMITS[name];
  return value !== null && (!isWhole || Number.isInteger(value)) && value >= min && value <= max;
}

/** What to enter instead of a number that is no value of the setting. */
export function boundsText({ name, isWhole }: NumberSpec): string {
  const [min, max] = SETTING_LIMITS[name];
  return `Enter a ${isWhole ? 'whole ' : ''}number from ${min} to ${max.toLocaleString('en-US')}`;
}

import type { PriceAlertsState } from './state.ts';

/** `Price Alerts - {file name}` or `Price Alerts - Untitled`. */
export const priceAlertsTitle = ({ FileName }: Pick<PriceAlertsState, 'FileName'>): string =>
  `Price Alerts - ${FileName ?? 'Untitled'}`;

import { newYorkDate, newYorkMinutes } from '../../calendar/new-york-time.ts';
import { formatInteger, formatMoney } from '../../format/format-number.ts';
import { fromE4, type MoneyE4 } from '../../money/price.ts';
import { minuteText } from '../intervals.ts';

/** `12 of 80 orders`. */
export const ordersText = (some: number, all: number): string =>
  `${formatInteger(some)} of ${formatInteger(all)} ${all === 1 ? 'order' : 'orders'}`;

/** A share as `12.5 %`. A share that is not 0 never reads as 0. */
export function shareText(share: number): string {
  const percent = share * 100;
  if (percent !== 0 && Math.abs(percent) < 0.1) return percent > 0 ? 'less than 0.1 %' : 'more than -0.1 %';
  return `${(Math.round(percent * 10) / 10).toLocaleString('en-US')} %`;
}

/** `$1,200.00`; a loss is `-$80.00`. */
export function dollarsText(amountE4: MoneyE4): string {
  const text = formatMoney(fromE4(Math.abs(Math.round(amountE4))));
  return amountE4 < 0 && text !== '0.00' ? `-$${text}` : `$${text}`;
}

/** Date and time of New York: `2026-03-02 11:31`. */
export const momentText = (timeMs: number): string =>
  `${newYorkDate(timeMs)} ${minuteText(newYorkMinutes(timeMs))}`;

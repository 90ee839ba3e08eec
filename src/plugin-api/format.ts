import { newYorkOffsetMs } from '../domain/calendar/new-york-time.ts';

export {
  formatAbbreviated,
  formatInteger,
  formatPrice,
  formatSignedPercent,
  formatSignedPrice,
} from '../domain/format/format-number.ts';
export { UNKNOWN_TEXT } from '../domain/columns/format.ts';

/** A space as wide as a tabular digit, in place of a decimal that is not shown. */
const FIGURE_SPACE = '\u2007';
const MAX_DECIMALS = 4;
const upToFour = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: MAX_DECIMALS,
});

/** Dollars with two to four decimals, as many as the price has; `aligned` pads the text so that the decimal points of a column align. */
export function formatQuotePrice(dollars: number, { aligned = false }: { aligned?: boolean } = {}): string {
  const text = upToFour.format(dollars === 0 ? 0 : dollars);
  return aligned ? text + FIGURE_SPACE.repeat(MAX_DECIMALS - (text.length - text.indexOf('.') - 1)) : text;
}

/** Formats of dates and times, all in New York time. */
export type TimePattern =
  | 'YYYY-MM-DD HH:mm:ss'
  | 'YYYY-MM-DD'
  | 'HH:mm:ss'
  | 'HH:mm:ss.SSS'
  | 'HH:mm'
  | 'M/D/YYYY'
  | 'M/D/YYYY HH:mm'
  | 'MMM D, YYYY'
  | 'MMM D';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const pad = (value: number, width = 2) => String(value).padStart(width, '0');

/** A time (UTC ms) as New York wall-clock text, in any time zone of the host. */
export function formatTime(timeMs: number, pattern: TimePattern): string {
  // Shifted by New York's offset, the UTC parts are New York's; far faster than a formatter for each cell.
  const local = new Date(timeMs + newYorkOffsetMs(timeMs));
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth() + 1, local.getUTCDate()];
  const hourMinute = `${pad(local.getUTCHours())}:${pad(local.getUTCMinutes())}`;
  const clock = `${hourMinute}:${pad(local.getUTCSeconds())}`;
  const isoDate = `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
  const named = `${MONTHS[month - 1]} ${day}`;
  switch (pattern) {
    case 'YYYY-MM-DD HH:mm:ss':
      return `${isoDate} ${clock}`;
    case 'YYYY-MM-DD':
      return isoDate;
    case 'HH:mm:ss':
      return clock;
    case 'HH:mm:ss.SSS':
      return `${clock}.${pad(local.getUTCMilliseconds(), 3)}`;
    case 'HH:mm':
      return hourMinute;
    case 'M/D/YYYY':
      return `${month}/${day}/${year}`;
    case 'M/D/YYYY HH:mm':
      return `${month}/${day}/${year} ${hourMinute}`;
    case 'MMM D, YYYY':
      return `${named}, ${year}`;
    case 'MMM D':
      return named;
  }
}

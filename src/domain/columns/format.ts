import type { ColumnFormat, ColumnInput, SymbolColumn } from './column.ts';

/** Printed for a value that is not known. */
export const UNKNOWN_TEXT = '–';

const decimals = (count: number) =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: count, maximumFractionDigits: count });
const none = decimals(0);
const two = decimals(2);
const four = decimals(4);
const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

const scales = [
  { from: 1e12, suffix: 'T' },
  { from: 1e9, suffix: 'B' },
  { from: 1e6, suffix: 'M' },
  { from: 1e3, suffix: 'K' },
] as const;

/** -0 and what rounds to it print without a sign. */
function withoutNegativeZero(text: string): string {
  return /^-0(\.0+)?$/.test(text) ? text.slice(1) : text;
}

/** Dollars with two decimals; a price below one dollar that is no whole cent shows the four it trades in. */
export function formatPrice(dollars: number): string {
  const size = Math.abs(dollars);
  const isSubCent = size < 1 && Math.abs(size * 100 - Math.round(size * 100)) > 1e-6;
  return withoutNegativeZero((isSubCent ? four : two).format(dollars));
}

/** An amount of money in whole cents, whatever its size: `-0.76`. */
export function formatMoney(dollars: number): string {
  return withoutNegativeZero(two.format(dollars));
}

/** An amount of money that always carries its sign: `+1.20`, `-0.05`, `0.00`. */
export function formatSignedMoney(dollars: number): string {
  const text = formatMoney(dollars);
  return dollars > 0 && text !== '0.00' ? `+${text}` : text;
}

export function formatInteger(count: number): string {
  return withoutNegativeZero(none.format(count));
}

/** Two decimals. */
export function formatRatio(value: number): string {
  return withoutNegativeZero(two.format(value));
}

/** `12.34%`. */
export function formatPercent(percent: number): string {
  return `${withoutNegativeZero(two.format(percent))}%`;
}

/** Always carries its sign, so that colour is never alone: `+1.20`, `-0.05`, `0.00`. */
export function formatSignedPrice(dollars: number): string {
  const text = formatPrice(dollars);
  return dollars > 0 && !/^0\.0+$/.test(text) ? `+${text}` : text;
}

export function formatSignedPercent(percent: number): string {
  const text = formatPercent(percent);
  return percent > 0 && text !== '0.00%' ? `+${text}` : text;
}

/** K, M, B, T from 1e3, 1e6, 1e9, 1e12 on, with two decimals; whole numbers below that. */
export function formatAbbreviated(value: number): string {
  const size = Math.abs(value);
  for (const { from, suffix } of scales) {
    // What would round up to a thousand of the unit below takes the unit above: 999,999 is 1.00M, not 1,000.00K.
    if (size >= (from === 1e3 ? from : from * 0.999995)) return `${two.format(value / from)}${suffix}`;
  }
  return formatInteger(value);
}

/** Exchange (Eastern) time of day, HH:mm:ss. */
export function formatExchangeTime(timeMs: number): string {
  return clock.format(timeMs);
}

/** Prints a value in a column format. */
export function formatValue(format: ColumnFormat, value: number | string | null): string {
  if (value === null || value === '') return UNKNOWN_TEXT;
  if (typeof value === 'string') return value;
  if (!Number.isFinite(value)) return UNKNOWN_TEXT;
  switch (format) {
    case 'text':
      return String(value);
    case 'price':
      return formatPrice(value);
    case 'signedPrice':
      return formatSignedPrice(value);
    case 'percent':
      return formatPercent(value);
    case 'signedPercent':
      return formatSignedPercent(value);
    case 'ratio':
      return formatRatio(value);
    case 'integer':
      return formatInteger(value);
    case 'abbreviated':
      return formatAbbreviated(value);
    case 'time':
      return value > 0 ? formatExchangeTime(value) : UNKNOWN_TEXT;
  }
}

/** The text of a cell. */
export function columnText(column: SymbolColumn, input: ColumnInput): string {
  return column.text === undefined ? formatValue(column.format, column.value(input)) : column.text(input);
}

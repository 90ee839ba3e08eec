import {
  formatAbbreviated,
  formatInteger,
  formatPercent,
  formatPrice,
  formatRatio,
  formatSignedPercent,
  formatSignedPrice,
} from '../format/format-number.ts';
import type { ColumnFormat, ColumnInput, SymbolColumn } from './column.ts';

/** Printed for a value that is not known. */
export const UNKNOWN_TEXT = '–';

const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

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
export function columnText(
  column: Pick<SymbolColumn, 'format' | 'text' | 'value'>,
  input: ColumnInput,
): string {
  return column.text === undefined ? formatValue(column.format, column.value(input)) : column.text(input);
}

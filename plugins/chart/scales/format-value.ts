import { formatAbbreviated, formatQuotePrice, UNKNOWN_TEXT } from '../../../src/plugin-api/index.ts';

const percent = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
});
const fixed = [0, 1, 2, 3, 4].map(
  (digits) =>
    new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits }),
);

export type ValueFormat = 'price' | 'volume' | 'percent' | 'number';

/** Decimals with which neighbouring values of a step differ, 2 to 4 for prices. */
export function decimalsOf(step: number, least = 2): number {
  if (!(step > 0) || !Number.isFinite(step)) return least;
  return Math.min(4, Math.max(least, Math.ceil(-Math.log10(step) - 1e-9)));
}

export function formatDecimals(value: number, decimals: number): string {
  const text = (fixed[decimals] ?? fixed[2] ?? percent).format(value);
  return /^-0(\.0+)?$/.test(text) ? text.slice(1) : text;
}

export function formatPercentChange(value: number, base: number): string {
  return `${percent.format(base > 0 ? (value / base - 1) * 100 : 0)}%`;
}

/** A price of a bar, to the ten-thousandth at the most. */
export function formatPrice(value: number): string {
  return Number.isFinite(value) ? formatQuotePrice(Math.round(value * 1e4) / 1e4) : UNKNOWN_TEXT;
}

/** A value as a legend shows it. */
export function formatValue(value: number, format: ValueFormat): string {
  if (!Number.isFinite(value)) return '–';
  switch (format) {
    case 'price':
      return formatDecimals(value, Math.abs(value) < 1 ? 4 : 2);
    case 'volume':
      return formatAbbreviated(value);
    case 'percent':
      return `${formatDecimals(value, 2)}%`;
    case 'number':
      return Math.abs(value) >= 1e5
        ? formatAbbreviated(value)
        : formatDecimals(value, Math.abs(value) < 1 ? 4 : 2);
  }
}

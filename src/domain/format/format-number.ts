import type { Dollars } from '../money/price.ts';

/** Texts of numbers as they appear on the screen and in messages. */

const decimals = (count: number) =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: count, maximumFractionDigits: count });
const none = decimals(0);
const two = decimals(2);
const four = decimals(4);
const quantityFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 9 });

const scales = [
  { from: 1e12, suffix: 'T' },
  { from: 1e9, suffix: 'B' },
  { from: 1e6, suffix: 'M' },
  { from: 1e3, suffix: 'K' },
] as const;

/** Negative zero, and numbers that round to it, print without a sign. */
function withoutNegativeZero(text: string): string {
  return /^-0(\.0+)?$/.test(text) ? text.slice(1) : text;
}

/** Dollars with two decimals; a price below one dollar that is no whole cent shows the four it trades in. */
export function formatPrice(dollars: Dollars): string {
  const size = Math.abs(dollars);
  const isSubCent = size < 1 && Math.abs(size * 100 - Math.round(size * 100)) > 1e-6;
  return withoutNegativeZero((isSubCent ? four : two).format(dollars));
}

/** An amount of money in whole cents, whatever its size: `-0.76`. */
export function formatMoney(dollars: Dollars): string {
  return withoutNegativeZero(two.format(dollars));
}

/** An amount of money that always carries its sign: `+1.20`, `-0.05`, `0.00`. */
export function formatSignedMoney(dollars: Dollars): string {
  const text = formatMoney(dollars);
  return dollars > 0 && text !== '0.00' ? `+${text}` : text;
}

/** A whole number with thousands separators: `1,234`. */
export function formatInteger(count: number): string {
  return withoutNegativeZero(none.format(count));
}

/** Shares with their fraction, which brokers state with up to nine decimals: `1,200`, `0.125`. */
export function formatQuantity(shares: number): string {
  return withoutNegativeZero(quantityFormat.format(shares));
}

/** A ratio with two decimals and thousands separators: `1,234.50`. */
export function formatRatio(value: number): string {
  return withoutNegativeZero(two.format(value));
}

/** A percentage with two decimals: `12.34%`. The argument is in per cent, not a fraction. */
export function formatPercent(percent: number): string {
  return `${withoutNegativeZero(two.format(percent))}%`;
}

/** A price change that always carries its sign, so that colour is not the only mark: `+1.20`, `-0.05`, `0.00`. */
export function formatSignedPrice(dollars: Dollars): string {
  const text = formatPrice(dollars);
  return dollars > 0 && !/^0\.0+$/.test(text) ? `+${text}` : text;
}

/** A percentage that always carries its sign: `+1.20%`, `-0.05%`, `0.00%`. */
export function formatSignedPercent(percent: number): string {
  const text = formatPercent(percent);
  return percent > 0 && text !== '0.00%' ? `+${text}` : text;
}

/** K, M, B, T from 1e3, 1e6, 1e9, 1e12 on, with two decimals; whole numbers below that. */
export function formatAbbreviated(value: number): string {
  const size = Math.abs(value);
  for (const { from, suffix } of scales) {
    // A number that would round to a thousand of one unit takes the next unit: 999,999 is 1.00M, not 1,000.00K.
    if (size >= (from === 1e3 ? from : from * 0.999995)) return `${two.format(value / from)}${suffix}`;
  }
  return formatInteger(value);
}

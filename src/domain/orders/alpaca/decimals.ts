import { E4 } from '../../money/price.ts';

const MAX_WHOLE_DIGITS = 11;
const DECIMAL = /^(\d+)(?:\.(\d+))?$/;

/** An amount in 1/10,000 as the shortest decimal text: 1909000 is `190.9`. */
export function decimalText(e4: number): string {
  const whole = Math.floor(e4 / E4);
  const rest = String(e4 % E4)
    .padStart(4, '0')
    .replace(/0+$/, '');
  return rest === '' ? String(whole) : `${whole}.${rest}`;
}

/** A decimal text in 1/10,000, read digit by digit; what is beyond the fourth decimal is rounded. Undefined for anything else. */
export function decimalE4(text: unknown): number | undefined {
  if (typeof text !== 'string' && typeof text !== 'number') return undefined;
  const [, whole, decimals = ''] = DECIMAL.exec(String(text).trim()) ?? [];
  if (whole === undefined || whole.length > MAX_WHOLE_DIGITS) return undefined;
  const digits = decimals.padEnd(5, '0');
  return Number(whole) * E4 + Number(digits.slice(0, 4)) + (Number(digits.charAt(4)) >= 5 ? 1 : 0);
}

/** A decimal text that may be negative in 1/10,000, read like `decimalE4`. Undefined for anything else. */
export function signedDecimalE4(text: unknown): number | undefined {
  const trimmed = String(typeof text === 'number' ? text : typeof text === 'string' ? text.trim() : '');
  if (!trimmed.startsWith('-')) return decimalE4(trimmed);
  const size = decimalE4(trimmed.slice(1));
  return size === undefined || size === 0 ? size : -size;
}

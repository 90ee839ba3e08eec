/** Conversion between numbers and typed text (en-US). */

const PLAIN = /^[+-]?(\d+\.?\d*|\.\d+)$/;
const GROUPED = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/;
/** Decimals beyond which a typed number is not shown. */
const MAX_DECIMALS = 10;

/** The number a text stands for: null for an empty one, NaN for one that is no plain number (`1e3`, `12a`, `1,00`). */
export function parseNumber(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (!PLAIN.test(trimmed) && !GROUPED.test(trimmed)) return NaN;
  return Number(trimmed.replaceAll(',', ''));
}

/** A number with at least so many decimals, and as many as it has. */
export function numberText(value: number | null, decimals: number): string {
  if (value === null || !Number.isFinite(value)) return '';
  return value.toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: Math.max(decimals, MAX_DECIMALS),
  });
}

/** The next number a step away, within the bounds and without the dust of binary fractions. Nothing yet = the lower bound or 0. */
export function stepped(
  value: number | null,
  by: number,
  { min, max }: { readonly min: number; readonly max: number },
): number {
  const from = value === null || Number.isNaN(value) ? (Number.isFinite(min) ? min - by : -by) : value;
  return Math.min(max, Math.max(min, Number((from + by).toFixed(MAX_DECIMALS))));
}

const NUMBER = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d*)(\.\d*)?\s*([KMBT]?)$/i;
const EXPONENTS: Readonly<Record<string, number>> = { '': 0, K: 3, M: 6, B: 9, T: 12 };

/**
 * Parses a number as users write it: `1.5M`, `2,500`, `-3`, `.5 k`. K, M, B and T (either case) multiply by 1e3, 1e6, 1e9 and
 * 1e12. Null for any other text. Exact: `1.1K` is 1100.
 */
export function parseNumber(text: string): number | null {
  return parse(text, 0, true);
}

/** A percentage, its sign optional (`5%`, `5`, `-0.5 %`), as the fraction that is sent: 0.05. Null for any other text. */
export function parsePercentage(text: string): number | null {
  return parse(text.trim().replace(/\s*%$/, ''), -2, false);
}

function parse(text: string, exponent: number, mayHaveSuffix: boolean): number | null {
  const match = NUMBER.exec(text.trim());
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = '', suffix = ''] = match;
  if (!/\d/.test(whole + fraction) || (suffix !== '' && !mayHaveSuffix)) return null;
  // The power of ten is part of the text, so that the result is rounded once.
  const value = Number(
    `${sign}${whole.replaceAll(',', '') || '0'}${fraction}e${exponent + (EXPONENTS[suffix.toUpperCase()] ?? 0)}`,
  );
  return Number.isFinite(value) ? value : null;
}

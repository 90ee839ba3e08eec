/** Units of 1/10,000 dollar in a dollar. */
const UNITS = 10_000;

/**
 * A decimal text of the API as a whole number of 1/10,000 dollar, with which sums and comparisons are exact. Throws a RangeError for a text that is
 * no decimal number with at most four decimals, or that a whole number cannot hold.
 */
export function parseDollars(text: string): number {
  const [, sign, whole, fraction = ''] = /^(-?)(\d{1,12})(?:\.(\d{1,4}))?$/.exec(text) ?? [];
  const units = Number(whole) * UNITS + Number(fraction.padEnd(4, '0'));
  if (whole === undefined || !Number.isSafeInteger(units))
    throw new RangeError(`${JSON.stringify(text)} is no decimal number with at most four decimals.`);
  return sign === '-' && units !== 0 ? -units : units;
}

/** A whole number of 1/10,000 dollar as a decimal text of the API, with two to four decimals. Throws a RangeError for a fraction of a unit. */
export function formatDollars(units: number): string {
  if (!Number.isSafeInteger(units)) throw new RangeError(`${units} is no whole number of 1/10,000 dollar.`);
  const size = Math.abs(units);
  const fraction = String(size % UNITS).padStart(4, '0');
  return `${units < 0 ? '-' : ''}${Math.trunc(size / UNITS)}.${fraction.replace(/0{1,2}$/, '')}`;
}

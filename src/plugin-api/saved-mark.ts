import * as v from 'valibot';

/** Stored hash of the data that a window has saved or loaded; null = unknown. */
export const savedMarkSchema = v.optional(v.nullable(v.pipe(v.string(), v.maxLength(32))), null);

/** JSON text with sorted fields, so that equal data gives equal text. */
function sortedText(data: unknown): string {
  return (
    JSON.stringify(data, (_name, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([first], [second]) => (first < second ? -1 : 1)))
        : value,
    ) ?? ''
  );
}

/** A hash of data, of 53 bits: enough for the lists of one user. */
export function markOf(data: unknown): string {
  const text = sortedText(data);
  let [low, high] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 2_654_435_761);
    high = Math.imul(high ^ code, 1_597_334_677);
  }
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  return (4_294_967_296 * (2_097_151 & high) + (low >>> 0)).toString(36);
}

/** Whether a window's data differs from what it loaded or saved under its name. */
export function isChangedSinceSaved(
  { FileName, SavedAs }: { readonly FileName: string | null; readonly SavedAs: string | null },
  data: unknown,
): boolean {
  return FileName !== null && SavedAs !== null && markOf(data) !== SavedAs;
}

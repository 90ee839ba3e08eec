import * as v from 'valibot';

/** How a window remembers what its save held: a short text in place of the whole. Null = nothing is known of it. */
export const savedMarkSchema = v.optional(v.nullable(v.pipe(v.string(), v.maxLength(32))), null);

/** JSON text with the fields of each object in one order: the same for data that says the same. */
function sortedText(data: unknown): string {
  return (
    JSON.stringify(data, (_name, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([first], [second]) => (first < second ? -1 : 1)))
        : value,
    ) ?? ''
  );
}

/** A short text that differs for data that differs (53 bits: two lists of one user do not collide). */
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

/** True when what a window would save now is not what it loaded or saved under its name. */
export function isChangedSinceSaved(
  { FileName, SavedAs }: { readonly FileName: string | null; readonly SavedAs: string | null },
  data: unknown,
): boolean {
  return FileName !== null && SavedAs !== null && markOf(data) !== SavedAs;
}

const folded = (name: string): string => name.normalize('NFC').toLowerCase();

/** True for names that a person reads as the same: they differ in case, or in how their letters are put together, only. */
export function isSameName(one: string, other: string): boolean {
  return folded(one) === folded(other);
}

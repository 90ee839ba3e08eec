const folded = (name: string): string => name.normalize('NFC').toLowerCase();

/** True for names that a user reads as the same: they differ only in case, or in the Unicode form of their letters. */
export function isSameName(left: string, right: string): boolean {
  return folded(left) === folded(right);
}

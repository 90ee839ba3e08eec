/** What stands before the label of a menu's entries, so that all labels of one menu begin at the same place. */

interface MarkedEntry {
  readonly icon?: unknown;
  readonly isChecked?: boolean;
}

/** Two places where an entry has both a check and an icon; else one serves for either. */
export function menuSlots(entries: readonly MarkedEntry[]): 1 | 2 {
  return entries.some(({ icon, isChecked }) => icon !== undefined && isChecked !== undefined) ? 2 : 1;
}

/** What the first place of an entry shows. */
export function markOf({ icon, isChecked }: MarkedEntry, slots: 1 | 2): 'check' | 'icon' | null {
  if (isChecked === true) return 'check';
  return slots === 1 && isChecked === undefined && icon !== undefined ? 'icon' : null;
}

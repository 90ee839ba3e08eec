import { type Drawing, DRAWING_PARTS } from './drawing.ts';

/** A drawing that two writers changed. */
export interface MergedDrawing {
  readonly row: Drawing;
  /** Both changed the same part: the unsent version, to be added as another drawing. Null when both changes fit. */
  readonly copy: Drawing | null;
}

/**
 * Merges an unsent change with the stored drawing. Place, text, each field of the style and each mark are parts that are merged apart: what only
 * one writer changed since `base` stands. When both changed a part differently, the stored drawing stays as it is and the unsent version becomes
 * another drawing, so that neither is lost. Without a base (the drawing was new to both writers) every part counts as changed.
 */
export function mergeDrawings(base: Drawing | null, mine: Drawing, stored: Drawing): MergedDrawing {
  let row = stored;
  for (const { fields, isSame } of DRAWING_PARTS) {
    if (isSame(mine, stored) || (base !== null && isSame(mine, base))) continue;
    // Two drawings of the same place in the pile are no conflict: the order of the stored one stands.
    if (fields.includes('Order')) continue;
    if (base === null || !isSame(stored, base)) return { row: stored, copy: mine };
    row = { ...row, ...Object.fromEntries(fields.map((field) => [field, mine[field]])) };
  }
  return { row, copy: null };
}

/** Height of a label with its border, and about the width of a digit, px. */
const LABEL_PX = 18;
const CHARACTER_PX = 6.2;
/** The cross, the paddings and the gap to the next label. */
const FURNITURE_PX = 44;

/** How far to the left each label has to go so that none covers another: those of lines nearer than a label's height stand beside one another. One that is `isFirst` keeps its place at the right. */
export function labelShifts(
  labels: readonly { readonly y: number; readonly text: string; readonly isFirst?: boolean }[],
): readonly number[] {
  const shifts = labels.map(() => 0);
  const rank = (n: number) => (labels[n]?.isFirst === true ? -Infinity : (labels[n]?.y ?? 0));
  const order = labels.map((_, n) => n).sort((first, second) => rank(first) - rank(second));
  const placed: { y: number; left: number; right: number }[] = [];
  for (const n of order) {
    const label = labels[n];
    if (label === undefined) continue;
    const width = label.text.length * CHARACTER_PX + FURNITURE_PX;
    const near = placed
      .filter(({ y }) => Math.abs(label.y - y) < LABEL_PX)
      .sort((first, second) => first.left - second.left);
    let shift = 0;
    for (const { left, right } of near) if (shift < right && left < shift + width) shift = right;
    shifts[n] = Math.round(shift);
    placed.push({ y: label.y, left: shift, right: shift + width });
  }
  return shifts;
}

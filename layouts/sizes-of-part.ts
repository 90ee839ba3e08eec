import { isSameShape, placesOf, type Place } from './tree.ts';
import { isStack, stacksOf, windowsOf, type LayoutGroup, type LayoutPart, type WindowKey } from './types.ts';

/** Without the last digits, which a division leaves. */
const rounded = (weight: number): number => Math.round(weight * 1e6) / 1e6;

/**
 * The whole tree with such weights that its part on screen keeps the sizes it has there. `part`: the tree without the windows that are elsewhere.
 * These keep their shares.
 */
export function withSizesOfPart(whole: LayoutGroup, part: LayoutGroup): LayoutGroup {
  if (isSameShape(whole, part)) return part;
  const places = new Map<WindowKey, Place>();
  for (const [stack, place] of placesOf(part)) for (const key of stack.windows) places.set(key, place);
  const lengthOf = (child: LayoutPart, direction: LayoutGroup['direction']): number | null => {
    const [start, end] = direction === 'row' ? (['left', 'right'] as const) : (['top', 'bottom'] as const);
    const found = windowsOf(child).flatMap((key) => places.get(key) ?? []);
    return found.length === 0
      ? null
      : Math.max(...found.map((place) => place[end])) - Math.min(...found.map((place) => place[start]));
  };
  const visit = (group: LayoutGroup): LayoutGroup => {
    const lengths = group.children.map((child) => lengthOf(child, group.direction));
    const shown = group.children.filter((_, index) => lengths[index] !== null);
    const weight = shown.reduce((sum, child) => sum + child.weight, 0);
    const length = lengths.reduce<number>((sum, each) => sum + (each ?? 0), 0);
    return {
      ...group,
      children: group.children.map((child, index) => {
        const present = lengths[index] ?? null;
        const sized =
          present === null || length === 0 || weight === 0
            ? child
            : { ...child, weight: rounded((present * weight) / length) };
        return isStack(sized) ? sized : visit(sized);
      }),
    };
  };
  return stacksOf(part).length === 0 ? whole : visit(whole);
}

import { layout as oneByOne } from './1r1c.ts';
import { layout as narrowWide } from './1r1n1w.ts';
import { layout as wideNarrow } from './1r1w1n.ts';
import { layout as twoColumns } from './1r2c.ts';
import { layout as threeColumns } from './1r3c.ts';
import { layout as twoRows } from './2r1c.ts';
import { layout as twoByTwo } from './2r2c.ts';
import { layout as leftAndTwo } from './l1r2.ts';
import { windowsOf, type WindowLayout } from './types.ts';

export {
  hiddenByRow,
  isLayoutTree,
  isSameShape,
  neighbourOf,
  sizesOfTree,
  stackedOn,
  stackOf,
  swapWindowsOf,
  tidy,
  withoutWindows,
  withPartAt,
  withSelected,
  withSizes,
  withWindows,
  type Side,
  type Sizes,
} from './tree.ts';
export { resized, type Dimension } from './resize.ts';
export { withSizesOfPart } from './sizes-of-part.ts';
export {
  freeWindowKey,
  isStack,
  isWindowKey,
  lone,
  stacksOf,
  windowKeysOf,
  windowsOf,
  type LayoutGroup,
  type LayoutPart,
  type WindowKey,
  type WindowLayout,
  type WindowStack,
} from './types.ts';

/** The layouts in the order in which the chooser offers them. */
export const layouts: readonly WindowLayout[] = [
  oneByOne,
  twoColumns,
  narrowWide,
  wideNarrow,
  twoRows,
  threeColumns,
  leftAndTwo,
  twoByTwo,
];

/** The layout of a code; undefined for an unknown one. */
export function findLayout(code: string): WindowLayout | undefined {
  return layouts.find((layout) => layout.code === code);
}

/** The smallest layout with room for so many windows (at least one). */
export function smallestLayout(windowCount: number): WindowLayout {
  const bySize = [...layouts].sort((a, b) => windowsOf(a.root).length - windowsOf(b.root).length);
  return bySize.find((layout) => windowsOf(layout.root).length >= windowCount) ?? twoByTwo;
}

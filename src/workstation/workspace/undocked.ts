import * as v from 'valibot';
import {
  isLayoutTree,
  isWindowKey,
  lone,
  stackedOn,
  windowsOf,
  withoutWindows,
  type LayoutGroup,
  type WindowKey,
} from '../../../layouts/index.ts';

/**
 * Windows that are not shown at their places: they float above the layout, or are pinned to a border of the workspace. Each keeps its place in the
 * layout and returns there.
 */

/** The sides of the workspace to which windows can be pinned. */
export const BORDER_SIDES = ['left', 'right', 'bottom'] as const;
export type BorderSide = (typeof BORDER_SIDES)[number];

export const treeSchema = v.custom<LayoutGroup>(isLayoutTree, 'Not a layout of windows');
export const windowKeySchema = v.pipe(
  v.string(),
  v.regex(/^Window[1-9]\d{0,4}$/),
  v.custom<WindowKey>(isWindowKey),
);
const px = v.pipe(v.number(), v.finite());
const lengthPx = v.pipe(px, v.minValue(1));
/** A floating panel: how its windows lie in it, and where it is within the workspace, px. */
export const floatSchema = v.object({
  Tree: treeSchema,
  Left: px,
  Top: px,
  Width: lengthPx,
  Height: lengthPx,
});
/** The windows of a border in the order of their tabs, and how far one reaches into the workspace when it is open, px. */
export const borderSchema = v.object({
  Side: v.picklist(BORDER_SIDES),
  Windows: v.pipe(v.array(windowKeySchema), v.nonEmpty()),
  Size: lengthPx,
});
export const undockedSchema = v.pipe(
  v.object({
    /** The front one is last. */
    Floats: v.pipe(v.array(floatSchema), v.readonly()),
    Borders: v.pipe(v.array(borderSchema), v.readonly()),
  }),
  v.readonly(),
);

export type FloatPanel = v.InferOutput<typeof floatSchema>;
export type PinnedBorder = v.InferOutput<typeof borderSchema>;
export type Undocked = v.InferOutput<typeof undockedSchema>;

/** All windows are at their places. */
export const NONE_UNDOCKED: Undocked = { Floats: [], Borders: [] };

/** The windows that float or are pinned, floating ones first. */
export const undockedWindows = ({ Floats, Borders }: Undocked): readonly WindowKey[] => [
  ...Floats.flatMap(({ Tree }) => windowsOf(Tree)),
  ...Borders.flatMap(({ Windows }) => Windows),
];

/** True when each window is there once and has a place in the layout, and each side has one border. */
export function isUndockedOf(tree: LayoutGroup, undocked: Undocked): boolean {
  const known = new Set(windowsOf(tree));
  const listed = undockedWindows(undocked);
  const sides = undocked.Borders.map(({ Side }) => Side);
  return (
    new Set(listed).size === listed.length &&
    listed.every((key) => known.has(key)) &&
    new Set(sides).size === sides.length
  );
}

/** The same without some of the windows: these are at their places again. */
export function withoutUndocked(undocked: Undocked, keys: ReadonlySet<WindowKey>): Undocked {
  if (!undockedWindows(undocked).some((key) => keys.has(key))) return undocked;
  return {
    Floats: undocked.Floats.flatMap((float) => {
      const Tree = withoutWindows(float.Tree, keys);
      return Tree === null ? [] : { ...float, Tree };
    }),
    Borders: undocked.Borders.flatMap((border) => {
      const Windows = border.Windows.filter((key) => !keys.has(key));
      return Windows.length === 0 ? [] : { ...border, Windows };
    }),
  };
}

/** The same without the windows that the layout does not have. */
export function undockedIn(tree: LayoutGroup, undocked: Undocked): Undocked {
  const known = new Set(windowsOf(tree));
  return withoutUndocked(undocked, new Set(undockedWindows(undocked).filter((key) => !known.has(key))));
}

/** The same with a new window beside one that floats or is pinned. */
export function undockedWith(undocked: Undocked, target: WindowKey, added: WindowKey): Undocked {
  if (!undockedWindows(undocked).includes(target)) return undocked;
  return {
    Floats: undocked.Floats.map((float) => ({ ...float, Tree: stackedOn(float.Tree, target, added) })),
    Borders: undocked.Borders.map((border) =>
      border.Windows.includes(target) ? { ...border, Windows: [...border.Windows, added] } : border,
    ),
  };
}

/** A tree of one window. */
export const treeOfOne = (key: WindowKey): LayoutGroup => ({
  direction: 'row',
  weight: 100,
  children: [lone(key, 100)],
});

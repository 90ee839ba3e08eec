import { withSizesOfPart, type LayoutGroup } from '../../../layouts/index.ts';
import type { DockState } from './dock-operations.ts';
import { floatIdOf, type Visible } from './dock-view.ts';

/** Takes over the sizes on screen. Windows that are elsewhere keep the shares of their places. */
export function withSizesOnScreen({ layout, view }: DockState, shown: Visible): DockState {
  const fit = (tree: LayoutGroup, part: LayoutGroup | null | undefined): LayoutGroup =>
    part === null || part === undefined ? tree : withSizesOfPart(tree, part);
  return {
    layout: {
      tree: fit(layout.tree, shown.tree),
      undocked: {
        Floats: layout.undocked.Floats.map((float) => ({
          ...float,
          Tree: fit(float.Tree, shown.floats.find(({ id }) => id === floatIdOf(float.Tree))?.tree),
        })),
        Borders: layout.undocked.Borders.map((border) => ({
          ...border,
          Size: shown.borders.find(({ Side }) => Side === border.Side)?.Size ?? border.Size,
        })),
      },
    },
    view: { ...view, popouts: shown.popouts },
  };
}

/** A floating panel elsewhere in the workspace, or larger; px. */
export function withFloatAt(
  state: DockState,
  id: unknown,
  { x: Left, y: Top, width: Width, height: Height }: { x: number; y: number; width: number; height: number },
): DockState {
  const { layout } = state;
  const Floats = layout.undocked.Floats.map((float) =>
    floatIdOf(float.Tree) === id ? { ...float, Left, Top, Width, Height } : float,
  );
  return { ...state, layout: { ...layout, undocked: { ...layout.undocked, Floats } } };
}

/** A floating panel in front of the others. */
export function withFloatInFront(state: DockState, id: unknown): DockState {
  const { layout } = state;
  const isFront = (float: { readonly Tree: LayoutGroup }): boolean => floatIdOf(float.Tree) === id;
  const { Floats } = layout.undocked;
  const next = [...Floats.filter((float) => !isFront(float)), ...Floats.filter(isFront)];
  return { ...state, layout: { ...layout, undocked: { ...layout.undocked, Floats: next } } };
}

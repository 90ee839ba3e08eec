import type { ChartView } from '../screen/types.ts';
import { Invalid } from '../view/invalidation.ts';
import { kindOf } from './kinds/index.ts';
import type { Scene } from './scene.ts';
import type { DrawnShape } from './shape.ts';

/** Moves the chart to a drawing that lies before or after the visible bars. */
export function bringIntoView(
  view: Pick<ChartView, 'geometry' | 'viewport' | 'invalidate'>,
  scene: Scene,
  shape: DrawnShape,
): void {
  const extent = kindOf(shape.Type)?.extent(scene.place(shape));
  if (extent === undefined) return;
  const { plotWidth } = view.geometry();
  const right = extent.left + extent.width;
  if (right >= 0 && extent.left <= plotWidth) return;
  const middle = extent.left + extent.width / 2;
  view.viewport.panBy((middle - plotWidth / 2) / view.viewport.barPx);
  view.invalidate(Invalid.all);
}

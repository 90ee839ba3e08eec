import { PRICE_PANE } from '../model/panes.ts';
import type { ValueScale } from '../scales/value-scale.ts';
import type { ChartView } from '../screen/types.ts';
import { Invalid } from '../view/invalidation.ts';
import { kindOf } from './kinds/index.ts';
import type { Scene } from './scene.ts';
import type { Box, DrawnShape } from './shape.ts';

/** Part of the price pane's height that is left free beyond a drawing. */
const MARGIN = 0.1;

/** Moves the bars, and stretches the price scale, to a drawing that is not on screen. */
export function bringIntoView(
  view: Pick<ChartView, 'geometry' | 'viewport' | 'invalidate' | 'scaleOf' | 'setPriceRange' | 'flush'>,
  scene: Scene,
  shape: DrawnShape,
): void {
  const kind = kindOf(shape.Type);
  if (kind === undefined) return;
  const { left, width } = kind.extent(scene.place(shape));
  const { plotWidth } = view.geometry();
  if (left + width < 0 || left > plotWidth) {
    view.viewport.panBy((left + width / 2 - plotWidth / 2) / view.viewport.barPx);
    view.invalidate(Invalid.all);
    // The price scale follows the bars that are visible now.
    view.flush();
  }
  const scale = view.scaleOf(PRICE_PANE);
  if (scale !== undefined) stretchPrices(view, scale, kind.extent(scene.place(shape)));
}

/** Lets the price scale reach a drawing above or below it. What it showed stays on it. */
function stretchPrices(
  view: Pick<ChartView, 'setPriceRange'>,
  scale: ValueScale,
  { top, height }: Pick<Box, 'top' | 'height'>,
): void {
  const paneBottom = scale.top + scale.height;
  const bottom = top + height;
  if (bottom >= scale.top && top <= paneBottom) return;
  const marginPx = scale.height * MARGIN;
  view.setPriceRange([
    scale.valueAt(Math.max(paneBottom, bottom + marginPx)),
    scale.valueAt(Math.min(scale.top, top - marginPx)),
  ]);
}

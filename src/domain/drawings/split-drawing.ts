import type { ShareRatio } from '../corporate-actions/types.ts';
import type { Drawing } from './drawing.ts';

/** The chart area whose values are dollars a share. */
const PRICE_AREA = 'price';

/** A value of a drawing in new shares. Places of drawings are no prices: they have the digits of a point on the screen. */
const splitValue = (value: number, { numerator, denominator }: ShareRatio): number =>
  (value * denominator) / numerator;

/** A drawing on the stock of a split, with its anchors in new shares; the same drawing when it is not in the area of the prices. */
export function splitDrawing(drawing: Drawing, ratio: ShareRatio): Drawing {
  if (drawing.Area !== PRICE_AREA) return drawing;
  return {
    ...drawing,
    Points: drawing.Points.map((point) => ({ ...point, Value: splitValue(point.Value, ratio) })),
  };
}

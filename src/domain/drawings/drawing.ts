/** Where a drawing is tied to a chart. */
export interface DrawingAnchor {
  /** Start of the bar, UTC ms. */
  readonly Date: number;
  /** Distance from that start in lengths of the bar; may lie beyond the bar. */
  readonly Offset: number;
  /** In the unit of the chart area, dollars in the area of the prices. */
  readonly Value: number;
}

/** A drawing on the charts of a symbol, as its document stores it. */
export interface Drawing {
  /** `SYMBOL:unique`, so that the drawings of a symbol can be listed by their ids. Made by `drawingIdOf`. */
  readonly Id: string;
  readonly Symbol: string;
  /** Name of the chart area, such as `price`. */
  readonly Area: string;
  /** Drawings with a higher order lie above others. */
  readonly Order: number;
  /** Number of its kind. Charts pass over kinds that they do not know. */
  readonly Type: number;
  readonly Points: readonly DrawingAnchor[];
  /** Bar size of the chart that it was drawn on, which gives `Offset` its length. */
  readonly BarSize: string;
  /** `#rrggbb`. */
  readonly Color: string;
  /** Width of its lines, px. */
  readonly Thickness: number;
  /** Size of its text, px. */
  readonly FontSize: number;
  readonly Text: string;
  /** It is neither moved, edited nor deleted before it is unlocked. */
  readonly IsLocked: boolean;
  /** It is not drawn. */
  readonly IsHidden: boolean;
}

/** Sorts the lowest first. The ids decide between drawings that two pages have added at the same time. */
export function byDrawingOrder(left: Drawing, right: Drawing): number {
  return left.Order - right.Order || (left.Id < right.Id ? -1 : 1);
}

/** The order of a drawing that lies above others. */
export const orderAbove = (drawings: Iterable<Drawing>): number =>
  [...drawings].reduce((order, drawing) => Math.max(order, drawing.Order + 1), 0);

const hasSamePlace = (left: Drawing, right: Drawing): boolean =>
  left.BarSize === right.BarSize &&
  left.Points.length === right.Points.length &&
  left.Points.every((point, at) => {
    const other = right.Points[at];
    return point.Date === other?.Date && point.Offset === other.Offset && point.Value === other.Value;
  });

/** Parts of a drawing that are changed apart from one another, and whether two drawings have the same. */
export const DRAWING_PARTS: readonly {
  readonly fields: readonly (keyof Drawing)[];
  readonly isSame: (left: Drawing, right: Drawing) => boolean;
}[] = [
  { fields: ['Points', 'BarSize'], isSame: hasSamePlace },
  ...(['Color', 'Thickness', 'FontSize', 'Text', 'IsLocked', 'IsHidden', 'Order'] as const).map((field) => ({
    fields: [field],
    isSame: (left: Drawing, right: Drawing) => left[field] === right[field],
  })),
];

/** True when two drawings show the same, whatever their ids and orders. */
export const hasSameContent = (left: Drawing, right: Drawing): boolean =>
  left.Symbol === right.Symbol &&
  left.Area === right.Area &&
  left.Type === right.Type &&
  DRAWING_PARTS.every(({ fields, isSame }) => fields.includes('Order') || isSame(left, right));

/** True when two drawings, or the absence of both, have the same content, id and order. */
export function isSameDrawing(left: Drawing | null, right: Drawing | null): boolean {
  if (left === null || right === null) return left === right;
  return left.Id === right.Id && left.Order === right.Order && hasSameContent(left, right);
}

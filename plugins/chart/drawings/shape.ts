import { DRAWING_FONT_SIZE_BOUNDS, DRAWING_THICKNESS_BOUNDS } from '../../../src/domain/drawings/index.ts';

/** Where a drawing holds on to the chart: a bar (its start, UTC ms), how far into it in parts of its length (may lie beyond it), and a value. */
export interface Anchor {
  readonly Date: number;
  readonly Offset: number;
  readonly Value: number;
}

/** What a user may set on a drawing beside its style; absent = false. */
export interface ShapeMarks {
  /** It is neither moved, edited nor deleted before it is unlocked. */
  readonly IsLocked?: boolean;
  /** It is not drawn, and the pointer does not find it. */
  readonly IsHidden?: boolean;
}

/** A drawing of the user's. `BarSize` is that of the chart it was drawn on: it says how long the bars of its anchors are. */
export interface DrawnShape extends ShapeMarks {
  readonly Id: string;
  /** Number of its kind, as stored. */
  readonly Type: number;
  readonly Points: readonly Anchor[];
  readonly BarSize: string;
  /** `#rrggbb`; black is shown in the colour of the text, so that it is seen in every theme. */
  readonly Color: string;
  readonly Thickness: number;
  readonly FontSize: number;
  readonly Text: string;
}

export const DEFAULT_COLOR = '#000000';
export const DEFAULT_THICKNESS = 2;
/** Of a new text; the style dialog offers 16 where a shape has none. */
export const NEW_TEXT_FONT_SIZE = 20;
const STYLE_FONT_SIZE = 16;
export const DEFAULT_TEXT = 'Text';
/** The size that the style dialog begins with. */
export const styleFontSize = ({ FontSize }: Pick<DrawnShape, 'FontSize'>): number =>
  FontSize || STYLE_FONT_SIZE;
export const THICKNESS_BOUNDS = DRAWING_THICKNESS_BOUNDS;
export const FONT_SIZE_BOUNDS = DRAWING_FONT_SIZE_BOUNDS;

/** A click this near to a drawing takes it, px. */
export const SELECT_DISTANCE_PX = 15;
/** A drawing smaller than this is dropped on release, px. */
export const MIN_SHAPE_PX = 5;
export const HANDLE_PX = 10;
export const TEXT_PADDING_PX = 5;
export const ARROW_HEAD_PX = 12;
/** Height of the small texts with which levels and measures name themselves. */
export const TAG_HEIGHT_PX = 15;
/** No such text is wider. */
export const MAX_TAG_PX = 400;
/** How long after a new text was put down its editor opens, ms. */
export const EDITOR_DELAY_MS = 200;

/** A place on the chart, CSS px. */
export interface Point {
  readonly x: number;
  readonly y: number;
}
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A shape with its anchors turned into places, and what its kind needs to draw and to be hit. */
export interface PlacedShape {
  readonly shape: DrawnShape;
  readonly points: readonly Point[];
  /** The pane it is in. */
  readonly area: Box;
  /** Height of a value, px. */
  yOf(value: number): number;
  /** Width of a text in px of this size. */
  textWidth(text: string, fontPx: number): number;
  formatValue(value: number): string;
  /** Bars between its first two anchors, and the time from the first to the second, ms. */
  readonly bars: number;
  readonly spanMs: number;
  /** The colour to draw with. */
  readonly color: string;
}

const distanceBetween = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Distance of a point from the straight line between two others. */
export function distanceToSegment(p: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length2 = dx * dx + dy * dy;
  const part = length2 === 0 ? 0 : Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / length2));
  return distanceBetween(p, { x: a.x + part * dx, y: a.y + part * dy });
}

/** 0 inside of a box, otherwise the distance from it. */
export function distanceToBox(p: Point, { left, top, width, height }: Box): number {
  return Math.hypot(Math.max(left - p.x, 0, p.x - left - width), Math.max(top - p.y, 0, p.y - top - height));
}

export function boxOf(a: Point, b: Point): Box {
  return {
    left: Math.min(a.x, b.x),
    top: Math.min(a.y, b.y),
    width: Math.abs(a.x - b.x),
    height: Math.abs(a.y - b.y),
  };
}

/** A box with so much more on each side. */
export const expanded = ({ left, top, width, height }: Box, byPx: number): Box => ({
  left: left - byPx,
  top: top - byPx,
  width: width + 2 * byPx,
  height: height + 2 * byPx,
});

/** Whether two boxes touch or overlap. */
export const overlaps = (a: Box, b: Box): boolean =>
  a.left <= b.left + b.width &&
  b.left <= a.left + a.width &&
  a.top <= b.top + b.height &&
  b.top <= a.top + a.height;

export const first = ({ points }: PlacedShape): Point => points[0] ?? { x: 0, y: 0 };
export const second = (placed: PlacedShape): Point => placed.points[1] ?? first(placed);

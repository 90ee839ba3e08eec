import * as v from 'valibot';
import { MAX_DRAWING_TEXT, MAX_DRAWINGS_PER_SYMBOL } from '../../../src/domain/drawings/index.ts';
import { kindOf } from './kinds/index.ts';
import {
  type Anchor,
  DEFAULT_COLOR,
  DEFAULT_TEXT,
  DEFAULT_THICKNESS,
  type DrawnShape,
  type ShapeMarks,
  FONT_SIZE_BOUNDS,
  NEW_TEXT_FONT_SIZE,
  THICKNESS_BOUNDS,
} from './shape.ts';

const number = v.pipe(v.number(), v.finite());
const common = {
  Type: v.pipe(v.number(), v.integer()),
  BarSize: v.pipe(v.string(), v.maxLength(20)),
  Color: v.optional(v.pipe(v.string(), v.regex(/^#[0-9a-fA-F]{6}$/), v.toLowerCase()), DEFAULT_COLOR),
  Thickness: v.optional(
    v.pipe(number, v.minValue(THICKNESS_BOUNDS[0]), v.maxValue(THICKNESS_BOUNDS[1])),
    DEFAULT_THICKNESS,
  ),
  FontSize: v.optional(
    v.pipe(number, v.minValue(FONT_SIZE_BOUNDS[0]), v.maxValue(FONT_SIZE_BOUNDS[1])),
    NEW_TEXT_FONT_SIZE,
  ),
  Text: v.optional(v.pipe(v.string(), v.maxLength(MAX_DRAWING_TEXT)), DEFAULT_TEXT),
  IsLocked: v.exactOptional(v.boolean()),
  IsHidden: v.exactOptional(v.boolean()),
};
const onePoint = v.object({ ...common, Date: number, Value: number, Offset: number });
const twoPoints = v.object({
  ...common,
  Date1: number,
  Value1: number,
  Offset1: number,
  Date2: number,
  Value2: number,
  Offset2: number,
});

/** A shape as the chart's state holds it (spec tools.md §3 "Drawing shapes"). */
export type StoredShape = v.InferInput<typeof onePoint> | v.InferInput<typeof twoPoints>;

/** A shape that nobody has looked into yet. */
interface AnyShape {
  readonly Type: number;
  readonly [part: string]: unknown;
}
/** By symbol, then by the name of the chart area. */
export type StoredDrawings = Readonly<Record<string, Readonly<Record<string, readonly AnyShape[]>>>>;

function readShape(stored: unknown, id: string): DrawnShape | undefined {
  const type = v.safeParse(v.object({ Type: common.Type }), stored);
  const kind = type.success ? kindOf(type.output.Type) : undefined;
  if (kind === undefined) return undefined;
  const read = v.safeParse(kind.anchors === 1 ? onePoint : twoPoints, stored);
  if (!read.success) return undefined;
  const { Type, BarSize, Color, Thickness, FontSize, Text } = read.output;
  const Points: readonly Anchor[] =
    'Date' in read.output
      ? [{ Date: read.output.Date, Offset: read.output.Offset, Value: read.output.Value }]
      : [
          { Date: read.output.Date1, Offset: read.output.Offset1, Value: read.output.Value1 },
          { Date: read.output.Date2, Offset: read.output.Offset2, Value: read.output.Value2 },
        ];
  return { Id: id, Type, Points, BarSize, Color, Thickness, FontSize, Text, ...marksOf(read.output) };
}

/** The marks that are set: an absent one is not stored. */
function marksOf({ IsLocked = false, IsHidden = false }: ShapeMarks): ShapeMarks {
  return { ...(IsLocked ? { IsLocked } : {}), ...(IsHidden ? { IsHidden } : {}) };
}

/** The shapes of one area; what can not be read is left out. */
export function shapesFrom(stored: readonly unknown[] | undefined): readonly DrawnShape[] {
  return (stored ?? []).flatMap((each, at) => readShape(each, String(at)) ?? []);
}

export function storedShape(shape: DrawnShape): StoredShape {
  const { Type, Points, BarSize, Color, Thickness, FontSize, Text } = shape;
  const style = {
    Type,
    BarSize,
    Color,
    ...(kindOf(Type)?.hasText === true ? { FontSize, Text } : { Thickness }),
    ...marksOf(shape),
  };
  const [first, second] = Points;
  if (first === undefined) throw new Error('Invariant: a drawing has a point');
  return second === undefined
    ? { ...style, Date: first.Date, Value: first.Value, Offset: first.Offset }
    : {
        ...style,
        Date1: first.Date,
        Value1: first.Value,
        Offset1: first.Offset,
        Date2: second.Date,
        Value2: second.Value,
        Offset2: second.Offset,
      };
}

/** The drawings with those of one area replaced; an area and a symbol without any are not kept. */
export function withShapes(
  drawings: StoredDrawings,
  symbol: string,
  area: string,
  shapes: readonly DrawnShape[],
): StoredDrawings {
  const { [area]: _replaced, ...others } = drawings[symbol] ?? {};
  const areas =
    shapes.length === 0
      ? others
      : { ...others, [area]: shapes.slice(0, MAX_DRAWINGS_PER_SYMBOL).map(storedShape) };
  const { [symbol]: _symbol, ...rest } = drawings;
  return Object.keys(areas).length === 0 ? rest : { ...rest, [symbol]: areas };
}

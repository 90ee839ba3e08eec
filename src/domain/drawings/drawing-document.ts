import { err, ok, type Result } from '../assert/assert.ts';
import { isSymbolForm } from '../symbols/symbol.ts';
import type { Drawing, DrawingAnchor } from './drawing.ts';
import { DRAWING_ID_PATTERN, drawingIdPrefix } from './drawing-id.ts';

/** Version of the body of a drawing document. Raise it when the fields of `Drawing` change, and read older versions in `readDrawing`. */
export const DRAWING_SCHEMA_VERSION = 1;
/** Max drawings of one user on one symbol. */
export const MAX_DRAWINGS_PER_SYMBOL = 500;
/** Max drawings of one user on all symbols together. */
export const MAX_DRAWINGS_PER_USER = 20_000;
/** Bounds of the width of lines, px. */
export const DRAWING_THICKNESS_BOUNDS = [1, 20] as const;
/** Bounds of the size of texts, px. */
export const DRAWING_FONT_SIZE_BOUNDS = [10, 50] as const;
/** Max characters of a drawing's text. */
export const MAX_DRAWING_TEXT = 500;
const MAX_POINTS = 16;
const MAX_AREA_LENGTH = 64;
const MAX_BAR_SIZE_LENGTH = 20;
const MAX_TYPE = 10_000;
const COLOR = /^#[0-9a-f]{6}$/;

/** Why a stored body is no drawing: a later release wrote it, or a field is missing or out of range. */
export type DrawingReadFailure = 'too-new' | 'invalid';

const isFinite = (value: unknown): value is number => Number.isFinite(value);

function isNumberIn(value: unknown, [min, max]: readonly [number, number]): value is number {
  return typeof value === 'number' && value >= min && value <= max;
}

const isIntegerUpTo = (value: unknown, max: number): value is number =>
  Number.isSafeInteger(value) && isNumberIn(value, [0, max]);

const isTextOf = (value: unknown, minLength: number, maxLength: number): value is string =>
  typeof value === 'string' && value.length >= minLength && value.length <= maxLength;

const isIdOf = (id: unknown, symbol: string): id is string =>
  typeof id === 'string' && id.startsWith(drawingIdPrefix(symbol)) && DRAWING_ID_PATTERN.test(id);

function readPoints(value: unknown): readonly DrawingAnchor[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_POINTS) return undefined;
  const points = value.flatMap((point: unknown): DrawingAnchor[] => {
    if (typeof point !== 'object' || point === null) return [];
    // Each field is checked below before it is used.
    const { Date, Offset, Value } = point as Readonly<Partial<Record<keyof DrawingAnchor, unknown>>>;
    return isFinite(Date) && isFinite(Offset) && isFinite(Value) ? [{ Date, Offset, Value }] : [];
  });
  return points.length === value.length ? points : undefined;
}

type Fields = Readonly<Partial<Record<keyof Drawing, unknown>>>;

function readStyle({ Color, Thickness, FontSize, Text }: Fields) {
  const color = typeof Color === 'string' ? Color.toLowerCase() : '';
  if (!COLOR.test(color) || !isNumberIn(Thickness, DRAWING_THICKNESS_BOUNDS)) return undefined;
  if (!isNumberIn(FontSize, DRAWING_FONT_SIZE_BOUNDS)) return undefined;
  return isTextOf(Text, 0, MAX_DRAWING_TEXT) ? { Color: color, Thickness, FontSize, Text } : undefined;
}

function readPlace({ Area, Order, Type, Points, BarSize }: Fields) {
  const points = readPoints(Points);
  if (points === undefined || !isTextOf(Area, 1, MAX_AREA_LENGTH)) return undefined;
  if (!isIntegerUpTo(Order, Number.MAX_SAFE_INTEGER - 1) || !isIntegerUpTo(Type, MAX_TYPE)) return undefined;
  return isTextOf(BarSize, 1, MAX_BAR_SIZE_LENGTH)
    ? { Area, Order, Type, Points: points, BarSize }
    : undefined;
}

/** Reads the body of a drawing document. Unknown fields are left out. */
export function readDrawing(schemaVersion: number, value: unknown): Result<Drawing, DrawingReadFailure> {
  if (schemaVersion > DRAWING_SCHEMA_VERSION) return err('too-new');
  if (schemaVersion !== DRAWING_SCHEMA_VERSION || typeof value !== 'object' || value === null)
    return err('invalid');
  // Each field is checked below before it is used.
  const fields = value as Fields;
  const { Id, Symbol, IsLocked, IsHidden } = fields;
  const [place, style] = [readPlace(fields), readStyle(fields)];
  if (typeof Symbol !== 'string' || !isSymbolForm(Symbol) || !isIdOf(Id, Symbol)) return err('invalid');
  if (place === undefined || style === undefined) return err('invalid');
  if (typeof IsLocked !== 'boolean' || typeof IsHidden !== 'boolean') return err('invalid');
  return ok({ Id, Symbol, ...place, ...style, IsLocked, IsHidden });
}

import { MIN_WIDTH_PX } from './columns.ts';
import type { PlacedColumn } from './use-grid-table.ts';

/** What a key changes a column's width by. */
const KEY_RESIZE_PX = 8;

/** What a key does on a header. `none` = the key belongs to the header and changes nothing. */
export type HeaderStep =
  | { readonly kind: 'sort' | 'none' }
  | { readonly kind: 'resize'; readonly widthPx: number }
  /** `beforeId` null = behind all other columns; `to` is where the header stands afterwards. */
  | { readonly kind: 'move'; readonly beforeId: string | null; readonly to: number };

/** The part of a keyboard event that a header reads. */
export interface HeaderKey {
  readonly key: string;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const DIRECTIONS: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * The keys of a header: Enter or Space sorts, Alt with an arrow changes the width, Alt and Shift with an arrow move the column.
 * Columns that are not movable keep their place and their width. Null for any other key.
 */
export function headerStep<Row>(
  { key, altKey, shiftKey }: HeaderKey,
  index: number,
  placed: readonly PlacedColumn<Row>[],
): HeaderStep | null {
  const place = placed[index];
  if (place === undefined) return null;
  if (key === 'Enter' || key === ' ') return { kind: 'sort' };
  const direction = DIRECTIONS[key];
  if (!altKey || direction === undefined) return null;
  const { column, widthPx } = place;
  if (column.isMovable === false) return { kind: 'none' };
  if (shiftKey) return moveStep(index, direction, placed);
  const minPx = column.minWidth ?? MIN_WIDTH_PX;
  return { kind: 'resize', widthPx: Math.max(minPx, widthPx + direction * KEY_RESIZE_PX) };
}

function moveStep<Row>(index: number, direction: -1 | 1, placed: readonly PlacedColumn<Row>[]): HeaderStep {
  const to = index + direction;
  const neighbour = placed[to]?.column;
  if (neighbour === undefined || neighbour.isMovable === false) return { kind: 'none' };
  const before = direction === -1 ? neighbour : placed[to + 1]?.column;
  return { kind: 'move', beforeId: before?.id ?? null, to };
}

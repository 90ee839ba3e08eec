import { DEFAULT_WIDTH_PX } from './columns.ts';
import type { PlacedColumn } from './use-grid-table.ts';

/** The tracks of the grid's columns in CSS; the first wide one of them takes the room that is left. */
export function templateOf<Row>(placed: readonly PlacedColumn<Row>[]): string {
  const wide = placed.find(
    ({ column, widthPx }) => column.isWide === true && widthPx === (column.width ?? DEFAULT_WIDTH_PX),
  );
  const tracks = placed
    .map((place) => (place === wide ? `minmax(${place.widthPx}px, 1fr)` : `${place.widthPx}px`))
    .join(' ');
  return wide === undefined ? `${tracks} minmax(0, 1fr)` : tracks;
}

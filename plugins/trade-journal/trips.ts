import type { WireRoundTrip } from '../../src/plugin-api/index.ts';
import { emptyNote, type AccountNotes, type TradeNote } from './notes.ts';
import { statisticsOf, type TripStatistics } from './statistics.ts';
import type { TripFilter } from './state.ts';

/** A round trip with what the user has written about it. */
export interface TripRow extends WireRoundTrip {
  readonly note: TradeNote;
  /** A bust has removed the trades: only the note is left. */
  readonly isGone: boolean;
}

/** Round trips with their notes. Notes without a trip are added when `areAllKnown`: else their trips may be beyond the list. */
export function tripRows(
  trips: readonly WireRoundTrip[],
  notes: AccountNotes,
  areAllKnown: boolean,
): readonly TripRow[] {
  const noteOf = (id: string): TradeNote | undefined => notes.byTrip.get(id)?.[0]?.note;
  const rows = trips.map((trip): TripRow => ({
    ...trip,
    note: noteOf(trip.Id) ?? emptyNote(trip),
    isGone: false,
  }));
  if (!areAllKnown) return rows;
  const known = new Set(trips.map(({ Id }) => Id));
  return [
    ...rows,
    ...[...notes.byTrip].flatMap(([id, [version]]) =>
      known.has(id) || !version ? [] : [goneRow(id, version.note)],
    ),
  ];
}

const goneRow = (Id: string, note: TradeNote): TripRow => ({
  Id,
  Symbol: note.Symbol,
  Side: 'Long',
  Opened: note.Opened,
  Closed: note.Opened,
  Quantity: 0,
  EntryPrice: 0,
  ExitQuantity: 0,
  ExitPrice: null,
  MaxQuantity: 0,
  Gross: 0,
  Fees: 0,
  Net: 0,
  Risk: null,
  ClosedBy: null,
  Strategy: null,
  note,
  isGone: true,
});

/** The rows that a filter leaves. The server has applied its days. */
export function filteredRows(
  rows: readonly TripRow[],
  { Symbol, Tag, Outcome }: Omit<TripFilter, 'From' | 'To'>,
): readonly TripRow[] {
  return rows.filter(
    (row) =>
      (Symbol === '' || row.Symbol.startsWith(Symbol)) &&
      (Tag === '' || row.note.Tags.includes(Tag)) &&
      hasOutcome(row, Outcome),
  );
}

function hasOutcome({ Closed, Net, isGone }: TripRow, outcome: TripFilter['Outcome']): boolean {
  if (outcome === 'All') return true;
  if (outcome === 'Open') return Closed === null;
  return Closed !== null && !isGone && (outcome === 'Profit' ? Net > 0 : Net < 0);
}

/** The figures of the trips among rows, whose number the strip shows. */
export const figuresOf = (rows: readonly TripRow[]): TripStatistics =>
  statisticsOf(rows.filter(({ isGone }) => !isGone));

/** The figures of each tag, the most used first. */
export function figuresByTag(
  rows: readonly TripRow[],
): readonly { readonly tag: string; readonly figures: TripStatistics }[] {
  const byTag = new Map<string, TripRow[]>();
  for (const row of rows)
    for (const tag of row.note.Tags) {
      const tagged = byTag.get(tag) ?? [];
      byTag.set(tag, tagged);
      tagged.push(row);
    }
  return [...byTag]
    .map(([tag, tagged]) => ({ tag, figures: figuresOf(tagged) }))
    .sort((a, b) => b.figures.count - a.figures.count || (a.tag < b.tag ? -1 : 1));
}

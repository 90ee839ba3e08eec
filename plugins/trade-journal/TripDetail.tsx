import { useEffect, useState } from 'react';
import type { TripSubject } from '../../src/domain/lots/types.ts';
import {
  formatInteger,
  formatPrice,
  formatSignedMoney,
  UNKNOWN_TEXT,
} from '../../src/domain/columns/index.ts';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import type { ToolWindow, WireTripFill } from '../../src/plugin-api/index.ts';
import { Button, Select } from '../../src/ui/index.ts';
import { NoteField } from './NoteField.tsx';
import type { AccountNotes } from './notes.ts';
import type { SaveStore } from './save-store.ts';
import { Snapshots } from './Snapshots.tsx';
import { rMultiple } from './statistics.ts';
import type { TradeJournalState } from './state.ts';
import { TagField } from './TagField.tsx';
import styles from './TradeJournal.module.css';
import { durationText, maxShares } from './trip-columns.ts';
import { tripExcursion, type TripExcursion } from './trip-excursion.ts';
import type { TripRow } from './trips.ts';
import { keepVersion, type NotePlace, writeNote } from './write-note.ts';

const RATINGS = [
  { value: '0', label: 'None' },
  ...[1, 2, 3, 4, 5].map((rating) => ({ value: String(rating), label: String(rating) })),
];

/** A round trip: its figures, and what the user has written about it. */
export function TripDetail({
  tool,
  account,
  row,
  by,
  store,
  notes,
}: {
  readonly tool: ToolWindow<TradeJournalState>;
  readonly account: string;
  readonly row: TripRow;
  readonly by: TripSubject;
  readonly store: SaveStore;
  readonly notes: AccountNotes;
}) {
  const { platform } = tool;
  const place: NotePlace = { platform, store, account, trip: row };
  const fills = useFills(tool, account, by, row);
  return (
    <section className={styles.detail} aria-label={`Round trip in ${displaySymbol(row.Symbol)}`}>
      {row.isGone ? (
        <p className={styles.hint}>The trades of this round trip were busted. Your note is kept.</p>
      ) : (
        <TripFigures tool={tool} row={row} fills={fills} />
      )}
      <Versions place={place} notes={notes} />
      <TagField
        tags={row.note.Tags}
        known={notes.tags}
        onChange={(Tags) => writeNote(place, { Tags }, 'tags')}
      />
      <Select
        label="Rating"
        value={String(row.note.Rating)}
        options={RATINGS}
        onChange={(rating) => writeNote(place, { Rating: Number(rating) }, 'rating')}
      />
      <NoteField text={row.note.Note} onChange={(Note) => writeNote(place, { Note })} />
      <Snapshots tool={tool} place={place} row={row} fills={fills} />
    </section>
  );
}

/** Null while they are read, and when they cannot be. */
function useFills(
  { platform }: ToolWindow<TradeJournalState>,
  account: string,
  by: TripSubject,
  { Id, isGone, ExitQuantity, Quantity }: TripRow,
): readonly WireTripFill[] | null {
  const [fills, setFills] = useState<readonly WireTripFill[] | null>(null);
  useEffect(() => {
    let isOver = false;
    if (!isGone)
      platform
        .trades()
        .then((calls) => calls.fills(account, by, Id))
        .then(
          (read) => !isOver && setFills(read),
          () => !isOver && setFills(null),
        );
    return () => {
      isOver = true;
    };
    // Quantities change with each fill of an open trip.
  }, [platform, account, by, Id, isGone, ExitQuantity, Quantity]);
  return fills;
}

function useExcursion(
  { platform }: ToolWindow<TradeJournalState>,
  { Id, Symbol, Opened, Closed }: TripRow,
  fills: readonly WireTripFill[] | null,
): TripExcursion | null {
  const [excursion, setExcursion] = useState<TripExcursion | null>(null);
  useEffect(() => {
    let isOver = false;
    if (fills !== null)
      tripExcursion(platform, { Id, Symbol, Opened, Closed }, fills).then(
        (read) => !isOver && setExcursion(read),
        () => !isOver && setExcursion(null),
      );
    return () => {
      isOver = true;
    };
  }, [platform, Id, Symbol, Opened, Closed, fills]);
  return excursion;
}

/** `-120.00, -1.20 a share`: of the largest position. */
function excursionText(row: TripRow, amount: number | undefined): string {
  if (amount === undefined || row.MaxQuantity === 0) return UNKNOWN_TEXT;
  return `${formatSignedMoney(amount)}, ${formatSignedMoney(amount / maxShares(row))} a share`;
}

function TripFigures({
  tool,
  row,
  fills,
}: {
  readonly tool: ToolWindow<TradeJournalState>;
  readonly row: TripRow;
  readonly fills: readonly WireTripFill[] | null;
}) {
  const excursion = useExcursion(tool, row, fills);
  const figures: readonly (readonly [string, string])[] = [
    ['Entry', `${formatInteger(row.Quantity)} at ${formatPrice(row.EntryPrice)}`],
    [
      'Exit',
      row.ExitPrice === null
        ? UNKNOWN_TEXT
        : `${formatInteger(row.ExitQuantity)} at ${formatPrice(row.ExitPrice)}`,
    ],
    ['Held', durationText((row.Closed ?? tool.platform.exchangeMs()) - row.Opened)],
    ['Gross', formatSignedMoney(row.Gross)],
    ['Fees', formatSignedMoney(-row.Fees)],
    ['Net', formatSignedMoney(row.Net)],
    ['R multiple', rMultiple(row)?.toFixed(2) ?? UNKNOWN_TEXT],
    ['MAE', excursionText(row, excursion?.adverse)],
    ['MFE', excursionText(row, excursion?.favorable)],
  ];
  return (
    <>
      <h3 className={styles.title}>
        {row.Side} {displaySymbol(row.Symbol)}
      </h3>
      <dl className={styles.facts}>
        {figures.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {excursion === null ? null : (
        <p className={styles.hint}>
          MAE and MFE are read from the fills and the {excursion.bars} between them.
        </p>
      )}
    </>
  );
}

/** Two machines described the trip differently: the user chooses. */
function Versions({ place, notes }: { readonly place: NotePlace; readonly notes: AccountNotes }) {
  const versions = notes.byTrip.get(place.trip.Id) ?? [];
  if (versions.length < 2) return null;
  return (
    <div role="group" aria-label="Versions of this note" className={styles.versions}>
      <p className={styles.hint}>Two machines changed this note at once. Choose the version to keep.</p>
      {versions.map(({ saveId, note }) => (
        <div key={saveId} className={styles.version}>
          <span>{[note.Tags.join(', '), note.Note].filter((text) => text !== '').join(' · ')}</span>
          <Button onClick={() => keepVersion(place, saveId)}>Keep this version</Button>
        </div>
      ))}
    </div>
  );
}

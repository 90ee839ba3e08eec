import { useCallback, useMemo, useRef, useState } from 'react';
import { formatInteger } from '../../src/domain/columns/index.ts';
import { TRIP_SUBJECTS, type TripSubject } from '../../src/domain/lots/types.ts';
import { type ToolWindow, useToolState } from '../../src/plugin-api/index.ts';
import {
  DataGrid,
  EmptyState,
  ErrorState,
  Button,
  Select,
  TextField,
  type GridHandle,
} from '../../src/ui/index.ts';
import { DayFields, isSpan } from './DayFields.tsx';
import { Figures } from './Figures.tsx';
import { NO_FILTER, OUTCOMES, type TradeJournalState } from './state.ts';
import styles from './TradeJournal.module.css';
import { EXCURSION_COLUMNS, tripColumns } from './trip-columns.ts';
import { TripDetail } from './TripDetail.tsx';
import { filteredRows, tripRows, type TripRow } from './trips.ts';
import { type AccountNotes } from './notes.ts';
import { useExcursionsOnScreen, useExcursionStore, useExport, type WaitingExport } from './use-excursions.ts';
import { useLoaded, useNotes, useSaves } from './use-journal.ts';

const SUBJECT_LABELS = {
  Position: 'Positions',
  Bracket: 'Brackets',
  Strategy: 'Strategies',
} as const satisfies Record<TripSubject, string>;
const OUTCOME_LABELS = { All: 'All', Profit: 'Profit', Loss: 'Loss', Open: 'Open' } as const;

interface ViewProps {
  readonly tool: ToolWindow<TradeJournalState>;
  readonly account: string;
}

/** The round trips of an account with the user's notes. */
export function TripsView({ tool, account }: ViewProps) {
  const { platform } = tool;
  const { By, Filter, Columns, Sort } = useToolState(tool);
  const { From, To } = Filter;
  const { store: savedNotes, saves } = useSaves(platform);
  const notes = useNotes(saves, account);
  const load = useCallback(async () => {
    if (!isSpan({ From, To })) return { lines: [], isComplete: true };
    return (await platform.trades()).roundTrips(account, By, { from: From, to: To });
  }, [platform, account, By, From, To]);
  const { value, problem, reload } = useLoaded(tool, load);
  const [selected, setSelected] = useState<string | null>(null);
  const grid = useRef<GridHandle>(null);
  const rows = useMemo(() => {
    const areAllKnown = By === 'Position' && From === null && To === null && value?.isComplete === true;
    return filteredRows(tripRows(value?.lines ?? [], notes, areAllKnown), Filter);
  }, [value, notes, By, From, To, Filter]);
  const store = useExcursionStore(platform, account, By);
  const columns = useMemo(() => tripColumns(platform.exchangeMs, (row) => store.get(row)), [platform, store]);
  const shownExcursions = { store, rows, grid, isShown: Columns.some(({ Id }) => EXCURSION_COLUMNS.has(Id)) };
  useExcursionsOnScreen(tool, shownExcursions);
  const exported = useExport(platform, shownExcursions);
  const shown = rows.find(({ Id }) => Id === selected) ?? null;
  if (problem !== null && value === null)
    return <ErrorState title="The round trips could not be read" text={problem} onRetry={reload} />;
  return (
    <div className={styles.tool}>
      <TripFilters tool={tool} notes={notes} exported={exported} />
      <Figures rows={rows} isComplete={value?.isComplete !== false} />
      <div className={styles.split}>
        <div className={styles.list}>
          <DataGrid<TripRow>
            ref={grid}
            label="Round trips"
            exportName={`round-trips-${account}`}
            rows={rows}
            columns={columns}
            rowId={(row) => row.Id}
            layout={Columns}
            sort={Sort}
            onLayoutChange={(next) => tool.update({ Columns: next })}
            onSortChange={(sort) => tool.update({ Sort: sort })}
            selectedRowId={selected}
            onSelect={(row) => setSelected(row.Id)}
            onActivate={(row) => setSelected(row.Id)}
            dragSymbol={(row) => row.Symbol}
            empty={<NoTrips tool={tool} isLoaded={value !== null} />}
          />
        </div>
        {shown !== null && savedNotes !== null ? (
          <TripDetail
            key={`${account} ${shown.Id}`}
            tool={tool}
            account={account}
            row={shown}
            by={By}
            store={savedNotes}
            notes={notes}
          />
        ) : null}
      </div>
    </div>
  );
}

function NoTrips({
  tool,
  isLoaded,
}: {
  readonly tool: ToolWindow<TradeJournalState>;
  readonly isLoaded: boolean;
}) {
  const { Filter } = useToolState(tool);
  if (!isLoaded) return <EmptyState title="Reading your trades…" />;
  if (JSON.stringify(Filter) === JSON.stringify(NO_FILTER))
    return (
      <EmptyState
        title="No round trips yet"
        text="A round trip begins with the first fill of a position and ends when the position is flat."
      />
    );
  return (
    <EmptyState
      title="No round trip matches the filter"
      action={<Button onClick={() => tool.update({ Filter: NO_FILTER })}>Clear the filter</Button>}
    />
  );
}

function TripFilters({
  tool,
  notes,
  exported,
}: {
  readonly tool: ToolWindow<TradeJournalState>;
  readonly notes: AccountNotes;
  readonly exported: WaitingExport;
}) {
  const { By, Filter } = useToolState(tool);
  const set = (change: Partial<TradeJournalState['Filter']>) =>
    tool.update({ Filter: { ...tool.getState().Filter, ...change } });
  const tags =
    Filter.Tag === '' || notes.tags.includes(Filter.Tag) ? notes.tags : [Filter.Tag, ...notes.tags];
  return (
    <div className={styles.filters}>
      <Select
        label="Of"
        value={By}
        options={TRIP_SUBJECTS.map((value) => ({ value, label: SUBJECT_LABELS[value] }))}
        onChange={(value) => tool.update({ By: value })}
      />
      <DayFields tool={tool} />
      <TextField
        label="Symbol"
        value={Filter.Symbol}
        maxLength={23}
        onChange={(value) => set({ Symbol: value.trim().toUpperCase() })}
      />
      <Select
        label="Tag"
        placeholder="Any"
        value={Filter.Tag}
        options={[{ value: '', label: 'Any' }, ...tags.map((value) => ({ value, label: value }))]}
        onChange={(value) => set({ Tag: value })}
      />
      <Select
        label="Result"
        value={Filter.Outcome}
        options={OUTCOMES.map((value) => ({ value, label: OUTCOME_LABELS[value] }))}
        onChange={(value) => set({ Outcome: value })}
      />
      <ExportButton exported={exported} />
    </div>
  );
}

/** Exports the list; while figures are read for it, says how many and cancels. */
function ExportButton({ exported: { progress, start, cancel } }: { readonly exported: WaitingExport }) {
  if (progress === null) return <Button onClick={start}>Export CSV</Button>;
  return (
    <>
      <span role="status" className={styles.hint}>
        Reading MAE and MFE: {formatInteger(progress.done)} of {formatInteger(progress.total)}
      </span>
      <Button onClick={cancel}>Cancel export</Button>
    </>
  );
}

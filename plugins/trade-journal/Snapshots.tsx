import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import { formatTime, type ToolWindow, type WireTripFill } from '../../src/plugin-api/index.ts';
import { Button, IconButton } from '../../src/ui/index.ts';
import type { NoteSnapshot } from './notes.ts';
import type { TradeJournalState } from './state.ts';
import { addPicture, chartPicture } from './take-snapshot.ts';
import styles from './TradeJournal.module.css';
import type { TripRow } from './trips.ts';
import { type NotePlace, presentNote, writeNote } from './write-note.ts';

/** The pictures of a note, as they were when they were taken. */
export function Snapshots({
  tool,
  place,
  row,
  fills,
}: {
  readonly tool: ToolWindow<TradeJournalState>;
  readonly place: NotePlace;
  readonly row: TripRow;
  readonly fills: readonly WireTripFill[] | null;
}) {
  const { platform } = tool;
  const [isBusy, setIsBusy] = useState(false);
  const take = async () => {
    setIsBusy(true);
    const problem = await chartPicture(platform, row, fills ?? []).then(
      (png) => addPicture(platform, place, png),
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    setIsBusy(false);
    if (problem !== null) platform.dialogs.toast({ message: problem, tone: 'error' });
  };
  const remove = (id: string) =>
    writeNote(place, { Snapshots: presentNote(place).Snapshots.filter(({ Id }) => Id !== id) }, 'snapshots');
  return (
    <div className={styles.snapshots}>
      <Button disabled={isBusy || fills === null} onClick={() => void take()}>
        {isBusy ? 'Drawing the chart…' : 'Add snapshot'}
      </Button>
      {row.note.Snapshots.map((snapshot) => (
        <Snapshot key={snapshot.Id} tool={tool} snapshot={snapshot} onRemove={() => remove(snapshot.Id)} />
      ))}
    </div>
  );
}

function Snapshot({
  tool,
  snapshot,
  onRemove,
}: {
  readonly tool: ToolWindow<TradeJournalState>;
  readonly snapshot: NoteSnapshot;
  readonly onRemove: () => void;
}) {
  const { platform } = tool;
  const [png, setPng] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isOver = false;
    platform
      .trades()
      .then((calls) => calls.snapshot(snapshot.Id))
      .then(
        (read) => !isOver && setPng(read),
        (error: unknown) => !isOver && setProblem(error instanceof Error ? error.message : String(error)),
      );
    return () => {
      isOver = true;
    };
  }, [platform, snapshot.Id]);
  const name = `Chart of ${displaySymbol(snapshot.Symbol)}, ${formatTime(snapshot.Taken, 'M/D/YYYY HH:mm')}`;
  return (
    <figure className={styles.snapshot}>
      {png === null ? (
        <p className={styles.hint}>{problem ?? 'Loading…'}</p>
      ) : (
        <button
          type="button"
          className={styles.enlarge}
          aria-label={`Enlarge: ${name}`}
          onClick={() =>
            void platform.dialogs.open<null>({
              title: name,
              width: 1100,
              content: () => (
                <img className={styles.enlarged} src={`data:image/png;base64,${png}`} alt={name} />
              ),
            })
          }
        >
          <img src={`data:image/png;base64,${png}`} alt={name} />
        </button>
      )}
      <figcaption>
        {name}
        <IconButton label={`Remove the snapshot: ${name}`} onClick={onRemove}>
          <X size={12} />
        </IconButton>
      </figcaption>
    </figure>
  );
}

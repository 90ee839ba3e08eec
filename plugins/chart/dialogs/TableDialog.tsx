import type { ToolWindow } from '../../../src/plugin-api/index.ts';
import { Button, DialogActions } from '../../../src/ui/index.ts';
import styles from '../Chart.module.css';
import { chartOf } from '../charts.ts';
import { readableTable, type BarTable } from '../export/rows.ts';
import type { ChartState } from '../state.ts';
import { chartTitle } from '../title.ts';

/** Rows that one page shows: more would be slow to walk through. */
const MAX_ROWS = 500;

function TableDialog({
  table,
  caption,
  left,
  close,
}: {
  readonly table: BarTable<string>;
  readonly caption: string;
  readonly left: number;
  readonly close: (value: null) => void;
}) {
  return (
    <>
      {/* A box that scrolls takes the focus, so that the arrow keys reach all of it. */}
      <div className={styles.tableBox} tabIndex={0} role="region" aria-label="Visible bars">
        <table className={styles.table}>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {table.header.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, n) => (
              <tr key={n}>
                {row.map((cell, column) => (
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {left > 0 ? (
        <p className={styles.hint}>
          The newest {MAX_ROWS} of {MAX_ROWS + left} visible bars. Zoom in to see earlier ones, or save all as
          CSV.
        </p>
      ) : null}
      <DialogActions>
        <Button tone="primary" onClick={() => close(null)}>
          Close
        </Button>
      </DialogActions>
    </>
  );
}

/** The visible bars as a table, newest first. */
export async function openTable(window: ToolWindow<ChartState>): Promise<void> {
  const view = chartOf(window.id)?.view;
  if (view === undefined || view.model.bars.length === 0) {
    window.platform.dialogs.toast({ message: 'There are no bars to show yet.', tone: 'warning' });
    return;
  }
  const { from, to } = view.viewport;
  const newestFirst = readableTable(view.model, from, to, MAX_ROWS);
  await window.platform.dialogs.open<null>({
    title: 'Bars',
    width: 720,
    content: ({ close }) => (
      <TableDialog
        table={newestFirst}
        caption={chartTitle(window.getState())}
        left={Math.max(0, to - from - MAX_ROWS)}
        close={close}
      />
    ),
  });
}

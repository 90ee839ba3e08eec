import { createRef } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { DataGrid, type GridColumn, type GridHandle } from '../../../src/ui/index.ts';
import '../../../src/ui/styles/index.ts';
import { COLUMNS, textOf, type BenchRow, type Contender } from './rows.ts';

const columns: readonly GridColumn<BenchRow>[] = COLUMNS.map((id) => ({
  id,
  header: id,
  width: id === 'name' ? 180 : 90,
  align: ['id', 'name', 'sector'].includes(id) ? 'left' : 'right',
  text: (row) => textOf(id, row),
  value: (row) => row[id],
  ...(['last', 'change', 'bid', 'ask'].includes(id) ? { flash: (row: BenchRow) => Number(row[id]) } : {}),
}));
const rowId = (row: BenchRow) => row.id;

/** The project's own grid. */
export function ours(): Contender {
  let root: Root | null = null;
  let host: HTMLElement | null = null;
  const handle = createRef<GridHandle>();
  return {
    async show(element, rows, isSorted) {
      host = element;
      root = createRoot(element);
      const made = root;
      flushSync(() =>
        made.render(
          <DataGrid<BenchRow>
            ref={handle}
            label="Bench"
            rows={rows}
            columns={columns}
            rowId={rowId}
            sort={isSorted ? { By: 'change', Asc: false } : null}
          />,
        ),
      );
    },
    refresh: () => handle.current?.refresh(),
    scroller() {
      const element = host?.querySelector<HTMLElement>('[role="grid"]');
      if (element === null || element === undefined) throw new Error('the grid is not on screen');
      return element;
    },
    end() {
      root?.unmount();
    },
  };
}

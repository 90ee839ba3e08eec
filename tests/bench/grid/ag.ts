import { AllCommunityModule, createGrid, ModuleRegistry, themeQuartz, type GridApi } from 'ag-grid-community';
import { COLUMNS, textOf, type BenchRow, type Contender } from './rows.ts';

ModuleRegistry.registerModules([AllCommunityModule]);

/** AG Grid with the same rows, columns, texts and row height, set up as its documentation recommends for frequent updates. */
export function ag(): Contender {
  let api: GridApi<BenchRow> | null = null;
  let host: HTMLElement | null = null;
  return {
    async show(element, rows, isSorted) {
      host = element;
      await new Promise<void>((resolve) => {
        api = createGrid<BenchRow>(element, {
          theme: themeQuartz,
          rowData: rows,
          rowHeight: 26,
          headerHeight: 26,
          deltaSort: true,
          suppressColumnMoveAnimation: true,
          animateRows: false,
          getRowId: ({ data }) => data.id,
          columnDefs: COLUMNS.map((field) => ({
            field,
            width: field === 'name' ? 180 : 90,
            sortable: true,
            cellClass: ['id', 'name', 'sector'].includes(field) ? '' : 'ag-right-aligned-cell',
            valueFormatter: ({ data }) => (data === undefined ? '' : textOf(field, data)),
            enableCellChangeFlash: ['last', 'change', 'bid', 'ask'].includes(field),
            ...(isSorted && field === 'change' ? { sort: 'desc' as const } : {}),
          })),
          onFirstDataRendered: () => resolve(),
        });
      });
    },
    refresh: (changed) => {
      api?.applyTransaction({ update: [...changed] });
    },
    scroller() {
      const element = host?.querySelector<HTMLElement>(
        '.ag-body-viewport, .ag-body-vertical-scroll-viewport',
      );
      if (element === null || element === undefined) throw new Error('the grid is not on screen');
      return element;
    },
    end() {
      api?.destroy();
    },
  };
}

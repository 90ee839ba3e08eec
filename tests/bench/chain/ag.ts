import { AllCommunityModule, createGrid, ModuleRegistry, themeQuartz, type GridApi } from 'ag-grid-community';
import { chainCells } from '../../../plugins/option-chain/grid/chain-cells.ts';
import { chainLayout } from '../../../plugins/option-chain/model/contract-columns.ts';
import { strikeRowId, type StrikeRow } from '../../../plugins/option-chain/model/contract.ts';
import { DEFAULT_COLUMNS } from '../../../plugins/option-chain/model/defaults.ts';
import type { BenchChain, Contender } from './rows.ts';

ModuleRegistry.registerModules([AllCommunityModule]);

const NO_CLASSES = {
  base: '',
  strike: '',
  parity: '',
  inTheMoney: '',
  trade: '',
  tones: { up: '', down: '', muted: '', warning: '' },
};
const FLASHING = /\.(?:Bid|Ask|Last)$/;

/** AG Grid with the same rows, columns and texts, without the headings, colours and bars of ours. Every refresh moves the underlying and with it each delta, so all cells on screen are compared. */
export function ag(): Contender {
  let api: GridApi<StrikeRow> | null = null;
  let host: HTMLElement | null = null;
  let chain: BenchChain | null = null;
  return {
    async show(element, shown) {
      host = element;
      chain = shown;
      const cells = chainCells(chainLayout(DEFAULT_COLUMNS), shown.analytics, NO_CLASSES);
      await new Promise<void>((resolve) => {
        api = createGrid<StrikeRow>(element, {
          theme: themeQuartz,
          rowData: [...shown.rows],
          rowHeight: 26,
          headerHeight: 26,
          suppressColumnMoveAnimation: true,
          animateRows: false,
          getRowId: ({ data }) => strikeRowId(data),
          columnDefs: cells.map(({ id, widthPx, written }) => ({
            colId: id,
            headerName: written.header,
            width: widthPx,
            sortable: false,
            cellClass: 'ag-right-aligned-cell',
            valueGetter: ({ data }) => (data === undefined ? '' : written.text(data)),
            enableCellChangeFlash: FLASHING.test(id),
          })),
          onFirstDataRendered: () => resolve(),
        });
      });
    },
    refresh() {
      if (api === null || chain === null) return;
      for (const { data } of api.getRenderedNodes())
        for (const contract of [data?.call, data?.put]) contract?.takeRecord(chain.get(contract.symbol));
      api.refreshCells();
    },
    scroller() {
      const element = host?.querySelector<HTMLElement>(
        '.ag-body-viewport, .ag-body-vertical-scroll-viewport',
      );
      if (element === null || element === undefined) throw new Error('the chain is not on screen');
      return element;
    },
  };
}

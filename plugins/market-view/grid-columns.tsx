import { ArrowLeftRight, X } from 'lucide-react';
import {
  symbolGridColumns,
  type ColumnSetting,
  type QuoteRow,
  type ToolWindow,
  placeOrder,
} from '../../src/plugin-api/index.ts';
import type { GridColumn } from '../../src/ui/index.ts';
import type { MarketViewState } from './state.ts';
import { removeSymbols } from './symbols.ts';

const TRADE_ID = '$trade';
const REMOVE_ID = '$remove';
const ICON_WIDTH_PX = 28;

/** The stored columns between the two icon columns, which are always there and never stored. */
export function gridLayout(columns: readonly ColumnSetting[]): readonly ColumnSetting[] {
  return [{ Id: TRADE_ID, Width: ICON_WIDTH_PX }, ...columns, { Id: REMOVE_ID, Width: ICON_WIDTH_PX }];
}

export function storedLayout(layout: readonly ColumnSetting[]): readonly ColumnSetting[] {
  return layout.filter(({ Id }) => Id !== TRADE_ID && Id !== REMOVE_ID);
}

/** All columns of the grid of one window: trade arrow, the catalogue, delete cross. */
export function createGridColumns(window: ToolWindow<MarketViewState>): readonly GridColumn<QuoteRow>[] {
  const { platform } = window;
  const icon = {
    align: 'center',
    width: ICON_WIDTH_PX,
    isSortable: false,
    isMovable: false,
    text: () => '',
  } as const;
  return [
    {
      ...icon,
      id: TRADE_ID,
      header: 'Trade',
      Header: () => <span className="visually-hidden">Trade</span>,
      action: {
        icon: <ArrowLeftRight size={12} aria-hidden />,
        label: (row) => `Trade ${row.symbol}`,
        isShown: (row) => platform.canTrade(row.symbol).ok,
        run: (row) => placeOrder(window, { symbol: row.symbol }),
      },
    },
    ...symbolGridColumns(platform.columns),
    {
      ...icon,
      id: REMOVE_ID,
      header: 'Remove',
      Header: () => <span className="visually-hidden">Remove</span>,
      action: {
        icon: <X size={12} aria-hidden />,
        label: (row) => `Remove ${row.symbol}`,
        run: (row) => removeSymbols(window, [row.symbol]),
      },
    },
  ];
}

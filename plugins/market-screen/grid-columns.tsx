import { ArrowLeftRight } from 'lucide-react';
import {
  type ColumnSetting,
  type QuoteRow,
  symbolGridColumns,
  type ToolWindow,
  placeOrder,
} from '../../src/plugin-api/index.ts';
import type { GridColumn } from '../../src/ui/index.ts';
import type { MarketScreenState } from './state.ts';

const TRADE_ID = '$trade';
const ICON_WIDTH_PX = 28;

/** The stored columns behind the trade arrow, which is always there and never stored. */
export function gridLayout(columns: readonly ColumnSetting[]): readonly ColumnSetting[] {
  return [{ Id: TRADE_ID, Width: ICON_WIDTH_PX }, ...columns];
}

export function storedLayout(layout: readonly ColumnSetting[]): readonly ColumnSetting[] {
  return layout.filter(({ Id }) => Id !== TRADE_ID);
}

/** All columns of the grid of one window: the trade arrow and the catalogue. */
export function createGridColumns(window: ToolWindow<MarketScreenState>): readonly GridColumn<QuoteRow>[] {
  const { platform } = window;
  return [
    {
      id: TRADE_ID,
      header: 'Trade',
      Header: () => <span className="visually-hidden">Trade</span>,
      align: 'center',
      width: ICON_WIDTH_PX,
      isSortable: false,
      isMovable: false,
      text: () => '',
      action: {
        icon: <ArrowLeftRight size={12} aria-hidden />,
        label: (row) => `Trade ${row.symbol}`,
        isShown: (row) => platform.canTrade(row.symbol).ok,
        run: (row) => placeOrder(window, { symbol: row.symbol }),
      },
    },
    ...symbolGridColumns(platform.columns),
  ];
}

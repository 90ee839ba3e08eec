import * as v from 'valibot';
import {
  columnsSchema,
  defineState,
  sortSchema,
  type ColumnSetting,
  type StateDefinition,
} from '../../src/plugin-api/index.ts';

export interface GridState {
  readonly Columns: readonly ColumnSetting[];
  readonly Sort: { readonly By: string; readonly Asc: boolean } | null;
}

export const TABS = ['OpenOrders', 'TradeLog', 'Positions'] as const;
export type TabId = (typeof TABS)[number];

/** What a workspace stores for the Trade Manager. */
export interface TradeManagerState {
  readonly CurrentTab: TabId;
  readonly Positions: GridState & { readonly ShowFlat: boolean };
  readonly TradeLog: GridState & { readonly ShowExecutionsOnly: boolean };
  readonly OpenOrders: GridState;
  readonly Linked: boolean;
}

/** Room for the name of an option, such as `SPY Nov 20 '26 721 Call`. */
export const SYMBOL_WIDTH_PX = 160;

const widths = (settings: Readonly<Record<string, number>>): readonly ColumnSetting[] =>
  Object.entries(settings).map(([Id, Width]) => ({ Id, Width }));

export const tradeManagerState: StateDefinition<TradeManagerState> = defineState<TradeManagerState>({
  schema: v.object({
    CurrentTab: v.picklist(TABS),
    Positions: v.object({ ShowFlat: v.boolean(), Columns: columnsSchema, Sort: sortSchema }),
    TradeLog: v.object({ ShowExecutionsOnly: v.boolean(), Columns: columnsSchema, Sort: sortSchema }),
    OpenOrders: v.object({ Columns: columnsSchema, Sort: sortSchema }),
    Linked: v.boolean(),
  }),
  initial: {
    CurrentTab: 'Positions',
    Positions: {
      ShowFlat: true,
      Columns: widths({
        Symbol: SYMBOL_WIDTH_PX,
        Side: 52,
        Quantity: 72,
        AveragePrice: 80,
        Last: 76,
        Cost: 92,
        Value: 92,
        OpenPl: 88,
        OpenPlP: 80,
        ClosedPl: 88,
        TodayPl: 88,
        Locked: 60,
      }),
      Sort: null,
    },
    TradeLog: {
      ShowExecutionsOnly: false,
      Columns: widths({
        Time: 116,
        Status: 116,
        Symbol: SYMBOL_WIDTH_PX,
        Side: 52,
        Type: 76,
        Quantity: 72,
        Price: 72,
        FillQuantity: 64,
        FillPrice: 76,
        Leaves: 64,
        Fees: 64,
        Message: 240,
      }),
      Sort: null,
    },
    OpenOrders: {
      Columns: widths({
        Time: 116,
        Status: 116,
        Symbol: SYMBOL_WIDTH_PX,
        Side: 52,
        Type: 76,
        Quantity: 72,
        Price: 72,
        StopPrice: 72,
        Fill: 64,
        Unfill: 64,
        AveragePrice: 80,
        Last: 76,
        Tif: 48,
        Route: 64,
        Group: 96,
      }),
      Sort: null,
    },
    Linked: false,
  },
  migrations: [],
});

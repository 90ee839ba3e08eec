import * as v from 'valibot';
import { defineState, type StateDefinition } from '../../src/plugin-api/index.ts';

export interface ColumnSetting {
  readonly Id: string;
  readonly Width: number;
}
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

const columns = v.pipe(
  v.array(
    v.object({
      Id: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
      Width: v.pipe(v.number(), v.minValue(0), v.maxValue(2000)),
    }),
  ),
  v.minLength(1),
  v.maxLength(100),
);
const sort = v.nullable(v.object({ By: v.pipe(v.string(), v.maxLength(64)), Asc: v.boolean() }));

const widths = (settings: Readonly<Record<string, number>>): readonly ColumnSetting[] =>
  Object.entries(settings).map(([Id, Width]) => ({ Id, Width }));

export const tradeManagerState: StateDefinition<TradeManagerState> = defineState<TradeManagerState>({
  schema: v.object({
    CurrentTab: v.picklist(TABS),
    Positions: v.object({ ShowFlat: v.boolean(), Columns: columns, Sort: sort }),
    TradeLog: v.object({ ShowExecutionsOnly: v.boolean(), Columns: columns, Sort: sort }),
    OpenOrders: v.object({ Columns: columns, Sort: sort }),
    Linked: v.boolean(),
  }),
  initial: {
    CurrentTab: 'Positions',
    Positions: {
      ShowFlat: true,
      Columns: widths({
        Symbol: 76,
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
        Symbol: 76,
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
        Symbol: 76,
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
      }),
      Sort: null,
    },
    Linked: false,
  },
  migrations: [],
});

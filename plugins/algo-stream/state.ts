import * as v from 'valibot';
import {
  columnsSchema,
  defineState,
  sortSchema,
  type ColumnSetting,
  type StateDefinition,
} from '../../src/plugin-api/index.ts';

interface GridState {
  readonly Columns: readonly ColumnSetting[];
  readonly Sort: { readonly By: string; readonly Asc: boolean } | null;
}

/** What a workspace stores for AlgoStream. `Expanded` holds the keys of the open groups. */
export interface AlgoStreamState {
  readonly StrategyGrid: GridState & { readonly Expanded: readonly string[] };
  readonly OrderGrid: GridState;
}

/** Own strategies and public ones at most, with room for some that are gone. */
const MAX_EXPANDED = 1_000;
const MAX_KEY_CHARACTERS = 64;

const widths = (settings: Readonly<Record<string, number>>): readonly ColumnSetting[] =>
  Object.entries(settings).map(([Id, Width]) => ({ Id, Width }));

export const STRATEGY_WIDTHS: Readonly<Record<string, number>> = {
  Run: 196,
  Status: 216,
  Symbol: 72,
  Started: 116,
  From: 84,
  To: 84,
  NetProfitLoss: 100,
  Roi: 72,
  SymbolRoi: 84,
  Capital: 92,
  TradeCount: 64,
  ProfitablePercent: 84,
  AverageProfit: 84,
  AverageLoss: 84,
};
export const ORDER_WIDTHS: Readonly<Record<string, number>> = {
  SentTimestamp: 160,
  Status: 84,
  Symbol: 72,
  Side: 52,
  Type: 56,
  Quantity: 68,
  Price: 76,
  StopPrice: 76,
  FillPrice: 80,
  FillTimestamp: 160,
  FifoProfitLoss: 80,
  NetProfitLoss: 80,
  CumulativeProfitLoss: 96,
  Reason: 196,
  Fees: 60,
};

export const algoStreamState: StateDefinition<AlgoStreamState> = defineState<AlgoStreamState>({
  schema: v.object({
    StrategyGrid: v.object({
      Columns: columnsSchema,
      Sort: sortSchema,
      Expanded: v.pipe(
        v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_KEY_CHARACTERS))),
        v.maxLength(MAX_EXPANDED),
      ),
    }),
    OrderGrid: v.object({ Columns: columnsSchema, Sort: sortSchema }),
  }),
  initial: {
    StrategyGrid: { Columns: widths(STRATEGY_WIDTHS), Sort: null, Expanded: [] },
    OrderGrid: { Columns: widths(ORDER_WIDTHS), Sort: null },
  },
  migrations: [],
});

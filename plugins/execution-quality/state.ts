import * as v from 'valibot';
import {
  columnsSchema,
  defineState,
  sortSchema,
  type ColumnSetting,
  type StateDefinition,
} from '../../src/plugin-api/index.ts';

/** What a row of the report stands for. */
export const GROUPINGS = ['Order', 'Fill', 'Symbol', 'Route', 'Type', 'Account'] as const;
/** One of these groupings. */
export type Grouping = (typeof GROUPINGS)[number];

/** What a workspace stores for an Execution Quality window. The day is not stored: a window begins with the present one. */
export interface ExecutionQualityState {
  readonly GroupBy: Grouping;
  /** Orders of all accounts of the user, or of the selected one. */
  readonly HasAllAccounts: boolean;
  readonly Columns: readonly ColumnSetting[];
  readonly Sort: { readonly By: string; readonly Asc: boolean } | null;
}

const widths = (settings: Readonly<Record<string, number>>): readonly ColumnSetting[] =>
  Object.entries(settings).map(([Id, Width]) => ({ Id, Width }));

export const executionQualityState: StateDefinition<ExecutionQualityState> =
  defineState<ExecutionQualityState>({
    schema: v.object({
      GroupBy: v.picklist(GROUPINGS),
      HasAllAccounts: v.boolean(),
      Columns: columnsSchema,
      Sort: sortSchema,
    }),
    initial: {
      GroupBy: 'Order',
      HasAllAccounts: false,
      Columns: widths({
        Name: 150,
        Time: 96,
        Side: 48,
        Type: 64,
        Filled: 64,
        FillRate: 60,
        Price: 82,
        Slippage: 84,
        SlippageShare: 82,
        SlippageBps: 68,
        Effective: 82,
        Realised: 82,
        Improvement: 84,
        Fees: 70,
        FirstFill: 76,
        Added: 60,
      }),
      Sort: null,
    },
    migrations: [],
  });

import * as v from 'valibot';
import { CHAIN_STRIKES } from '../../src/domain/options/index.ts';
import { MAX_SYMBOL_LENGTH } from '../../src/domain/symbols/symbol.ts';
import {
  columnsSchema,
  defineState,
  type ColumnSetting,
  type StateDefinition,
} from '../../src/plugin-api/index.ts';
import { NO_SPREAD, spreadSchema, type SpreadState } from './spread/spread-schema.ts';
import { ALL_EXPIRATIONS, DEFAULT_COLUMNS, MAX_STRIKES, NEAR_EXPIRATIONS } from './model/defaults.ts';

/** What a workspace stores for an Option Chain window. */
export interface OptionChainState {
  /** The underlying; empty = none chosen yet. */
  readonly Symbol: string;
  readonly Linked: boolean;
  /** Columns of a side, from the strike outwards. */
  readonly Columns: readonly ColumnSetting[];
  /** `near` (one calendar month), `all`, or a month bucket `YYYY-MM`. */
  readonly Expirations: string;
  /** Strikes of each expiration. */
  readonly Strikes: number;
  /** Only strikes within so many percent of the underlying's price; 0 = any. */
  readonly WidthPercent: number;
  /** Smile and term structure below the chain. */
  readonly HasPlots: boolean;
  /** The spread builder, in the place of the plots. */
  readonly Spread: SpreadState;
}

const MAX_WIDTH_PERCENT = 100;

const schema = v.object({
  Symbol: v.pipe(v.string(), v.maxLength(MAX_SYMBOL_LENGTH), v.toUpperCase()),
  Linked: v.boolean(),
  Columns: columnsSchema,
  Expirations: v.optional(
    v.pipe(v.string(), v.regex(new RegExp(`^(${NEAR_EXPIRATIONS}|${ALL_EXPIRATIONS}|\\d{4}-\\d{2})$`))),
    NEAR_EXPIRATIONS,
  ),
  Strikes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_STRIKES)), CHAIN_STRIKES),
  WidthPercent: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_WIDTH_PERCENT)), 0),
  HasPlots: v.optional(v.boolean(), false),
  Spread: v.optional(spreadSchema, NO_SPREAD),
});

export const optionChainState: StateDefinition<OptionChainState> = defineState<OptionChainState>({
  schema,
  initial: {
    Symbol: '',
    Linked: false,
    Columns: DEFAULT_COLUMNS,
    Expirations: NEAR_EXPIRATIONS,
    Strikes: CHAIN_STRIKES,
    WidthPercent: 0,
    HasPlots: false,
    Spread: NO_SPREAD,
  },
  migrations: [
    {
      name: 'has-a-spread-builder',
      up: (old: object) => ({ ...old, Spread: NO_SPREAD }),
    },
  ],
});

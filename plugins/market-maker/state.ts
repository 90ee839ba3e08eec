import * as v from 'valibot';
import { MAX_SYMBOL_LENGTH } from '../../src/domain/symbols/symbol.ts';
import { defineState, type StateDefinition } from '../../src/plugin-api/index.ts';
import { DEFAULT_DEPTH_ROWS, MAX_DEPTH_ROWS } from './depth.ts';

/** What a workspace stores for a Market Maker window. */
export interface MarketMakerState {
  /** Empty = none chosen yet. */
  readonly Symbol: string;
  readonly Linked: boolean;
  /** Rows a side. */
  readonly DepthRows: number;
  /** The tape shows prints of at least so many shares. */
  readonly MinSize: number;
}

/** Beyond any print: a larger filter would only hide everything. */
export const MAX_MIN_SIZE = 100_000_000;

const schema = v.object({
  Symbol: v.pipe(v.string(), v.maxLength(MAX_SYMBOL_LENGTH), v.toUpperCase()),
  Linked: v.boolean(),
  DepthRows: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_DEPTH_ROWS)),
    DEFAULT_DEPTH_ROWS,
  ),
  MinSize: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_MIN_SIZE)), 0),
});

export const marketMakerState: StateDefinition<MarketMakerState> = defineState<MarketMakerState>({
  schema,
  initial: { Symbol: '', Linked: false, DepthRows: DEFAULT_DEPTH_ROWS, MinSize: 0 },
  migrations: [],
});

import * as v from 'valibot';
import { MAX_SYMBOL_LENGTH } from '../../src/domain/symbols/symbol.ts';
import { defineState, type StateDefinition } from '../../src/plugin-api/index.ts';
import { BAR_SIZES } from './data/bar-sizes.ts';
import { TIME_FRAMES, type ChartRange } from './data/time-frames.ts';
import type { StoredDrawings } from './drawings/schema.ts';
import { CHART_TYPES, type ChartType } from './model/chart-types.ts';
import {
  LINE_COLORS,
  LINE_WIDTHS_PX,
  MAX_INDICATORS,
  PRICE_SOURCES,
  SHOWN_AT,
  type IndicatorSetting,
} from './model/indicator.ts';
import { TRADES_OVERLAY } from './model/panes.ts';
import type { ScaleMode } from './model/scale-mode.ts';

/** What a workspace stores for a Chart window. */
export interface ChartState {
  /** Empty = none chosen yet: a chart that opens takes one. */
  readonly Symbol: string;
  readonly Range: ChartRange;
  readonly Indicators: readonly IndicatorSetting[];
  readonly Linked: boolean;
  readonly ChartType: ChartType;
  readonly Scale: ScaleMode;
  /** The scale of the prices fits the bars alone, not the studies over them. */
  readonly ScalesPriceOnly: boolean;
  /** Past bars as they traded; otherwise adjusted for the splits since then. */
  readonly ShowsRawPrices: boolean;
  /** Other symbols drawn in percent over this one. */
  readonly Compare: readonly string[];
  /** The draw tools stand beside the chart. */
  readonly ShowsDrawTools: boolean;
  /** The list of drawings stands beside the chart. */
  readonly ShowsDrawingList: boolean;
  /** A box at the crosshair has the prices of its bar, which the line above the chart has, too. */
  readonly ShowsCrosshairBox: boolean;
  /** Heights the user gave to panes, px by study id. */
  readonly PaneHeights: Readonly<Record<string, number>>;
  /** The chart shows the drawings that all charts of the symbol share; otherwise its own. */
  readonly SharesDrawings: boolean;
  /** The chart's own drawn shapes by symbol, then by the name of the pane. */
  readonly Drawings: StoredDrawings;
}

/** Symbols that can be compared at once: as many as there are colours. */
export const MAX_COMPARED = 3;

const symbol = v.pipe(v.string(), v.maxLength(MAX_SYMBOL_LENGTH), v.toUpperCase());
const date = v.nullable(v.pipe(v.string(), v.isoDate()));
/** The id of a user's study has the name of its file, in which a sign may take three characters. */
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(160));
const schema = v.object({
  Symbol: symbol,
  Range: v.object({
    TimeFrame: v.picklist(TIME_FRAMES),
    BarSize: v.picklist(BAR_SIZES),
    CustomFromDate: date,
    CustomToDate: date,
  }),
  Indicators: v.pipe(
    v.array(
      v.object({
        Id: id,
        Parameters: v.record(id, v.pipe(v.number(), v.finite())),
        Key: v.exactOptional(id),
        Color: v.exactOptional(v.picklist(LINE_COLORS)),
        Width: v.exactOptional(v.picklist(LINE_WIDTHS_PX)),
        Source: v.exactOptional(v.picklist(PRICE_SOURCES)),
        ShownAt: v.exactOptional(v.picklist(SHOWN_AT)),
        IsHidden: v.exactOptional(v.boolean()),
      }),
    ),
    v.maxLength(MAX_INDICATORS),
  ),
  Linked: v.boolean(),
  ChartType: v.picklist(CHART_TYPES),
  Scale: v.picklist(['linear', 'log', 'percent']),
  ScalesPriceOnly: v.boolean(),
  Compare: v.pipe(v.array(v.pipe(symbol, v.minLength(1))), v.maxLength(MAX_COMPARED)),
  ShowsRawPrices: v.optional(v.boolean(), false),
  ShowsDrawTools: v.optional(v.boolean(), false),
  ShowsDrawingList: v.optional(v.boolean(), false),
  ShowsCrosshairBox: v.optional(v.boolean(), true),
  SharesDrawings: v.boolean(),
  PaneHeights: v.record(id, v.pipe(v.number(), v.minValue(1), v.maxValue(10_000))),
  Drawings: v.record(
    v.string(),
    v.record(id, v.pipe(v.array(v.looseObject({ Type: v.number() })), v.maxLength(1_000))),
  ),
});

export const chartState: StateDefinition<ChartState> = defineState<ChartState>({
  schema,
  initial: {
    Symbol: '',
    Range: { TimeFrame: 'Intraday1', BarSize: 'Minute5', CustomFromDate: null, CustomToDate: null },
    Indicators: [
      { Id: 'volume', Parameters: {} },
      { Id: TRADES_OVERLAY, Parameters: {} },
    ],
    Linked: false,
    ChartType: 'candle',
    Scale: 'linear',
    ScalesPriceOnly: false,
    ShowsRawPrices: false,
    Compare: [],
    ShowsDrawTools: false,
    ShowsDrawingList: false,
    ShowsCrosshairBox: true,
    SharesDrawings: true,
    PaneHeights: {},
    Drawings: {},
  },
  migrations: [
    // Executions were always shown; they are an entry of the studies now, which can be taken off.
    {
      name: 'executions-are-a-study',
      up: (old: { readonly Indicators: readonly IndicatorSetting[] }) => ({
        ...old,
        Indicators: [...old.Indicators, { Id: TRADES_OVERLAY, Parameters: {} }],
      }),
    },
    {
      name: 'scale-of-price-only',
      up: (old: object) => ({ ...old, ScalesPriceOnly: false }),
    },
    // Charts of earlier releases keep what they show: drawings of their own.
    {
      name: 'shared-drawings',
      up: (old: object) => ({ ...old, SharesDrawings: false }),
    },
  ],
  drawings: {
    symbolsOf: ({ Symbol, SharesDrawings }) => (SharesDrawings && Symbol !== '' ? [Symbol] : []),
    kinds: async () => (await import('./drawings/kind-text.ts')).drawingKindText,
  },
});

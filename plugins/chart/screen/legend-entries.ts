import { formatInteger } from '../../../src/plugin-api/index.ts';
import type { ChartModel } from '../model/chart-model.ts';
import type { Comparison } from '../model/comparison.ts';
import { PRICE_PANE, PROFIT_PANE } from '../model/panes.ts';
import { isSeries, problemOf, type SeriesView } from '../model/study-set.ts';
import type { TradeList } from '../model/trade-list.ts';
import { lineColors, type LineColors } from '../paint/line-colors.ts';
import { profitColor } from '../paint/paint-main.ts';
import type { ChartTheme } from '../paint/theme.ts';
import { formatDecimals, formatPercentChange, formatValue } from '../scales/format-value.ts';
import type { PaneScales } from '../view/pane-scales.ts';

/** What the user does with entries of the legend. */
export interface LegendActions {
  /** A click on a study's entry. */
  onStudy(id: string): void;
  onRemoveStudy(id: string): void;
  onRemoveComparison(symbol: string): void;
  /** The marks or the P&L of executions are to go; a strategy's go together. */
  onRemoveTrades(list: TradeList, part: 'marks' | 'profit'): void;
}

/** A value of an entry: a fixed text, or one for each bar. Colour null = that of the legend. */
export interface LegendValue {
  readonly color: string | null;
  readonly text: string | ((index: number, scales: PaneScales) => string);
}

/** An entry at the top of a pane. */
export interface LegendEntry {
  readonly paneId: string;
  readonly label: string;
  /** Of the label; null = that of the legend. */
  readonly color: string | null;
  /** Opens the settings; null for an entry without any. */
  readonly open: (() => void) | null;
  remove(): void;
  readonly values: readonly LegendValue[];
}

/** The entries of all panes, from the top down. */
export function legendEntries(
  model: ChartModel,
  theme: ChartTheme,
  actions: LegendActions,
): readonly LegendEntry[] {
  const colors = lineColors(model, theme);
  return [
    ...model.studies.hidden.map(({ id, label }): LegendEntry => ({
      paneId: PRICE_PANE,
      label: `${label} (hidden)`,
      color: theme.textMuted,
      open: () => actions.onStudy(id),
      remove: () => actions.onRemoveStudy(id),
      values: [],
    })),
    ...model.studies.missing.map(({ id, label }): LegendEntry => ({
      paneId: PRICE_PANE,
      label,
      color: theme.textMuted,
      open: null,
      remove: () => actions.onRemoveStudy(id),
      values: [],
    })),
    ...model.studies.views.map((view): LegendEntry => ({
      paneId: view.paneId,
      label: view.label,
      color: null,
      open: () => actions.onStudy(view.id),
      remove: () => actions.onRemoveStudy(view.id),
      values: isSeries(view) ? shownValues(view, colors, theme) : [],
    })),
    ...model.comparisons.map((comparison, n) => comparisonEntry(comparison, n, colors, actions)),
    ...model.tradeLists.flatMap((list) => tradeEntries(list, profitColor(theme, list), actions)),
  ];
}

/** The values of a study, or why it has none. */
function shownValues(view: SeriesView, colors: LineColors, theme: ChartTheme): readonly LegendValue[] {
  const problem = problemOf(view);
  return problem === null ? studyValues(view, colors, theme) : [{ color: theme.down, text: problem }];
}

function studyValues(view: SeriesView, colors: LineColors, theme: ChartTheme): readonly LegendValue[] {
  return view.study.outputs.flatMap(({ form, tone, format }, n): readonly LegendValue[] => {
    if (form === 'markAbove' || form === 'markBelow') return [];
    const shift = view.shifts[n] ?? 0;
    // Columns are longer than the run: nothing beyond its end is a value.
    const valueAt = (index: number) =>
      index < view.run.length ? (view.run.outputs[n]?.[index] ?? NaN) : NaN;
    return [
      {
        color: tone === 'direction' || tone === 'sign' ? theme.text : colors.study(view.id, tone),
        text: (index) => formatValue(valueAt(index - shift), format),
      },
    ];
  });
}

function comparisonEntry(
  { symbol, closes }: Comparison,
  n: number,
  colors: LineColors,
  actions: LegendActions,
): LegendEntry {
  const color = colors.comparison(n);
  return {
    paneId: PRICE_PANE,
    label: symbol,
    color,
    open: null,
    remove: () => actions.onRemoveComparison(symbol),
    values: [
      {
        color,
        text: (index, scales) => formatPercentChange(closes[index] ?? NaN, scales.comparisonBases[n] ?? NaN),
      },
    ],
  };
}

/** The marks of executions and their P&L, each as far as it is shown. */
function tradeEntries(list: TradeList, color: string, actions: LegendActions): readonly LegendEntry[] {
  const { title, isOwn, trades } = list;
  const entries: LegendEntry[] = [];
  if (list.hasMarks && (trades.length > 0 || !isOwn))
    entries.push({
      paneId: PRICE_PANE,
      label: title,
      color: isOwn ? null : color,
      open: null,
      remove: () => actions.onRemoveTrades(list, 'marks'),
      values: [{ color: null, text: trades.length === 0 ? 'no trades' : formatInteger(trades.length) }],
    });
  if (list.hasProfit)
    entries.push({
      paneId: PROFIT_PANE,
      label: isOwn ? 'P&L' : `P&L ${title}`,
      color,
      open: null,
      remove: () => actions.onRemoveTrades(list, 'profit'),
      values: [{ color: null, text: (index) => formatDecimals(list.profit[index] ?? NaN, 2) }],
    });
  return entries;
}

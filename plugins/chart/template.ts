import * as v from 'valibot';
import { chartState, type ChartState } from './state.ts';

/** Type under which the server stores chart templates. */
export const TEMPLATES_TYPE = 'ChartTemplates';

/** How a chart shows any symbol: the part of its state that a template has. */
export type ChartTemplate = Pick<
  ChartState,
  'Indicators' | 'ChartType' | 'Scale' | 'ScalesPriceOnly' | 'PaneHeights' | 'Range'
>;

/** The template of a chart. Dates that were chosen by hand belong to what it shows: the time frame of a new chart takes their place. */
export function templateOf(state: ChartState): ChartTemplate {
  const { Indicators, ChartType, Scale, ScalesPriceOnly, PaneHeights, Range } = state;
  const { TimeFrame, BarSize } = Range.TimeFrame === 'Custom' ? chartState.initial.Range : Range;
  return {
    Indicators,
    ChartType,
    Scale,
    ScalesPriceOnly,
    PaneHeights,
    Range: { TimeFrame, BarSize, CustomFromDate: null, CustomToDate: null },
  };
}

/** A template that the server has stored; null when it cannot be read. */
export function readTemplate(data: unknown): ChartTemplate | null {
  const read = v.safeParse(chartState.schema, { ...chartState.initial, ...Object(data) });
  return read.success ? templateOf(read.output) : null;
}

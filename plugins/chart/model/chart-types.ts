/** How bars are drawn, by the ids of the stored state. */
export const CHART_TYPES = ['candle', 'bar', 'line', 'area', 'heikin-ashi'] as const;
export type ChartType = (typeof CHART_TYPES)[number];

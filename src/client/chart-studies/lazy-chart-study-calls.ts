import type { createChartStudyCalls } from './chart-study-calls.ts';
import type { ChartStudyCalls } from './types.ts';

/** The calls about the user's studies of charts, whose code is loaded with the first one. */
export function lazyChartStudyCalls(
  parts: Parameters<typeof createChartStudyCalls>[0],
): () => Promise<ChartStudyCalls> {
  return async () => (await import('./chart-study-calls.ts')).createChartStudyCalls(parts);
}

import type { ChartController } from './chart-controller.ts';

const controllers = new Map<string, ChartController>();

/** The chart that a window shows now; undefined while it is still loading. */
export function chartOf(windowId: string): ChartController | undefined {
  return controllers.get(windowId);
}

/** Makes a chart known to the commands of its window. Returns the way to take it back. */
export function addChart(windowId: string, controller: ChartController): () => void {
  controllers.set(windowId, controller);
  return () => {
    if (controllers.get(windowId) === controller) controllers.delete(windowId);
  };
}

import type { ToolWindow } from '../../src/plugin-api/index.ts';
import type { ScaleMode } from './model/scale-mode.ts';
import type { ChartState } from './state.ts';

/** Changes to a scale, and back to the linear one where it is on already. Compared symbols need the percent scale. */
export function toggleScale(window: ToolWindow<ChartState>, scale: ScaleMode): void {
  const { Compare, Scale } = window.getState();
  if (Compare.length === 0) window.update({ Scale: Scale === scale ? 'linear' : scale });
}

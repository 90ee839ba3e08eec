import type { ToolWindow } from '../../src/plugin-api/index.ts';
import type { ToolKey } from './drawings/tool-keys.ts';
import type { ChartState } from './state.ts';
import { toggleScale } from './toggle-scale.ts';
import { runCommand } from './toolbar-entries.ts';

type Window = ToolWindow<ChartState>;

/** A key press in the chart: `key` is the sign that it types. */
export interface ChartKey extends ToolKey {
  readonly key: string;
}

/** What keys with Alt do in a chart, beside those of the draw tools. */
const WITH_ALT: Readonly<Record<string, (window: Window) => void>> = {
  KeyL: (window) => toggleScale(window, 'log'),
  KeyP: (window) => toggleScale(window, 'percent'),
  KeyG: (window) => runCommand(window, 'chart.range'),
  KeyO: (window) => runCommand(window, 'chart.drawings'),
};
const WITH_ALT_AND_SHIFT: Readonly<Record<string, (window: Window) => void>> = {
  KeyS: (window) => runCommand(window, 'chart.save-picture'),
};

/** Does what a key does in a chart that has the focus; false for any other key. */
export function pressChartKey(window: Window, press: ChartKey): boolean {
  if (press.ctrlKey || press.metaKey) return false;
  const isSlash = press.key === '/' && !press.altKey;
  const withAlt = press.altKey ? (press.shiftKey ? WITH_ALT_AND_SHIFT : WITH_ALT)[press.code] : undefined;
  const run = isSlash ? () => runCommand(window, 'chart.studies') : withAlt;
  run?.(window);
  return run !== undefined;
}

import type { ToolWindow } from '../../../src/plugin-api/index.ts';
import type { ChartState } from '../state.ts';
import { chooseDrawTool } from './actions.ts';
import { DRAW_TOOLS } from './tools.ts';

/** What a key press is made of, as far as a draw tool is chosen by it. */
export interface ToolKey {
  /** The key itself: with Alt some systems type another letter. */
  readonly code: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

/** Chooses the draw tool of a key, `Alt` with its letter; false for any other key. */
export function chooseToolByKey(window: ToolWindow<ChartState>, press: ToolKey): boolean {
  if (!press.altKey || press.ctrlKey || press.metaKey || press.shiftKey) return false;
  const tool = DRAW_TOOLS.find(({ key }) => key !== undefined && press.code === `Key${key.slice(-1)}`);
  if (tool === undefined) return false;
  chooseDrawTool(window, tool.id);
  return true;
}

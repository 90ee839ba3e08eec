import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { strategyEditorState } from './state.ts';

/** Shows the editor window of a strategy: the nearest window when it has this strategy or none, else another one. */
export async function openStrategy({ tools }: Pick<ToolPlatform, 'tools'>, name: string): Promise<void> {
  const nearest = tools.nearestOf('strategy-editor');
  // States of other windows are stored data.
  const state = { ...strategyEditorState.initial, ...Object(nearest?.getState()) };
  const isFree = state.Strategy === '' && state.Draft === null;
  if (nearest === null || (state.Strategy !== name && !isFree)) {
    await tools.open('strategy-editor', { Strategy: name });
    return;
  }
  if (isFree) nearest.update({ Strategy: name });
  await tools.show('strategy-editor');
}

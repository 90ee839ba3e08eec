import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { editDeps } from '../algo-stream/dialogs/edit-deps.tsx';
import { EditModel } from '../algo-stream/dialogs/edit-model.ts';
import { sourceKey, type StrategyEditorState } from './state.ts';

/** The model of the modifications that a closed window had; null when it had none. */
async function modelOf(
  platform: Pick<ToolPlatform, 'strategies' | 'dialogs'>,
  { Strategy, Draft }: StrategyEditorState,
): Promise<EditModel | null> {
  if (Draft === null) return null;
  const form = { name: Draft.Name, code: Draft.Code, parameters: Draft.Parameters };
  // Of a strategy that cannot be loaded the modifications are saved as a new one.
  const source = Strategy === '' ? null : await platform.strategies.source(Strategy).catch(() => null);
  const isOutdated = source !== null && Draft.Base !== sourceKey(source);
  const model = new EditModel(editDeps(platform), source, { form, isOutdated });
  return model.get().isDirty ? model : null;
}

/** Lets the user save the modifications of windows that were closed; Cancel, or a save that fails, opens the window again. */
export async function saveClosed(
  states: readonly StrategyEditorState[],
  platform: Pick<ToolPlatform, 'strategies' | 'dialogs' | 'commands'>,
): Promise<void> {
  for (const state of states) {
    const model = await modelOf(platform, state);
    if (model === null || (await model.mayLeave())) continue;
    // The close is the last step: nothing else can be done while the question is open.
    await platform.commands.run('edit.undo');
    return;
  }
}

import type { ToolWindow } from '../../src/plugin-api/index.ts';
import type { StrategyEditorState } from './state.ts';

/** What the keys and buttons of a window's title do. */
export interface WindowActions {
  create(): Promise<void>;
  save(): Promise<void>;
  run(): Promise<void>;
}

/** The actions of the windows whose view is mounted, by the id of the window. */
const mounted = new Map<string, WindowActions>();

/** The actions of a window; undefined before its view is mounted. */
export const actionsOf = ({ id }: Pick<ToolWindow<StrategyEditorState>, 'id'>): WindowActions | undefined =>
  mounted.get(id);

/** Offers the actions of a window while its view is mounted; returns the function that ends it. */
export function offerActions(
  { id }: Pick<ToolWindow<StrategyEditorState>, 'id'>,
  actions: WindowActions,
): () => void {
  mounted.set(id, actions);
  return () => {
    if (mounted.get(id) === actions) mounted.delete(id);
  };
}

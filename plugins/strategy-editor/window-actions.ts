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

/** Ids of windows in which a new strategy was begun before their view was there. */
const early = new Set<string>();

/** Does what a key or a button of a window's title says. Before the view is mounted there is nothing to save or run; a new strategy begins with the view. */
export async function act(
  { id }: Pick<ToolWindow<StrategyEditorState>, 'id'>,
  name: keyof WindowActions,
): Promise<void> {
  const actions = mounted.get(id);
  if (actions) await actions[name]();
  else if (name === 'create') early.add(id);
}

/** Offers the actions of a window while its view is mounted; returns the function that ends it. */
export function offerActions(
  { id }: Pick<ToolWindow<StrategyEditorState>, 'id'>,
  actions: WindowActions,
): () => void {
  mounted.set(id, actions);
  if (early.delete(id)) void actions.create();
  return () => {
    if (mounted.get(id) === actions) mounted.delete(id);
  };
}

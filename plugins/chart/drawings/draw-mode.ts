import type { Readable, ToolWindow } from '../../../src/plugin-api/index.ts';
import type { DrawTool } from './tools.ts';

/** What the pointer of one chart draws with, and whether it snaps to the prices of the bars. Not stored: a desk opens without a tool in hand. */
export interface DrawMode {
  readonly tool: DrawTool;
  readonly isSnapping: boolean;
}
export interface DrawModeStore extends Readable<DrawMode> {
  set(change: Partial<DrawMode>): void;
}

const stores = new WeakMap<object, DrawModeStore>();

function createStore(): DrawModeStore {
  let mode: DrawMode = { tool: 'none', isSnapping: true };
  const listeners = new Set<() => void>();
  return {
    get: () => mode,
    set(change) {
      const next = { ...mode, ...change };
      if (next.tool === mode.tool && next.isSnapping === mode.isSnapping) return;
      mode = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The mode of a window's chart; made when it is first used. */
export function drawModeOf(window: Pick<ToolWindow<never>, 'id'>): DrawModeStore {
  let store = stores.get(window);
  if (store === undefined) stores.set(window, (store = createStore()));
  return store;
}

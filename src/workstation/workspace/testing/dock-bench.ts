import { Actions, type Action, type DockLocation } from 'flexlayout-react';
import { produce } from 'immer';
import { expect } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { windowsOf, type WindowKey } from '../../../../layouts/index.ts';
import { MaximisedWindows } from '../maximised-windows.ts';
import type { DockController } from '../dock-controller.ts';
import { start, tool, undoOf } from '../testing.ts';
import type { UndoHistory } from '../undo-history.ts';
import { readWorkspaces } from '../stored-workspaces.ts';
import { createDock } from '../workspace-dock.ts';
import * as reduce from '../workspace-state.ts';
import type { WorkspaceStore } from '../workspace-store.ts';

export const KEYS: readonly WindowKey[] = ['Window1', 'Window2', 'Window3', 'Window4'];
/** Where tests open browser windows and floating panels, px. */
export const place = { x: 10, y: 20, width: 640, height: 480 };

/** What the dock uses of a browser window. No more of it is there. */
export const browserWindow = (at: { readonly screenX: number }) =>
  ({
    ...at,
    screenY: 5,
    outerWidth: 700,
    outerHeight: 500,
    document: { title: '' },
    close: () => {},
  }) as unknown as Window;

/** The dock of a workspace of two by two windows, with what it reports. */
export class DockBench {
  readonly workspaces: WorkspaceStore = storeOfTwoByTwo();
  readonly undo: UndoHistory = undoOf(this.workspaces, {
    popouts: { travel: (change, side) => this.dock.travelPopouts(change, side) },
  });
  /** The page goes. */
  isLeaving = false;
  readonly blocked: WindowKey[] = [];
  readonly closed: WindowKey[] = [];
  readonly moved: string[] = [];
  /** Where windows are kept to be in browser windows. */
  readonly out = new Map<WindowKey, object>();
  readonly #tabStorage = new Map<string, string>();
  readonly maximised = new MaximisedWindows({
    storage: () => ({
      getItem: (key) => this.#tabStorage.get(key) ?? null,
      setItem: (key, value) => void this.#tabStorage.set(key, value),
      removeItem: (key) => void this.#tabStorage.delete(key),
    }),
    userId: () => 'u1',
  });
  dock: DockController = this.#open();

  get workspace(): reduce.Workspace {
    const found = reduce.workspaceOf(this.workspaces.getState(), 1);
    if (found === undefined) throw new Error('no workspace');
    return found;
  }

  /** The first four windows that are visible. */
  get shown(): readonly WindowKey[] {
    return KEYS.filter((key) => this.dock.isShown(key));
  }

  /** The library reports what was dropped where. */
  drop(key: string, target: string, location: DockLocation, index = -1): void {
    expect(this.dock.onAction(Actions.moveNode(key, target, location, index))).toBeUndefined();
  }

  /** The library carries out an action of its own in the model on screen. */
  act(action: Action): void {
    const permitted = this.dock.onAction(action);
    if (permitted === undefined) throw new Error(`not permitted: ${action.type}`);
    this.dock.model().doAction(permitted);
    this.dock.onModelChange(this.dock.model(), permitted);
  }

  /** The id of the browser window that a window is in. */
  popoutIdOf(key: WindowKey): string {
    return this.dock.view().popouts.find(({ tree }) => windowsOf(tree).includes(key))?.id ?? '';
  }

  /** A user opens a window in a browser window, and the browser permits it. Returns the browser window. */
  popOut(key: WindowKey): Window {
    const popout = browserWindow({ screenX: 30 });
    this.dock.popOut(key, place);
    this.dock.onPopoutOpen(this.popoutIdOf(key), popout);
    return popout;
  }

  /** The page is left and opened again: what is stored is read by a new dock. */
  reload(): void {
    this.dock.dispose();
    const read = readWorkspaces(JSON.stringify(this.workspaces.getState()));
    expect(read.notice).toBeNull();
    this.workspaces.show(read.state ?? this.workspaces.getState());
    this.undo.clear();
    this.dock = this.#open();
  }

  #open(): DockController {
    return createDock({
      workspaceId: 1,
      workspaces: this.workspaces,
      undo: this.undo,
      titleOf: () => 'Window',
      onBlocked: (key) => this.blocked.push(key),
      onClose: (key) => this.closed.push(key),
      onMoved: (title) => this.moved.push(title),
      onPopout: () => () => {},
      maximised: this.maximised,
      places: {
        keep: ({ tree, rect }) => void windowsOf(tree).map((key) => this.out.set(key, rect)),
        forget: (_id, keys) => void keys.map((key) => this.out.delete(key)),
        isLeaving: () => this.isLeaving,
      },
    });
  }
}

function storeOfTwoByTwo(): WorkspaceStore {
  const store = createStore(() =>
    produce(start(), (draft) => {
      reduce.chooseLayout(draft, 1, '2r2c');
      reduce.putWindow(draft, 1, 'Window3', tool('chart'));
    }),
  );
  return {
    ...store,
    change: (recipe) =>
      store.setState(
        produce(store.getState(), (draft) => {
          recipe(draft);
        }),
        true,
      ),
    restore: () => null,
    show: (state) => store.setState(state, true),
  };
}

import { isWindowKey, type WindowKey } from '../../../layouts/index.ts';
import type { CommandArguments } from '../../plugin-api/index.ts';
import type { Desk } from '../desk-context.ts';
import { windowIdOf, type WindowController } from '../windows/window-controller.ts';
import * as reduce from '../workspace/workspace-state.ts';

/** A window of a workspace, with a tool in it or empty. */
export interface WindowSlot {
  /** Id of the workspace. */
  readonly id: number;
  readonly key: WindowKey;
}

/** Finds the window that a command is about: that of the argument `windowId`, or the one used last. */
export class WindowSlots {
  readonly #desk: Pick<Desk, 'workspaces' | 'windows' | 'plugins'>;

  constructor(desk: Pick<Desk, 'workspaces' | 'windows' | 'plugins'>) {
    this.#desk = desk;
  }

  /** The open window with its tool; undefined for an empty window, and for one that is not on screen. */
  windowOf = (args: CommandArguments): WindowController | undefined =>
    this.#desk.windows.get(this.#idOf(args));

  /** The slot of the window, which may be empty; null when there is no such window. */
  slotOf = (args: CommandArguments): WindowSlot | null => {
    const [id, name] = this.#idOf(args).split(':');
    const workspace = reduce.workspaceOf(this.#desk.workspaces.getState(), Number(id));
    return workspace !== undefined && isWindowKey(name) && reduce.hasWindow(workspace, name)
      ? { id: Number(id), key: name }
      : null;
  };

  has = (args: CommandArguments): boolean => this.slotOf(args) !== null;

  /** The slot of the window, as long as the layout of its workspace is not locked. */
  unlockedOf = (args: CommandArguments): WindowSlot | null => {
    const slot = this.slotOf(args);
    const workspace =
      slot === null ? undefined : reduce.workspaceOf(this.#desk.workspaces.getState(), slot.id);
    return workspace?.IsLocked === true ? null : slot;
  };

  isUnlocked = (args: CommandArguments): boolean => this.unlockedOf(args) !== null;

  /** Title of the window; of one that is not on screen, the title of its tool. */
  titleOf({ id, key }: WindowSlot): string {
    const { workspaces, windows, plugins } = this.#desk;
    const tool = reduce.workspaceOf(workspaces.getState(), id)?.LayoutData[key]?.Tool;
    return (
      windows.get(windowIdOf(id, key))?.title() ??
      (tool === undefined ? 'Empty window' : (plugins.get(tool)?.title ?? tool))
    );
  }

  /** A command's `run` that does nothing when there is no such window. */
  onSlot(run: (slot: WindowSlot, args: CommandArguments) => void): (args: CommandArguments) => void {
    return (args) => {
      const slot = this.slotOf(args);
      if (slot !== null) run(slot, args);
    };
  }

  #idOf(args: CommandArguments): string {
    return String(args.windowId ?? this.#desk.windows.focusedId() ?? '');
  }
}

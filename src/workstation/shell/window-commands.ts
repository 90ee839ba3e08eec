import type { Command } from '../../plugin-api/index.ts';
import { isOffered, type Desk } from '../desk-context.ts';
import { focusWindow } from '../windows/focus-window.ts';
import { isLinkGroup, LINK_GROUPS, linkGroupName } from '../windows/link-groups.ts';
import { windowIdOf } from '../windows/window-controller.ts';
import { closeStep, workspaceStep } from '../workspace/undo-steps.ts';
import { newWindowState } from '../workspace/new-window-state.ts';
import * as reduce from '../workspace/workspace-state.ts';
import { isWindowKey } from '../../../layouts/index.ts';
import { reportClosed } from './closed-windows.ts';
import { newWindowCommands } from './new-window-commands.ts';
import { offerToGoThere } from './open-tool.ts';
import { placeCommands } from './window-place-commands.ts';
import { type WindowSlot, WindowSlots } from './window-slots.ts';
import { performWithToast } from './undo-toast.ts';

/** Commands about one window: that of the argument `windowId`, or the one used last. */
export function windowCommands(desk: Desk): readonly Command[] {
  const slots = new WindowSlots(desk);
  return [
    ...contentCommands(desk, slots),
    ...placeCommands(desk, slots),
    ...linkCommands(slots),
    ...newWindowCommands(desk, slots),
    {
      id: 'window.help',
      title: 'Tips & Tricks of the window',
      key: 'F1',
      run: async (args) => {
        const topic = slots.windowOf(args)?.plugin.helpTopic;
        await desk.commands.run('help.tips-and-tricks', topic === undefined ? {} : { topic });
      },
    },
  ];
}

/** Commands that fill and empty a window. */
function contentCommands(desk: Desk, slots: WindowSlots): readonly Command[] {
  const { workspaces, docks, undo } = desk;
  return [
    addToolCommand(desk, slots),
    {
      id: 'window.bring-back',
      title: 'Bring back tool',
      isEnabled: (args) => typeof args['from'] === 'string',
      run: slots.onSlot(({ id, key }, args) => {
        const { from } = args;
        if (!isWindowKey(from)) return;
        undo.perform(
          workspaceStep(workspaces.getState(), id, 'Bring back tool', (draft) =>
            reduce.swapWindows(draft, id, key, from),
          ),
        );
        focusWindow(docks, windowIdOf(id, key));
      }),
    },
    closeCommand(desk, slots),
  ];
}

/** Empties a window; takes it out of a stack, and from a floating panel or border. An empty one leaves the layout, unless it is the last. */
function closeCommand(desk: Desk, slots: WindowSlots): Command {
  const { workspaces, docks, undo } = desk;
  const isEmpty = ({ id, key }: WindowSlot) =>
    reduce.workspaceOf(workspaces.getState(), id)?.LayoutData[key] === undefined;
  return {
    id: 'window.close',
    title: 'Close window',
    isEnabled: (args) => {
      const slot = slots.unlockedOf(args);
      if (slot === null) return false;
      const workspace = reduce.workspaceOf(workspaces.getState(), slot.id);
      return !isEmpty(slot) || (workspace !== undefined && reduce.shownWindows(workspace).length > 1);
    },
    run: slots.onSlot((slot) => {
      const { id, key } = slot;
      const dock = docks.dockOf(id);
      const title = slots.titleOf(slot);
      const closed = reduce.workspaceOf(workspaces.getState(), id)?.LayoutData[key];
      if (dock.isPopped(key)) dock.dock(key);
      if (closed === undefined)
        undo.perform(
          workspaceStep(workspaces.getState(), id, 'Close empty window', (draft) =>
            reduce.removeWindow(draft, id, key),
          ),
        );
      else performWithToast(desk, closeStep(workspaces.getState(), id, key, title), `${title} closed.`);
      if (closed !== undefined) reportClosed(desk, [closed]);
      const workspace = reduce.workspaceOf(workspaces.getState(), id);
      const next = workspace === undefined ? [] : reduce.shownWindows(workspace);
      const target = next.includes(key) ? key : next.find((other) => dock.isShown(other));
      if (target !== undefined) focusWindow(docks, windowIdOf(id, target), target === key);
    }),
  };
}

function addToolCommand(desk: Desk, slots: WindowSlots): Command {
  const { workspaces, windows, undo, docks, plugins, platform } = desk;
  return {
    id: 'window.add-tool',
    title: 'Add tool',
    // Arguments: `tool`, its id, and with `isTab` true the tool comes beside the window as a tab of its stack, not into it.
    isEnabled: (args) => typeof args['tool'] === 'string',
    run: async (args) => {
      const plugin = plugins.get(String(args['tool']));
      const slot = slots.slotOf(args);
      if (plugin === undefined || slot === null || !isOffered(plugin, platform.session.get())) return;
      const holder = plugin.isSingleton
        ? reduce.workspaceWithTool(workspaces.getState(), plugin.id)
        : undefined;
      if (holder !== undefined) {
        await offerToGoThere({ ...desk, nearestOf: platform.tools.nearestOf }, plugin, holder.Name);
        return;
      }
      const { id } = slot;
      const key = args['isTab'] === true ? reduce.freeKeyIn(workspaces.getState(), id) : slot.key;
      undo.perform(
        workspaceStep(workspaces.getState(), id, `Add ${plugin.title}`, (draft) => {
          reduce.putWindow(draft, id, key, {
            Tool: plugin.id,
            version: plugin.state.migrations.length,
            data: newWindowState(plugin, platform.settings.get()),
            link: 1,
          });
          if (key !== slot.key) reduce.stackWindow(draft, id, slot.key, key);
        }),
      );
      windows.expect(windowIdOf(id, key));
      focusWindow(docks, windowIdOf(id, key));
    },
  };
}

function linkCommands(slots: WindowSlots): readonly Command[] {
  return [
    {
      id: 'window.toggle-link',
      title: 'Link or unlink window',
      isOn: (args) => slots.windowOf(args)?.isLinked() ?? false,
      run: (args) => {
        const found = slots.windowOf(args);
        found?.setLinked(!found.isLinked());
      },
    },
    {
      id: 'window.link-group',
      title: 'Choose link group',
      isEnabled: (args) => slots.windowOf(args) !== undefined && isLinkGroup(args['group']),
      run: (args) => {
        const { group } = args;
        if (isLinkGroup(group)) slots.windowOf(args)?.setLinkGroup(group);
      },
    },
    ...LINK_GROUPS.map((linkGroup): Command => ({
      id: `window.link-group.${linkGroup.group}`,
      title: `Link window to group ${linkGroupName(linkGroup)}`,
      isEnabled: (args) => slots.windowOf(args)?.plugin.toolbar.includes('link') ?? false,
      isOn: (args) => slots.windowOf(args)?.linkGroup() === linkGroup.group,
      run: (args) => slots.windowOf(args)?.setLinkGroup(linkGroup.group),
    })),
  ];
}

import type { Command } from '../../plugin-api/index.ts';
import { isOffered, type Desk } from '../desk-context.ts';
import { focusWindow } from '../windows/focus-window.ts';
import { isLinkGroup, LINK_GROUPS, linkGroupName } from '../windows/link-groups.ts';
import { windowIdOf } from '../windows/window-controller.ts';
import { closeStep, layoutStep } from '../workspace/undo-steps.ts';
import * as reduce from '../workspace/workspace-state.ts';
import { WINDOW_KEYS } from '../../../layouts/index.ts';
import { reportClosed } from './closed-windows.ts';
import { offerToGoThere } from './open-tool.ts';
import { placeCommands } from './window-place-commands.ts';
import { WindowSlots } from './window-slots.ts';
import { performWithToast } from './undo-toast.ts';

/** Commands about one window: that of the argument `windowId`, or the one used last. */
export function windowCommands(desk: Desk): readonly Command[] {
  const slots = new WindowSlots(desk);
  return [
    ...contentCommands(desk, slots),
    ...placeCommands(desk, slots),
    ...linkCommands(slots),
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
        const from = WINDOW_KEYS.find((candidate) => candidate === args['from']);
        if (from === undefined) return;
        undo.perform(
          layoutStep(workspaces.getState(), id, 'Bring back tool', (draft) =>
            reduce.swapWindows(draft, id, key, from),
          ),
        );
        focusWindow(docks, windowIdOf(id, key));
      }),
    },
    {
      id: 'window.close',
      title: 'Close window',
      isEnabled: slots.has,
      run: slots.onSlot((slot) => {
        const title = slots.titleOf(slot);
        const closed = reduce.workspaceOf(workspaces.getState(), slot.id)?.LayoutData[slot.key];
        docks.dockOf(slot.id).dock(slot.key);
        performWithToast(
          desk,
          closeStep(workspaces.getState(), slot.id, slot.key, title),
          `${title} closed.`,
        );
        if (closed !== undefined) reportClosed(desk, [closed]);
        focusWindow(docks, windowIdOf(slot.id, slot.key), true);
      }),
    },
  ];
}

function addToolCommand(desk: Desk, slots: WindowSlots): Command {
  const { workspaces, windows, docks, plugins, platform } = desk;
  return {
    id: 'window.add-tool',
    title: 'Add tool',
    isEnabled: (args) => typeof args['tool'] === 'string',
    run: async (args) => {
      const plugin = plugins.get(String(args['tool']));
      const slot = slots.slotOf(args);
      if (plugin === undefined || slot === null || !isOffered(plugin, platform.session.get())) return;
      const holder = plugin.isSingleton
        ? reduce.workspaceWithTool(workspaces.getState(), plugin.id)
        : undefined;
      if (holder !== undefined) {
        await offerToGoThere(desk, plugin, holder.Name);
        return;
      }
      workspaces.change((draft) =>
        reduce.putWindow(draft, slot.id, slot.key, {
          Tool: plugin.id,
          version: plugin.state.migrations.length,
          data: plugin.state.initial,
          link: 1,
        }),
      );
      windows.expect(windowIdOf(slot.id, slot.key));
      focusWindow(docks, windowIdOf(slot.id, slot.key));
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

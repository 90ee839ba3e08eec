import { WINDOW_KEYS, type Side, type WindowKey } from '../../../layouts/index.ts';
import type { Command, CommandArguments } from '../../plugin-api/index.ts';
import { isOffered, type Desk } from '../desk.ts';
import { focusWindow } from '../windows/focus-window.ts';
import { isLinkGroup, LINK_GROUPS, linkGroupName } from '../windows/link-groups.ts';
import { windowIdOf } from '../windows/window-controller.ts';
import { closeStep, layoutStep } from '../workspace/undo-steps.ts';
import * as reduce from '../workspace/workspace-state.ts';
import { performWithToast } from './undo-toast.ts';

/** Height of a browser window's own bars, px: its content is to be as large as the window was. */
const CHROME_PX = 60;
const SIDES: readonly { readonly side: Side; readonly arrow: string }[] = [
  { side: 'left', arrow: 'ArrowLeft' },
  { side: 'right', arrow: 'ArrowRight' },
  { side: 'up', arrow: 'ArrowUp' },
  { side: 'down', arrow: 'ArrowDown' },
];

/** Commands about one window: that of the argument `windowId`, or the one used last. */
export function windowCommands(desk: Desk): readonly Command[] {
  const { workspaces, dialogs, windows, docks, undo, plugins, platform, announcer } = desk;
  const windowOf = (args: CommandArguments) => windows.get(args.windowId ?? windows.focusedId() ?? '');
  /** Workspace and slot of a window id, also of an empty window. */
  const slotOf = (args: CommandArguments): { readonly id: number; readonly key: WindowKey } | null => {
    const [id, name] = String(args.windowId ?? windows.focusedId() ?? '').split(':');
    const key = WINDOW_KEYS.find((candidate) => candidate === name);
    return key === undefined || reduce.workspaceOf(workspaces.getState(), Number(id)) === undefined
      ? null
      : { id: Number(id), key };
  };
  const hasSlot = (args: CommandArguments) => slotOf(args) !== null;
  const titleOf = ({ id, key }: { readonly id: number; readonly key: WindowKey }): string => {
    const tool = reduce.workspaceOf(workspaces.getState(), id)?.LayoutData[key]?.Tool;
    return (
      windows.get(windowIdOf(id, key))?.title() ??
      (tool === undefined ? 'Empty window' : (plugins.get(tool)?.title ?? tool))
    );
  };
  const onSlot =
    (run: (slot: { readonly id: number; readonly key: WindowKey }, args: CommandArguments) => void) =>
    (args: CommandArguments) => {
      const slot = slotOf(args);
      if (slot !== null) run(slot, args);
    };

  return [
    {
      id: 'window.add-tool',
      title: 'Add tool',
      isEnabled: (args) => typeof args['tool'] === 'string',
      run: async (args) => {
        const plugin = plugins.get(String(args['tool']));
        const slot = slotOf(args);
        if (plugin === undefined || slot === null || !isOffered(plugin, platform.session.get())) return;
        const holder = plugin.isSingleton
          ? reduce.workspaceWithTool(workspaces.getState(), plugin.id)
          : undefined;
        if (holder !== undefined) {
          await dialogs.alert({
            title: plugin.title,
            message: `${plugin.title} is already in workspace ${holder.Name}.`,
          });
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
    },
    {
      id: 'window.bring-back',
      title: 'Bring back tool',
      isEnabled: (args) => typeof args['from'] === 'string',
      run: onSlot(({ id, key }, args) => {
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
      isEnabled: hasSlot,
      run: onSlot((slot) => {
        const title = titleOf(slot);
        docks.of(slot.id).dock(slot.key);
        performWithToast(
          desk,
          closeStep(workspaces.getState(), slot.id, slot.key, title),
          `${title} closed.`,
        );
        focusWindow(docks, windowIdOf(slot.id, slot.key), true);
      }),
    },
    {
      id: 'window.maximise',
      title: 'Maximize or restore window',
      key: '$mod+Shift+Enter',
      isEnabled: hasSlot,
      run: onSlot(({ id, key }) => docks.of(id).maximise(key)),
    },
    {
      id: 'window.maximise-row',
      title: 'Maximize or restore row',
      isEnabled: (args) => {
        const slot = slotOf(args);
        return (
          slot !== null &&
          (docks.of(slot.id).canMaximiseRow(slot.key) || docks.of(slot.id).view().maximised !== null)
        );
      },
      run: onSlot(({ id, key }) => docks.of(id).maximiseRow(key)),
    },
    ...SIDES.map(({ side, arrow }): Command => ({
      id: `window.move-${side}`,
      title: `Move window ${side}`,
      key: `Alt+Shift+${arrow}`,
      isEnabled: hasSlot,
      run: onSlot((slot) => {
        if (!docks.of(slot.id).move(slot.key, side)) return;
        announcer.say(`${titleOf(slot)} moved ${side}`);
        focusWindow(docks, windowIdOf(slot.id, slot.key));
      }),
    })),
    {
      id: 'window.pop-out',
      title: 'Open window in a browser window of its own',
      isEnabled: (args) => {
        const slot = slotOf(args);
        return slot !== null && !docks.of(slot.id).isPopped(slot.key);
      },
      run: onSlot(({ id, key }) => {
        const box = document
          .querySelector(`[data-window-id="${windowIdOf(id, key)}"]`)
          ?.getBoundingClientRect();
        docks.of(id).popOut(key, {
          x: window.screenX + (box?.left ?? 0) + 40,
          y: window.screenY + (box?.top ?? 0) + 40,
          width: Math.max(360, box?.width ?? 800),
          height: Math.max(240, box?.height ?? 500) + CHROME_PX,
        });
        announcer.say('Opened in a window of its own');
      }),
    },
    {
      id: 'window.dock',
      title: 'Bring window back to the desk',
      isEnabled: (args) => {
        const slot = slotOf(args);
        return slot !== null && docks.of(slot.id).isPopped(slot.key);
      },
      run: onSlot(({ id, key }) => {
        docks.of(id).dock(key);
        focusWindow(docks, windowIdOf(id, key));
      }),
    },
    {
      id: 'window.toggle-link',
      title: 'Link or unlink window',
      isOn: (args) => windowOf(args)?.isLinked() ?? false,
      run: (args) => {
        const found = windowOf(args);
        found?.setLinked(!found.isLinked());
      },
    },
    {
      id: 'window.link-group',
      title: 'Choose link group',
      isEnabled: (args) => windowOf(args) !== undefined && isLinkGroup(args['group']),
      run: (args) => {
        const { group } = args;
        if (isLinkGroup(group)) windowOf(args)?.setLinkGroup(group);
      },
    },
    ...LINK_GROUPS.map((look): Command => ({
      id: `window.link-group.${look.group}`,
      title: `Link window to group ${linkGroupName(look)}`,
      isEnabled: (args) => windowOf(args)?.plugin.toolbar.includes('link') ?? false,
      isOn: (args) => windowOf(args)?.linkGroup() === look.group,
      run: (args) => windowOf(args)?.setLinkGroup(look.group),
    })),
    {
      id: 'window.help',
      title: 'Tips & Tricks of the window',
      key: 'F1',
      run: async (args) => {
        const topic = windowOf(args)?.plugin.helpTopic;
        await desk.commands.run('help.tips-and-tricks', topic === undefined ? {} : { topic });
      },
    },
  ];
}

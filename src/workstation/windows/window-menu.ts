import {
  AppWindow,
  Columns2,
  Layers,
  Maximize2,
  Minimize2,
  PanelBottom,
  PanelLeft,
  PanelRight,
  PanelTop,
  PictureInPicture2,
  Rows2,
  Settings2,
  SquareArrowOutUpRight,
  X,
} from 'lucide-react';
import { stacksOf, windowsOf, type WindowKey } from '../../../layouts/index.ts';
import type { CommandArguments, CommandRegistry } from '../../plugin-api/index.ts';
import type { MenuEntry } from '../../ui/index.ts';
import type { DockController } from '../workspace/dock-controller.ts';
import { windowIdOf } from './window-controller.ts';

/** What brings a window back is called by where it is. */
export const BACK_LABELS = {
  popout: 'Back to the desk',
  float: 'Back into the layout',
  border: 'Back into the layout',
} as const;

/** Makes entries that run commands for one window. */
type EntryFor = (
  command: string,
  entry: Pick<MenuEntry, 'label'> & Partial<MenuEntry>,
  args?: CommandArguments,
) => MenuEntry;

/** Entries of the context menu of a window's title bar or tab. */
export function windowMenu(
  dock: DockController,
  windowKey: WindowKey,
  commands: CommandRegistry,
  hasSettings: boolean,
): readonly MenuEntry[] {
  const windowId = windowIdOf(dock.workspaceId, windowKey);
  const entryFor: EntryFor = (command, entry, args = {}) => ({
    id: command,
    isDisabled: !(commands.get(command)?.isEnabled?.({ windowId, ...args }) ?? true),
    run: () => void commands.run(command, { windowId, ...args }),
    ...entry,
  });
  const isMaximised = dock.isMaximised(windowKey);
  return [
    entryFor('window.maximise', {
      label: isMaximised ? 'Restore' : 'Maximize',
      icon: isMaximised ? Minimize2 : Maximize2,
      isDisabled: dock.areaOf(windowKey) !== 'layout',
    }),
    ...areaEntries(dock, windowKey, entryFor),
    entryFor('window.add-right', { label: 'Add window on the right', icon: Columns2, hasSeparator: true }),
    entryFor('window.add-below', { label: 'Add window below', icon: Rows2 }),
    entryFor('window.add-tab', { label: 'Add window as a tab', icon: Layers }),
    ...(dock.isStacked(windowKey)
      ? [entryFor('window.unstack', { label: 'Take out of the stack', icon: SquareArrowOutUpRight })]
      : []),
    ...(hasSettings
      ? [
          entryFor('window.tool-settings', {
            label: 'Settings of this tool',
            icon: Settings2,
            // The menu is made before the window is registered, when the command does not know its tool.
            isDisabled: false,
            hasSeparator: true,
          }),
        ]
      : []),
    entryFor('window.close', { label: 'Close', icon: X, hasSeparator: true }),
  ];
}

const PINS = [
  { command: 'window.pin-left', label: 'Pin to the left border', icon: PanelLeft },
  { command: 'window.pin-right', label: 'Pin to the right border', icon: PanelRight },
  { command: 'window.pin-bottom', label: 'Pin to the bottom border', icon: PanelBottom },
];

/** Where else the window can be: out of its place, into another panel, and back. */
function areaEntries(dock: DockController, windowKey: WindowKey, entryFor: EntryFor): readonly MenuEntry[] {
  const area = dock.areaOf(windowKey);
  return [
    ...(area === 'layout'
      ? []
      : [entryFor('window.dock', { label: BACK_LABELS[area], icon: PanelTop, hasSeparator: true })]),
    entryFor('window.pop-out', {
      label: 'Open in a window of its own',
      icon: AppWindow,
      hasSeparator: area === 'layout',
    }),
    ...(area === 'float'
      ? []
      : [entryFor('window.float', { label: 'Float above the layout', icon: PictureInPicture2 })]),
    ...PINS.map(({ command, label, icon }) => entryFor(command, { label, icon })),
    ...dock.panels().flatMap(({ id, kind, tree }) => {
      const [by] = windowsOf(tree);
      if (by === undefined || windowsOf(tree).includes(windowKey)) return [];
      const titles = stacksOf(tree).map(({ selected }) => dock.bars.titleOf(selected));
      const place = kind === 'float' ? 'the floating panel' : 'the browser window';
      return entryFor(
        'window.move-to-panel',
        {
          id,
          label: `Move to ${place} with ${titles.join(', ')}`,
          icon: kind === 'float' ? PictureInPicture2 : AppWindow,
        },
        { by },
      );
    }),
  ];
}

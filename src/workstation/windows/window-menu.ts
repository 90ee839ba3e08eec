import {
  AppWindow,
  Columns2,
  Layers,
  Maximize2,
  Minimize2,
  Rows2,
  SquareArrowOutUpRight,
  X,
} from 'lucide-react';
import type { WindowKey } from '../../../layouts/index.ts';
import type { CommandRegistry } from '../../plugin-api/index.ts';
import type { MenuEntry } from '../../ui/index.ts';
import type { DockController } from '../workspace/dock-controller.ts';
import { windowIdOf } from './window-controller.ts';

/** Entries of the context menu of a window's title bar or tab. */
export function windowMenu(
  dock: DockController,
  windowKey: WindowKey,
  commands: CommandRegistry,
): readonly MenuEntry[] {
  const windowId = windowIdOf(dock.workspaceId, windowKey);
  const run = (id: string) => () => void commands.run(id, { windowId });
  const isEnabled = (id: string) => commands.get(id)?.isEnabled?.({ windowId }) ?? true;
  const isMaximised = dock.isMaximised(windowKey);
  return [
    {
      id: 'maximise',
      label: isMaximised ? 'Restore' : 'Maximize',
      icon: isMaximised ? Minimize2 : Maximize2,
      isDisabled: dock.isPopped(windowKey),
      run: run('window.maximise'),
    },
    {
      id: 'pop-out',
      label: 'Open in a window of its own',
      icon: AppWindow,
      isDisabled: !isEnabled('window.pop-out'),
      run: run('window.pop-out'),
    },
    {
      id: 'add-right',
      label: 'Add window on the right',
      icon: Columns2,
      hasSeparator: true,
      isDisabled: !isEnabled('window.add-right'),
      run: run('window.add-right'),
    },
    {
      id: 'add-below',
      label: 'Add window below',
      icon: Rows2,
      isDisabled: !isEnabled('window.add-below'),
      run: run('window.add-below'),
    },
    {
      id: 'add-tab',
      label: 'Add window as a tab',
      icon: Layers,
      isDisabled: !isEnabled('window.add-tab'),
      run: run('window.add-tab'),
    },
    ...(dock.isStacked(windowKey)
      ? [
          {
            id: 'unstack',
            label: 'Take out of the stack',
            icon: SquareArrowOutUpRight,
            isDisabled: !isEnabled('window.unstack'),
            run: run('window.unstack'),
          },
        ]
      : []),
    {
      id: 'close',
      label: 'Close',
      icon: X,
      hasSeparator: true,
      isDisabled: !isEnabled('window.close'),
      run: run('window.close'),
    },
  ];
}

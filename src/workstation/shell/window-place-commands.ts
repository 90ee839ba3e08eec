import type { Side } from '../../../layouts/index.ts';
import type { Command } from '../../plugin-api/index.ts';
import type { Desk } from '../desk-context.ts';
import { focusWindow } from '../windows/focus-window.ts';
import { windowIdOf } from '../windows/window-controller.ts';
import type { WindowSlots } from './window-slots.ts';

/** Height of a browser window's own bars, px: its content is to be as large as the window was. */
const CHROME_PX = 60;
/** Distance between a window and the browser window that it becomes, px. */
const OFFSET_PX = 40;
const MIN_POPOUT_PX = { width: 360, height: 240 };
const DEFAULT_POPOUT_PX = { width: 800, height: 500 };
const SIDES: readonly { readonly side: Side; readonly arrow: string }[] = [
  { side: 'left', arrow: 'ArrowLeft' },
  { side: 'right', arrow: 'ArrowRight' },
  { side: 'up', arrow: 'ArrowUp' },
  { side: 'down', arrow: 'ArrowDown' },
];

/** Commands that maximise a window, move it, and open it in a browser window. */
export function placeCommands(desk: Desk, slots: WindowSlots): readonly Command[] {
  return [...maximiseCommands(desk, slots), ...moveCommands(desk, slots), ...popoutCommands(desk, slots)];
}

function maximiseCommands({ docks }: Desk, slots: WindowSlots): readonly Command[] {
  return [
    {
      id: 'window.maximise',
      title: 'Maximize or restore window',
      key: '$mod+Shift+Enter',
      isEnabled: slots.has,
      run: slots.onSlot(({ id, key }) => docks.dockOf(id).maximise(key)),
    },
    {
      id: 'window.maximise-row',
      title: 'Maximize or restore row',
      isEnabled: (args) => {
        const slot = slots.slotOf(args);
        return (
          slot !== null &&
          (docks.dockOf(slot.id).canMaximiseRow(slot.key) || docks.dockOf(slot.id).view().maximised !== null)
        );
      },
      run: slots.onSlot(({ id, key }) => docks.dockOf(id).maximiseRow(key)),
    },
  ];
}

function moveCommands({ docks, announcer }: Desk, slots: WindowSlots): readonly Command[] {
  return SIDES.map(({ side, arrow }) => ({
    id: `window.move-${side}`,
    title: `Move window ${side}`,
    key: `Alt+Shift+${arrow}`,
    isEnabled: slots.has,
    run: slots.onSlot((slot) => {
      if (!docks.dockOf(slot.id).move(slot.key, side)) return;
      announcer.say(`${slots.titleOf(slot)} moved ${side}`);
      focusWindow(docks, windowIdOf(slot.id, slot.key));
    }),
  }));
}

function popoutCommands({ docks, announcer }: Desk, slots: WindowSlots): readonly Command[] {
  return [
    {
      id: 'window.pop-out',
      title: 'Open window in a browser window of its own',
      isEnabled: (args) => {
        const slot = slots.slotOf(args);
        return slot !== null && !docks.dockOf(slot.id).isPopped(slot.key);
      },
      run: slots.onSlot(({ id, key }) => {
        const box = document
          .querySelector(`[data-window-id="${windowIdOf(id, key)}"]`)
          ?.getBoundingClientRect();
        docks.dockOf(id).popOut(key, {
          x: window.screenX + (box?.left ?? 0) + OFFSET_PX,
          y: window.screenY + (box?.top ?? 0) + OFFSET_PX,
          width: Math.max(MIN_POPOUT_PX.width, box?.width ?? DEFAULT_POPOUT_PX.width),
          height: Math.max(MIN_POPOUT_PX.height, box?.height ?? DEFAULT_POPOUT_PX.height) + CHROME_PX,
        });
        announcer.say('Opened in a window of its own');
      }),
    },
    {
      id: 'window.dock',
      title: 'Bring window back to the desk',
      isEnabled: (args) => {
        const slot = slots.slotOf(args);
        return slot !== null && docks.dockOf(slot.id).isPopped(slot.key);
      },
      run: slots.onSlot(({ id, key }) => {
        docks.dockOf(id).dock(key);
        focusWindow(docks, windowIdOf(id, key));
      }),
    },
  ];
}

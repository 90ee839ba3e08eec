import type { Dimension, Side } from '../../../layouts/index.ts';
import type { Command } from '../../plugin-api/index.ts';
import type { Desk } from '../desk-context.ts';
import { focusWindow } from '../windows/focus-window.ts';
import { windowIdOf } from '../windows/window-controller.ts';
import { sayLocked } from './say-locked.ts';
import { areaCommands } from './window-area-commands.ts';
import type { WindowSlots } from './window-slots.ts';

const SIDES: readonly { readonly side: Side; readonly arrow: string }[] = [
  { side: 'left', arrow: 'ArrowLeft' },
  { side: 'right', arrow: 'ArrowRight' },
  { side: 'up', arrow: 'ArrowUp' },
  { side: 'down', arrow: 'ArrowDown' },
];

/** By how much of its row or column a key lets a window's place grow or shrink. */
const RESIZE_SHARE = 0.05;
const RESIZES: readonly {
  readonly id: string;
  readonly title: string;
  readonly arrow: string;
  readonly dimension: Dimension;
  readonly share: number;
}[] = [
  { id: 'wider', title: 'Make window wider', arrow: 'ArrowRight', dimension: 'width', share: RESIZE_SHARE },
  {
    id: 'narrower',
    title: 'Make window narrower',
    arrow: 'ArrowLeft',
    dimension: 'width',
    share: -RESIZE_SHARE,
  },
  { id: 'taller', title: 'Make window taller', arrow: 'ArrowDown', dimension: 'height', share: RESIZE_SHARE },
  {
    id: 'shorter',
    title: 'Make window shorter',
    arrow: 'ArrowUp',
    dimension: 'height',
    share: -RESIZE_SHARE,
  },
];

/** Commands that maximise a window, go to another one, move, stack and resize it, add another one, and take it elsewhere. */
export function placeCommands(desk: Desk, slots: WindowSlots): readonly Command[] {
  return [
    ...maximiseCommands(desk, slots),
    ...focusCommands(desk, slots),
    ...tabCommands(desk, slots),
    ...[
      ...moveCommands(desk, slots),
      ...stackCommands(desk, slots),
      ...resizeCommands(desk, slots),
      ...addCommands(desk, slots),
      ...areaCommands(desk, slots),
    ].map((command): Command => ({
      ...command,
      explain: (args) => {
        if (slots.has(args) && !slots.isUnlocked(args)) sayLocked(desk);
      },
    })),
  ];
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

const DIRECTIONS: Readonly<Record<Side, string>> = {
  left: 'on the left',
  right: 'on the right',
  up: 'above',
  down: 'below',
};

function focusCommands({ docks }: Desk, slots: WindowSlots): readonly Command[] {
  return SIDES.map(({ side, arrow }) => ({
    id: `window.focus-${side}`,
    title: `Go to the window ${DIRECTIONS[side]}`,
    key: `Control+Alt+${arrow}`,
    isEnabled: slots.has,
    run: slots.onSlot(({ id, key }) => {
      const next = docks.dockOf(id).neighbour(key, side);
      if (next !== null) focusWindow(docks, windowIdOf(id, next));
    }),
  }));
}

function stackCommands({ docks, announcer }: Desk, slots: WindowSlots): readonly Command[] {
  const isStacked: Command['isEnabled'] = (args) => {
    const slot = slots.unlockedOf(args);
    return slot !== null && docks.dockOf(slot.id).isStacked(slot.key);
  };
  return [
    ...SIDES.map(({ side }) => ({
      id: `window.stack-${side}`,
      title: `Stack window on the one ${DIRECTIONS[side]}`,
      isEnabled: slots.isUnlocked,
      run: slots.onSlot((slot) => {
        if (!docks.dockOf(slot.id).stack(slot.key, side)) return;
        announcer.say(`${slots.titleOf(slot)} stacked`);
        focusWindow(docks, windowIdOf(slot.id, slot.key));
      }),
    })),
    {
      id: 'window.unstack',
      title: 'Take window out of its stack',
      isEnabled: isStacked,
      run: slots.onSlot((slot) => {
        if (!docks.dockOf(slot.id).unstack(slot.key)) return;
        announcer.say(`${slots.titleOf(slot)} taken out of its stack`);
        focusWindow(docks, windowIdOf(slot.id, slot.key));
      }),
    },
  ];
}

function resizeCommands({ docks, announcer }: Desk, slots: WindowSlots): readonly Command[] {
  return RESIZES.map(({ id: name, title, arrow, dimension, share }) => ({
    id: `window.${name}`,
    title,
    key: `Control+Alt+Shift+${arrow}`,
    isEnabled: slots.isUnlocked,
    run: slots.onSlot((slot) => {
      if (docks.dockOf(slot.id).resize(slot.key, dimension, share))
        announcer.say(`${slots.titleOf(slot)} ${name}`);
    }),
  }));
}

function moveCommands({ docks, announcer }: Desk, slots: WindowSlots): readonly Command[] {
  return SIDES.map(({ side, arrow }) => ({
    id: `window.move-${side}`,
    title: `Move window ${side}`,
    key: `Alt+Shift+${arrow}`,
    isEnabled: slots.isUnlocked,
    run: slots.onSlot((slot) => {
      if (!docks.dockOf(slot.id).move(slot.key, side)) return;
      announcer.say(`${slots.titleOf(slot)} moved ${side}`);
      focusWindow(docks, windowIdOf(slot.id, slot.key));
    }),
  }));
}

const TABS = [
  { id: 'window.next-tab', title: 'Next window of the stack', key: 'Alt+Shift+PageDown', step: 1 },
  { id: 'window.previous-tab', title: 'Previous window of the stack', key: 'Alt+Shift+PageUp', step: -1 },
] as const;

function tabCommands({ docks }: Desk, slots: WindowSlots): readonly Command[] {
  return TABS.map(({ id: command, title, key: keys, step }) => ({
    id: command,
    title,
    key: keys,
    isEnabled: (args) => {
      const slot = slots.slotOf(args);
      return slot !== null && docks.dockOf(slot.id).isStacked(slot.key);
    },
    run: slots.onSlot(({ id, key }) => {
      const dock = docks.dockOf(id);
      const next = dock.nextInStack(key, step);
      if (next === null) return;
      dock.select(next);
      focusWindow(docks, windowIdOf(id, next));
    }),
  }));
}

const ADDITIONS: readonly { readonly id: string; readonly title: string; readonly side: Side | 'stack' }[] = [
  { id: 'window.add-right', title: 'Add window on the right', side: 'right' },
  { id: 'window.add-below', title: 'Add window below', side: 'down' },
  { id: 'window.add-tab', title: 'Add window as a tab', side: 'stack' },
];

function addCommands({ docks, announcer }: Desk, slots: WindowSlots): readonly Command[] {
  return ADDITIONS.map(({ id: command, title, side }) => ({
    id: command,
    title,
    isEnabled: (args) => {
      const slot = slots.unlockedOf(args);
      return slot !== null && !docks.dockOf(slot.id).isPopped(slot.key);
    },
    run: slots.onSlot(({ id, key }) => {
      const added = docks.dockOf(id).add(key, side);
      if (added === null) return;
      announcer.say('Window added');
      focusWindow(docks, windowIdOf(id, added), true);
    }),
  }));
}

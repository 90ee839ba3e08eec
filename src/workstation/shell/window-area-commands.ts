import { isWindowKey, windowsOf, withoutWindows } from '../../../layouts/index.ts';
import type { Command } from '../../plugin-api/index.ts';
import type { Desk } from '../desk-context.ts';
import { focusWindow } from '../windows/focus-window.ts';
import { windowIdOf } from '../windows/window-controller.ts';
import { onScreen } from '../workspace/popout-places.ts';
import type { BorderSide } from '../workspace/undocked.ts';
import type { WindowSlot, WindowSlots } from './window-slots.ts';

/** Height of a browser window's own bars, px: its content is to be as large as the window was. */
const CHROME_PX = 60;
/** Distance between a window and the browser window or floating panel that it becomes, px. */
const OFFSET_PX = 40;
const MIN_POPOUT_PX = { width: 360, height: 240 };
const DEFAULT_POPOUT_PX = { width: 800, height: 500 };
const MIN_FLOAT_PX = { width: 320, height: 220 };
/** A floating panel takes at most this share of the workspace's width and height at first. */
const MAX_FLOAT_SHARE = 0.6;

/** Commands that take a window elsewhere: into a browser window, a floating panel or a border, and back to its place. */
export function areaCommands(desk: Desk, slots: WindowSlots): readonly Command[] {
  return [
    reopenCommand(desk),
    popOutCommand(desk, slots),
    floatCommand(desk, slots),
    ...pinCommands(desk, slots),
    moveToPanelCommand(desk, slots),
    nextPanelCommand(desk, slots),
    dockCommand(desk, slots),
  ];
}

/** Opens the windows again that were in browser windows of their own when the page was left. */
function reopenCommand({ docks, workspaces, popoutPlaces, announcer }: Desk): Command {
  const closed = () =>
    popoutPlaces.all(workspaces.getState()).flatMap(({ workspaceId, tree, rect }) => {
      const dock = docks.all().find((each) => each.workspaceId === workspaceId);
      const out = windowsOf(tree).filter((key) => dock?.isPopped(key));
      const rest = withoutWindows(tree, new Set(out));
      return rest === null ? [] : { workspaceId, tree: rest, rect };
    });
  return {
    id: 'window.reopen',
    title: 'Open windows in their browser windows again',
    isEnabled: () => closed().length > 0,
    run: () => {
      const places = closed();
      for (const { workspaceId, tree, rect } of places)
        docks.dockOf(workspaceId).popOutAll(tree, onScreen(rect, window.screen));
      announcer.say(`Windows opened again: ${places.flatMap(({ tree }) => windowsOf(tree)).length}`);
    },
  };
}

function popOutCommand({ docks, announcer }: Desk, slots: WindowSlots): Command {
  return {
    id: 'window.pop-out',
    title: 'Open window in a browser window of its own',
    key: 'Alt+Shift+KeyO',
    isEnabled: (args) => {
      const slot = slots.slotOf(args);
      return slot !== null && !docks.dockOf(slot.id).isPopped(slot.key);
    },
    run: slots.onSlot(({ id, key }) => {
      const box = boxOf(`[data-window-id="${windowIdOf(id, key)}"]`);
      docks.dockOf(id).popOut(key, {
        x: window.screenX + (box?.left ?? 0) + OFFSET_PX,
        y: window.screenY + (box?.top ?? 0) + OFFSET_PX,
        width: Math.max(MIN_POPOUT_PX.width, box?.width ?? DEFAULT_POPOUT_PX.width),
        height: Math.max(MIN_POPOUT_PX.height, box?.height ?? DEFAULT_POPOUT_PX.height) + CHROME_PX,
      });
      announcer.say('Opened in a window of its own');
    }),
  };
}

const boxOf = (selector: string): DOMRect | undefined =>
  document.querySelector(selector)?.getBoundingClientRect();

/** Where a window floats at first: near its place, px within the workspace. */
function floatRect({ id, key }: WindowSlot) {
  const dock = boxOf(`[data-dock="${id}"]`);
  const box = boxOf(`[data-window-id="${windowIdOf(id, key)}"]`);
  const [room, present] = [dock ?? DEFAULT_POPOUT_PX, box ?? DEFAULT_POPOUT_PX];
  const lengthOf = (side: 'width' | 'height') =>
    Math.round(Math.max(MIN_FLOAT_PX[side], Math.min(present[side], room[side] * MAX_FLOAT_SHARE)));
  const [width, height] = [lengthOf('width'), lengthOf('height')];
  const within = (from: number, length: number, whole: number) =>
    Math.round(Math.max(0, Math.min(from + OFFSET_PX, whole - length)));
  return {
    x: within((box?.left ?? 0) - (dock?.left ?? 0), width, room.width),
    y: within((box?.top ?? 0) - (dock?.top ?? 0), height, room.height),
    width,
    height,
  };
}

function floatCommand({ docks, announcer }: Desk, slots: WindowSlots): Command {
  return {
    id: 'window.float',
    title: 'Float window above the layout, or bring it back',
    key: 'Alt+Shift+KeyF',
    isEnabled: slots.isUnlocked,
    run: slots.onSlot((slot) => {
      const { id, key } = slot;
      const dock = docks.dockOf(id);
      if (dock.areaOf(key) === 'float') {
        dock.dock(key);
        announcer.say(`${slots.titleOf(slot)} is back in the layout`);
      } else if (dock.float(key, floatRect(slot))) announcer.say(`${slots.titleOf(slot)} floats`);
      focusWindow(docks, windowIdOf(id, key));
    }),
  };
}

const PINS: readonly { readonly side: BorderSide; readonly key: string }[] = [
  { side: 'left', key: 'Alt+Shift+KeyL' },
  { side: 'right', key: 'Alt+Shift+KeyR' },
  { side: 'bottom', key: 'Alt+Shift+KeyB' },
];

function pinCommands({ docks, announcer }: Desk, slots: WindowSlots): readonly Command[] {
  return PINS.map(({ side, key: keys }) => ({
    id: `window.pin-${side}`,
    title: `Pin window to the ${side} border`,
    key: keys,
    isEnabled: slots.isUnlocked,
    run: slots.onSlot((slot) => {
      if (!docks.dockOf(slot.id).pin(slot.key, side)) return;
      announcer.say(`${slots.titleOf(slot)} pinned to the ${side} border`);
      focusTabOf(slot);
    }),
  }));
}

/** The tab of a pinned window keeps the focus: Enter opens the window. */
function focusTabOf({ id, key }: WindowSlot): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-dock="${id}"] [id="flexlayout-tabbutton-${key}"]`)?.focus(),
  );
}

/** Argument: `by`, a window of the floating panel or browser window. */
function moveToPanelCommand({ docks, announcer }: Desk, slots: WindowSlots): Command {
  return {
    id: 'window.move-to-panel',
    title: 'Move window to a floating panel or browser window',
    isEnabled: (args) => isWindowKey(args['by']) && slots.isUnlocked(args),
    run: slots.onSlot((slot, args) => {
      const { by } = args;
      if (!isWindowKey(by) || !docks.dockOf(slot.id).moveToPanel(slot.key, by)) return;
      announcer.say(`${slots.titleOf(slot)} moved`);
      focusWindow(docks, windowIdOf(slot.id, slot.key));
    }),
  };
}

/** By key a window goes through all floating panels and browser windows, and then back to the layout. */
function nextPanelCommand({ docks, announcer }: Desk, slots: WindowSlots): Command {
  const windowsOfNext = ({ id, key }: WindowSlot): WindowSlot['key'] | null => {
    const dock = docks.dockOf(id);
    const panels = dock.panels();
    const at = panels.findIndex(({ tree }) => windowsOf(tree).includes(key));
    const next = panels[at + 1];
    return next === undefined ? null : (windowsOf(next.tree)[0] ?? null);
  };
  return {
    id: 'window.next-panel',
    title: 'Move window to the next floating panel or browser window, or back to the layout',
    key: 'Alt+Shift+KeyM',
    isEnabled: (args) => {
      const slot = slots.unlockedOf(args);
      return slot !== null && docks.dockOf(slot.id).panels().length > 0;
    },
    run: slots.onSlot((slot) => {
      const dock = docks.dockOf(slot.id);
      const by = windowsOfNext(slot);
      const hasMoved = by === null ? bringToLayout(dock, slot.key) : dock.moveToPanel(slot.key, by);
      if (!hasMoved) return;
      announcer.say(`${slots.titleOf(slot)} moved`);
      focusWindow(docks, windowIdOf(slot.id, slot.key));
    }),
  };
}

function bringToLayout(dock: ReturnType<Desk['docks']['dockOf']>, key: WindowSlot['key']): boolean {
  if (dock.areaOf(key) === 'layout') return false;
  // A window in a browser window may have its place in a floating panel.
  dock.dock(key);
  if (dock.areaOf(key) !== 'layout') dock.dock(key);
  return true;
}

function dockCommand({ docks, announcer }: Desk, slots: WindowSlots): Command {
  return {
    id: 'window.dock',
    title: 'Bring window back to its place',
    key: 'Alt+Shift+KeyD',
    isEnabled: (args) => {
      const slot = slots.slotOf(args);
      if (slot === null) return false;
      const area = docks.dockOf(slot.id).areaOf(slot.key);
      return area === 'popout' || (area !== 'layout' && slots.isUnlocked(args));
    },
    run: slots.onSlot((slot) => {
      docks.dockOf(slot.id).dock(slot.key);
      announcer.say(`${slots.titleOf(slot)} is back in its place`);
      focusWindow(docks, windowIdOf(slot.id, slot.key));
    }),
  };
}

import { useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import { PRICE_PANE } from '../model/panes.ts';
import type { ChartPointer, ChartView, PointerHandler } from '../screen/types.ts';
import { pressKey } from './draw-keys.ts';
import type { DrawModeStore } from './draw-mode.ts';
import type { DrawingSurface } from './drawing-surface.ts';
import { kindOf } from './kinds/index.ts';
import type { DrawnShape } from './shape.ts';
import type { SymbolDrawings } from './symbol-drawings.ts';

/** Above the chart's own handlers (panning), below order lines. */
const PRIORITY = 50;

interface DrawingInput {
  readonly view: ChartView;
  readonly drawings: Pick<SymbolDrawings, 'board' | 'scene'>;
  readonly surface: DrawingSurface;
  readonly mode: DrawModeStore;
  readonly isShown: boolean;
  /** Opens the editor at a text. */
  readonly editText: (id: string) => void;
  /** Opens the style dialog of a drawing. */
  readonly restyle: (shape: DrawnShape) => void;
  readonly sayLocked: (id: string) => void;
  /** Opens the menu of a drawing; the place is in CSS pixels of the page. */
  readonly openMenu: (shape: DrawnShape, clientX: number, clientY: number) => void;
}

const isEditable = ({ Type, IsLocked }: DrawnShape): boolean =>
  kindOf(Type)?.hasText === true && IsLocked !== true;
const isOnPrices = ({ area, paneId }: ChartPointer): boolean => area === 'plot' && paneId === PRICE_PANE;

/** Konva drags what the pointer holds. Its nodes must be there, so React renders a new drawing and the handles first. */
function startDrag(
  { drawings: { board }, surface }: DrawingInput,
  pointer: ChartPointer,
  isSnapping: boolean,
): boolean {
  const isCopying = pointer.event.ctrlKey || pointer.event.metaKey;
  const isTaken = flushSync(() => board.down(pointer, isSnapping, isCopying));
  if (board.grip !== null) surface.startDrag(board.grip.id, board.grip.anchor, pointer, pointer.event);
  return isTaken;
}

function pointerHandler(input: DrawingInput): PointerHandler {
  const { drawings, surface, mode, editText, openMenu } = input;
  const { board } = drawings;
  // Alt inverts snapping while it is held.
  const isSnapping = ({ event }: ChartPointer) => mode.get().isSnapping !== event.altKey;
  return {
    priority: PRIORITY,
    onDown: (pointer) => isOnPrices(pointer) && startDrag(input, pointer, isSnapping(pointer)),
    onUp(_pointer, isCancelled) {
      if (isCancelled) board.up(true);
      surface.stopDrag();
    },
    cursorAt: (pointer) => (isOnPrices(pointer) ? board.cursorAt(pointer) : null),
    onDoubleClick(pointer) {
      const shape = isOnPrices(pointer) ? board.take(pointer) : undefined;
      if (shape === undefined || !isEditable(shape)) return false;
      editText(shape.Id);
      return true;
    },
    onContextMenu(pointer) {
      const shape = isOnPrices(pointer) ? board.take(pointer) : undefined;
      if (shape === undefined) return false;
      openMenu(shape, pointer.event.clientX, pointer.event.clientY);
      return true;
    },
  };
}

const isMenuKey = ({ key, shiftKey }: KeyboardEvent): boolean =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey);

/** Opens the menu at the first point of the selected drawing; false without one. */
function openMenuOfSelected({ view, drawings, openMenu }: DrawingInput): boolean {
  const { board, scene } = drawings;
  const { selected } = board;
  if (selected === undefined) return false;
  const [point] = scene.place(selected).points;
  const box = view.overlay.getBoundingClientRect();
  openMenu(selected, box.left + (point?.x ?? 0), box.top + (point?.y ?? 0));
  return true;
}

/** Whether a key in the chart was one of the drawings'. */
function handleKey(input: DrawingInput, event: KeyboardEvent): boolean {
  const { view, drawings, mode, isShown, editText, restyle, sayLocked } = input;
  if (event.target !== view.root || event.altKey) return false;
  const press = { key: event.key, isMod: event.ctrlKey || event.metaKey, isShift: event.shiftKey };
  if (!isShown) return false;
  if (isMenuKey(event)) return openMenuOfSelected(input);
  return pressKey(drawings.board, mode, press, {
    edit(id) {
      const shape = drawings.board.shapes.find((each) => each.Id === id);
      if (shape === undefined) return;
      if (isEditable(shape)) editText(id);
      else restyle(shape);
    },
    sayLocked,
  });
}

/** Passes the chart's pointer and keys to the drawings. */
export function useDrawingInput(input: DrawingInput): void {
  const { view, isShown } = input;
  useLayoutEffect(() => (isShown ? view.addPointerHandler(pointerHandler(input)) : undefined));
  useLayoutEffect(() => {
    const { root } = view;
    const onKey = (event: KeyboardEvent) => {
      if (!handleKey(input, event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    root.addEventListener('keydown', onKey, { capture: true });
    return () => root.removeEventListener('keydown', onKey, { capture: true });
  });
}

import type { Board } from './board.ts';
import type { DrawModeStore } from './draw-mode.ts';
import type { DrawnShape } from './shape.ts';

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export interface KeyPress {
  readonly key: string;
  readonly isMod: boolean;
  readonly isShift: boolean;
}

/** What keys do beyond the board. */
export interface KeyActions {
  /** Opens the editor or the style dialog of a drawing. */
  readonly edit: (id: string) => void;
  /** Says that a locked drawing is neither moved nor deleted. */
  readonly sayLocked: (id: string) => void;
}

/** What a key does to the drawings of the chart that has the focus; false leaves it to the chart. */
export function pressKey(board: Board, mode: DrawModeStore, press: KeyPress, actions: KeyActions): boolean {
  if (press.isMod) return pressWithControl(board, press);
  switch (press.key) {
    case 'Escape':
      return leave(board, mode);
    case '[':
      return board.selectNext(-1) !== undefined;
    case ']':
      return board.selectNext(1) !== undefined;
    default:
      return board.selected !== undefined && pressOnShape(board, board.selected, press, actions);
  }
}

function pressWithControl(board: Board, { key }: KeyPress): boolean {
  const isSelected = board.selected !== undefined;
  switch (key.toLowerCase()) {
    case 'c':
      return board.copy();
    case 'v':
      board.paste();
      return true;
    case 'd':
      board.duplicate();
      return isSelected;
    default:
      return false;
  }
}

/** Escape takes the mark off a drawing, else puts the tool away. */
function leave(board: Board, mode: DrawModeStore): boolean {
  if (board.selected !== undefined) board.select(null);
  else if (mode.get().tool === 'none') return false;
  else mode.set({ tool: 'none' });
  return true;
}

function pressOnShape(
  board: Board,
  { Id, IsLocked }: DrawnShape,
  { key, isShift }: KeyPress,
  { edit, sayLocked }: KeyActions,
): boolean {
  const isDelete = key === 'Delete' || key === 'Backspace';
  const arrow = ARROWS[key];
  if (key === 'Enter') edit(Id);
  else if (!isDelete && arrow === undefined) return false;
  else if (IsLocked === true) sayLocked(Id);
  else if (arrow === undefined) board.remove(Id);
  else {
    const stepPx = isShift ? 10 : 1;
    board.nudge(arrow[0] * stepPx, arrow[1] * stepPx);
  }
  return true;
}

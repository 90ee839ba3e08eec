import type { Board } from './board.ts';
import type { DrawModeStore } from './draw-mode.ts';

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

/** Undo or redo. */
export const isHistoryKey = ({ key, isMod }: KeyPress): boolean => isMod && /^[zy]$/i.test(key);

/** What a key does to the drawings of the chart that has the focus; false leaves it to the chart. */
export function pressKey(
  board: Board,
  mode: DrawModeStore,
  { key, isMod, isShift }: KeyPress,
  edit: (id: string) => void,
): boolean {
  const { selected } = board;
  if (isMod) {
    switch (key.toLowerCase()) {
      // With nothing to undo here the desk's own undo is meant.
      case 'z': {
        const can = isShift ? board.canRedo : board.canUndo;
        if (isShift) board.redo();
        else board.undo();
        return can;
      }
      case 'y': {
        const can = board.canRedo;
        board.redo();
        return can;
      }
      case 'c':
        return board.copy();
      case 'v':
        board.paste();
        return true;
      case 'd':
        board.duplicate();
        return selected !== undefined;
      default:
        return false;
    }
  }
  switch (key) {
    case 'Escape':
      if (selected === undefined && mode.get().tool === 'none') return false;
      if (selected === undefined) mode.set({ tool: 'none' });
      else board.select(null);
      return true;
    case '[':
      return board.selectNext(-1) !== undefined;
    case ']':
      return board.selectNext(1) !== undefined;
    default:
  }
  if (selected === undefined) return false;
  if (key === 'Delete' || key === 'Backspace') {
    board.remove(selected.Id);
    return true;
  }
  if (key === 'Enter') {
    edit(selected.Id);
    return true;
  }
  const arrow = ARROWS[key];
  if (arrow === undefined) return false;
  const stepPx = isShift ? 10 : 1;
  board.nudge(arrow[0] * stepPx, arrow[1] * stepPx);
  return true;
}

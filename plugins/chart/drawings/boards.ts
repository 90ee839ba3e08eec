import type { Board } from './board.ts';

const boards = new WeakMap<object, Board>();

/** The drawings of a window's chart while it is on screen, for the commands of its menu. */
export const boardOf = (window: object): Board | undefined => boards.get(window);

export function addBoard(window: object, board: Board): () => void {
  boards.set(window, board);
  return () => {
    if (boards.get(window) === board) boards.delete(window);
  };
}

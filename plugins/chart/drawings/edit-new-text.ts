import type { Board } from './board.ts';
import { EDITOR_DELAY_MS } from './shape.ts';

/** Begins to edit a new text after the delay, unless it has gone by then. */
export function editNewText(board: Pick<Board, 'shapes' | 'edit'>, id: string, onEdit: () => void): void {
  setTimeout(() => {
    if (!board.shapes.some((shape) => shape.Id === id)) return;
    board.edit(id);
    onEdit();
  }, EDITOR_DELAY_MS);
}

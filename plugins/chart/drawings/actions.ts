import type { ToolWindow } from '../../../src/plugin-api/index.ts';
import type { ChartState } from '../state.ts';
import { PRICE_PANE } from '../model/panes.ts';
import { boardOf } from './boards.ts';
import { drawModeOf } from './draw-mode.ts';
import { shapesFrom, withShapes } from './schema.ts';
import type { ShapeMarks } from './shape.ts';

/** What choosing an entry of the draw tools does. Deleting all can be undone. */
export function chooseDrawTool(window: ToolWindow<ChartState>, id: string): void {
  if (id === 'delete-all') deleteAll(window, window.getState().Symbol);
  else drawModeOf(window).set({ tool: id });
}

/** Whether each drawing of the symbol on screen is locked or hidden; undefined without drawings. */
export function isEachMarked(
  { Symbol, Drawings }: Pick<ChartState, 'Symbol' | 'Drawings'>,
  mark: keyof ShapeMarks,
): boolean | undefined {
  const shapes = Drawings[Symbol]?.[PRICE_PANE] ?? [];
  return shapes.length === 0 ? undefined : shapes.every((shape) => shape[mark] === true);
}

/** Locks or hides all drawings of the symbol on screen, or ends that. */
export function markAll(window: ToolWindow<ChartState>, marks: ShapeMarks): void {
  const { Symbol, Drawings } = window.getState();
  const board = boardOf(window);
  if (board)
    board.mark(
      board.shapes.map(({ Id }) => Id),
      marks,
    );
  else {
    const shapes = shapesFrom(Drawings[Symbol]?.[PRICE_PANE]).map((shape) => ({ ...shape, ...marks }));
    window.update({ Drawings: withShapes(Drawings, Symbol, PRICE_PANE, shapes) });
  }
}

/** Deletes the drawings of a symbol, and offers to bring them back. */
export function deleteAll(window: ToolWindow<ChartState>, symbol: string): void {
  const before = window.getState().Drawings;
  if ((before[symbol]?.[PRICE_PANE] ?? []).length === 0) return;
  const board = boardOf(window);
  if (board) board.removeAll();
  else window.update({ Drawings: withShapes(before, symbol, PRICE_PANE, []) });
  window.platform.dialogs.toast({
    message: `Drawings of ${symbol} deleted`,
    tone: 'neutral',
    key: `drawings ${window.id}`,
    action: {
      label: 'Undo',
      run: () => {
        const now = window.getState();
        // What was brought back, or drawn since, stays as it is.
        if ((now.Drawings[symbol]?.[PRICE_PANE] ?? []).length > 0) return;
        window.update({ Drawings: { ...now.Drawings, [symbol]: before[symbol] ?? {} } });
      },
    },
  });
}

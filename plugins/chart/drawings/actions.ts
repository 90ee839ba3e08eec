import type { ToolWindow } from '../../../src/plugin-api/index.ts';
import type { ChartState } from '../state.ts';
import { PRICE_PANE } from '../model/panes.ts';
import { boardOf } from './boards.ts';
import { drawModeOf } from './draw-mode.ts';
import { drawingSourceOf } from './drawing-source.ts';
import type { ShapeMarks } from './shape.ts';

/** What choosing an entry of the draw tools does. Deleting all can be undone. */
export function chooseDrawTool(window: ToolWindow<ChartState>, id: string): void {
  if (id === 'delete-all') deleteAll(window, window.getState().Symbol);
  else drawModeOf(window).set({ tool: id });
}

/** Whether each of the drawings is locked or hidden; undefined without drawings. */
export const isEachMarked = (shapes: readonly ShapeMarks[], mark: keyof ShapeMarks): boolean | undefined =>
  shapes.length === 0 ? undefined : shapes.every((shape) => shape[mark] === true);

/** Locks or hides all drawings of the symbol on screen, or ends that. */
export function markAll(window: ToolWindow<ChartState>, marks: ShapeMarks): void {
  const { Symbol } = window.getState();
  const board = boardOf(window);
  const source = drawingSourceOf(window);
  const shapes = source.shapes(Symbol);
  if (board)
    board.mark(
      shapes.map(({ Id }) => Id),
      marks,
    );
  else
    source.store(
      Symbol,
      shapes.map((shape) => ({ ...shape, ...marks })),
    );
}

/** Deletes the drawings of a symbol that the chart shows, and offers to bring them back. */
export function deleteAll(window: ToolWindow<ChartState>, symbol: string): void {
  const source = drawingSourceOf(window);
  const before = window.getState().Drawings;
  if (source.shapes(symbol).length === 0) return;
  const board = boardOf(window);
  const remove = () => (board ? board.removeAll() : source.store(symbol, []));
  const message = `Drawings of ${symbol} deleted`;
  const key = `drawings ${window.id}`;
  if (window.getState().SharesDrawings)
    return window.platform.joinSteps({ title: `Delete drawings of ${symbol}`, message, key }, remove);
  remove();
  window.platform.dialogs.toast({
    message,
    tone: 'neutral',
    key,
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

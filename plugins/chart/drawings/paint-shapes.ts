import type { Board } from './board.ts';
import { kindOf } from './kinds/index.ts';
import { handlesOf, type Scene } from './scene.ts';
import { HANDLE_PX } from './shape.ts';

/** Paints all drawings inside of the price pane, and the handles of the selected one. A text that is being edited is left to its editor. */
export function paintShapes(
  context: CanvasRenderingContext2D,
  board: Pick<Board, 'shapes' | 'selected' | 'edited'>,
  scene: Scene,
  handleColor: string | null,
): void {
  const area = scene.view.area();
  if (area === undefined || board.shapes.length === 0) return;
  context.save();
  context.beginPath();
  context.rect(area.left, area.top, area.width, area.height);
  context.clip();
  for (const shape of board.shapes) {
    if (shape.Id === board.edited) continue;
    context.save();
    kindOf(shape.Type)?.draw(context, scene.place(shape));
    context.restore();
  }
  const { selected } = board;
  const kind = selected && kindOf(selected.Type);
  if (handleColor !== null && kind) {
    const placed = scene.place(selected);
    context.lineWidth = 1.5;
    context.strokeStyle = handleColor;
    context.fillStyle = placed.background;
    for (const { x, y } of handlesOf(kind, placed)) {
      context.fillRect(x - HANDLE_PX / 2, y - HANDLE_PX / 2, HANDLE_PX, HANDLE_PX);
      context.strokeRect(x - HANDLE_PX / 2, y - HANDLE_PX / 2, HANDLE_PX, HANDLE_PX);
    }
  }
  context.restore();
}

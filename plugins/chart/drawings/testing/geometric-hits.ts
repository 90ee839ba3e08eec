import type { Board } from '../board.ts';
import type { HitTest } from '../hit-test.ts';
import type { Scene } from '../scene.ts';
import { HANDLE_PX } from '../shape.ts';

/** How far around a handle it takes the pointer, px. */
const HANDLE_REACH_PX = HANDLE_PX / 2 + 2;

/** Hits worked out from places alone, for tests without a canvas. On screen Konva's hit graph finds the same. */
export const geometricHits = (scene: Scene, board: () => Pick<Board, 'shapes' | 'selected'>): HitTest => ({
  handleAt(point) {
    const { selected } = board();
    const places = selected === undefined ? [] : scene.place(selected).points;
    const anchor = places.findIndex(
      ({ x, y }) => Math.abs(x - point.x) <= HANDLE_REACH_PX && Math.abs(y - point.y) <= HANDLE_REACH_PX,
    );
    return anchor === -1 ? null : anchor;
  },
  drawingAt: (point, reachPx) =>
    scene.hit(
      board().shapes.filter(({ IsHidden }) => IsHidden !== true),
      point,
      reachPx,
    ),
});

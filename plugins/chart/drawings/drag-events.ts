import type Konva from 'konva';
import type { Board } from './board.ts';
import type { Scene } from './scene.ts';
import type { Point } from './shape.ts';

/** What Konva's drags call. */
export interface DragEvents {
  /** Keeps a dragged drawing's group where it is: its nodes move with the board's shape. */
  readonly boundDrawing: (position: Point) => Point;
  readonly onDrawingMove: (event: Konva.KonvaEventObject<DragEvent>) => void;
  /** Moves a dragged handle to the nearest price of the bar under it, while snapping is on. */
  readonly boundHandle: (position: Point, event?: unknown) => Point;
  readonly onHandleMove: (event: Konva.KonvaEventObject<DragEvent>) => void;
  readonly onEnd: () => void;
}

interface DragTarget {
  readonly board: Pick<Board, 'drag' | 'up'>;
  readonly scene: Pick<Scene, 'snapped'>;
}

const ORIGIN: Point = { x: 0, y: 0 };
/** Konva passes the event of a mouse or of a finger. */
const hasAlt = (event: unknown): boolean =>
  typeof event === 'object' && event !== null && 'altKey' in event && event.altKey === true;

/** Passes Konva's drags to the board. `isSnapping` is the chart's choice, which Alt inverts while it is held. */
export function createDragEvents(target: () => DragTarget, isSnapping: () => boolean): DragEvents {
  return {
    boundDrawing: () => ORIGIN,
    onDrawingMove({ target: group }) {
      const pointer = group.getStage()?.getPointerPosition();
      if (pointer) target().board.drag(pointer);
    },
    boundHandle: (position, event) =>
      isSnapping() === hasAlt(event) ? position : (target().scene.snapped(position) ?? position),
    onHandleMove: ({ target: handle }) => target().board.drag(handle.position()),
    onEnd: () => target().board.up(false),
  };
}

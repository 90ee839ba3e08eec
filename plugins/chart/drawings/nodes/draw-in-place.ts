import type Konva from 'konva';
import { type RefObject, useLayoutEffect } from 'react';

/**
 * Lets the node of a line draw without saving and restoring the canvas, which took a quarter of a frame with 500 drawings on screen. The node sets each property of the canvas
 * that it draws with, and resets the one that others leave as it is: the dashes. Corners are mitred everywhere. The node has no place, opacity, shadow or cache of its own;
 * Konva draws it as before while its drawing is dragged, and in a saved picture.
 */
export function useDrawInPlace(node: RefObject<Konva.Shape | null>): void {
  useLayoutEffect(() => {
    if (node.current !== null) drawInPlace(node.current);
  }, [node]);
}

function drawInPlace(shape: Konva.Shape): void {
  const drawScene = shape.drawScene.bind(shape);
  shape.drawScene = (canvas, top) => {
    const drawing = shape.getParent();
    const isMoved = drawing !== null && (drawing.x() !== 0 || drawing.y() !== 0);
    if (canvas === undefined || top !== undefined || isMoved) return drawScene(canvas, top);
    if (!shape.visible()) return shape;
    const context = canvas.getContext();
    shape.getSceneFunc().call(shape, context, shape);
    if (shape.dash() !== undefined) context.setLineDash([]);
    return shape;
  };
}

import type Konva from 'konva';
import { useImperativeHandle, useRef } from 'react';
import { Line } from 'react-konva';
import { arrowHead } from '../kinds/arrow.ts';
import { first, second } from '../shape.ts';
import { useDrawInPlace } from './draw-in-place.ts';
import { type DrawingNodesProps, flat, HIT_STROKE_PX, strokeOf } from './drawing-nodes.ts';

/** A shaft and a filled head. Konva's own arrow strokes its shaft up to the tip, which makes the tip of a thick arrow blunt. */
export function ArrowNodes({ shape, color, ref }: DrawingNodesProps) {
  const shaft = useRef<Konva.Line>(null);
  const head = useRef<Konva.Line>(null);
  useDrawInPlace(shaft);
  useDrawInPlace(head);
  useImperativeHandle(
    ref,
    () => ({
      place(placed) {
        const [from, to] = [first(placed), second(placed)];
        const [left, right] = arrowHead(from, to, placed.shape.Thickness);
        // The shaft ends inside of the head.
        shaft.current?.points(flat(from, { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 }));
        head.current?.points(flat(to, left, right));
      },
    }),
    [],
  );
  return (
    <>
      <Line ref={shaft} {...strokeOf(shape, color)} />
      <Line ref={head} closed fill={color} hitStrokeWidth={HIT_STROKE_PX} perfectDrawEnabled={false} />
    </>
  );
}

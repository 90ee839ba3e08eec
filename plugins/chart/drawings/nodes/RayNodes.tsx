import type Konva from 'konva';
import { useImperativeHandle, useRef } from 'react';
import { Line } from 'react-konva';
import { rayEnd } from '../kinds/ray.ts';
import { first, second } from '../shape.ts';
import { useDrawInPlace } from './draw-in-place.ts';
import { type DrawingNodesProps, flat, strokeOf } from './drawing-nodes.ts';

/** A line through two points to the edge of the pane. */
export function RayNodes({ shape, color, ref }: DrawingNodesProps) {
  const line = useRef<Konva.Line>(null);
  useDrawInPlace(line);
  useImperativeHandle(
    ref,
    () => ({
      place(placed) {
        const from = first(placed);
        line.current?.points(flat(from, rayEnd(from, second(placed), placed.area)));
      },
    }),
    [],
  );
  return <Line ref={line} {...strokeOf(shape, color)} />;
}

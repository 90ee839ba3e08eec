import type Konva from 'konva';
import { useImperativeHandle, useRef } from 'react';
import { Line } from 'react-konva';
import { first, second } from '../shape.ts';
import { useDrawInPlace } from './draw-in-place.ts';
import { type DrawingNodesProps, flat, strokeOf } from './drawing-nodes.ts';

/** A line from point to point. */
export function LineNodes({ shape, color, ref }: DrawingNodesProps) {
  const line = useRef<Konva.Line>(null);
  useDrawInPlace(line);
  useImperativeHandle(
    ref,
    () => ({
      place: (placed) => void line.current?.points(flat(first(placed), second(placed))),
    }),
    [],
  );
  return <Line ref={line} {...strokeOf(shape, color)} />;
}

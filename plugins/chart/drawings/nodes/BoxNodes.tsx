import Konva from 'konva';
import { useImperativeHandle, useRef } from 'react';
import { Line } from 'react-konva';
import { first, second } from '../shape.ts';
import { useDrawInPlace } from './draw-in-place.ts';
import { type DrawingNodesProps, strokeOf } from './drawing-nodes.ts';

interface BoxNodesProps extends DrawingNodesProps {
  readonly fillOpacity: number;
}

/** A filled box whose sides take the pointer; inside of it the pointer reaches what lies below. */
export function BoxNodes({ shape, color, fillOpacity, ref }: BoxNodesProps) {
  const box = useRef<Konva.Line>(null);
  useDrawInPlace(box);
  useImperativeHandle(
    ref,
    () => ({
      place(placed) {
        const [a, c] = [first(placed), second(placed)];
        box.current?.points([a.x, a.y, c.x, a.y, c.x, c.y, a.x, c.y]);
      },
    }),
    [],
  );
  return (
    <Line
      ref={box}
      closed
      fill={withOpacity(color, fillOpacity)}
      hitFunc={strokeSides}
      {...strokeOf(shape, color)}
      lineJoin="miter"
    />
  );
}

function withOpacity(color: string, opacity: number): string {
  const rgba = Konva.Util.colorToRGBA(color);
  return rgba === undefined ? 'transparent' : `rgba(${rgba.r}, ${rgba.g}, ${rgba.b}, ${opacity})`;
}

/** The hit region: the sides without the inside. */
function strokeSides(context: Konva.Context, line: Konva.Shape): void {
  // A line has the points that `place` gave it.
  const [left = 0, top = 0, , , right = 0, bottom = 0] = line.getAttr('points') as readonly number[];
  context.beginPath();
  context.rect(left, top, right - left, bottom - top);
  context.strokeShape(line);
}

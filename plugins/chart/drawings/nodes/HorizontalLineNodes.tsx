import type Konva from 'konva';
import { useImperativeHandle, useRef } from 'react';
import { Line } from 'react-konva';
import { first } from '../shape.ts';
import { useDrawInPlace } from './draw-in-place.ts';
import { type DrawingNodesProps, strokeOf } from './drawing-nodes.ts';
import { type PlacedTag, TagNodes } from './TagNodes.tsx';
import { useLabel } from './use-label.ts';

/** A line from edge to edge, with its price at the right end. */
export function HorizontalLineNodes({ shape, color, theme, ref }: DrawingNodesProps) {
  const line = useRef<Konva.Line>(null);
  useDrawInPlace(line);
  const tag = useRef<PlacedTag>(null);
  const labelOf = useLabel(({ shape: { Points }, formatValue }) => formatValue(Points[0]?.Value ?? 0));
  useImperativeHandle(
    ref,
    () => ({
      place(placed) {
        const { y } = first(placed);
        const { left, width } = placed.area;
        line.current?.points([left, y, left + width, y]);
        tag.current?.place(placed, labelOf(placed), { x: left + width - 4, y: y - 4 });
      },
    }),
    [labelOf],
  );
  return (
    <>
      <Line ref={line} {...strokeOf(shape, color)} />
      <TagNodes ref={tag} color={color} theme={theme} align="right" />
    </>
  );
}

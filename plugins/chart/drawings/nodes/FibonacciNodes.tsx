import type Konva from 'konva';
import { useImperativeHandle, useRef } from 'react';
import { Line } from 'react-konva';
import {
  FIBONACCI_LEVELS,
  fibonacciLevels,
  fibonacciSides,
  hasRoomForLabel,
  levelLabel,
} from '../kinds/fibonacci.ts';
import { first, second } from '../shape.ts';
import { useDrawInPlace } from './draw-in-place.ts';
import { type DrawingNodesProps, flat, strokeOf } from './drawing-nodes.ts';
import { LevelsNode, type PlacedLevels } from './LevelsNode.tsx';
import { type PlacedTag, TagNodes } from './TagNodes.tsx';
import { useLabel } from './use-label.ts';

const DASH = [4, 4];

/** The move as a dashed line, and a labelled line for each level. */
export function FibonacciNodes({ shape, color, theme, ref }: DrawingNodesProps) {
  const move = useRef<Konva.Line>(null);
  useDrawInPlace(move);
  const lines = useRef<PlacedLevels>(null);
  const tags = useRef<(PlacedTag | null)[]>([]);
  const labelsOf = useLabel((placed) =>
    fibonacciLevels(placed).map(({ part, value }) => levelLabel(placed, part, value)),
  );
  useImperativeHandle(
    ref,
    () => ({
      place(placed) {
        move.current?.points(flat(first(placed), second(placed)));
        const [left, right] = fibonacciSides(placed);
        const levels = fibonacciLevels(placed);
        const hasRoom = hasRoomForLabel(levels);
        const labels = labelsOf(placed);
        lines.current?.place(
          left,
          right,
          levels.map(({ y }) => y),
        );
        levels.forEach(({ y }, n) => {
          const label = hasRoom[n] === true ? (labels[n] ?? null) : null;
          tags.current[n]?.place(placed, label, { x: left + 2, y: y - 1 });
        });
      },
    }),
    [labelsOf],
  );
  return (
    <>
      <Line ref={move} {...strokeOf(shape, color)} dash={DASH} />
      <LevelsNode ref={lines} shape={shape} color={color} />
      {FIBONACCI_LEVELS.map((part, n) => (
        <TagNodes
          key={part}
          ref={(tag) => void (tags.current[n] = tag)}
          color={color}
          theme={theme}
          align="left"
        />
      ))}
    </>
  );
}

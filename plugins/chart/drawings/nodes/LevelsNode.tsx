import type Konva from 'konva';
import { type Ref, useImperativeHandle, useRef } from 'react';
import { Shape } from 'react-konva';
import type { DrawnShape } from '../shape.ts';
import { useDrawInPlace } from './draw-in-place.ts';
import { strokeOf } from './drawing-nodes.ts';

/** Moves the lines. */
export interface PlacedLevels {
  /** Ends of the lines, and the height of each, px. */
  place(left: number, right: number, heights: readonly number[]): void;
}

interface LevelsNodeProps {
  readonly shape: DrawnShape;
  readonly color: string;
  readonly ref: Ref<PlacedLevels>;
}

interface LevelsAttrs {
  readonly left?: number;
  readonly right?: number;
  readonly heights?: readonly number[];
}

/** Horizontal lines of one length as one node: a node for each of them would take four times as long in a frame. */
export function LevelsNode({ shape, color, ref }: LevelsNodeProps) {
  const node = useRef<Konva.Shape>(null);
  useDrawInPlace(node);
  useImperativeHandle(
    ref,
    () => ({ place: (left, right, heights) => void node.current?.setAttrs({ left, right, heights }) }),
    [],
  );
  return <Shape ref={node} sceneFunc={strokeLevels} {...strokeOf(shape, color)} />;
}

/** Also makes the hit region, with Konva's wider stroke. */
function strokeLevels(context: Konva.Context, node: Konva.Shape): void {
  // Set by `place`.
  const { left = 0, right = 0, heights = [] } = node.attrs as LevelsAttrs;
  context.beginPath();
  for (const y of heights) {
    context.moveTo(left, y);
    context.lineTo(right, y);
  }
  context.strokeShape(node);
}

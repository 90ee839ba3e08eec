import type { Ref } from 'react';
import { type DrawnShape, type PlacedShape, type Point, SELECT_DISTANCE_PX } from '../shape.ts';
import type { DrawingTheme } from '../shown-color.ts';

/** Moves the Konva nodes of a drawing. Called in each frame in which places have moved, without React. */
export interface PlacedNodes {
  place(placed: PlacedShape): void;
}

/** Properties of a kind's component. React renders it when the style or the theme changes, never for a place. */
export interface DrawingNodesProps {
  /** Its points may be older than those on screen: `place` receives the present ones. */
  readonly shape: DrawnShape;
  readonly color: string;
  readonly theme: DrawingTheme;
  readonly ref: Ref<PlacedNodes>;
}

/** Pixels of Konva's hit graph for one CSS pixel. It is drawn after each pan; at half the resolution that takes a quarter of the time. */
export const HIT_GRAPH_RATIO = 0.5;

/**
 * Width of strokes in the hit graph, px. The graph must find all that the selection distance reaches: a point at this distance lies in a pixel of
 * the graph whose corners are at most √2 pixels farther away. What it finds beyond that, `nearest` sorts out.
 */
export const HIT_STROKE_PX = 2 * (SELECT_DISTANCE_PX + Math.SQRT2 / HIT_GRAPH_RATIO);

/** A part that only shows something and takes no pointer. */
export const SHOWN_ONLY = { listening: false, perfectDrawEnabled: false } as const;

/** How a drawing's line is stroked, and where a pointer hits it. */
export const strokeOf = ({ Thickness }: DrawnShape, color: string) =>
  ({
    stroke: color,
    strokeWidth: Thickness,
    lineCap: 'round',
    hitStrokeWidth: HIT_STROKE_PX,
    perfectDrawEnabled: false,
  }) as const;

/** Points as Konva's lines take them. */
export function flat(...points: readonly Point[]): number[] {
  const numbers: number[] = [];
  for (const { x, y } of points) numbers.push(x, y);
  return numbers;
}

import type { ComponentType } from 'react';
import { arrow } from '../kinds/arrow.ts';
import { fibonacci } from '../kinds/fibonacci.ts';
import { horizontalLine } from '../kinds/horizontal-line.ts';
import { line } from '../kinds/line.ts';
import { measure } from '../kinds/measure.ts';
import { ray } from '../kinds/ray.ts';
import { rectangle } from '../kinds/rectangle.ts';
import { text } from '../kinds/text.ts';
import type { DrawingNodesProps } from './drawing-nodes.ts';
import { ArrowNodes } from './ArrowNodes.tsx';
import { FibonacciNodes } from './FibonacciNodes.tsx';
import { HorizontalLineNodes } from './HorizontalLineNodes.tsx';
import { LineNodes } from './LineNodes.tsx';
import { MeasureNodes } from './MeasureNodes.tsx';
import { RayNodes } from './RayNodes.tsx';
import { RectangleNodes } from './RectangleNodes.tsx';
import { TextNodes } from './TextNodes.tsx';

const byType = new Map<number, ComponentType<DrawingNodesProps>>([
  [line.type, LineNodes],
  [arrow.type, ArrowNodes],
  [text.type, TextNodes],
  [horizontalLine.type, HorizontalLineNodes],
  [ray.type, RayNodes],
  [rectangle.type, RectangleNodes],
  [fibonacci.type, FibonacciNodes],
  [measure.type, MeasureNodes],
]);

/** The component with the Konva nodes of a kind of drawing; undefined for an unknown kind. */
export const nodesOf = (type: number): ComponentType<DrawingNodesProps> | undefined => byType.get(type);

import type { DrawingKind } from '../kind.ts';
import { arrow } from './arrow.ts';
import { fibonacci } from './fibonacci.ts';
import { horizontalLine } from './horizontal-line.ts';
import { line } from './line.ts';
import { measure } from './measure.ts';
import { ray } from './ray.ts';
import { rectangle } from './rectangle.ts';
import { text } from './text.ts';

/** Every kind of drawing, in the order of the tools. To add one: its file, and its line here. */
export const DRAWING_KINDS: readonly DrawingKind[] = [
  line,
  arrow,
  text,
  horizontalLine,
  ray,
  rectangle,
  fibonacci,
  measure,
];

const byType = new Map(DRAWING_KINDS.map((kind) => [kind.type, kind]));
if (byType.size !== DRAWING_KINDS.length)
  throw new Error('Invariant: two kinds of drawings have the same number');

export const kindOf = (type: number): DrawingKind | undefined => byType.get(type);

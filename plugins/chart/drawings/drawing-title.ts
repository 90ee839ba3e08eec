import { kindOf } from './kinds/index.ts';
import type { DrawnShape } from './shape.ts';

/** What a drawing is called in a list: its text, or its kind with the prices of its points. */
export function drawingTitle(shape: DrawnShape, formatValue: (value: number) => string): string {
  const kind = kindOf(shape.Type);
  if (kind?.hasText === true) return shape.Text.split('\n').find((line) => line.trim() !== '') ?? kind.label;
  const values = shape.Points.map(({ Value }) => formatValue(Value));
  return `${kind?.label ?? 'Drawing'} ${values.join(' – ')}`;
}

import type { DrawingKindText } from '../../../src/plugin-api/index.ts';
import { kindOf } from './kinds/index.ts';

/** What drawings of a kind are called, and whether they show a text, by the number of the kind. */
export function drawingKindText(type: number): DrawingKindText {
  const kind = kindOf(type);
  return { label: kind?.label ?? 'Drawing', hasText: kind?.hasText ?? false };
}

import type { DrawingKind } from '../kind.ts';
import {
  boxOf,
  DEFAULT_COLOR,
  DEFAULT_TEXT,
  DEFAULT_THICKNESS,
  distanceToSegment,
  first,
  NEW_TEXT_FONT_SIZE,
  second,
} from '../shape.ts';

export const LINE_DEFAULTS = {
  Color: DEFAULT_COLOR,
  Thickness: DEFAULT_THICKNESS,
  FontSize: NEW_TEXT_FONT_SIZE,
  Text: DEFAULT_TEXT,
} as const;

export const line: DrawingKind = {
  type: 1,
  id: 'line',
  label: 'Line',
  anchors: 2,
  defaults: LINE_DEFAULTS,
  style: ['Color', 'Thickness'],
  distance: (placed, point) => distanceToSegment(point, first(placed), second(placed)),
  extent: (placed) => boxOf(first(placed), second(placed)),
};

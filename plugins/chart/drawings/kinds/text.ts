import type { DrawingKind } from '../kind.ts';
import {
  type Box,
  DEFAULT_COLOR,
  DEFAULT_TEXT,
  DEFAULT_THICKNESS,
  distanceToBox,
  first,
  NEW_TEXT_FONT_SIZE,
  TEXT_PADDING_PX,
  type PlacedShape,
} from '../shape.ts';

export const LINE_HEIGHT = 1.25;

/** The box of a text: its anchor is the upper left corner, padding included. */
export function textBox(placed: PlacedShape): Box {
  const { Text, FontSize } = placed.shape;
  const lines = Text.split('\n');
  const width = Math.max(...lines.map((each) => placed.textWidth(each, FontSize)), FontSize / 2);
  return {
    left: first(placed).x,
    top: first(placed).y,
    width: width + 2 * TEXT_PADDING_PX,
    height: lines.length * FontSize * LINE_HEIGHT + 2 * TEXT_PADDING_PX,
  };
}

export const text: DrawingKind = {
  type: 3,
  id: 'text',
  label: 'Text',
  anchors: 1,
  hasText: true,
  hasSize: false,
  defaults: {
    Color: DEFAULT_COLOR,
    Thickness: DEFAULT_THICKNESS,
    FontSize: NEW_TEXT_FONT_SIZE,
    Text: DEFAULT_TEXT,
  },
  style: ['Color', 'FontSize'],
  distance: (placed, point) => distanceToBox(point, textBox(placed)),
  extent: textBox,
};

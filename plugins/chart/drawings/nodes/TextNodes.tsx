import type Konva from 'konva';
import { useImperativeHandle, useRef } from 'react';
import { Text } from 'react-konva';
import { LINE_HEIGHT } from '../kinds/text.ts';
import { first, TEXT_PADDING_PX } from '../shape.ts';
import { type DrawingNodesProps, HIT_STROKE_PX } from './drawing-nodes.ts';

/** A text whose box takes the pointer. */
export function TextNodes({ shape, color, theme, ref }: DrawingNodesProps) {
  const text = useRef<Konva.Text>(null);
  useImperativeHandle(
    ref,
    () => ({
      place: (placed) => void text.current?.position(first(placed)),
    }),
    [],
  );
  return (
    <Text
      ref={text}
      text={shape.Text}
      fill={color}
      fontSize={shape.FontSize}
      fontFamily={theme.fontFamily}
      lineHeight={LINE_HEIGHT}
      padding={TEXT_PADDING_PX}
      wrap="none"
      hitStrokeWidth={HIT_STROKE_PX}
      perfectDrawEnabled={false}
    />
  );
}

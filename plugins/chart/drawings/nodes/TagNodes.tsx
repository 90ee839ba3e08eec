import type Konva from 'konva';
import { type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { Group, Rect, Text } from 'react-konva';
import { type PlacedShape, type Point, TAG_HEIGHT_PX } from '../shape.ts';
import type { DrawingTheme } from '../shown-color.ts';
import { drawAsPicture } from './draw-as-picture.ts';
import { SHOWN_ONLY } from './drawing-nodes.ts';

const FONT_PX = 11;
const PADDING_PX = 4;
const BACKGROUND_OPACITY = 0.85;
/** Konva sets a text a little lower than the middle of its line. */
const RISE_PX = 0.2;
type TagAlign = 'left' | 'right' | 'center';

/** Moves a tag. */
export interface PlacedTag {
  /** Shows a label, its lower edge at a point; null hides the tag. */
  place(placed: PlacedShape, label: string | null, at: Point): void;
}

interface TagNodesProps {
  readonly color: string;
  readonly theme: DrawingTheme;
  /** The side of the tag that is at its point. */
  readonly align: TagAlign;
  readonly ref: Ref<PlacedTag>;
}

const PART_LEFT_OF_POINT: Readonly<Record<TagAlign, number>> = { left: 0, center: 0.5, right: 1 };

/**
 * A small text on the chart's background: levels and measures name themselves with it. Konva keeps it as a picture, because texts are the
 * slowest part of a frame. The picture is placed on whole device pixels, so it is as sharp as the text.
 */
export function TagNodes({ color, theme, align, ref }: TagNodesProps) {
  const group = useRef<Konva.Group>(null);
  const back = useRef<Konva.Rect>(null);
  const text = useRef<Konva.Text>(null);
  /** What the picture shows; null while there is none. */
  const picture = useRef<{ readonly label: string; readonly width: number; readonly ratio: number } | null>(
    null,
  );
  useLayoutEffect(() => {
    if (group.current !== null) drawAsPicture(group.current);
  }, []);
  useLayoutEffect(() => {
    picture.current = null;
  }, [color, theme]);
  useImperativeHandle(
    ref,
    () => ({
      place({ textWidth }, label, { x, y }) {
        const tag = group.current;
        tag?.visible(label !== null);
        if (tag === null || label === null) return;
        const width = textWidth(label, FONT_PX) + 2 * PADDING_PX;
        const ratio = tag.getLayer()?.getCanvas().getPixelRatio() ?? 1;
        const whole = (px: number) => Math.round(px * ratio) / ratio;
        tag.position({ x: whole(x - width * PART_LEFT_OF_POINT[align]), y: whole(y - TAG_HEIGHT_PX) });
        const shown = picture.current;
        if (shown?.label === label && shown.width === width && shown.ratio === ratio) return;
        picture.current = { label, width, ratio };
        back.current?.width(width);
        text.current?.text(label);
        tag.clearCache();
        tag.cache({ x: 0, y: 0, width: Math.ceil(width), height: TAG_HEIGHT_PX, pixelRatio: ratio });
      },
    }),
    [align],
  );
  return (
    <Group ref={group} listening={false}>
      <Rect
        ref={back}
        fill={theme.background}
        opacity={BACKGROUND_OPACITY}
        height={TAG_HEIGHT_PX}
        {...SHOWN_ONLY}
      />
      <Text
        ref={text}
        fill={color}
        fontSize={FONT_PX}
        fontFamily={theme.fontFamily}
        height={TAG_HEIGHT_PX}
        x={PADDING_PX}
        y={-RISE_PX}
        verticalAlign="middle"
        wrap="none"
        {...SHOWN_ONLY}
      />
    </Group>
  );
}

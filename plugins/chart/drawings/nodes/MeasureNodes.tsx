import { useImperativeHandle, useRef } from 'react';
import { measureTagPoint, measureText } from '../kinds/measure.ts';
import { BoxNodes } from './BoxNodes.tsx';
import type { DrawingNodesProps, PlacedNodes } from './drawing-nodes.ts';
import { type PlacedTag, TagNodes } from './TagNodes.tsx';
import { useLabel } from './use-label.ts';

/** A box with the change, the bars and the time between its corners. */
export function MeasureNodes({ ref, ...props }: DrawingNodesProps) {
  const box = useRef<PlacedNodes>(null);
  const tag = useRef<PlacedTag>(null);
  const labelOf = useLabel(measureText);
  useImperativeHandle(
    ref,
    () => ({
      place(placed) {
        box.current?.place(placed);
        tag.current?.place(placed, labelOf(placed), measureTagPoint(placed));
      },
    }),
    [labelOf],
  );
  return (
    <>
      <BoxNodes ref={box} {...props} fillOpacity={0.08} />
      <TagNodes ref={tag} color={props.color} theme={props.theme} align="center" />
    </>
  );
}

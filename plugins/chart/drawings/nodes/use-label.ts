import { useState } from 'react';
import type { DrawnShape, PlacedShape } from '../shape.ts';

/** Returns a function that formats a label of a drawing again only when its points or the number of bars between them have changed. */
export function useLabel<Label>(format: (placed: PlacedShape) => Label): (placed: PlacedShape) => Label {
  const [labelOf] = useState(() => {
    let last: { readonly shape: DrawnShape; readonly bars: number; readonly label: Label } | null = null;
    return (placed: PlacedShape): Label => {
      const { shape, bars } = placed;
      if (last?.shape !== shape || last.bars !== bars) last = { shape, bars, label: format(placed) };
      return last.label;
    };
  });
  return labelOf;
}

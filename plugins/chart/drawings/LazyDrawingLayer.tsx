import { lazy, Suspense, useState } from 'react';
import type { DrawingLayerProps } from './DrawingLayer.tsx';
import { DrawingWait } from './DrawingWait.tsx';
import { loadDrawingLayer, loadedDrawingLayer } from './load-layer.ts';

const Lazy = lazy(async () => ({ default: (await loadDrawingLayer()).DrawingLayer }));

/** The layer of the drawings: at once when it is loaded, else as soon as it is. React shows what had to wait only 300 ms later. */
export function LazyDrawingLayer(props: DrawingLayerProps) {
  const [Layer] = useState(() => loadedDrawingLayer()?.DrawingLayer ?? Lazy);
  return (
    <Suspense fallback={<DrawingWait />}>
      <Layer {...props} />
    </Suspense>
  );
}

import type * as LayerModule from './DrawingLayer.tsx';

let loaded: typeof LayerModule | undefined;

/** Konva comes with the first drawing, or as soon as the pointer or the focus comes to the chart: a tool that is chosen then draws at once. */
export async function loadDrawingLayer(): Promise<typeof LayerModule> {
  loaded ??= await import('./DrawingLayer.tsx');
  return loaded;
}

/** The layer, once it is loaded. */
export const loadedDrawingLayer = (): typeof LayerModule | undefined => loaded;

/** Loads it ahead of its use. A failure is reported where the layer is needed. */
export function preloadDrawingLayer(): void {
  loadDrawingLayer().catch(() => {});
}

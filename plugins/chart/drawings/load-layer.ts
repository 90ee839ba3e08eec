/** Konva comes with the first drawing, or as soon as somebody reaches for the draw tools: chosen, a tool draws at once. */
export const loadDrawingLayer = () => import('./DrawingLayer.tsx');

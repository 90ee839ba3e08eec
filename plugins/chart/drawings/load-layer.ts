/** Konva comes with the first drawing, or as soon as the pointer comes to the draw tools: a tool that is chosen then draws at once. */
export const loadDrawingLayer = () => import('./DrawingLayer.tsx');

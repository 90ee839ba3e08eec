export * from './drawing.ts';
export * from './drawing-document.ts';
export * from './drawing-id.ts';
export * from './merge-drawings.ts';
export * from './split-drawing.ts';

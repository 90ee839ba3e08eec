import { kindOf } from './kinds/index.ts';

/** What drawings of a kind are called, by the number of the kind. */
export const drawingKindName = (type: number): string => kindOf(type)?.label ?? 'Drawing';

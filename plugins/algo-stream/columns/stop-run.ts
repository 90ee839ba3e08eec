import { createContext } from 'react';
import type { Run } from '../types.ts';

/** Action of the stop button in a cell. A context, because all windows share the column definitions. */
export const StopRun = createContext<(run: Run) => void>(() => {});

import { createContext } from 'react';
import type { Run } from '../types.ts';

/** What the cancel button in a cell does: columns are the same for every window, so the window tells it this way. */
export const StopRun = createContext<(run: Run) => void>(() => {});

import type { WindowLayout } from './types.ts';

/** Two rows, one column. */
export const layout: WindowLayout = {
  code: '2r1c',
  title: 'Two rows, one column',
  root: {
    direction: 'column',
    weight: 100,
    children: [
      { window: 'Window1', weight: 50 },
      { window: 'Window2', weight: 50 },
    ],
  },
};

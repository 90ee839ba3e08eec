import type { WindowLayout } from './types.ts';

/** One row, three columns. */
export const layout: WindowLayout = {
  code: '1r3c',
  title: 'One row, three columns',
  root: {
    direction: 'row',
    weight: 100,
    children: [
      { window: 'Window1', weight: 34 },
      { window: 'Window2', weight: 33 },
      { window: 'Window3', weight: 33 },
    ],
  },
};

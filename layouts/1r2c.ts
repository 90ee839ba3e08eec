import type { WindowLayout } from './types.ts';

/** One row, two equal columns. */
export const layout: WindowLayout = {
  code: '1r2c',
  title: 'One row, two equal columns',
  root: {
    direction: 'row',
    weight: 100,
    children: [
      { window: 'Window1', weight: 50 },
      { window: 'Window2', weight: 50 },
    ],
  },
};

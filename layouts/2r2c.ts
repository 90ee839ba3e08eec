import type { WindowLayout } from './types.ts';

/** Two rows, two columns. */
export const layout: WindowLayout = {
  code: '2r2c',
  title: 'Two rows, two columns',
  root: {
    direction: 'column',
    weight: 100,
    children: [
      {
        direction: 'row',
        weight: 50,
        children: [
          { window: 'Window1', weight: 50 },
          { window: 'Window2', weight: 50 },
        ],
      },
      {
        direction: 'row',
        weight: 50,
        children: [
          { window: 'Window3', weight: 50 },
          { window: 'Window4', weight: 50 },
        ],
      },
    ],
  },
};

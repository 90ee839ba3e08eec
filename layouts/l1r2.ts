import type { WindowLayout } from './types.ts';

/** Left one window, right two stacked. */
export const layout: WindowLayout = {
  code: 'l1r2',
  title: 'Left one window, right two stacked',
  root: {
    direction: 'row',
    weight: 100,
    children: [
      { window: 'Window1', weight: 50 },
      {
        direction: 'column',
        weight: 50,
        children: [
          { window: 'Window2', weight: 50 },
          { window: 'Window3', weight: 50 },
        ],
      },
    ],
  },
};

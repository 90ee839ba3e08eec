import { lone, type WindowLayout } from './types.ts';

/** Left one window, right two stacked. */
export const layout: WindowLayout = {
  code: 'l1r2',
  title: 'Left one window, right two stacked',
  root: {
    direction: 'row',
    weight: 100,
    children: [
      lone('Window1', 50),
      {
        direction: 'column',
        weight: 50,
        children: [lone('Window2', 50), lone('Window3', 50)],
      },
    ],
  },
};

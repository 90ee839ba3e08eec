import { lone, type WindowLayout } from './types.ts';

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
        children: [lone('Window1', 50), lone('Window2', 50)],
      },
      {
        direction: 'row',
        weight: 50,
        children: [lone('Window3', 50), lone('Window4', 50)],
      },
    ],
  },
};

import { lone, type WindowLayout } from './types.ts';

/** Two rows, one column. */
export const layout: WindowLayout = {
  code: '2r1c',
  title: 'Two rows, one column',
  root: {
    direction: 'column',
    weight: 100,
    children: [lone('Window1', 50), lone('Window2', 50)],
  },
};

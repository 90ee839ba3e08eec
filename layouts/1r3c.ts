import { lone, type WindowLayout } from './types.ts';

/** One row, three columns. */
export const layout: WindowLayout = {
  code: '1r3c',
  title: 'One row, three columns',
  root: {
    direction: 'row',
    weight: 100,
    children: [lone('Window1', 34), lone('Window2', 33), lone('Window3', 33)],
  },
};

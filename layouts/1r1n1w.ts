import { lone, type WindowLayout } from './types.ts';

/** One row, narrow then wide column. */
export const layout: WindowLayout = {
  code: '1r1n1w',
  title: 'One row, narrow then wide column',
  root: {
    direction: 'row',
    weight: 100,
    children: [lone('Window1', 33), lone('Window2', 67)],
  },
};

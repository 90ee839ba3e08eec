import { lone, type WindowLayout } from './types.ts';

/** One row, wide then narrow column. */
export const layout: WindowLayout = {
  code: '1r1w1n',
  title: 'One row, wide then narrow column',
  root: {
    direction: 'row',
    weight: 100,
    children: [lone('Window1', 67), lone('Window2', 33)],
  },
};

import { lone, type WindowLayout } from './types.ts';

/** One row, two equal columns. */
export const layout: WindowLayout = {
  code: '1r2c',
  title: 'One row, two equal columns',
  root: {
    direction: 'row',
    weight: 100,
    children: [lone('Window1', 50), lone('Window2', 50)],
  },
};

import { lone, type WindowLayout } from './types.ts';

/** One row, one column. */
export const layout: WindowLayout = {
  code: '1r1c',
  title: 'One row, one column',
  root: { direction: 'row', weight: 100, children: [lone('Window1', 100)] },
};

import { useEffect, useReducer, useState, type RefObject } from 'react';
import { TreeOrder, type TreeGroup, type TreeLine, type TreeSource } from './tree-rows.ts';
import { useSortHold, type SortHold } from './use-sort-hold.ts';

/** The lines of a tree grid, and what holds its rows in their places under the pointer and the keyboard. */
export function useTreeLines<Row, Group extends TreeGroup<Row>>(
  source: TreeSource<Row, Group>,
  grid: RefObject<HTMLElement | null>,
): { readonly lines: readonly TreeLine<Group, Row>[]; readonly hold: SortHold } {
  const [tree] = useState(() => new TreeOrder<Row, Group>());
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const hold = useSortHold(grid);
  hold.onRelease = () => {
    tree.release();
    redraw();
  };
  const lines = tree.take(source, hold.isOn());
  useEffect(() => hold.setWaiting(hold.isOn() && tree.isOutOfOrder()), [hold, tree, lines]);
  return { lines, hold };
}

import { useEffect, useImperativeHandle, useMemo, useRef, useState, type RefObject } from 'react';
import { observeSize } from '../observe-size.ts';
import { GridFrame } from './GridFrame.tsx';
import { TreeActions } from './tree-actions.ts';
import type { KeyLine } from './tree-keys.ts';
import type { TreeGroup } from './tree-rows.ts';
import type { TreeGridProps } from './tree-types.ts';
import { GroupLine, RowLine } from './TreeLineView.tsx';
import styles from './TreeGrid.module.css';
import { useGridColumns } from './use-grid-columns.ts';
import { useGridShell } from './use-grid-shell.ts';
import { useTreeLines } from './use-tree-lines.ts';

/*
 * <TreeGrid label="Strategies" groups={groups} rowId={(run) => run.id} columns={columns} open={open} onOpenChange={setOpen} GroupCell={Name} groupText={(group) => group.name} />
 *
 * Rows under headings that open and close. Rendered by React: pass new `groups` when something changed.
 */

const OVERSCAN_LINES = 6;

/** Sortable rows under headings that open and close, driven by the keyboard as a WAI-ARIA tree grid. */
export function TreeGrid<Row, Group extends TreeGroup<Row>>(props: TreeGridProps<Row, Group>) {
  const { groups, rowId, open } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState<string | null>(null);
  const columns = useGridColumns(props, scroller);
  const { placed, sort } = columns;
  const openIds = useMemo(() => new Set(open), [open]);
  const source = { groups, rowId, open: openIds, columns: props.columns, sort };
  const { lines, hold } = useTreeLines<Row, Group>(source, scroller);
  const keyLines = useMemo(
    () =>
      lines.map((line): KeyLine =>
        line.kind === 'group'
          ? { kind: 'group', isOpen: line.isOpen, isEmpty: line.group.rows.length === 0 }
          : line,
      ),
    [lines],
  );
  const shell = useGridShell(props, {
    scroller,
    columns,
    lines: {
      count: lines.length,
      idAt: (index) => lines[index]?.id,
      indexOf: (id) => lines.findIndex((line) => line.id === id),
    },
    overscan: OVERSCAN_LINES,
  });
  const actions = new TreeActions(props, shell, { source, lines, keyLines, setSelected });
  useHeadingWidth(scroller);
  useImperativeHandle(props.ref, () => ({
    focus: () => shell.focus(),
    exportCsv: () => actions.exportCsv(),
    select: (id) => actions.select(id),
  }));

  const { at } = shell;
  const lineProps = (index: number, startPx: number, id: string) => ({
    index,
    startPx,
    isSelected: selected === id,
    placed,
    active: index === at.row ? { column: at.column, id: shell.activeCellId } : null,
  });
  return (
    <GridFrame shell={shell} actions={actions} hold={hold} role="treegrid" className={styles.scroller}>
      {shell.items.map(({ index, start }) => {
        const line = lines[index];
        if (line === undefined) return null;
        const shared = lineProps(index, start, line.id);
        return line.kind === 'group' ? (
          <GroupLine<Group, Row>
            key={line.id}
            {...shared}
            line={line}
            isEmpty={line.group.rows.length === 0}
            GroupCell={props.GroupCell}
          />
        ) : (
          <RowLine<Group, Row>
            key={line.id}
            {...shared}
            line={line}
            className={props.rowClassName?.(line.row) ?? ''}
          />
        );
      })}
    </GridFrame>
  );
}

/** A heading is as wide as what is seen of the grid. */
function useHeadingWidth(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    return observeSize(element, () => element.style.setProperty('--tree-width', `${element.clientWidth}px`));
  }, [scroller]);
}

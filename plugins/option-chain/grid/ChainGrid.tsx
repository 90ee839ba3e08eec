import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import {
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  type MouseEvent,
} from 'react';
import {
  ContextMenu,
  observeListSize,
  observeSize,
  useRowHeight,
  type GridPosition,
} from '../../../src/ui/index.ts';
import { chainLines, type ChainLine, type ExpirationGroup } from '../model/chain-lines.ts';
import { chainCells, chainTemplate, type ChainCell, type CellClasses } from './chain-cells.ts';
import styles from './ChainGrid.module.css';
import type { ChainGridProps } from './chain-grid-props.ts';
import { ChainHeader } from './ChainHeader.tsx';
import { ExpirationLine, StrikeLine } from './ChainLines.tsx';
import { ChainPainter } from './chain-painter.ts';
import { useChainCursor } from './use-chain-cursor.ts';
import { isElement, positionOf, useChainEvents } from './use-chain-events.ts';

const OVERSCAN_ROWS = 4;
/** Rows that only pass by while the chain is scrolled are not subscribed. */
const SETTLE_MS = 120;
const CLASSES: CellClasses = {
  base: styles.cell ?? '',
  strike: styles.strike ?? '',
  parity: styles.parity ?? '',
  inTheMoney: styles.inTheMoney ?? '',
  trade: styles.trade ?? '',
  tones: {
    up: styles.up ?? '',
    down: styles.down ?? '',
    muted: styles.muted ?? '',
    warning: styles.warning ?? '',
  },
};

function symbolsOf(lines: readonly ChainLine[], items: readonly VirtualItem[]): readonly string[] {
  return items.flatMap(({ index }) => {
    const line = lines[index];
    if (line?.kind !== 'row') return [];
    return [line.row.call, line.row.put].flatMap((contract) =>
      contract === undefined ? [] : [contract.symbol],
    );
  });
}

/** Reports the contracts on screen once scrolling has settled. */
function useVisibleContracts(
  lines: readonly ChainLine[],
  items: readonly VirtualItem[],
  onVisible: (symbols: readonly string[]) => void,
): void {
  const key = symbolsOf(lines, items).join('\n');
  useEffect(() => {
    const timer = setTimeout(() => onVisible(key === '' ? [] : key.split('\n')), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [key, onVisible]);
}

/** Keeps the strikes in the middle of a grid that is wider than its window, also when either changes its width. */
function useCentredStrikes(scroller: { readonly current: HTMLElement | null }, cellCount: number): void {
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const centre = () => {
      element.scrollLeft = (element.scrollWidth - element.clientWidth) / 2;
    };
    centre();
    return observeSize(element, centre);
  }, [scroller, cellCount]);
}

/** Scrolls to the target line, or without one to the strikes around the price, when other strikes were loaded than before. */
function useStartInSight(
  groups: readonly ExpirationGroup[],
  open: ReadonlySet<string>,
  targetRow: number,
  scrollToRow: (row: number) => void,
): void {
  const [first] = groups;
  const key = first === undefined ? '' : `${first.id} ${first.rows.length} ${groups.length}`;
  const latest = useRef({ first, open, targetRow, scrollToRow });
  useLayoutEffect(() => {
    latest.current = { first, open, targetRow, scrollToRow };
  });
  useEffect(() => {
    const { first: group, open: openIds, targetRow: target, scrollToRow: scroll } = latest.current;
    if (target !== -1) {
      scroll(target);
      return;
    }
    // The loaded strikes are those around the price: it is in their middle.
    if (group !== undefined && openIds.has(group.id)) scroll(1 + Math.floor(group.rows.length / 2));
  }, [key]);
}

/** The lines on screen and how they are written. */
function useChainView(props: ChainGridProps, activeCellId: string) {
  const { groups, open, target, layout, symbols, analytics } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const rowHeightPx = useRowHeight();
  const lines = useMemo(() => chainLines(groups, open), [groups, open]);
  const cells = useMemo(() => chainCells(layout, analytics, CLASSES), [layout, analytics]);
  const painter = useMemo(
    () => new ChainPainter({ symbols, analytics, wholeClass: styles.whole ?? '' }),
    [symbols, analytics],
  );
  const cursor = useChainCursor(lines, cells.length, target);
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    overscan: OVERSCAN_ROWS,
    scrollPaddingStart: 2 * rowHeightPx,
    observeElementRect: observeListSize,
  });
  const items = virtualizer.getVirtualItems();
  const { isScrolling } = virtualizer;
  useEffect(() => virtualizer.measure(), [rowHeightPx, virtualizer]);
  useVisibleContracts(lines, items, props.onVisible);
  useCentredStrikes(scroller, cells.length);
  const targetRow = target === null ? -1 : lines.findIndex(({ id }) => id === target);
  useStartInSight(groups, open, targetRow, (row) => {
    // Few strikes are all in sight: nothing moves.
    const page = Math.floor((scroller.current?.clientHeight ?? 0) / rowHeightPx) - 2;
    if (row + Math.floor(row / 2) > page) virtualizer.scrollToIndex(row, { align: 'center' });
  });
  const paint = (onlyNew: boolean) => {
    if (body.current !== null) painter.paint(body.current, lines, cells, { onlyNew });
  };
  useLayoutEffect(() => {
    paint(isScrolling);
    markActive(body.current, cursor.at, lines, activeCellId);
  });
  useImperativeHandle(props.ref, () => ({
    refresh: () => paint(false),
    focus: () => scroller.current?.focus(),
    isHovered: () => body.current?.matches(':hover') ?? false,
  }));
  return { scroller, body, rowHeightPx, lines, cells, cursor, virtualizer, items };
}

/** Calls and puts around their strike, under the headings of their expirations. React renders places; a painter writes all prices. */
export function ChainGrid(props: ChainGridProps) {
  const activeCellId = `${useId()}-active`;
  const { scroller, body, rowHeightPx, lines, cells, cursor, virtualizer, items } = useChainView(
    props,
    activeCellId,
  );
  const { menuItems, ...events } = useChainEvents({
    props,
    lines,
    cells,
    cursor,
    scroller,
    activeCellId,
    rowHeightPx,
    scrollToRow: (row) => virtualizer.scrollToIndex(row),
  });
  const onMouseOver = (event: MouseEvent) => showTooltip(event.target, lines, cells);
  const isActiveDrawn = items.some(({ index }) => index === cursor.at.row);
  return (
    <div className={styles.frame} onMouseOver={onMouseOver}>
      <ContextMenu entries={menuItems}>
        <div
          ref={scroller}
          role="treegrid"
          tabIndex={0}
          aria-label={props.label}
          aria-rowcount={lines.length + 2}
          aria-colcount={cells.length}
          aria-activedescendant={isActiveDrawn ? activeCellId : undefined}
          className={styles.scroller}
          style={
            {
              '--chain-columns': chainTemplate(cells),
            } as React.CSSProperties /* a custom property is not in the type */
          }
          {...events}
        >
          <div className={styles.table} role="presentation">
            <ChainHeader cells={cells} onResize={props.onResize} />
            <div
              ref={body}
              role="rowgroup"
              className={styles.body}
              style={{ height: virtualizer.getTotalSize() }}
            >
              <Lines
                lines={lines}
                items={items}
                cells={cells}
                activeRow={cursor.at.row}
                target={props.target}
                isScrolling={virtualizer.isScrolling}
              />
            </div>
          </div>
        </div>
      </ContextMenu>
    </div>
  );
}

function Lines({
  lines,
  items,
  cells,
  activeRow,
  target,
  isScrolling,
}: {
  readonly lines: readonly ChainLine[];
  readonly items: readonly VirtualItem[];
  readonly cells: readonly ChainCell[];
  readonly activeRow: number;
  readonly target: string | null;
  readonly isScrolling: boolean;
}) {
  // Places are numbered in turn: a line that leaves at one end gives its elements to the one that comes at the other.
  const places = useRef(1);
  places.current = Math.max(places.current, items.length);
  const placeOf = ({ index }: VirtualItem) => index % places.current;
  // While the chain is scrolled no element changes its place among the others; at rest they stand in the order of the lines.
  const drawn = isScrolling ? items.toSorted((a, b) => placeOf(a) - placeOf(b)) : items;
  return drawn.map(({ index, start }) => {
    const line = lines[index];
    if (line === undefined) return null;
    const key = index % places.current;
    return line.kind === 'group' ? (
      <ExpirationLine key={key} line={line} index={index} startPx={start} columnCount={cells.length} />
    ) : (
      <StrikeLine
        key={key}
        line={line}
        index={index}
        startPx={start}
        cells={cells}
        isSelected={index === activeRow}
        isTarget={line.id === target}
      />
    );
  });
}

/** Which cell the keyboard is on is written, too: moving it renders no other cell. */
function markActive(
  body: HTMLElement | null,
  at: GridPosition,
  lines: readonly ChainLine[],
  activeCellId: string,
): void {
  const before = body?.querySelector('[data-active]');
  const line = body?.querySelector(`:scope > [data-index="${at.row}"]`);
  const now = line?.children[lines[at.row]?.kind === 'group' ? 0 : at.column];
  if (before !== now) {
    before?.removeAttribute('data-active');
    before?.removeAttribute('id');
  }
  if (now === undefined) return;
  now.setAttribute('data-active', '');
  now.id = activeCellId;
}

function showTooltip(target: EventTarget, lines: readonly ChainLine[], cells: readonly ChainCell[]): void {
  if (!isElement(target) || !target.hasAttribute('data-column')) return;
  const position = positionOf(target);
  const line = position === null ? undefined : lines[position.row];
  const cell = position === null ? undefined : cells[position.column];
  if (line?.kind !== 'row' || cell === undefined) return;
  // Whether a text is cut off is not read: lines pass under the pointer while they scroll, and each read would lay them out.
  const text = cell.written.tooltip?.(line.row) ?? '';
  if (text === '') target.removeAttribute('title');
  else target.setAttribute('title', text);
}

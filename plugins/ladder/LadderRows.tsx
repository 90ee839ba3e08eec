import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { type ToolWindow, useIsActive } from '../../src/plugin-api/index.ts';
import { observeSize } from '../../src/ui/index.ts';
import type { Ladder } from './ladder.ts';
import type { LadderActions } from './ladder-actions.ts';
import { pressLadderKey } from './ladder-keys.ts';
import type { LadderPointer } from './ladder-pointer.ts';
import styles from './Ladder.module.css';
import type { LadderPainter } from './ladder-painter.ts';
import { COLUMNS, paintRows, unknownRow, type LadderColumn, type RowPlaces } from './paint-rows.ts';
import type { LadderState } from './state.ts';
import type { Armed } from './use-armed.ts';
import { ROW_PX, useLadderPointer } from './use-ladder-pointer.ts';
import type { QuantityField } from './use-quantity.ts';
import { useWheel } from './use-wheel.ts';

/** Elements of rows before the window has been measured; they show no prices. */
const FIRST_ROWS = 21;
/** Rows that a notch of the wheel moves. */
const WHEEL_ROWS = 3;

const HEADS: Readonly<Record<LadderColumn, { readonly text: string; readonly hint: string }>> = {
  volume: {
    text: 'Volume',
    hint: 'Volume at the price: the latest trades when the ladder came on screen, and all since',
  },
  buys: { text: 'Buys', hint: 'Your buy orders, and the estimated quantity before them in the queue' },
  bid: { text: 'Bid', hint: 'Displayed bids. A click buys at the price, with Ctrl it places a buy stop' },
  price: { text: 'Price', hint: 'Price of the row' },
  ask: { text: 'Ask', hint: 'Displayed offers. A click sells at the price, with Ctrl it places a sell stop' },
  sells: { text: 'Sells', hint: 'Your sell orders, and the estimated quantity before them in the queue' },
  profit: { text: 'P&L', hint: 'Open profit of the position at the price, dollars' },
};

export interface LadderRowsProps {
  readonly tool: ToolWindow<LadderState>;
  readonly ladder: Ladder;
  readonly painter: LadderPainter;
  readonly actions: LadderActions;
  readonly canTrade: boolean;
  readonly quantity: QuantityField;
  readonly armed: Armed;
}

/** How many whole rows fit; null before the window has been measured. */
function useRowCount(rows: { readonly current: HTMLElement | null }): number | null {
  const [count, setCount] = useState<number | null>(null);
  useEffect(() => {
    if (rows.current === null) return undefined;
    return observeSize(rows.current, (_widthPx, heightPx) => {
      const fitting = Math.floor(heightPx / ROW_PX);
      if (fitting > 0) setCount(fitting);
    });
  }, [rows]);
  return count;
}

interface PaintedRows {
  readonly ladder: Ladder;
  readonly painter: LadderPainter;
  readonly pointer: LadderPointer;
  readonly places: { readonly current: (RowPlaces | undefined)[] };
  readonly grid: { readonly current: HTMLElement | null };
  readonly id: string;
  readonly rowCount: number | null;
}

/** Brings the ladder up to date and writes its rows once a frame. */
function usePaintedRows({ ladder, painter, pointer, places, grid, id, rowCount }: PaintedRows): void {
  useLayoutEffect(() => {
    // Prices that are placed among a guessed number of rows would move as soon as the true number is known.
    ladder.rows.setRowCount(rowCount ?? 0);
    painter.mark('rows');
  }, [ladder, painter, rowCount]);
  useEffect(
    () =>
      painter.on('rows', () => {
        ladder.update(performance.now());
        paintRows(places.current, ladder, pointer.target);
        paintCursor(grid.current, ladder, id);
      }),
    [painter, ladder, pointer, places, grid, id],
  );
}

/** The rows: highest price first. Mouse, wheel and keys trade on them. */
export function LadderRows({ tool, ladder, painter, actions, canTrade, quantity, armed }: LadderRowsProps) {
  const id = useId();
  const grid = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const places = useRef<(RowPlaces | undefined)[]>([]);
  const rowCount = useRowCount(body);
  const mark = () => painter.mark('rows');
  const { pointer, isHeld, events } = useLadderPointer(ladder, {
    actions,
    canTrade,
    onChange: mark,
    onRefused: (message) => tool.platform.dialogs.toast({ message, tone: 'warning', key: 'ladder' }),
  });

  const isActive = useIsActive(tool);
  // Orders that are let go over another workspace would move all the same.
  useEffect(() => {
    if (!isActive) pointer.cancelDrag();
  }, [isActive, pointer]);
  usePaintedRows({ ladder, painter, pointer, places, grid, id, rowCount });
  useWheel(body, ({ deltaY }) => {
    ladder.rows.scroll(Math.sign(deltaY) * WHEEL_ROWS);
    mark();
  });
  const escape = () => void (pointer.cancelDrag() || armed.disarm());
  const onKeyDown = (event: KeyboardEvent) => {
    if (!pressLadderKey(event, { ladder, actions, canTrade, stepQuantity: quantity.step, escape })) return;
    event.preventDefault();
    event.stopPropagation();
    armed.touch();
    mark();
  };
  return (
    <div className={styles.place}>
      <div
        ref={grid}
        role="grid"
        aria-label={`Price ladder of ${ladder.symbol}`}
        tabIndex={0}
        className={styles.grid}
        data-can-trade={canTrade ? '' : undefined}
        onKeyDown={onKeyDown}
        onBlur={() => {
          ladder.isBrowsed = false;
          mark();
        }}
      >
        <LadderColumnHeads />
        <div
          ref={body}
          role="rowgroup"
          className={styles.rows}
          {...events}
          onClickCapture={() => armed.touch()}
        >
          {Array.from({ length: rowCount ?? FIRST_ROWS }, (_, index) => (
            <LadderRow key={index} id={`${id}-${index}`} index={index} places={places} />
          ))}
        </div>
      </div>
      <span className={styles.held} role="status">
        {isHeld ? 'Held under the pointer' : ''}
      </span>
    </div>
  );
}

function LadderColumnHeads() {
  return (
    <div role="row" className={styles.columnHead}>
      {COLUMNS.map((column) => (
        <span key={column} role="columnheader" data-head={column} title={HEADS[column].hint}>
          {HEADS[column].text}
        </span>
      ))}
    </div>
  );
}

/** Names the row of the cursor for assistive technology. */
function paintCursor(grid: HTMLElement | null, { cursor, rows }: Ladder, id: string): void {
  if (grid === null) return;
  const row = cursor !== null && rows.isInSight(cursor.priceE4) ? rows.rowOf(cursor.priceE4) : null;
  const name = row === null ? null : `${id}-${row}`;
  if (grid.getAttribute('aria-activedescendant') === name) return;
  if (name === null) grid.removeAttribute('aria-activedescendant');
  else grid.setAttribute('aria-activedescendant', name);
}

interface LadderRowProps {
  readonly id: string;
  readonly index: number;
  readonly places: { readonly current: (RowPlaces | undefined)[] };
}

/** An empty row; the painter writes it. */
function LadderRow({ id, index, places }: LadderRowProps) {
  const row = useRef<HTMLDivElement>(null);
  const cells = useRef<Partial<Record<LadderColumn, HTMLElement>>>({});
  useLayoutEffect(() => {
    const list = places.current;
    const { volume, buys, bid, price, ask, sells, profit } = cells.current;
    if (row.current && volume && buys && bid && price && ask && sells && profit)
      list[index] = { row: row.current, volume, buys, bid, price, ask, sells, profit, written: unknownRow() };
    return () => {
      list[index] = undefined;
    };
  }, [places, index]);
  return (
    <div ref={row} id={id} role="row" className={styles.row} data-row={index}>
      {COLUMNS.map((column) => (
        <span
          key={column}
          role={column === 'price' ? 'rowheader' : 'gridcell'}
          data-column={column}
          ref={(element) => {
            if (element !== null) cells.current[column] = element;
          }}
        />
      ))}
    </div>
  );
}

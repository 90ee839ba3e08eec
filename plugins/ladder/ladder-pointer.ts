import type { PriceE4 } from '../../src/domain/money/price.ts';
import type { LadderActions, LadderSide } from './ladder-actions.ts';
import type { Ladder } from './ladder.ts';
import type { OwnOrder } from './model/own-orders.ts';
import type { DragTarget, LadderColumn } from './paint-rows.ts';

/** A press that moves less is a click, px. */
const MIN_DRAG_PX = 4;
const MIDDLE_BUTTON = 1;

export const JUST_MOVED_TEXT = 'The prices moved just before the click. Nothing was sent.';

/** The side that each column trades or shows; null for columns without one. */
const COLUMN_SIDES: Readonly<Record<LadderColumn, LadderSide | null>> = {
  volume: null,
  buys: 'buy',
  bid: 'buy',
  price: null,
  ask: 'sell',
  sells: 'sell',
  profit: null,
};

/** A cell on screen: its column, and the number of its row. */
export interface PointedCell {
  readonly column: LadderColumn;
  readonly row: number;
}

/** A press of a button. `y` in px of the page. */
export interface PointerPress {
  readonly button: number;
  readonly y: number;
}

interface Press {
  readonly column: LadderColumn;
  readonly priceE4: PriceE4;
  readonly fromY: number;
  /** Own orders that the press may drag. */
  readonly orders: readonly OwnOrder[];
  isDrag: boolean;
}

export interface PointerOptions {
  readonly ladder: Ladder;
  readonly actions: Pick<LadderActions, 'trade' | 'move' | 'cancel'>;
  /** Whether clicks may trade now. */
  readonly canTrade: () => boolean;
  /** Something that the painter shows has changed. */
  readonly onChange: () => void;
  readonly onHeld: (isHeld: boolean) => void;
  /** Shows why a click did nothing. */
  readonly onRefused: (message: string) => void;
  /** The page's monotonic clock, ms. */
  readonly nowMs: () => number;
}

/**
 * What mouse and touch do on the rows. The prices stand still while a mouse is over them, and an order gets the price that the row showed when the button
 * went down: if the row shows another price when the button comes up, or has moved by itself just before, nothing is sent.
 */
export class LadderPointer {
  /** Where the drag would drop, for the painter; null while there is none. */
  target: DragTarget | null = null;
  readonly #options: PointerOptions;
  #press: Press | null = null;

  constructor(options: PointerOptions) {
    this.#options = options;
  }

  get isDragging(): boolean {
    return this.#press?.isDrag === true;
  }

  /** A mouse or a pen comes over the rows. */
  enter(): void {
    this.#hold(true);
  }

  leave(): void {
    if (!this.isDragging) this.#hold(false);
  }

  /** Ends a drag without moving anything; returns whether there was one. */
  cancelDrag(): boolean {
    if (!this.isDragging) return false;
    this.#end();
    return true;
  }

  /** A button goes down; returns whether the browser must not do what it would. */
  down(cell: PointedCell | null, { button, y }: PointerPress): boolean {
    this.#press = null;
    const priceE4 = cell === null ? 0 : this.#options.ladder.rows.priceAt(cell.row);
    if (cell === null || priceE4 === 0) return false;
    const side = COLUMN_SIDES[cell.column];
    const ownCell = side === null ? undefined : this.#options.ladder.cellAt(side, priceE4);
    const canTrade = this.#options.canTrade();
    if (button === MIDDLE_BUTTON) {
      if (ownCell !== undefined && canTrade) this.#options.actions.cancel(ownCell.orders);
      return true;
    }
    if (button !== 0) return false;
    const isOwn = cell.column === 'buys' || cell.column === 'sells';
    const orders = isOwn && canTrade ? (ownCell?.orders.filter(({ canMove }) => canMove) ?? []) : [];
    this.#press = { column: cell.column, priceE4, fromY: y, orders, isDrag: false };
    return false;
  }

  /** The pointer moves to a row; returns whether a drag has just begun. */
  move(row: number, y: number): boolean {
    const press = this.#press;
    const side = press === null ? null : COLUMN_SIDES[press.column];
    if (press === null || side === null || press.orders.length === 0) return false;
    const isBeginning = !press.isDrag && Math.abs(y - press.fromY) >= MIN_DRAG_PX;
    if (isBeginning) press.isDrag = true;
    if (!press.isDrag) return false;
    const priceE4 = this.#options.ladder.rows.priceAt(row);
    this.target = priceE4 === 0 ? null : { side, priceE4 };
    this.#options.onChange();
    return isBeginning;
  }

  /** The pointer of a drag is outside of the rows, where it drops nothing. */
  moveOut(): void {
    if (!this.isDragging) return;
    this.target = null;
    this.#options.onChange();
  }

  /** The button comes up: a drag moves its orders. */
  up(): void {
    const press = this.#press;
    if (press?.isDrag !== true) return;
    if (this.target !== null && this.target.priceE4 !== press.priceE4)
      this.#options.actions.move(press.orders, this.target.priceE4);
    this.#end();
  }

  /** The browser has ended the press. */
  cancel(): void {
    this.#end();
  }

  click(cell: PointedCell | null, isStop: boolean): void {
    const press = this.#press;
    this.#press = null;
    const { ladder, actions, onRefused, nowMs, canTrade } = this.#options;
    if (cell === null || press?.column !== cell.column || !canTrade()) return;
    if (cell.column !== 'bid' && cell.column !== 'ask') return;
    if (ladder.rows.priceAt(cell.row) !== press.priceE4 || ladder.rows.hasJustMoved(nowMs()))
      return onRefused(JUST_MOVED_TEXT);
    actions.trade(cell.column === 'bid' ? 'buy' : 'sell', press.priceE4, isStop);
  }

  #hold(isOver: boolean): void {
    if (isOver) this.#options.ladder.rows.hold();
    else this.#options.ladder.rows.release();
    this.#options.onHeld(isOver);
    this.#options.onChange();
  }

  #end(): void {
    this.#press = null;
    this.target = null;
    this.#options.onChange();
  }
}

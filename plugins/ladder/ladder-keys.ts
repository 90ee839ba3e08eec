import type { PriceE4 } from '../../src/domain/money/price.ts';
import type { LadderActions, LadderSide } from './ladder-actions.ts';
import type { Ladder } from './ladder.ts';

/** The parts of a key press that matter. */
export interface LadderKey {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

export interface KeyParts {
  readonly ladder: Ladder;
  readonly actions: Pick<LadderActions, 'trade' | 'move' | 'cancel'>;
  readonly canTrade: boolean;
  /** Changes the quantity by steps. */
  readonly stepQuantity: (steps: number) => void;
  /** Ends what Escape ends: a drag, or the armed state. */
  readonly escape: () => void;
}

const SIDES: Readonly<Record<string, LadderSide>> = { ArrowLeft: 'buy', ArrowRight: 'sell' };
/** Rows that a key moves the cursor down; pages depend on the height. */
const STEPS: Readonly<Record<string, (rowCount: number) => number>> = {
  ArrowUp: () => -1,
  ArrowDown: () => 1,
  PageUp: (rowCount) => -Math.max(1, rowCount - 2),
  PageDown: (rowCount) => Math.max(1, rowCount - 2),
};

/** Puts the cursor to a price, and the rows where it is in sight. */
function moveCursor(ladder: Ladder, side: LadderSide, priceE4: PriceE4): void {
  const { rows } = ladder;
  if (priceE4 < rows.stepE4) return;
  ladder.cursor = { side, priceE4 };
  ladder.isBrowsed = true;
  const row = rows.rowOf(priceE4);
  if (row < 0) rows.scroll(row);
  else if (row >= rows.rowCount) rows.scroll(row - rows.rowCount + 1);
}

/** Puts the cursor to the best price of a side. */
function toMarket(ladder: Ladder, side: LadderSide): void {
  const bestE4 = ladder.bestRowE4(side);
  if (bestE4 <= 0) return;
  ladder.rows.centre(bestE4);
  ladder.isBrowsed = false;
  ladder.cursor = { side, priceE4: bestE4 };
}

function act(key: LadderKey, { ladder, actions, canTrade }: KeyParts): boolean {
  const { cursor, rows } = ladder;
  if (cursor === null || !canTrade) return false;
  const cell = ladder.cellAt(cursor.side, cursor.priceE4);
  if (key.altKey && (key.key === 'ArrowUp' || key.key === 'ArrowDown')) {
    const toE4 = cursor.priceE4 + (key.key === 'ArrowUp' ? rows.stepE4 : -rows.stepE4);
    if (cell === undefined || toE4 <= 0) return true;
    actions.move(cell.orders, toE4);
    moveCursor(ladder, cursor.side, toE4);
    return true;
  }
  if (key.key === 'Delete' || key.key === 'Backspace') {
    if (cell !== undefined) actions.cancel(cell.orders);
    return true;
  }
  if (key.key !== 'Enter') return false;
  // A cursor that the user does not see is shown first.
  if (rows.isInSight(cursor.priceE4)) actions.trade(cursor.side, cursor.priceE4, key.ctrlKey || key.metaKey);
  else {
    ladder.isBrowsed = true;
    rows.centre(cursor.priceE4);
  }
  return true;
}

/** Moves the cursor along the prices, between the sides, or to the market. */
function navigate(key: string, ladder: Ladder): boolean {
  const { cursor, rows } = ladder;
  const side = cursor?.side ?? 'buy';
  const rowsDown = STEPS[key]?.(rows.rowCount);
  const chosen = SIDES[key];
  if (rowsDown === undefined && chosen === undefined && key !== 'Home') return false;
  if (cursor === null || key === 'Home') toMarket(ladder, chosen ?? side);
  else if (rowsDown === undefined) ladder.cursor = { ...cursor, side: chosen ?? side };
  else moveCursor(ladder, side, cursor.priceE4 - rowsDown * rows.stepE4);
  return true;
}

/** Steps of the quantity by key. */
const QUANTITY_STEPS: Readonly<Record<string, number>> = { '+': 1, '=': 1, '-': -1 };

/**
 * Keys on the rows. Arrows move the cursor between prices and sides, Enter trades at it (with Ctrl a stop), Delete cancels there, Alt and an arrow moves
 * own orders by a row, Home goes to the market, + and - change the quantity. Returns whether the key was used.
 */
export function pressLadderKey(key: LadderKey, parts: KeyParts): boolean {
  if (act(key, parts)) return true;
  if (key.altKey || key.ctrlKey || key.metaKey) return false;
  if (navigate(key.key, parts.ladder)) return true;
  const steps = QUANTITY_STEPS[key.key];
  if (steps !== undefined) parts.stepQuantity(steps);
  else if (key.key === 'Escape') parts.escape();
  else return false;
  return true;
}

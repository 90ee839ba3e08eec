import { assert } from '../../assert/assert.ts';
import type { MoneyE4, PriceE4 } from '../../money/price.ts';
import { convertPosition } from '../../corporate-actions/convert-position.ts';
import type { ShareRatio } from '../../corporate-actions/types.ts';
import { applyFill, closeOut, createPosition, markPosition, type Position } from '../../portfolio/index.ts';

/**
 * Everything that made one position, in order, so that it can be recomputed without an execution that was busted. Each entry is four numbers in one
 * flat list (a journal has millions of fills): serial of the execution or the kind of entry, signed quantity, price, fees.
 */
export type PositionHistory = number[];

const STRIDE = 4;
/** Shares that came or went by the settlement of an option. */
const SHARES = 0;
/** Contracts that settled. */
const CLOSE_OUT = -1;
/** A new session; a price of -1 keeps the marks. */
const MARK = -2;
/** New shares for old ones by a corporate action: numerator and denominator of the ratio, and cash for a fraction. */
const CONVERSION = -3;

/** Adds the fill of the record `serial`. Quantities are signed, positive = bought. */
export function noteFill(
  history: PositionHistory,
  serial: number,
  signedQuantity: number,
  priceE4: PriceE4,
  feesE4: MoneyE4,
): void {
  history.push(serial, signedQuantity, priceE4, feesE4);
}

/** Adds shares that an option settlement delivered, at its price. */
export function noteShares(history: PositionHistory, signedQuantity: number, priceE4: PriceE4): void {
  history.push(SHARES, signedQuantity, priceE4, 0);
}

/** Adds option contracts that left the position by settlement. */
export function noteCloseOut(history: PositionHistory, signedQuantity: number, priceE4: PriceE4): void {
  history.push(CLOSE_OUT, signedQuantity, priceE4, 0);
}

/** Adds the conversion of the position by a corporate action, with the change of cash for a fraction of a share. */
export function noteConversion(
  history: PositionHistory,
  { numerator, denominator }: ShareRatio,
  cashE4: MoneyE4,
): void {
  history.push(CONVERSION, numerator, denominator, cashE4);
}

/** Adds the mark of a new session. It replaces a mark directly before it, so that a history without fills does not grow. */
export function noteMark(history: PositionHistory, closeE4: PriceE4 | undefined): void {
  const last = history.length - STRIDE;
  if (last < 0 || history[last] !== MARK) history.push(MARK, 0, closeE4 ?? -1, 0);
  else if (closeE4 !== undefined) history[last + 2] = closeE4;
}

/** True when the execution can still be amended: not after contracts of the position were settled, or its shares converted. */
export function mayAmend(history: PositionHistory, serial: number): boolean {
  const at = placeOf(history, serial);
  if (at === undefined) return false;
  for (let index = at + STRIDE; index < history.length; index += STRIDE)
    if (history[index] === CLOSE_OUT || history[index] === CONVERSION) return false;
  return true;
}

/** A fill as the history keeps it. */
export interface HistoryFill {
  readonly signedQuantity: number;
  readonly priceE4: PriceE4;
  readonly feesE4: MoneyE4;
}

/** Puts other fills in the place of those of an execution; without fills the execution leaves the history. */
export function amendFills(history: PositionHistory, serial: number, fills: readonly HistoryFill[]): void {
  const at = placeOf(history, serial);
  assert(at !== undefined, `execution ${serial} is in the history of its position`);
  // The fills of one execution stand together: a leg that took several prices has several.
  let end = at;
  while (history[end] === serial) end += STRIDE;
  history.splice(
    at,
    end - at,
    ...fills.flatMap(({ signedQuantity, priceE4, feesE4 }) => [serial, signedQuantity, priceE4, feesE4]),
  );
}

/** The position recomputed from the history, first in, first out. */
export function positionFrom(history: PositionHistory, multiplier: number): Position {
  const position = createPosition(multiplier);
  for (let index = 0; index < history.length; index += STRIDE) {
    const [kind = 0, signedQuantity = 0, priceE4 = 0, feesE4 = 0] = history.slice(index, index + STRIDE);
    if (kind === MARK) markPosition(position, priceE4 < 0 ? undefined : priceE4);
    else if (kind === CLOSE_OUT) closeOut(position, signedQuantity, priceE4);
    else if (kind === CONVERSION)
      // The four numbers of a conversion are not those of a fill (`noteConversion`).
      convertPosition(position, { numerator: signedQuantity, denominator: priceE4 }, feesE4);
    else applyFill(position, { signedQuantity, priceE4, feesE4 });
  }
  return position;
}

/** Index of the first fill of an execution; fills are in the order of their serials, but the entries between them have none. */
function placeOf(history: PositionHistory, serial: number): number | undefined {
  for (let index = 0; index < history.length; index += STRIDE) if (history[index] === serial) return index;
  return undefined;
}

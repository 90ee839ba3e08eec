import { formatInteger } from '../../src/domain/columns/index.ts';
import { fromE4, toPriceE4, type PriceE4 } from '../../src/domain/money/price.ts';
import { formatQuotePrice, writeData, writeText } from '../../src/plugin-api/index.ts';
import type { Ladder } from './ladder.ts';
import type { LadderSide } from './ladder-actions.ts';
import type { OwnCell } from './model/own-orders.ts';

/** The columns of a row, from left to right. */
export const COLUMNS = ['volume', 'buys', 'bid', 'price', 'ask', 'sells', 'profit'] as const;
export type LadderColumn = (typeof COLUMNS)[number];
/** The element of a row, and those of its cells. */
export interface RowPlaces extends Readonly<Record<LadderColumn, HTMLElement>> {
  readonly row: HTMLElement;
}

/** What a drag is about to do. */
export interface DragTarget {
  readonly side: LadderSide;
  readonly priceE4: PriceE4;
}

const sizeText = (size: number | undefined): string =>
  size === undefined || size === 0 ? '' : formatInteger(size);

/** Dollars without cents, signed: the column is for orientation. */
function profitText(dollars: number | null): string {
  if (dollars === null) return '';
  const rounded = Math.round(dollars);
  return rounded > 0 ? `+${formatInteger(rounded)}` : formatInteger(rounded);
}

/** `200`, `200 · 1,400` with the quantity ahead in the queue, `200 stop`. */
function ownText(cell: OwnCell | undefined, ahead: (orderId: string) => number | null): string {
  if (cell === undefined) return '';
  const left = formatInteger(cell.left);
  if (cell.orders.every(({ isStop }) => isStop)) return `${left} stop`;
  const places = cell.orders.map(({ orderId }) => ahead(orderId)).filter((place) => place !== null);
  return places.length === 0 ? left : `${left} · ${formatInteger(Math.min(...places))}`;
}

function writeShare(element: HTMLElement, size: number | undefined, largest: number): void {
  const share = String(Math.round(((size ?? 0) / largest) * 100));
  if (element.style.getPropertyValue('--share') !== share) element.style.setProperty('--share', share);
}

/** Writes what traded and what is displayed at the price of a row. */
function paintMarket(places: RowPlaces, { book, market }: Ladder, priceE4: PriceE4): void {
  const [bid, ask] = [book.bids.get(priceE4), book.asks.get(priceE4)];
  const volume = market.volume.at(priceE4);
  writeText(places.price, priceE4 > 0 ? formatQuotePrice(fromE4(priceE4)) : '');
  writeText(places.volume, sizeText(volume));
  writeShare(places.volume, volume, market.volume.largest);
  writeText(places.bid, sizeText(bid));
  writeShare(places.bid, bid, book.largest);
  writeText(places.ask, sizeText(ask));
  writeShare(places.ask, ask, book.largest);
}

/** Writes the own orders at the price of a row, and what the position would bring there. */
function paintAccount(places: RowPlaces, ladder: Ladder, priceE4: PriceE4): void {
  const ahead = (orderId: string) => ladder.market.queue.ahead(orderId);
  for (const [place, side] of [
    [places.buys, 'buy'],
    [places.sells, 'sell'],
  ] as const) {
    const cell = ladder.cellAt(side, priceE4);
    writeText(place, ownText(cell, ahead));
    writeData(place, 'own', cell === undefined ? null : '');
  }
  const profit = priceE4 > 0 ? ladder.profitAt(priceE4) : null;
  writeText(places.profit, profitText(profit));
  writeData(places.profit, 'tone', profit === null || profit === 0 ? null : profit > 0 ? 'up' : 'down');
}

/** Marks the row of the last trade, the best prices, the mean price of the position, the cursor, and where a drag would drop. */
function paintMarks({ row }: RowPlaces, ladder: Ladder, priceE4: PriceE4, drag: DragTarget | null): void {
  const { market, cursor } = ladder;
  const isLast = priceE4 > 0 && market.last !== null && ladder.rowPriceOf(market.last.priceE4) === priceE4;
  writeData(row, 'last', isLast ? (market.last?.direction ?? 'none') : null);
  writeData(row, 'best', bestOf(ladder, priceE4));
  writeData(row, 'cursor', cursor?.priceE4 === priceE4 ? cursor.side : null);
  writeData(row, 'drop', drag?.priceE4 === priceE4 ? drag.side : null);
  writeData(row, 'average', isAverage(ladder, priceE4) ? '' : null);
}

function bestOf(ladder: Ladder, priceE4: PriceE4): string | null {
  if (priceE4 === 0) return null;
  if (priceE4 === ladder.bestRowE4('buy')) return 'bid';
  return priceE4 === ladder.bestRowE4('sell') ? 'ask' : null;
}

/** Whether the mean price of the position lies in the row. */
function isAverage(ladder: Ladder, priceE4: PriceE4): boolean {
  const { quantity, average } = ladder.position;
  return quantity !== 0 && priceE4 > 0 && ladder.rowPriceOf(toPriceE4(average)) === priceE4;
}

/** Writes the rows on screen; cells whose text stays the same are not touched. */
export function paintRows(
  places: readonly (RowPlaces | undefined)[],
  ladder: Ladder,
  drag: DragTarget | null,
): void {
  for (let row = 0; row < ladder.rows.rowCount; row++) {
    const place = places[row];
    if (place === undefined) continue;
    const priceE4 = ladder.rows.priceAt(row);
    paintMarket(place, ladder, priceE4);
    paintAccount(place, ladder, priceE4);
    paintMarks(place, ladder, priceE4, drag);
  }
}

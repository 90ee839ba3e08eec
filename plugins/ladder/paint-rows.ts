import { formatInteger } from '../../src/domain/columns/index.ts';
import { fromE4, toPriceE4, type PriceE4 } from '../../src/domain/money/price.ts';
import { formatQuotePrice, writeData, writeText } from '../../src/plugin-api/index.ts';
import type { Ladder } from './ladder.ts';
import type { LadderSide } from './ladder-actions.ts';
import type { OwnCell, OwnKind } from './model/own-orders.ts';

/** The columns of a row, from left to right. */
export const COLUMNS = ['volume', 'buys', 'bid', 'price', 'ask', 'sells', 'profit'] as const;
export type LadderColumn = (typeof COLUMNS)[number];
/** The element of a row, and those of its cells. */
export interface RowPlaces extends Readonly<Record<LadderColumn, HTMLElement>> {
  readonly row: HTMLElement;
  readonly written: WrittenRow;
}

type SizeColumn = 'volume' | 'bid' | 'ask';
/** The figures that were last written into a row: a frame formats and reads nothing of cells that stay as they are. */
export interface WrittenRow {
  priceE4: PriceE4;
  /** Whole dollars; null = no position. */
  profit: number | null | undefined;
  readonly sizes: Record<SizeColumn, number>;
  readonly titles: Record<'buys' | 'sells', string>;
  /** Widths of the bars, per cent. */
  readonly shares: Record<SizeColumn, number>;
}

/** Nothing is known to be written: the next frame writes every cell. */
export const unknownRow = (): WrittenRow => ({
  priceE4: Number.NaN,
  profit: undefined,
  titles: { buys: '', sells: '' },
  sizes: { volume: Number.NaN, bid: Number.NaN, ask: Number.NaN },
  shares: { volume: Number.NaN, bid: Number.NaN, ask: Number.NaN },
});

/** What a drag is about to do. */
export interface DragTarget {
  readonly side: LadderSide;
  readonly priceE4: PriceE4;
}

/** Dollars without cents, signed: the column is for orientation. */
function profitText(dollars: number | null): string {
  if (dollars === null) return '';
  return dollars > 0 ? `+${formatInteger(dollars)}` : formatInteger(dollars);
}

const KIND_TEXTS: Readonly<Record<OwnKind, string>> = {
  Limit: '',
  Stop: 'stop',
  Trailing: 'trail',
  Waiting: 'if',
  TrailStart: 'trail from',
  TimeExit: 'timed',
  Exit: 'not sent',
};

/** `200`, `200 · 1,400` with the quantity ahead in the queue, `200 stop`, `200 if` of an order that waits, `trail from` where a stop begins to trail, `200 not sent` of an exit whose entry has not filled. */
function ownText(cell: OwnCell | undefined, ahead: (orderId: string) => number | null): string {
  if (cell === undefined) return '';
  const [first, ...others] = cell.orders;
  if (first !== undefined && first.kind !== 'Limit' && others.every(({ kind }) => kind === first.kind)) {
    if (first.kind === 'TrailStart') return KIND_TEXTS.TrailStart;
    return `${formatInteger(cell.orders.reduce((sum, { left }) => sum + left, 0))} ${KIND_TEXTS[first.kind]}`;
  }
  const left = formatInteger(cell.left);
  const places = cell.orders.map(({ orderId }) => ahead(orderId)).filter((place) => place !== null);
  return places.length === 0 ? left : `${left} · ${formatInteger(Math.min(...places))}`;
}

/** Each order of the cell in its group, and what it waits for. */
const titleOf = (cell: OwnCell | undefined): string =>
  cell === undefined
    ? ''
    : cell.orders
        .map(({ title }) => title)
        .filter((title) => title !== '')
        .join('\n');

function writeTitle(places: RowPlaces, column: 'buys' | 'sells', title: string): void {
  const { titles } = places.written;
  if (titles[column] === title) return;
  titles[column] = title;
  places[column].title = title;
}

/** Writes a size with its bar. */
function writeSize(places: RowPlaces, column: SizeColumn, size: number, largest: number): void {
  const { sizes, shares } = places.written;
  if (sizes[column] !== size) {
    sizes[column] = size;
    writeText(places[column], size === 0 ? '' : formatInteger(size));
  }
  const share = Math.round((size / largest) * 100);
  if (shares[column] === share) return;
  shares[column] = share;
  // Not by a custom property: each change of it costs a style computation of the cell and all in it.
  places[column].style.backgroundSize = `${share}% 100%`;
}

/** Writes what traded and what is displayed at the price of a row. */
function paintMarket(places: RowPlaces, { book, market }: Ladder, priceE4: PriceE4): void {
  if (places.written.priceE4 !== priceE4) {
    places.written.priceE4 = priceE4;
    writeText(places.price, priceE4 > 0 ? formatQuotePrice(fromE4(priceE4)) : '');
  }
  writeSize(places, 'volume', market.volume.at(priceE4), market.volume.largest);
  writeSize(places, 'bid', book.bids.get(priceE4) ?? 0, book.largest);
  writeSize(places, 'ask', book.asks.get(priceE4) ?? 0, book.largest);
}

/** Writes the own orders at the price of a row, and what the position would bring there. */
function paintAccount(places: RowPlaces, ladder: Ladder, priceE4: PriceE4): void {
  const ahead = (orderId: string) => ladder.market.queue.ahead(orderId);
  for (const [column, side] of [
    ['buys', 'buy'],
    ['sells', 'sell'],
  ] as const) {
    const cell = ladder.cellAt(side, priceE4);
    writeText(places[column], ownText(cell, ahead));
    writeData(places[column], 'own', cell === undefined ? null : '');
    writeTitle(places, column, titleOf(cell));
  }
  const exact = priceE4 > 0 ? ladder.profitAt(priceE4) : null;
  const profit = exact === null ? null : Math.round(exact);
  if (places.written.profit === profit) return;
  places.written.profit = profit;
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

import { CellWriter } from '../../../src/ui/index.ts';
import type { SymbolStore } from '../../../src/plugin-api/index.ts';
import { formatMoney } from '../../../src/domain/format/format-number.ts';
import { formatTime, UNKNOWN_TEXT } from '../../../src/plugin-api/index.ts';
import type { ChainAnalytics } from '../model/analytics.ts';
import type { ChainLine, ExpirationGroup } from '../model/chain-lines.ts';
import type { StrikeRow } from '../model/contract.ts';
import { volatilityText, type ContractColumn } from '../model/contract-columns.ts';
import { daysText, daysToExpiry } from '../model/expirations.ts';
import { contractOn, type ChainCell } from './chain-cells.ts';

export interface ChainPainterDeps {
  readonly symbols: Pick<SymbolStore, 'get' | 'staleness'>;
  readonly analytics: ChainAnalytics;
  /** Class of a cell whose text need not be cut off at its edge. */
  readonly wholeClass: string;
}

/** Puts a text into an element that holds nothing else, only if it differs. */
export function writeText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Sets a `data-` attribute, only if it differs; null removes it. */
export function writeData(element: HTMLElement, name: string, value: string | null): void {
  if (value === null) {
    if (name in element.dataset) delete element.dataset[name];
  } else if (element.dataset[name] !== value) element.dataset[name] = value;
}

/** `±12.34 (1.90%)` of the underlying's price. */
export function expectedMoveText(move: number | null, spot: number): string {
  if (move === null || !(spot > 0)) return UNKNOWN_TEXT;
  return `±${formatMoney(move)} (${((move / spot) * 100).toFixed(2)}%)`;
}

/** Since when recorded quotes stand still; empty for live ones. */
export function recordedText(rows: readonly StrikeRow[]): string {
  for (const { call, put } of rows) {
    const origin = (call ?? put)?.recorded ?? null;
    if (origin !== null)
      return origin.timeMs === null
        ? 'Recorded, no snapshot yet'
        : `Recorded ${formatTime(origin.timeMs, 'HH:mm:ss')}`;
  }
  return '';
}

/** Writes prices and figures of the lines on screen straight into the page. One for each grid. */
export class ChainPainter {
  readonly #symbols: ChainPainterDeps['symbols'];
  readonly #analytics: ChainAnalytics;
  readonly #writer: CellWriter<StrikeRow>;
  readonly #shownLines = new WeakMap<Element, ChainLine>();
  readonly #shownCells = new WeakMap<Element, readonly ChainCell[]>();
  readonly #largest = new Map<string, number>();

  constructor({ symbols, analytics, wholeClass }: ChainPainterDeps) {
    this.#symbols = symbols;
    this.#analytics = analytics;
    this.#writer = new CellWriter<StrikeRow>(wholeClass);
  }

  /** Writes all lines that have an element in `body`; with `onlyNew`, those whose element shows another line than before. */
  paint(
    body: HTMLElement,
    lines: readonly ChainLine[],
    cells: readonly ChainCell[],
    { onlyNew }: { readonly onlyNew: boolean },
  ): void {
    if (!onlyNew) this.#writer.begin();
    this.#largest.clear();
    for (const child of body.children) {
      // The children of the body are the lines, which are HTML elements.
      const element = child as HTMLElement;
      const line = lines[Number(element.dataset['index'])];
      if (line === undefined) continue;
      const isShown = this.#shownLines.get(element) === line && this.#shownCells.get(element) === cells;
      if (onlyNew && isShown) continue;
      this.#shownLines.set(element, line);
      this.#shownCells.set(element, cells);
      if (line.kind === 'group') this.#paintHeading(element, line.group);
      else this.#paintRow(element, line.group, line.row, cells);
    }
  }

  #paintHeading(element: HTMLElement, { expiration, rows }: ExpirationGroup): void {
    const { spot, nowMs } = this.#analytics.pricing;
    for (const { call, put } of rows)
      for (const contract of [call, put]) contract?.takeRecord(this.#symbols.get(contract.symbol));
    const texts: Record<string, string> = {
      days: daysText(daysToExpiry(expiration.date, nowMs)),
      volatility: volatilityText(this.#analytics.atTheMoney(rows)),
      recorded: recordedText(rows),
      move: expectedMoveText(this.#analytics.expectedMove(rows, expiration.seconds), spot),
    };
    for (const place of element.querySelectorAll<HTMLElement>('[data-at]'))
      writeText(place, texts[place.dataset['at'] ?? ''] ?? '');
  }

  #paintRow(element: HTMLElement, group: ExpirationGroup, row: StrikeRow, cells: readonly ChainCell[]): void {
    const { spot } = this.#analytics.pricing;
    let isStale = false;
    for (const contract of [row.call, row.put]) {
      if (contract === undefined) continue;
      contract.takeRecord(this.#symbols.get(contract.symbol));
      isStale ||= contract.isLive && this.#symbols.staleness(contract.symbol).isStale;
    }
    writeData(element, 'stale', isStale ? '' : null);
    const lower = row.siblings[row.index - 1]?.strike;
    const isFirstAbove = lower !== undefined && lower < spot && row.strike >= spot;
    writeData(element, 'money', isFirstAbove ? '' : null);
    for (let index = 0; index < cells.length; index++) {
      const cell = cells[index];
      // The children of a line are its cells, which are HTML elements.
      const place = element.children[index] as HTMLElement | undefined;
      if (cell === undefined || place === undefined) continue;
      this.#writer.write(place, cell.written, row, cell.baseClass, cell.widthPx);
      if (cell.column?.bar !== undefined) this.#paintBar(place, group, row, cell, cell.column.bar);
    }
  }

  #paintBar(
    place: HTMLElement,
    group: ExpirationGroup,
    row: StrikeRow,
    cell: ChainCell,
    bar: NonNullable<ContractColumn['bar']>,
  ): void {
    const contract = contractOn(row, cell.side);
    const value = contract === undefined ? 0 : bar(contract);
    const largest = this.#largestOf(group, cell, bar);
    const share = largest > 0 ? String(Math.round((value / largest) * 100)) : '0';
    if (place.style.getPropertyValue('--share') !== share) place.style.setProperty('--share', share);
  }

  /** The largest value of a column in an expiration, over calls and puts. */
  #largestOf(group: ExpirationGroup, cell: ChainCell, bar: NonNullable<ContractColumn['bar']>): number {
    const key = `${group.id} ${cell.column?.id ?? ''}`;
    const known = this.#largest.get(key);
    if (known !== undefined) return known;
    let largest = 0;
    for (const { call, put } of group.rows) {
      if (call !== undefined) largest = Math.max(largest, bar(call));
      if (put !== undefined) largest = Math.max(largest, bar(put));
    }
    this.#largest.set(key, largest);
    return largest;
  }
}

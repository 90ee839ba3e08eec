import { fromE4, toPriceE4 } from '../../../domain/money/price.ts';
import type { DataColumns } from '../../../domain/strategy/description.ts';
import type { BarRows } from '../data/bar-columns.ts';

/** Rows [from, until) of which those from `alteredFrom` on are altered. */
export interface AlteredRange {
  readonly from: number;
  readonly until: number;
  readonly alteredFrom: number;
}

/**
 * The same bars up to a row; from there on prices are mirrored at the last close before it (what rises there falls here), and volumes are doubled. The times stay, so the run
 * has the same sessions. What a strategy decided before that row may differ only if it read later bars. Data that ended there would differ in a further way: the last bar
 * of the data is the last one of its day, at which closing orders fill.
 */
export class AlteredRows implements BarRows {
  readonly length: number;
  readonly #base: BarRows;
  readonly #range: AlteredRange;
  readonly #pivot: number;

  constructor(base: BarRows, range: AlteredRange) {
    this.#base = base;
    this.#range = range;
    this.length = Math.max(0, Math.min(range.until, base.length) - range.from);
    this.#pivot = base.value('close', range.alteredFrom - 1);
  }

  value(name: keyof DataColumns, row: number): number {
    const baseRow = this.#range.from + row;
    if (row >= this.length) return Number.NaN;
    if (baseRow < this.#range.alteredFrom) return this.#base.value(name, baseRow);
    switch (name) {
      case 'timeMs':
        return this.#base.value(name, baseRow);
      case 'volume':
        return this.#base.value(name, baseRow) * 2;
      case 'high':
        return this.#mirrored(this.#base.value('low', baseRow));
      case 'low':
        return this.#mirrored(this.#base.value('high', baseRow));
      case 'open':
      case 'close':
        return this.#mirrored(this.#base.value(name, baseRow));
    }
  }

  rows(from: number, to: number): DataColumns {
    const { from: first, alteredFrom } = this.#range;
    const end = Math.min(to, this.length);
    const columns = this.#base.rows(first + from, first + end);
    for (let row = Math.max(from, alteredFrom - first); row < end; row += 1)
      for (const name of ['open', 'high', 'low', 'close', 'volume'] as const)
        columns[name][row - from] = this.value(name, row);
    return columns;
  }

  /** A row without a price keeps none. */
  #mirrored(price: number): number {
    if (!(price > 0) || !(this.#pivot > 0)) return price;
    return fromE4(Math.max(1, toPriceE4((this.#pivot * this.#pivot) / price)));
  }
}

import { symbolColumn } from '../columns/catalogue.ts';
import type { ColumnInput } from '../columns/column.ts';
import type { HistoricalFigures } from '../bars/historical-figures.ts';

const NUMBERS = [
  'yearHigh',
  'yearLow',
  'last',
  'lastSize',
  'open',
  'high',
  'low',
  'previousClose',
  'volume',
  'previousVolume',
  'vwap',
  'tick',
  'bid',
  'bidSize',
  'ask',
  'askSize',
  'timeMs',
] as const;
const NULLABLE_NUMBERS = ['sharesOutstanding', 'shortInterest', 'dividend', 'eps'] as const;
type NumberKey = (typeof NUMBERS)[number] | (typeof NULLABLE_NUMBERS)[number];

const TEXTS = ['company', 'exchange', 'currency', 'sector', 'industry'] as const;
type StockFacts = Pick<ColumnInput, (typeof TEXTS)[number]>;

/**
 * All stocks of a market in columns, which a screen evaluates. The values of a field are computed once for all rows, by the column
 * of the catalogue, and kept until a price changes.
 */
export class StockTable {
  readonly symbols: readonly string[];
  readonly #numbers: Readonly<Record<NumberKey, Float64Array>>;
  readonly #facts: (StockFacts | undefined)[];
  readonly #historical: (HistoricalFigures | null)[];
  readonly #row: Row;
  readonly #values = new Map<string, Float64Array>();
  readonly #texts = new Map<string, readonly string[]>();

  constructor(symbols: readonly string[]) {
    this.symbols = symbols;
    // Every key of the record is in one of the lists.
    this.#numbers = Object.fromEntries(
      [...NUMBERS, ...NULLABLE_NUMBERS].map((key) => [key, new Float64Array(symbols.length)]),
    ) as Record<NumberKey, Float64Array>;
    this.#facts = symbols.map(() => undefined);
    this.#historical = symbols.map(() => null);
    this.#row = new Row(symbols, this.#numbers, this.#facts, this.#historical);
  }

  get length(): number {
    return this.symbols.length;
  }

  /** Sets the data of the stock in a row. */
  set(index: number, input: ColumnInput): void {
    for (const key of NUMBERS) this.#numbers[key][index] = input[key];
    for (const key of NULLABLE_NUMBERS) this.#numbers[key][index] = input[key] ?? Number.NaN;
    this.#historical[index] = input.historical;
    this.#values.clear();
    const before = this.#facts[index];
    if (before !== undefined && TEXTS.every((key) => before[key] === input[key])) return;
    this.#facts[index] = {
      company: input.company,
      exchange: input.exchange,
      currency: input.currency,
      sector: input.sector,
      industry: input.industry,
    };
    this.#texts.clear();
  }

  setHistorical(index: number, figures: HistoricalFigures | null): void {
    if (this.#historical[index] === figures) return;
    this.#historical[index] = figures;
    this.#values.clear();
  }

  /** A field of numbers for every row; NaN where it is not known. */
  numbersOf(field: string): Float64Array {
    const kept = this.#values.get(field);
    if (kept !== undefined) return kept;
    const column = symbolColumn(field);
    const values = new Float64Array(this.length).fill(Number.NaN);
    for (let index = 0; index < this.length && column !== undefined; index += 1) {
      const value = column.value(this.#row.at(index));
      if (typeof value === 'number') values[index] = value;
    }
    this.#values.set(field, values);
    return values;
  }

  /** A field of text for every row, in lower case; empty where it is not known. */
  textsOf(field: string): readonly string[] {
    const kept = this.#texts.get(field);
    if (kept !== undefined) return kept;
    const column = symbolColumn(field);
    const texts = this.symbols.map((_, index) =>
      String(column?.value(this.#row.at(index)) ?? '').toLowerCase(),
    );
    this.#texts.set(field, texts);
    return texts;
  }
}

/** A row of the table as a column of the catalogue reads it; one object for all rows. */
class Row implements ColumnInput {
  #index = 0;
  readonly #symbols: readonly string[];
  readonly #numbers: Readonly<Record<NumberKey, Float64Array>>;
  readonly #facts: readonly (StockFacts | undefined)[];
  readonly #historical: readonly (HistoricalFigures | null)[];

  constructor(
    symbols: readonly string[],
    numbers: Readonly<Record<NumberKey, Float64Array>>,
    facts: readonly (StockFacts | undefined)[],
    historical: readonly (HistoricalFigures | null)[],
  ) {
    this.#symbols = symbols;
    this.#numbers = numbers;
    this.#facts = facts;
    this.#historical = historical;
  }

  at(index: number): this {
    this.#index = index;
    return this;
  }

  #number(key: NumberKey): number {
    return this.#numbers[key][this.#index] ?? 0;
  }
  #nullable(key: NumberKey): number | null {
    const value = this.#number(key);
    return Number.isNaN(value) ? null : value;
  }
  get #fact() {
    return this.#facts[this.#index];
  }

  get symbol() {
    return this.#symbols[this.#index] ?? '';
  }
  get company() {
    return this.#fact?.company ?? '';
  }
  get exchange() {
    return this.#fact?.exchange ?? '';
  }
  get currency() {
    return this.#fact?.currency ?? '';
  }
  get sector() {
    return this.#fact?.sector ?? null;
  }
  get industry() {
    return this.#fact?.industry ?? null;
  }
  get sharesOutstanding() {
    return this.#nullable('sharesOutstanding');
  }
  get shortInterest() {
    return this.#nullable('shortInterest');
  }
  get dividend() {
    return this.#nullable('dividend');
  }
  get eps() {
    return this.#nullable('eps');
  }
  get yearHigh() {
    return this.#number('yearHigh');
  }
  get yearLow() {
    return this.#number('yearLow');
  }
  get last() {
    return this.#number('last');
  }
  get lastSize() {
    return this.#number('lastSize');
  }
  get open() {
    return this.#number('open');
  }
  get high() {
    return this.#number('high');
  }
  get low() {
    return this.#number('low');
  }
  get previousClose() {
    return this.#number('previousClose');
  }
  get volume() {
    return this.#number('volume');
  }
  get previousVolume() {
    return this.#number('previousVolume');
  }
  get vwap() {
    return this.#number('vwap');
  }
  get tick() {
    return this.#number('tick');
  }
  get bid() {
    return this.#number('bid');
  }
  get bidSize() {
    return this.#number('bidSize');
  }
  get bidExchange() {
    return '';
  }
  get ask() {
    return this.#number('ask');
  }
  get askSize() {
    return this.#number('askSize');
  }
  get askExchange() {
    return '';
  }
  get timeMs() {
    return this.#number('timeMs');
  }
  get historical() {
    return this.#historical[this.#index] ?? null;
  }
}

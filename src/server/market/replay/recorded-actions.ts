import type { CorporateAction, StockSplit } from '../../../domain/corporate-actions/types.ts';
import { actionIdOf } from '../../../domain/corporate-actions/types.ts';
import { nextSession } from '../../../domain/calendar/us-equity.ts';
import { isSymbolForm, normalizeSymbol } from '../../../domain/symbols/symbol.ts';
import type { RowReader } from './csv-file.ts';
import { dateOf, numberOf, priceOf, reader, RowError, type Field } from './row-readers.ts';

/** Ratios of splits are of whole numbers up to this. */
const MAX_RATIO_PART = 1_000;
/** How close a decimal must be to a ratio of whole numbers, as a part of itself, and the largest denominator that it may have. */
interface Nearness {
  readonly tolerance: number;
  readonly maxDenominator: number;
}
/** Of a ratio that was estimated from prices: a spin-off has any value, and 4/3 among them. */
const OF_PRICES: Nearness = { tolerance: 0.005, maxDenominator: 2 };
/** Of published factors, which have six digits or more. */
const OF_FACTORS: Nearness = { tolerance: 0.000_1, maxDenominator: 20 };
/** A dividend that the rounding of published factors could have made is none. */
const MIN_AMOUNT = 0.005;

/** Corporate actions: Symbol,ExDate,Kind and what the kind needs (docs/corporate-actions.md). */
export function actionReader(): RowReader<CorporateAction> {
  return reader(['Symbol', 'ExDate', 'Kind'], (field) => {
    const stock = { symbol: symbolOf('symbol', field('Symbol')), exDate: dateOf(field('ExDate')) };
    switch (field('Kind').toLowerCase()) {
      case 'split':
        return {
          kind: 'Split',
          ...stock,
          ...ratioOf(field),
          cashInLieuE4: optionalPrice(field, 'CashInLieu'),
        };
      case 'dividend': {
        const amount = numberOf('amount', field('Amount') || field('DividendEst'));
        const amountE6 = Math.round(amount * 1e6);
        if (!Number.isSafeInteger(amountE6) || amountE6 === 0) throw new RowError('amount is 0 or too large');
        return { kind: 'Dividend', ...stock, amountE6 };
      }
      case 'symbol': {
        const newSymbol = symbolOf('new symbol', field('NewSymbol'));
        if (newSymbol === stock.symbol) throw new RowError('the new symbol is the old one');
        return { kind: 'SymbolChange', ...stock, newSymbol };
      }
      case 'delisting':
        return { kind: 'Delisting', ...stock, cashE4: optionalPrice(field, 'Cash') };
      default:
        throw new RowError(
          `kind is none of split, dividend, symbol and delisting: ${field('Kind').slice(0, 40)}`,
        );
    }
  });
}

function symbolOf(name: string, text: string): string {
  const symbol = normalizeSymbol(text);
  if (symbol === '' || !isSymbolForm(symbol)) throw new RowError(`${name} is none: ${text.slice(0, 40)}`);
  return symbol;
}

const optionalPrice = (field: Field, column: string): number =>
  field(column) === '' || Number(field(column)) === 0 ? 0 : priceOf(column, field(column));

function ratioOf(field: Field): Pick<StockSplit, 'numerator' | 'denominator'> {
  if (field('Numerator') !== '' || field('Denominator') !== '') {
    const [numerator, denominator] = [
      partOf('numerator', field('Numerator')),
      partOf('denominator', field('Denominator')),
    ];
    if (numerator === denominator) throw new RowError('the ratio is 1');
    return { numerator, denominator };
  }
  const estimate = numberOf('split ratio', field('SplitRatioEst'));
  const ratio = nearRatio(estimate, OF_PRICES);
  if (!ratio) throw new RowError(`no split has the ratio ${estimate}: it may be a spin-off`);
  return ratio;
}

function partOf(name: string, text: string): number {
  const part = numberOf(name, text);
  if (!Number.isInteger(part) || part < 1 || part > MAX_RATIO_PART)
    throw new RowError(`${name} is no whole number from 1 to ${MAX_RATIO_PART}: ${text.slice(0, 40)}`);
  return part;
}

/** The ratio of small whole numbers that a decimal stands for; undefined for 1 and for what is none. */
function nearRatio(
  decimal: number,
  { tolerance, maxDenominator }: Nearness,
): Pick<StockSplit, 'numerator' | 'denominator'> | undefined {
  const isReverse = decimal < 1;
  const above = isReverse ? 1 / decimal : decimal;
  for (let part = 1; part <= maxDenominator; part += 1) {
    const whole = Math.round(above * part);
    if (whole <= part || Math.abs(whole / part / above - 1) > tolerance) continue;
    return isReverse ? { numerator: part, denominator: whole } : { numerator: whole, denominator: part };
  }
  return undefined;
}

/** A row of a file of factors: on and before the date raw prices are multiplied by both factors. */
export interface FactorRow {
  readonly lastDate: string;
  readonly priceFactor: number;
  readonly splitFactor: number;
  /** Raw close of the date; 0 = not known. */
  readonly referencePrice: number;
}

/** Factors of one symbol: LastDate,PriceFactor,SplitFactor and, for dividends, ReferencePrice. */
export function factorReader(): RowReader<FactorRow> {
  let last = '';
  return reader(['LastDate', 'PriceFactor', 'SplitFactor'], (field) => {
    const lastDate = dateOf(field('LastDate'));
    if (lastDate <= last) throw new RowError('date goes back');
    const [priceFactor, splitFactor] = [
      numberOf('price factor', field('PriceFactor')),
      numberOf('split factor', field('SplitFactor')),
    ];
    if (priceFactor === 0 || splitFactor === 0) throw new RowError('a factor is 0');
    last = lastDate;
    const referencePrice = field('ReferencePrice') === '' ? 0 : numberOf('price', field('ReferencePrice'));
    return { lastDate, priceFactor, splitFactor, referencePrice };
  });
}

/** The actions that made the factors of a symbol change: each on the session after the last day of a row. */
export function actionsOfFactors(symbol: string, rows: readonly FactorRow[]): CorporateAction[] {
  const actions: CorporateAction[] = [];
  rows.forEach((row, at) => {
    const next = rows[at + 1];
    const ex = next && nextSession(row.lastDate);
    if (!next || !ex) return;
    const stock = { symbol, exDate: ex.date };
    const split = nearRatio(next.splitFactor / row.splitFactor, OF_FACTORS);
    if (split) actions.push({ kind: 'Split', ...stock, ...split, cashInLieuE4: 0 });
    const amount = row.referencePrice * (1 - row.priceFactor / next.priceFactor);
    // Published factors have seven decimals: the amount is one of whole 1/10,000 dollar at best.
    if (amount >= MIN_AMOUNT)
      actions.push({ kind: 'Dividend', ...stock, amountE6: Math.round(amount * 100) * 10_000 });
  });
  return actions;
}

/** The actions of a recording in the order of their ex-dates. Of two that name the same action the first counts. */
export class RecordedActions {
  readonly #read: () => readonly CorporateAction[];
  #all: readonly CorporateAction[] | undefined;

  /** `read` is called once, when they are first needed. */
  constructor(read: () => readonly CorporateAction[]) {
    this.#read = read;
  }

  /** Those with an ex-date after one day and up to another one. */
  between(afterDate: string, throughDate: string): readonly CorporateAction[] {
    return this.#sorted().filter(({ exDate }) => exDate > afterDate && exDate <= throughDate);
  }

  /** The splits of a symbol. */
  splitsOf(symbol: string): readonly StockSplit[] {
    return this.#sorted().filter(
      (action): action is StockSplit => action.kind === 'Split' && action.symbol === symbol,
    );
  }

  #sorted(): readonly CorporateAction[] {
    if (this.#all) return this.#all;
    const byId = new Map<string, CorporateAction>();
    for (const action of this.#read())
      if (!byId.has(actionIdOf(action))) byId.set(actionIdOf(action), action);
    this.#all = [...byId.values()].sort((a, b) =>
      a.exDate === b.exDate ? rank(a) - rank(b) : a.exDate < b.exDate ? -1 : 1,
    );
    return this.#all;
  }
}

/** Dividends are of the shares before a split of the same day, and a new symbol has the shares after it. */
const RANKS = { Dividend: 0, Split: 1, SymbolChange: 2, Delisting: 3 } as const;
const rank = ({ kind }: CorporateAction): number => RANKS[kind];

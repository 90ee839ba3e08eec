import { lightFormat } from 'date-fns/lightFormat';
import { NEW_YORK } from '../../src/domain/calendar/zones.ts';
import { UNKNOWN_TEXT } from '../../src/domain/columns/index.ts';
import type { OrderStatus } from '../../src/domain/orders/enumerations.ts';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import type { GridColumn } from '../../src/ui/index.ts';
import { legsText, tradedName, type Traded } from './leg-texts.ts';
import { profitDirection, statusTone } from './order-view.ts';
import { SYMBOL_WIDTH_PX } from './state.ts';
import styles from './TradeManager.module.css';

const timeText = (ms: number | null) =>
  ms !== null && ms > 0 ? lightFormat(NEW_YORK(ms), 'MM/dd HH:mm:ss') : UNKNOWN_TEXT;

/** What identifies a column and how its cells are styled. */
export interface ColumnFacts<Row> {
  readonly id: string;
  readonly header: string;
  readonly title?: string;
  className?(row: Row): string;
}

export const sideClass = (side: string): string =>
  side === 'Buy' || side === 'Long'
    ? 'grid-buy'
    : side === 'Sell' || side === 'Short'
      ? 'grid-sell'
      : 'grid-muted';
export const toneClass = (status: OrderStatus): string => styles[statusTone(status)] ?? '';
export const priceOrNone = (dollars: number | undefined): number | null =>
  dollars !== undefined && dollars > 0 ? dollars : null;

export function text<Row>(facts: ColumnFacts<Row>, value: (row: Row) => string): GridColumn<Row> {
  return { ...facts, align: 'left', text: value };
}

/** `symbolColumn` of orders and reports: a multi-leg order by the name of its combination, its legs in the tooltip. */
export function tradedColumn<Row extends Traded>(): GridColumn<Row> {
  const plain = symbolColumn<Row>((row) => row.Symbol);
  return {
    ...plain,
    text: tradedName,
    value: (row) => (row.Legs === undefined ? row.Symbol : tradedName(row)),
    tooltip: (row) => legsText(row) || (plain.tooltip?.(row) ?? ''),
  };
}

/** The symbol as a link; an option by its name, with its symbol in the tooltip. */
export function symbolColumn<Row>(symbolOf: (row: Row) => string): GridColumn<Row> {
  return {
    ...text<Row>(
      { id: 'Symbol', header: 'Symbol', className: () => `grid-link ${styles.symbol ?? ''}` },
      (row) => displaySymbol(symbolOf(row)),
    ),
    width: SYMBOL_WIDTH_PX,
    value: symbolOf,
    tooltip: (row) => {
      const symbol = symbolOf(row);
      const name = displaySymbol(symbol);
      return name === symbol ? '' : `${name} (${symbol})`;
    },
  };
}

export function number<Row>(
  facts: ColumnFacts<Row>,
  format: (value: number) => string,
  value: (row: Row) => number | null,
): GridColumn<Row> {
  return {
    ...facts,
    align: 'right',
    value,
    text: (row) => {
      const known = value(row);
      return known === null ? UNKNOWN_TEXT : format(known);
    },
  };
}

const PROFIT_CLASSES = { up: 'grid-up', down: 'grid-down', flat: 'grid-muted' } as const;

/** An amount whose sign has a colour, and which flashes as it moves. */
export function profit<Row>(
  facts: ColumnFacts<Row>,
  format: (value: number) => string,
  value: (row: Row) => number | null,
): GridColumn<Row> {
  return {
    ...number(facts, format, value),
    className: (row) => {
      const known = value(row);
      return PROFIT_CLASSES[known === null ? 'flat' : profitDirection(known)];
    },
    flash: (row) => value(row) ?? 0,
  };
}

export function time<Row>(facts: ColumnFacts<Row>, value: (row: Row) => number | null): GridColumn<Row> {
  return { ...facts, align: 'right', value, isSortKey: true, text: (row) => timeText(value(row)) };
}

const FEES = [
  ['ClearingCharge', 'Clearing', 'Clearing charge'],
  ['ExecutionCharge', 'Execution', 'Execution charge'],
  ['LiquidityFee', 'Liquidity fee', 'Fee for taking liquidity; negative when it is a rebate for adding it'],
  ['SecFee', 'SEC fee', 'SEC fee on sales'],
  ['NsccFee', 'NSCC fee', 'NSCC fee'],
  ['FinraFee', 'FINRA fee', 'FINRA trading activity fee on sales'],
  ['OtherFee', 'Other fees', 'Other fees'],
] as const;
type FeeParts = Readonly<Record<(typeof FEES)[number][0], number>>;

/** A column for each kind of fee. */
export function feeColumns<Row extends { readonly FeeParts?: FeeParts | undefined }>(
  format: (value: number) => string,
): readonly GridColumn<Row>[] {
  return FEES.map(([id, header, title]) =>
    number<Row>({ id, header, title }, format, (row) => row.FeeParts?.[id] ?? null),
  );
}

/** All fees together; null before there are any. */
export function totalFees({ FeeParts: parts }: { readonly FeeParts?: FeeParts | undefined }): number | null {
  return parts === undefined ? null : FEES.reduce((sum, [id]) => sum + parts[id], 0);
}

/** `Added`, `Removed`: what an execution did to the liquidity of its market. */
export const liquidityText = (liquidity: 'A' | 'R' | undefined): string =>
  liquidity === 'A' ? 'Add' : liquidity === 'R' ? 'Remove' : UNKNOWN_TEXT;

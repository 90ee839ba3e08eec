import {
  formatMoney,
  formatPrice,
  formatQuantity,
  formatSignedMoney,
} from '../../src/domain/columns/index.ts';
import type { GridColumn } from '../../src/ui/index.ts';
import { number, profit, sideClass, symbolColumn, text } from './column-parts.ts';
import { SYMBOL_WIDTH_PX } from './state.ts';
import { dollarsOf, type StatedPosition } from './stated-view.ts';

const sideOf = ({ quantity }: StatedPosition): string => (quantity > 0 ? 'Long' : 'Short');

/** Columns of positions as a broker states them. */
export const statedColumns: readonly GridColumn<StatedPosition>[] = [
  symbolColumn((row) => row.symbol),
  text({ id: 'Side', header: 'Side', className: (row) => sideClass(sideOf(row)) }, sideOf),
  number(
    { id: 'Quantity', header: 'Qty', title: 'Shares or contracts held; negative when short' },
    formatQuantity,
    (row) => row.quantity,
  ),
  number(
    { id: 'AveragePrice', header: 'Avg price', title: 'Average entry price of a share' },
    formatPrice,
    (row) => dollarsOf(row.averageE4),
  ),
  number(
    { id: 'Last', header: 'Price', title: 'Price that the broker values a share at' },
    formatPrice,
    (row) => dollarsOf(row.priceE4),
  ),
  number(
    { id: 'Cost', header: 'Cost', title: 'Cost of the position; negative when short' },
    formatMoney,
    (row) => dollarsOf(row.costE4),
  ),
  number(
    { id: 'Value', header: 'Value', title: 'Market value of the position; negative when short' },
    formatMoney,
    (row) => dollarsOf(row.valueE4),
  ),
  profit({ id: 'OpenPl', header: 'Open P&L', title: 'Profit against the cost' }, formatSignedMoney, (row) =>
    dollarsOf(row.openPlE4),
  ),
  profit(
    { id: 'TodayPl', header: "Today's P&L", title: 'Open profit since the last close' },
    formatSignedMoney,
    (row) => dollarsOf(row.todayPlE4),
  ),
];

const WIDTHS_PX: Readonly<Record<string, number>> = {
  Symbol: SYMBOL_WIDTH_PX,
  Side: 52,
  Quantity: 96,
};
const AMOUNT_WIDTH_PX = 92;

/** The columns in their order, each with its width. */
export const STATED_LAYOUT = statedColumns.map(({ id }) => ({
  Id: id,
  Width: WIDTHS_PX[id] ?? AMOUNT_WIDTH_PX,
}));

import { fromE4 } from '../../src/domain/money/price.ts';
import { ORDER_TYPES } from '../../src/domain/orders/order-types.ts';
import { formatInteger, formatTime, UNKNOWN_TEXT } from '../../src/plugin-api/index.ts';
import type { GridColumn } from '../../src/ui/index.ts';
import type { QualityRow } from './quality-rows.ts';
import {
  basisPointsText,
  costText,
  moneyText,
  permilleText,
  priceText,
  shareCostText,
  waitText,
} from './quality-texts.ts';

interface Figure {
  readonly id: string;
  readonly header: string;
  readonly title: string;
  readonly valueOf: (row: QualityRow) => number | undefined;
  readonly text: (value: number | undefined) => string;
  /** The number in files; the value itself without it. */
  readonly toFile?: (value: number) => number;
  /** A positive value is worse than none. */
  readonly isCost?: boolean;
}

/** A column of numbers: `—` where the figure does not exist. */
const figure = ({
  id,
  header,
  title,
  valueOf,
  text,
  toFile,
  isCost = false,
}: Figure): GridColumn<QualityRow> => ({
  id,
  header,
  title,
  align: 'right',
  text: (row) => text(valueOf(row)),
  value(row) {
    const value = valueOf(row);
    return value === undefined ? null : (toFile?.(value) ?? value);
  },
  ...(isCost && { className: (row) => costClass(valueOf(row)) }),
});

const costClass = (value: number | undefined): string =>
  value === undefined || value === 0 ? '' : value > 0 ? 'grid-down' : 'grid-up';

const count = (value: number | undefined): string =>
  value === undefined ? UNKNOWN_TEXT : formatInteger(value);
const label = (
  id: string,
  header: string,
  title: string,
  text: (row: QualityRow) => string,
): GridColumn<QualityRow> => ({ id, header, title, align: 'left', text });

const ofOrder = (text: (order: NonNullable<QualityRow['order']>) => string) => (row: QualityRow) =>
  row.order === null ? UNKNOWN_TEXT : text(row.order);

/** The columns that the report can show. */
export const qualityColumns: readonly GridColumn<QualityRow>[] = [
  { ...label('Name', 'Name', 'Symbol, or what the orders have in common', ({ name }) => name), isWide: true },
  {
    ...label('Time', 'Time', 'Arrival of the order, or time of the fill', ({ timeMs }) =>
      timeMs === null ? UNKNOWN_TEXT : formatTime(timeMs, 'HH:mm:ss.SSS'),
    ),
    value: ({ timeMs }) => timeMs,
    isSortKey: true,
  },
  label(
    'OrderId',
    'Order',
    'OrderId',
    ofOrder(({ orderId }) => orderId),
  ),
  {
    ...label(
      'Side',
      'Side',
      'Buy, sell or short',
      ofOrder(({ side }) => side),
    ),
    className: ({ order }) => (order === null ? '' : order.side === 'Buy' ? 'grid-buy' : 'grid-sell'),
  },
  label(
    'Type',
    'Type',
    'Order type',
    ofOrder(({ type }) => ORDER_TYPES[type].label),
  ),
  label(
    'Route',
    'Route',
    'Destination and route',
    ofOrder(({ destination, route }) => `${destination} ${route}`),
  ),
  label(
    'Account',
    'Account',
    'Account',
    ofOrder(({ account }) => account),
  ),
  figure({
    id: 'Orders',
    header: 'Orders',
    title: 'Number of orders',
    valueOf: ({ totals }) => totals.orders,
    text: count,
  }),
  figure({
    id: 'Ordered',
    header: 'Ordered',
    title: 'Ordered shares; of options the shares that the contracts stand for',
    valueOf: ({ totals }) => totals.orderedShares,
    text: count,
  }),
  figure({
    id: 'Filled',
    header: 'Filled',
    title: 'Filled shares',
    valueOf: ({ totals }) => totals.filledShares,
    text: count,
  }),
  figure({
    id: 'FillRate',
    header: 'Fill %',
    title: 'Filled shares of the ordered ones',
    valueOf: ({ averages }) => averages.fillRatePermille,
    text: permilleText,
    toFile: (value) => value / 10,
  }),
  figure({
    id: 'Price',
    header: 'Price',
    title: 'Average price per share',
    valueOf: ({ averages }) => averages.priceE4,
    text: priceText,
    toFile: fromE4,
  }),
  figure({
    id: 'Value',
    header: 'Value',
    title: 'Traded value, dollars',
    valueOf: ({ totals }) => totals.valueE4,
    text: moneyText,
    toFile: fromE4,
  }),
  figure({
    id: 'Slippage',
    header: 'Slippage $',
    title: 'Cost against the midpoint at arrival, dollars; positive = worse',
    valueOf: ({ averages }) => averages.slippageE4,
    text: costText,
    toFile: fromE4,
    isCost: true,
  }),
  figure({
    id: 'SlippageShare',
    header: 'Slip/share',
    title: 'Cost against the midpoint at arrival per share',
    valueOf: ({ averages }) => averages.slippagePerShareE4,
    text: shareCostText,
    toFile: fromE4,
    isCost: true,
  }),
  figure({
    id: 'SlippageBps',
    header: 'Slip bps',
    title: 'Cost against the midpoint at arrival, basis points of the value',
    valueOf: ({ averages }) => averages.slippageCentibasis,
    text: basisPointsText,
    toFile: (value) => value / 100,
    isCost: true,
  }),
  figure({
    id: 'AtFill',
    header: 'At fill',
    title: 'Cost against the midpoint at each fill, per share',
    valueOf: ({ averages }) => averages.fillSlippagePerShareE4,
    text: shareCostText,
    toFile: fromE4,
    isCost: true,
  }),
  figure({
    id: 'Effective',
    header: 'Effective',
    title: 'Effective spread per share: double the difference to the midpoint at arrival',
    valueOf: ({ averages }) => averages.effectiveSpreadE4,
    text: shareCostText,
    toFile: fromE4,
    isCost: true,
  }),
  figure({
    id: 'Realised',
    header: 'Realised',
    title: 'Realised spread per share: double the difference to the midpoint five minutes after the fill',
    valueOf: ({ averages }) => averages.realisedSpreadE4,
    text: shareCostText,
    toFile: fromE4,
    isCost: true,
  }),
  figure({
    id: 'Improvement',
    header: 'Improved $',
    title: 'Price improvement of marketable orders against the quote at arrival, less disimprovement',
    valueOf: ({ averages }) => averages.improvementE4,
    text: costText,
    toFile: fromE4,
  }),
  figure({
    id: 'Fees',
    header: 'Fees',
    title: 'Fees, dollars; negative = rebates',
    valueOf: ({ totals }) => totals.feesE4,
    text: moneyText,
    toFile: fromE4,
  }),
  figure({
    id: 'FirstFill',
    header: 'First fill',
    title: 'Time from arrival to the first fill, average',
    valueOf: ({ averages }) => averages.firstFillMs,
    text: waitText,
  }),
  figure({
    id: 'FullFill',
    header: 'Full fill',
    title: 'Time from arrival to the last fill of completely filled orders, average',
    valueOf: ({ averages }) => averages.fullFillMs,
    text: waitText,
  }),
  figure({
    id: 'Added',
    header: 'Added %',
    title: 'Filled shares that added liquidity; the others removed it',
    valueOf: ({ averages }) => averages.addedPermille,
    text: permilleText,
    toFile: (value) => value / 10,
  }),
];

import { formatInteger, formatPrice, formatValue, UNKNOWN_TEXT } from '../../src/domain/columns/index.ts';
import { ORDER_STATUSES } from '../../src/domain/orders/order-statuses.ts';
import { TIFS } from '../../src/domain/orders/times-in-force.ts';
import { ORDER_QUALIFIER_LABELS } from '../../src/domain/orders/labels.ts';
import { ORDER_TYPES } from '../../src/domain/orders/order-types.ts';
import type { GridColumn } from '../../src/ui/index.ts';
import {
  feeColumns,
  liquidityText,
  number,
  priceOrNone,
  sideClass,
  tradedColumn,
  text,
  time,
  toneClass,
  totalFees,
} from './column-parts.ts';
import type { WireOrderGroup } from '../../src/plugin-api/index.ts';
import { groupRoleText, groupStateText } from './group-labels.ts';
import { limitOf, priceText } from './order-view.ts';
import { restText, tifText, trailText } from './order-labels.ts';
import type { OrderRow } from './rows.ts';
import styles from './TradeManager.module.css';

const money = (dollars: number) => formatValue('price', dollars);

/** `Trail 1.00`, `Trail 2.00%`, `Mid 0.02`: what moves the price of the order. */
function offsetText(order: OrderRow): string {
  const { Type, StopType, OffsetValue, PegType } = order;
  if (ORDER_TYPES[Type].isPegged)
    return `${PegType === 'Midpoint' ? 'Midpoint' : 'Primary'}${OffsetValue ? ` ${formatPrice(OffsetValue)}` : ''}`;
  return StopType !== 'Trailing' || OffsetValue === undefined ? UNKNOWN_TEXT : `Trail ${trailText(order)}`;
}

/** A multi-leg order may have been filled at 0 or on the other side of it. */
const averagePriceOf = ({ Legs, Fill, AveragePrice }: OrderRow): number | null =>
  Legs && Fill > 0 ? AveragePrice : priceOrNone(AveragePrice);

/**
 * Columns of open orders: the whole order, its executions and its fees.
 * @param lastOf last price of a symbol, dollars; null = unknown
 * @param isStale whether that price is out of date
 * @param groupOf the order group of an order; undefined = it is in none
 */
export function openOrderColumns(
  lastOf: (symbol: string) => number | null,
  isStale: (symbol: string) => boolean = () => false,
  groupOf: (row: OrderRow) => WireOrderGroup | undefined = () => undefined,
): readonly GridColumn<OrderRow>[] {
  return [
    ...ORDER_COLUMNS,
    groupColumn(groupOf),
    lastColumn(lastOf, isStale),
    ...TERM_COLUMNS,
    ...EXECUTION_COLUMNS,
    ...IDENTITY_COLUMNS,
  ];
}

const groupColumn = (groupOf: (row: OrderRow) => WireOrderGroup | undefined): GridColumn<OrderRow> => {
  const textOf = (row: OrderRow, write: (group: WireOrderGroup) => string): string => {
    const group = groupOf(row);
    return group === undefined ? '' : write(group);
  };
  return {
    ...text<OrderRow>(
      { id: 'Group', header: 'Group', title: 'Order group, and the role of the order in it' },
      (row) => textOf(row, (group) => groupRoleText(group, row.OrderId)),
    ),
    tooltip: (row) => textOf(row, groupStateText),
  };
};

const lastColumn = (
  lastOf: (symbol: string) => number | null,
  isStale: (symbol: string) => boolean,
): GridColumn<OrderRow> => ({
  ...number<OrderRow>(
    { id: 'Last', header: 'Last', className: (row) => (isStale(row.Symbol) ? (styles.stale ?? '') : '') },
    formatPrice,
    (row) => (row.Legs ? null : lastOf(row.Symbol)),
  ),
  flash: (row) => (row.Legs ? 0 : (lastOf(row.Symbol) ?? 0)),
});

/** What the order trades, its prices and how much is filled. */
const ORDER_COLUMNS: readonly GridColumn<OrderRow>[] = [
  time({ id: 'Time', header: 'Time' }, (row) => row.Timestamp),
  text(
    { id: 'Status', header: 'Status', className: (row) => toneClass(row.Status) },
    (row) => ORDER_STATUSES[row.Status].label,
  ),
  tradedColumn(),
  text({ id: 'Side', header: 'Side', className: (row) => sideClass(row.Side) }, (row) => row.Side),
  {
    ...text<OrderRow>({ id: 'Type', header: 'Type' }, (row) => ORDER_TYPES[row.Type].label),
    tooltip: restText,
  },
  number({ id: 'Quantity', header: 'Qty' }, formatInteger, (row) => row.Quantity),
  {
    ...number<OrderRow>({ id: 'Price', header: 'Price' }, formatPrice, (row) =>
      limitOf(row.Type, row.Price, row.Legs),
    ),
    text: (row) => priceText(row.Type, row.Price, row.Legs),
    tooltip: restText,
  },
  number(
    { id: 'StopPrice', header: 'Stop', title: 'Stop price; of a trailing stop the present one' },
    formatPrice,
    (row) => priceOrNone(row.StopPrice),
  ),
  text(
    {
      id: 'Offset',
      header: 'Trail / peg',
      title: 'Trail amount of a trailing stop, or what a pegged order follows',
    },
    offsetText,
  ),
  number({ id: 'Fill', header: 'Filled' }, formatInteger, (row) => row.Fill),
  number({ id: 'Unfill', header: 'Open' }, formatInteger, (row) => row.Unfill),
  number({ id: 'AveragePrice', header: 'Avg price' }, formatPrice, averagePriceOf),
];

const TERM_COLUMNS: readonly GridColumn<OrderRow>[] = [
  {
    ...text<OrderRow>({ id: 'Tif', header: 'TIF', title: 'Time in force' }, (row) => TIFS[row.TifType].label),
    tooltip: tifText,
  },
  time(
    { id: 'TifPeriod', header: 'Good till', title: 'End of a good-till-date order' },
    (row) => row.TifPeriod ?? null,
  ),
  number(
    { id: 'MinQuantity', header: 'At least', title: 'Smallest quantity that may fill at once' },
    formatInteger,
    (row) => row.MinQuantity ?? null,
  ),
  number(
    { id: 'Display', header: 'Display', title: 'Quantity shown to the market' },
    formatInteger,
    (row) => row.IsldDisplay ?? null,
  ),
  text(
    {
      id: 'Qualifier',
      header: 'Qualifier',
      title: 'Opening or closing auction, or a partly displayed order',
    },
    (row) => ORDER_QUALIFIER_LABELS[row.Qualifier],
  ),
  text(
    {
      id: 'ExecInst',
      header: 'Exec inst',
      title: 'Execution instructions: R primary peg, M midpoint peg, G all or none',
    },
    (row) => row.ExecInst,
  ),
  text({ id: 'Currency', header: 'Currency' }, (row) => row.Currency),
  text({ id: 'Source', header: 'Source', title: 'Open, Close or Cover' }, (row) => row.Source),
];

const EXECUTION_COLUMNS: readonly GridColumn<OrderRow>[] = [
  text({ id: 'Destination', header: 'Destination' }, (row) => row.Destination),
  text({ id: 'Route', header: 'Route' }, (row) => row.Route),
  text({ id: 'ExecutedRoute', header: 'Executed at' }, (row) => row.ExecutedRoute ?? UNKNOWN_TEXT),
  text(
    {
      id: 'ExecutedLiquidity',
      header: 'Liquidity',
      title: 'Whether the last execution added or removed liquidity',
    },
    (row) => liquidityText(row.ExecutedLiquidity),
  ),
  number({ id: 'Fees', header: 'Fees', title: 'All fees so far' }, money, (row) => totalFees(row)),
  ...feeColumns<OrderRow>(money),
];

const IDENTITY_COLUMNS: readonly GridColumn<OrderRow>[] = [
  text({ id: 'Account', header: 'Account' }, (row) => row.Account),
  text({ id: 'UserId', header: 'User' }, (row) => row.UserId),
  text({ id: 'OrderId', header: 'Order id' }, (row) => row.OrderId),
  text({ id: 'ClientId', header: 'Client id' }, (row) => row.ClientId),
  text(
    { id: 'OriginalClientId', header: 'Replaces', title: 'Client id of the order that this one replaced' },
    (row) => row.OriginalClientId ?? '',
  ),
  text({ id: 'Description', header: 'Description' }, (row) => row.Description),
  number(
    { id: 'ErrorCode', header: 'Code', title: 'Order error code of the description' },
    String,
    (row) => row.ErrorCode ?? null,
  ),
];

import { formatInteger, formatMoney, formatPrice, formatSignedMoney, formatSignedPercent, formatValue, UNKNOWN_TEXT } from '../../src/domain/columns/index.ts';
import type { OrderStatus } from '../../src/domain/orders/enumerations.ts';
import { ORDER_STATUS_LABELS, ORDER_TYPE_LABELS, TIME_IN_FORCE_LABELS } from '../../src/domain/orders/labels.ts';
import type { GridColumn } from '../../src/ui/index.ts';
import { profitDirection, reportMessage, reportStatus, statusTone } from './order-view.ts';
import { availableShares, averagePriceOf, netShares, openMtmPlOf, openPlOf, openPlPercentOf, sideOf, todayPlOf, valueOf } from './position-view.ts';
import type { OrderRow, PositionRow, ReportRow } from './rows.ts';
import styles from './TradeManager.module.css';

const dateTime = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
const timeText = (ms: number) => (ms > 0 ? dateTime.format(ms).replace(',', '') : UNKNOWN_TEXT);

interface Words<Row> { readonly id: string; readonly header: string; readonly title?: string; className?(row: Row): string }
const sideClass = (side: string) => (side === 'Buy' || side === 'Long' ? 'grid-buy' : side === 'Sell' || side === 'Short' ? 'grid-sell' : 'grid-muted');
const toneClass = (status: OrderStatus) => styles[statusTone(status)] ?? '';

function text<Row>(words: Words<Row>, value: (row: Row) => string): GridColumn<Row> {
  return { ...words, align: 'left', text: value };
}
function number<Row>(words: Words<Row>, format: (value: number) => string, value: (row: Row) => number | null): GridColumn<Row> {
  return { ...words, align: 'right', value, text: (row) => { const known = value(row); return known === null ? UNKNOWN_TEXT : format(known); } };
}
const PROFIT_CLASSES = { up: 'grid-up', down: 'grid-down', flat: 'grid-muted' } as const;

/** An amount whose sign has a colour, and which flashes as it moves. */
function profit<Row>(words: Words<Row>, format: (value: number) => string, value: (row: Row) => number | null): GridColumn<Row> {
  return {
    ...number(words, format, value),
    className: (row) => { const known = value(row); return PROFIT_CLASSES[known === null ? 'flat' : profitDirection(known)]; },
    flash: (row) => value(row) ?? 0,
  };
}
const time = <Row>(words: Words<Row>, value: (row: Row) => number): GridColumn<Row> => ({ ...words, align: 'right', value, text: (row) => timeText(value(row)) });
const priceOrNone = (dollars: number) => (dollars > 0 ? dollars : null);
const symbolClass = () => `grid-link ${styles.symbol ?? ''}`;

export const positionColumns: readonly GridColumn<PositionRow>[] = [
  text({ id: 'Symbol', header: 'Symbol', className: symbolClass }, (row) => row.symbol),
  text({ id: 'Side', header: 'Side', className: (row) => sideClass(sideOf(row.position)) }, (row) => sideOf(row.position)),
  number({ id: 'Quantity', header: 'Qty', title: 'Shares held; negative when short' }, formatInteger, (row) => netShares(row.position)),
  number({ id: 'AveragePrice', header: 'Avg price', title: 'Average price by FIFO cost' }, formatPrice, (row) => averagePriceOf(row.position)),
  { ...number<PositionRow>({ id: 'Last', header: 'Last' }, formatPrice, (row) => row.price), flash: (row) => row.price ?? 0 },
  number({ id: 'Cost', header: 'Cost', title: 'FIFO cost of the open shares; negative when short' }, formatMoney, (row) => row.position.FifoCost),
  number({ id: 'MtmCost', header: 'MTM cost', title: 'Cost of the open shares by their marks' }, formatMoney, (row) => row.position.MtmCost),
  number({ id: 'Value', header: 'Value', title: 'Open shares at the last price' }, formatMoney, (row) => valueOf(row.position, row.price)),
  profit({ id: 'OpenPl', header: 'Open P&L', title: 'Profit of the open shares against FIFO cost' }, formatSignedMoney, (row) => openPlOf(row.position, row.price)),
  profit({ id: 'OpenPlP', header: 'Open P&L %' }, formatSignedPercent, (row) => openPlPercentOf(row.position, row.price)),
  profit({ id: 'OpenMtmPl', header: 'Open MTM P&L', title: 'Profit of the open shares since their marks' }, formatSignedMoney, (row) => openMtmPlOf(row.position, row.price)),
  profit({ id: 'ClosedPl', header: 'Closed P&L', title: 'FIFO profit of all closed shares, before fees' }, formatSignedMoney, (row) => row.position.ClosedPL),
  profit({ id: 'TodayPl', header: "Today's P&L", title: 'Closed today after fees, and open since the marks' }, formatSignedMoney, (row) => todayPlOf(row.position, row.price)),
  number({ id: 'Available', header: 'Available', title: 'Shares that no open order has locked' }, formatInteger, (row) => availableShares(row.position)),
  number({ id: 'Locked', header: 'Locked', title: 'Shares in open closing orders' }, formatInteger, (row) => row.position.LockedQty),
  number({ id: 'Traded', header: 'Traded', title: 'Shares bought and sold in all' }, formatInteger, (row) => row.position.TradedShares),
];

/** Columns of open orders; the last price comes from the store. */
export function openOrderColumns(lastOf: (symbol: string) => number | null): readonly GridColumn<OrderRow>[] {
  return [
    time({ id: 'Time', header: 'Time' }, (row) => row.Timestamp),
    text({ id: 'Status', header: 'Status', className: (row) => toneClass(row.Status) }, (row) => ORDER_STATUS_LABELS[row.Status]),
    text({ id: 'Symbol', header: 'Symbol', className: symbolClass }, (row) => row.Symbol),
    text({ id: 'Side', header: 'Side', className: (row) => sideClass(row.Side) }, (row) => row.Side),
    text({ id: 'Type', header: 'Type' }, (row) => ORDER_TYPE_LABELS[row.Type]),
    number({ id: 'Quantity', header: 'Qty' }, formatInteger, (row) => row.Quantity),
    { ...number<OrderRow>({ id: 'Price', header: 'Price' }, formatPrice, (row) => priceOrNone(row.Price)), text: (row) => (row.Price > 0 ? formatPrice(row.Price) : 'MKT') },
    number({ id: 'Fill', header: 'Filled' }, formatInteger, (row) => row.Fill),
    number({ id: 'Unfill', header: 'Open' }, formatInteger, (row) => row.Unfill),
    number({ id: 'AveragePrice', header: 'Avg price' }, formatPrice, (row) => priceOrNone(row.AveragePrice)),
    { ...number<OrderRow>({ id: 'Last', header: 'Last' }, formatPrice, (row) => lastOf(row.Symbol)), flash: (row) => lastOf(row.Symbol) ?? 0 },
    text({ id: 'Tif', header: 'TIF', title: 'Time in force' }, (row) => TIME_IN_FORCE_LABELS[row.TifType]),
    text({ id: 'Destination', header: 'Destination' }, (row) => row.Destination),
    text({ id: 'Route', header: 'Route' }, (row) => row.Route),
    text({ id: 'OrderId', header: 'Order id' }, (row) => row.OrderId),
    text({ id: 'Description', header: 'Description' }, (row) => row.Description),
  ];
}

export const tradeLogColumns: readonly GridColumn<ReportRow>[] = [
  time({ id: 'Time', header: 'Time' }, (row) => row.Timestamp),
  text({ id: 'Status', header: 'Status', className: (row) => toneClass(reportStatus(row.ReportType, row.LeavesQuantity)) }, (row) => ORDER_STATUS_LABELS[reportStatus(row.ReportType, row.LeavesQuantity)]),
  text({ id: 'Symbol', header: 'Symbol', className: symbolClass }, (row) => row.Symbol),
  text({ id: 'Side', header: 'Side', className: (row) => sideClass(row.Side) }, (row) => row.Side),
  text({ id: 'Type', header: 'Type' }, (row) => ORDER_TYPE_LABELS[row.OrderType]),
  number({ id: 'Quantity', header: 'Qty' }, formatInteger, (row) => row.Quantity),
  { ...number<ReportRow>({ id: 'Price', header: 'Price' }, formatPrice, (row) => priceOrNone(row.Price)), text: (row) => (row.Price > 0 ? formatPrice(row.Price) : 'MKT') },
  number({ id: 'FillQuantity', header: 'Fill qty' }, formatInteger, (row) => (row.LastFillQuantity > 0 ? row.LastFillQuantity : null)),
  number({ id: 'FillPrice', header: 'Fill price' }, formatPrice, (row) => priceOrNone(row.LastFillPrice)),
  number({ id: 'Leaves', header: 'Leaves', title: 'Shares still open after this' }, formatInteger, (row) => row.LeavesQuantity),
  number({ id: 'Fees', header: 'Fees' }, (fees) => formatValue('price', fees), (row) => (row.ReportType === 'OrderExecuted' ? row.Fees : null)),
  { ...text<ReportRow>({ id: 'Message', header: 'Message' }, (row) => reportMessage(row)), width: 240, isWide: true },
  text({ id: 'Route', header: 'Route' }, (row) => row.ExecutedRoute),
  text({ id: 'OrderId', header: 'Order id' }, (row) => row.OrderId),
  text({ id: 'ExecutionId', header: 'Execution id' }, (row) => row.ExecutionId),
];

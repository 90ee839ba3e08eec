import { formatInteger, formatPrice, formatValue, UNKNOWN_TEXT } from '../../src/domain/columns/index.ts';
import type { OrderStatus } from '../../src/domain/orders/enumerations.ts';
import { ORDER_STATUSES } from '../../src/domain/orders/order-statuses.ts';
import { TIFS } from '../../src/domain/orders/times-in-force.ts';
import { ORDER_TYPES } from '../../src/domain/orders/order-types.ts';
import type { GridColumn } from '../../src/ui/index.ts';
import {
  feeColumns,
  liquidityText,
  number,
  priceOrNone,
  sideClass,
  symbolColumn,
  text,
  time,
  toneClass,
  tradedColumn,
} from './column-parts.ts';
import { isOfExecution, priceText, reportMessage } from './order-view.ts';
import { legFillsText } from './leg-texts.ts';
import {
  ACTION_LABELS,
  ACTION_STATUS,
  isAction,
  isReconciled,
  isSettlement,
  settlementLabel,
  settlementStatus,
  settlementText,
  type LogRow,
} from './log-rows.ts';
import type { ActionRow, ReconciledRow, ReportRow, SettlementRow } from './rows.ts';

const money = (dollars: number) => formatValue('price', dollars);

/** Columns of the trade log; `statusOf` returns the status of the order after a report. */
export function tradeLogColumns(statusOf: (row: ReportRow) => OrderStatus): readonly GridColumn<LogRow>[] {
  return reportColumns(statusOf).map((column) =>
    ofAll(column, {
      settlements: SETTLEMENT_COLUMNS.get(column.id),
      actions: ACTION_COLUMNS.get(column.id),
      reconciled: RECONCILED_COLUMNS.get(column.id),
    }),
  );
}

/** What a settlement shows in the columns of reports; in all others there is nothing to show. */
const SETTLEMENT_COLUMNS: ReadonlyMap<string, GridColumn<SettlementRow>> = new Map(
  [
    time<SettlementRow>({ id: 'Time', header: '' }, (row) => row.Timestamp),
    text<SettlementRow>(
      { id: 'Status', header: '', className: (row) => toneClass(settlementStatus(row)) },
      settlementLabel,
    ),
    symbolColumn<SettlementRow>((row) => row.Symbol),
    // The side of the position that came to its end.
    text<SettlementRow>({ id: 'Side', header: '', className: (row) => sideClass(sideOf(row)) }, sideOf),
    text<SettlementRow>({ id: 'Type', header: '' }, () => 'Settlement'),
    number<SettlementRow>({ id: 'Quantity', header: '' }, formatInteger, (row) => Math.abs(row.Contracts)),
    number<SettlementRow>({ id: 'Price', header: '' }, formatPrice, (row) => row.Strike),
    text<SettlementRow>({ id: 'Message', header: '' }, settlementText),
    number<SettlementRow>({ id: 'Serial', header: '' }, String, (row) => row.Serial),
  ].map((column) => [column.id, column]),
);

/** What a corporate action shows. */
const ACTION_COLUMNS: ReadonlyMap<string, GridColumn<ActionRow>> = new Map(
  [
    time<ActionRow>({ id: 'Time', header: '' }, (row) => row.Timestamp),
    text<ActionRow>(
      { id: 'Status', header: '', className: () => toneClass(ACTION_STATUS) },
      (row) => ACTION_LABELS[row.ActionType],
    ),
    symbolColumn<ActionRow>((row) => row.Symbol),
    text<ActionRow>({ id: 'Type', header: '' }, () => 'Corporate action'),
    text<ActionRow>({ id: 'Message', header: '' }, (row) => row.Message),
    number<ActionRow>({ id: 'Serial', header: '' }, String, (row) => row.Serial),
  ].map((column) => [column.id, column]),
);

/** What an accepted figure of an external broker shows. */
const RECONCILED_COLUMNS: ReadonlyMap<string, GridColumn<ReconciledRow>> = new Map(
  [
    time<ReconciledRow>({ id: 'Time', header: '' }, (row) => row.Timestamp),
    text<ReconciledRow>(
      { id: 'Status', header: '', className: () => toneClass(ACTION_STATUS) },
      () => 'Reconciled',
    ),
    symbolColumn<ReconciledRow>((row) => row.Symbol),
    text<ReconciledRow>({ id: 'Type', header: '' }, (row) => row.ReconciledType),
    text<ReconciledRow>({ id: 'Message', header: '' }, (row) => row.Message),
    number<ReconciledRow>({ id: 'Serial', header: '' }, String, (row) => row.Serial),
  ].map((column) => [column.id, column]),
);

function sideOf({ Contracts }: SettlementRow): string {
  return Contracts < 0 ? 'Long' : 'Short';
}

/** The columns of lines that are no reports. */
interface OtherColumns {
  readonly settlements: GridColumn<SettlementRow> | undefined;
  readonly actions: GridColumn<ActionRow> | undefined;
  readonly reconciled: GridColumn<ReconciledRow> | undefined;
}

/** A column of reports that has cells for all other lines, too. */
function ofAll(
  reports: GridColumn<ReportRow>,
  { settlements, actions, reconciled }: OtherColumns,
): GridColumn<LogRow> {
  /** What the column of the row's kind gives for it. */
  const read = <Value>(
    row: LogRow,
    cell: <Row>(column: GridColumn<Row> | undefined, row: Row) => Value | undefined,
  ): Value | undefined => {
    if (isAction(row)) return cell(actions, row);
    if (isReconciled(row)) return cell(reconciled, row);
    return isSettlement(row) ? cell(settlements, row) : cell(reports, row);
  };
  const { id, header, title, align, width, isWide, isSortKey, value } = reports;
  return {
    id,
    header,
    ...(title === undefined ? {} : { title }),
    ...(align === undefined ? {} : { align }),
    ...(width === undefined ? {} : { width }),
    ...(isWide === undefined ? {} : { isWide }),
    ...(isSortKey === undefined ? {} : { isSortKey }),
    text: (row) => read(row, (column, item) => column?.text(item)) ?? UNKNOWN_TEXT,
    className: (row) => read(row, (column, item) => column?.className?.(item)) ?? '',
    // Without a tooltip of its own a column shows the text that is cut off.
    ...(reports.tooltip === undefined
      ? {}
      : {
          tooltip: (row: LogRow) => read(row, (column, item) => column?.tooltip?.(item)) ?? '',
        }),
    ...(value === undefined
      ? {}
      : { value: (row: LogRow) => read(row, (column, item) => column?.value?.(item)) ?? null }),
  };
}

function reportColumns(statusOf: (row: ReportRow) => OrderStatus): readonly GridColumn<ReportRow>[] {
  return [
    time({ id: 'Time', header: 'Time' }, (row) => row.Timestamp),
    text(
      { id: 'Status', header: 'Status', className: (row) => toneClass(statusOf(row)) },
      (row) => ORDER_STATUSES[statusOf(row)].label,
    ),
    tradedColumn(),
    text({ id: 'Side', header: 'Side', className: (row) => sideClass(row.Side) }, (row) => row.Side),
    text({ id: 'Type', header: 'Type' }, (row) => ORDER_TYPES[row.OrderType].label),
    number({ id: 'Quantity', header: 'Qty' }, formatInteger, (row) => row.Quantity),
    {
      ...number<ReportRow>({ id: 'Price', header: 'Price' }, formatPrice, (row) => priceOrNone(row.Price)),
      text: (row) => priceText(row.OrderType, row.Price, row.Legs),
    },
    number({ id: 'StopPrice', header: 'Stop', title: 'Stop price after this' }, formatPrice, (row) =>
      priceOrNone(row.StopPrice),
    ),
    number({ id: 'FillQuantity', header: 'Fill qty' }, formatInteger, (row) =>
      row.LastFillQuantity > 0 ? row.LastFillQuantity : null,
    ),
    {
      ...number<ReportRow>({ id: 'FillPrice', header: 'Fill price' }, formatPrice, (row) =>
        row.LegFills ? row.LastFillPrice : priceOrNone(row.LastFillPrice),
      ),
      tooltip: legFillsText,
    },
    number(
      { id: 'Leaves', header: 'Leaves', title: 'Shares still open after this' },
      formatInteger,
      (row) => row.LeavesQuantity,
    ),
    number(
      {
        id: 'Fees',
        header: 'Fees',
        title: 'Fees of an execution; of a busted or corrected one, the difference',
      },
      money,
      (row) => (isOfExecution(row) ? row.Fees : null),
    ),
    ...feeColumns<ReportRow>(money),
    { ...text<ReportRow>({ id: 'Message', header: 'Message' }, reportMessage), width: 240, isWide: true },
    {
      ...number<ReportRow>(
        { id: 'ErrorCode', header: 'Code', title: 'Order error code; 0 = none' },
        String,
        (row) => row.ErrorCode,
      ),
    },
    text({ id: 'Tif', header: 'TIF', title: 'Time in force' }, (row) => TIFS[row.TimeInForce].label),
    text({ id: 'Source', header: 'Source' }, (row) => row.Source),
    text({ id: 'Destination', header: 'Destination' }, (row) => row.Destination),
    text({ id: 'Route', header: 'Route' }, (row) => row.ExecutedRoute),
    text(
      { id: 'Liquidity', header: 'Liquidity', title: 'Whether the execution added or removed liquidity' },
      (row) => liquidityText(row.Liquidity),
    ),
    text({ id: 'OrderId', header: 'Order id' }, (row) => row.OrderId),
    text({ id: 'ClientId', header: 'Client id' }, (row) => row.ClientId),
    text({ id: 'OriginalClientId', header: 'Replaces' }, (row) => row.OriginalClientId ?? ''),
    text({ id: 'ExecutionId', header: 'Execution id' }, (row) => row.ExecutionId),
    number(
      { id: 'Serial', header: 'Serial', title: 'Number of the report in the journal' },
      String,
      (row) => row.Serial,
    ),
    text({ id: 'UserId', header: 'User' }, (row) => row.UserId),
  ];
}

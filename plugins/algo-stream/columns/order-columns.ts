import {
  formatInteger,
  formatMoney,
  formatPrice,
  formatSignedMoney,
  formatSignedPercent,
  UNKNOWN_TEXT,
} from '../../../src/domain/columns/index.ts';
import { combinationName } from '../../../src/domain/orders/combination-name.ts';
import { ORDER_TYPES } from '../../../src/domain/orders/order-types.ts';
import type { StrategyOrderStatus } from '../../../src/domain/strategy/enumerations.ts';
import { displaySymbol } from '../../../src/domain/symbols/symbol.ts';
import { formatTime, type ColumnChoice } from '../../../src/plugin-api/index.ts';
import type { GridColumn } from '../../../src/ui/index.ts';
import type { StrategyOrder } from '../types.ts';
import { signClass } from './column-parts.tsx';

type OrderColumn = GridColumn<StrategyOrder> & { readonly title: string };
interface ColumnLabels {
  readonly id: string;
  readonly header: string;
  readonly title: string;
}

const STATUS_LABELS: Readonly<Record<StrategyOrderStatus, string>> = {
  Sent: 'Sent',
  PartiallyFilled: 'Partly filled',
  Filled: 'Filled',
  Cancelled: 'Cancelled',
  Rejected: 'Rejected',
};
const STATUS_CLASSES: Readonly<Record<StrategyOrderStatus, string>> = {
  Sent: '',
  PartiallyFilled: '',
  Filled: '',
  Cancelled: 'grid-muted',
  Rejected: 'grid-danger',
};
const FEES = [
  'ClearingCharge',
  'ExecutionCharge',
  'LiquidityFee',
  'SecFee',
  'NsccFee',
  'FinraFee',
  'OtherFee',
] as const;

const text = (labels: ColumnLabels, textOf: (order: StrategyOrder) => string): OrderColumn => ({
  ...labels,
  align: 'left',
  text: textOf,
});
/** As wide as a date with seconds. */
const TIME_WIDTH_PX = 160;
const REASON_WIDTH_PX = 196;
const time = (labels: ColumnLabels, valueOf: (order: StrategyOrder) => number | null): OrderColumn => ({
  ...labels,
  width: TIME_WIDTH_PX,
  align: 'right',
  value: valueOf,
  text: (order) => {
    const ms = valueOf(order);
    return ms === null ? UNKNOWN_TEXT : formatTime(ms, 'YYYY-MM-DD HH:mm:ss');
  },
});
function number(
  labels: ColumnLabels,
  format: (value: number) => string,
  valueOf: (order: StrategyOrder) => number | null,
): OrderColumn {
  return {
    ...labels,
    align: 'right',
    value: valueOf,
    text: (order) => {
      const value = valueOf(order);
      return value === null ? UNKNOWN_TEXT : format(value);
    },
  };
}
const signed = (
  labels: ColumnLabels,
  format: (value: number) => string,
  valueOf: (order: StrategyOrder) => number | null,
): OrderColumn => ({ ...number(labels, format, valueOf), className: (order) => signClass(valueOf(order)) });
const percent = (fraction: number) => formatSignedPercent(fraction * 100);
const isFilled = ({ FillTimestamp }: StrategyOrder) => FillTimestamp !== null;
const positive = (value: number) => (value > 0 ? value : null);

/** The symbol, or the underlying of a multi-leg order with the name of the combination and its legs. */
function symbolText({ Symbol: symbol, Legs }: StrategyOrder): string {
  if (Legs === undefined) return displaySymbol(symbol);
  const legs = Legs.map(({ Symbol: leg, Side, Ratio }) => ({ symbol: leg, side: Side, ratio: Ratio }));
  const legTexts = legs.map(
    (leg) => `${leg.side === 'Buy' ? '+' : '−'}${leg.ratio} ${displaySymbol(leg.symbol)}`,
  );
  return `${symbol} ${combinationName(legs)} (${legTexts.join(', ')})`;
}

/** Null for an order without a limit price. A net price may be 0. */
const priceOf = ({ Price, Type, Legs }: StrategyOrder): number | null =>
  Legs !== undefined && ORDER_TYPES[Type].needsLimitPrice ? Price : positive(Price);

/** All fees of an order. */
export const totalFees = (order: StrategyOrder): number => FEES.reduce((sum, id) => sum + order[id], 0);

/** Every column of the grid of an instance's orders. */
export const orderColumns: readonly OrderColumn[] = [
  text({ id: 'Id', header: 'Order id', title: 'Id of the order' }, ({ Id }) => Id),
  {
    ...text(
      { id: 'Status', header: 'Status', title: 'Status of the order' },
      ({ Status }) => STATUS_LABELS[Status],
    ),
    className: ({ Status }) => STATUS_CLASSES[Status],
  },
  {
    ...text(
      { id: 'Reason', header: 'Reason', title: 'Why the order was rejected or cancelled' },
      ({ Reason }) => Reason,
    ),
    width: REASON_WIDTH_PX,
  },
  time(
    { id: 'SentTimestamp', header: 'Sent', title: 'When the order was sent' },
    ({ SentTimestamp }) => SentTimestamp,
  ),
  {
    ...text(
      { id: 'Symbol', header: 'Symbol', title: 'Symbol; of a multi-leg order its name and legs' },
      symbolText,
    ),
    value: ({ Symbol: symbol }) => symbol,
    className: () => 'grid-strong',
  },
  {
    ...text({ id: 'Side', header: 'Side', title: 'Side' }, ({ Side }) => Side),
    className: ({ Side }) => (Side === 'Buy' ? 'grid-buy' : 'grid-sell'),
  },
  text({ id: 'Type', header: 'Type', title: 'Order type' }, ({ Type }) => ORDER_TYPES[Type].label),
  number({ id: 'Quantity', header: 'Qty', title: 'Quantity' }, formatInteger, ({ Quantity }) => Quantity),
  number(
    { id: 'Price', header: 'Price', title: 'Limit price; of a multi-leg order the net price' },
    formatPrice,
    priceOf,
  ),
  number(
    { id: 'StopPrice', header: 'Stop', title: 'Stop price of a stop order' },
    formatPrice,
    ({ StopPrice }) => positive(StopPrice),
  ),
  number(
    { id: 'FillPrice', header: 'Fill price', title: 'Price that it was filled at' },
    formatPrice,
    (order) => (isFilled(order) ? order.FillPrice : null),
  ),
  time(
    { id: 'FillTimestamp', header: 'Filled', title: 'When it was filled' },
    ({ FillTimestamp }) => FillTimestamp,
  ),
  signed(
    {
      id: 'FifoProfitLoss',
      header: 'FIFO P&L',
      title: 'Profit or loss closed by this order, first in, first out',
    },
    formatSignedMoney,
    (order) => (isFilled(order) ? order.FifoProfitLoss : null),
  ),
  signed(
    {
      id: 'CumulativeProfitLoss',
      header: 'Cumulative P&L',
      title: 'Net profit or loss of the run up to this order',
    },
    formatSignedMoney,
    (order) => (isFilled(order) ? order.CumulativeProfitLoss : null),
  ),
  text(
    { id: 'Liquidity', header: 'Liquidity', title: 'Whether the fill added or removed liquidity' },
    ({ Liquidity }) =>
      Liquidity === 'A' ? 'Add' : Liquidity === 'R' ? 'Remove' : Liquidity === '' ? UNKNOWN_TEXT : Liquidity,
  ),
  number({ id: 'Fees', header: 'Fees', title: 'All fees of the order' }, formatMoney, totalFees),
  number(
    { id: 'ClearingCharge', header: 'Clearing', title: 'Clearing charge' },
    formatMoney,
    (order) => order.ClearingCharge,
  ),
  number(
    { id: 'ExecutionCharge', header: 'Execution', title: 'Execution charge' },
    formatMoney,
    (order) => order.ExecutionCharge,
  ),
  number(
    {
      id: 'LiquidityFee',
      header: 'Liquidity fee',
      title: 'Fee for taking liquidity; negative when it is a rebate for adding it',
    },
    formatMoney,
    (order) => order.LiquidityFee,
  ),
  number(
    { id: 'SecFee', header: 'SEC fee', title: 'SEC fee on sales' },
    formatMoney,
    (order) => order.SecFee,
  ),
  number({ id: 'NsccFee', header: 'NSCC fee', title: 'NSCC fee' }, formatMoney, (order) => order.NsccFee),
  number(
    { id: 'FinraFee', header: 'FINRA fee', title: 'FINRA trading activity fee on sales' },
    formatMoney,
    (order) => order.FinraFee,
  ),
  number(
    { id: 'OtherFee', header: 'Other fees', title: 'Other fees' },
    formatMoney,
    (order) => order.OtherFee,
  ),
  signed(
    { id: 'NetProfitLoss', header: 'Net P&L', title: 'Profit or loss of this order after fees' },
    formatSignedMoney,
    (order) => (isFilled(order) ? order.NetProfitLoss : null),
  ),
  number(
    { id: 'GrossAmount', header: 'Gross amount', title: 'Quantity times price' },
    formatMoney,
    ({ GrossAmount }) => GrossAmount,
  ),
  number(
    { id: 'NetAmount', header: 'Net amount', title: 'Quantity times price with the fees' },
    formatMoney,
    ({ NetAmount }) => NetAmount,
  ),
  number(
    { id: 'AverageCapital', header: 'Avg capital', title: 'Average capital up to this order' },
    formatMoney,
    ({ AverageCapital }) => AverageCapital,
  ),
  signed(
    { id: 'Roac', header: 'ROAC', title: 'Return on average capital up to this order' },
    percent,
    ({ Roac }) => Roac,
  ),
  signed(
    { id: 'Roi', header: 'ROI', title: 'Net P&L divided by the amount invested, up to this order' },
    percent,
    ({ Roi }) => Roi,
  ),
  number(
    { id: 'Capital', header: 'Capital', title: 'Largest capital up to this order' },
    formatMoney,
    ({ Capital }) => Capital,
  ),
  signed(
    { id: 'Roc', header: 'ROC', title: 'Return on capital up to this order' },
    percent,
    ({ Roc }) => Roc,
  ),
];

export const orderColumnChoices: readonly ColumnChoice[] = orderColumns.map(({ id, header, title }) => ({
  id,
  label: header,
  help: title,
}));

import { formatInteger, formatSignedMoney, UNKNOWN_TEXT } from '../../../src/domain/columns/index.ts';
import { displaySymbol } from '../../../src/domain/symbols/symbol.ts';
import { formatTime } from '../../../src/plugin-api/index.ts';
import type { GridColumn } from '../../../src/ui/index.ts';
import { signClass } from '../columns/column-parts.tsx';
import type { ReconciledOrder } from '../types.ts';
import { KIND_LABELS, outcomeText, sentOf, termsText } from './reconciliation-labels.ts';

/** An order that differs, with its number among those of the session. */
export interface ReconciledRow {
  readonly id: string;
  readonly order: ReconciledOrder;
}

/** The grid of the orders that differ. */
export const reconciliationColumns: readonly GridColumn<ReconciledRow>[] = [
  {
    id: 'Sent',
    header: 'Sent',
    title: 'When the live run sent the order; the backtest, when only it sent one',
    align: 'right',
    width: 76,
    value: ({ order }) => sentOf(order)?.SentTimestamp ?? null,
    isSortKey: true,
    text: ({ order }) => formatTime(sentOf(order)?.SentTimestamp ?? 0, 'HH:mm:ss'),
  },
  {
    id: 'Symbol',
    header: 'Symbol',
    align: 'left',
    width: 64,
    text: ({ order }) => displaySymbol(sentOf(order)?.Symbol ?? UNKNOWN_TEXT),
  },
  {
    id: 'Side',
    header: 'Side',
    align: 'left',
    width: 56,
    text: ({ order }) => sentOf(order)?.Side ?? UNKNOWN_TEXT,
    className: ({ order }) => (sentOf(order)?.Side === 'Buy' ? 'grid-buy' : 'grid-sell'),
  },
  {
    id: 'Quantity',
    header: 'Qty',
    title: 'Quantity',
    align: 'right',
    width: 64,
    value: ({ order }) => sentOf(order)?.Quantity ?? null,
    text: ({ order }) => formatInteger(sentOf(order)?.Quantity ?? 0),
  },
  {
    id: 'Terms',
    header: 'Order',
    title: 'Order type, stop and limit price',
    align: 'left',
    width: 104,
    text: ({ order }) => {
      const sent = sentOf(order);
      return sent === null ? UNKNOWN_TEXT : termsText(sent);
    },
  },
  {
    id: 'Kind',
    header: 'Difference',
    align: 'left',
    width: 168,
    text: ({ order }) => KIND_LABELS[order.Kind],
    className: ({ order }) =>
      order.Kind === 'RejectedLive' ? 'grid-danger' : order.Kind === 'Follows' ? 'grid-muted' : 'grid-strong',
  },
  { id: 'Live', header: 'Live', align: 'left', width: 152, text: ({ order }) => outcomeText(order.Live) },
  {
    id: 'Backtest',
    header: 'Backtest',
    align: 'left',
    width: 152,
    text: ({ order }) => outcomeText(order.Backtest),
  },
  {
    id: 'Effect',
    header: 'Effect',
    title: 'What the difference of the fill prices earned or cost the live run, dollars',
    align: 'right',
    width: 84,
    value: ({ order }) => order.Effect,
    text: ({ order }) => (order.Effect === null ? UNKNOWN_TEXT : formatSignedMoney(order.Effect)),
    className: ({ order }) => signClass(order.Effect),
  },
  {
    id: 'Cause',
    header: 'Cause',
    align: 'left',
    isWide: true,
    minWidth: 200,
    text: ({ order }) => order.Cause,
    tooltip: ({ order }) => order.Cause,
  },
];

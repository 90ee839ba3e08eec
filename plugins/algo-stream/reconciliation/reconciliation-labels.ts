import {
  formatInteger,
  formatPrice,
  formatSignedMoney,
  UNKNOWN_TEXT,
} from '../../../src/domain/columns/index.ts';
import { ORDER_TYPES } from '../../../src/domain/orders/order-types.ts';
import type { OrderComparisonKind, SessionState } from '../../../src/domain/strategy/reconciliation-types.ts';
import { formatTime } from '../../../src/plugin-api/index.ts';
import type { ReconciledOrder, RunSession } from '../types.ts';

type OrderSide = NonNullable<ReconciledOrder['Live']>;
type Result = NonNullable<RunSession['Result']>;

/** How an order differs, as the grid shows it. */
export const KIND_LABELS: Readonly<Record<OrderComparisonKind, string>> = {
  Same: 'Same',
  FillPrice: 'Fill price',
  FillTime: 'Fill time',
  Terms: 'Price or quantity',
  NotFilledLive: 'Not filled live',
  NotFilledInBacktest: 'Not filled in backtest',
  RejectedLive: 'Rejected live',
  RejectedInBacktest: 'Rejected in backtest',
  OnlyLive: 'Only live',
  OnlyInBacktest: 'Only in backtest',
  Follows: 'Follows earlier difference',
};

const STATE_LABELS: Readonly<Record<SessionState, string>> = {
  Open: 'open',
  Waiting: 'waiting',
  Running: 'running',
  Compared: 'compared',
  Unavailable: 'no data',
  Failed: 'failed',
};

/** `2026-03-02, compared`. A run that was continued may have several parts of one session. */
export function sessionLabel(
  { Date: date, State, From, To }: RunSession,
  all: readonly RunSession[],
): string {
  const isOnly = all.filter((other) => other.Date === date).length === 1;
  const clock = (timeMs: number): string => formatTime(timeMs, 'HH:mm');
  const part = isOnly ? '' : ` ${clock(From)}–${To === null ? '' : clock(To)}`;
  return `${date}${part}, ${STATE_LABELS[State]}`;
}

/** True while the server is going to change a session by itself. */
export const isUnderWay = ({ State }: RunSession): boolean =>
  State === 'Open' || State === 'Waiting' || State === 'Running';

/** What stands in place of a comparison that is not there. */
export function noResultText({ State, Message }: RunSession): {
  readonly title: string;
  readonly text: string;
} {
  switch (State) {
    case 'Open':
      return {
        title: 'Not compared yet',
        text: 'The session has not ended. It is compared by itself at its end; Compare now compares it up to now.',
      };
    case 'Waiting':
      return {
        title: 'Waiting',
        text: 'The backtest waits for the last bar of the run, or for backtests that were started before.',
      };
    case 'Running':
      return { title: 'Running', text: 'The backtest of the session is running.' };
    case 'Unavailable':
      return { title: 'No data to compare with', text: Message };
    case 'Failed':
      return { title: 'The comparison failed', text: Message };
    case 'Compared':
      return { title: 'Not compared', text: Message };
  }
}

/** A figure of a comparison: its name, its text, and whether it is a gain or a loss. */
export interface Figure {
  readonly name: string;
  readonly text: string;
  readonly direction?: 'up' | 'down' | undefined;
}

const money = (name: string, value: number | null): Figure => ({
  name,
  text: value === null ? UNKNOWN_TEXT : formatSignedMoney(value),
  direction: value === null || value === 0 ? undefined : value > 0 ? 'up' : 'down',
});

/** The figures of a comparison. */
export function figuresOf({
  OrderCount,
  SameCount,
  DifferingCount,
  LiveNet,
  BacktestNet,
}: Result): readonly Figure[] {
  const difference = LiveNet === null || BacktestNet === null ? null : LiveNet - BacktestNet;
  return [
    { name: 'Orders', text: formatInteger(OrderCount) },
    { name: 'Same', text: formatInteger(SameCount) },
    { name: 'Differ', text: formatInteger(DifferingCount) },
    money('Net P&L live', LiveNet),
    money('Net P&L backtest', BacktestNet),
    money('Difference', difference),
  ];
}

/** The order as the strategy sent it; that of the backtest when the live run sent none. */
export const sentOf = ({ Live, Backtest }: ReconciledOrder): OrderSide | null => Live ?? Backtest;

/** `Filled 100 at 100.02`, `Rejected`, or a dash for an order that this side did not send. */
export function outcomeText(side: OrderSide | null): string {
  if (side === null) return UNKNOWN_TEXT;
  if (side.FilledQuantity === 0) return side.Status === 'Sent' ? 'Open' : side.Status;
  const part =
    side.FilledQuantity < side.Quantity
      ? `${formatInteger(side.FilledQuantity)} of ${formatInteger(side.Quantity)}`
      : formatInteger(side.Quantity);
  return `Filled ${part} at ${formatPrice(side.FillPrice)}`;
}

/** `LMT 100.00`, `STP 99.50`, `MKT`. */
export function termsText({ Type, Price, StopPrice }: OrderSide): string {
  const prices = [StopPrice, Price].filter((price) => price !== 0).map(formatPrice);
  return [ORDER_TYPES[Type].label, ...prices].join(' ');
}

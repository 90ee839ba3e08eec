import * as v from 'valibot';
import { fromE4 } from '../../../domain/money/price.ts';
import type { OrderComparison, ReconciledOrder } from '../../../domain/strategy/reconciliation-types.ts';
import { reconciledOrderBody } from '../../../protocol/index.ts';
import { REASON_CHARACTERS } from '../runs/unfilled.ts';
import type { WireReconciledOrder, WireSession } from './reconciliation-service.ts';
import type { RunSession } from './stored-session.ts';

export function wireSession({ fromMs, sessionDate, toMs, state, message, result }: RunSession): WireSession {
  return {
    From: fromMs,
    Date: sessionDate,
    To: toMs,
    State: state,
    Message: message,
    Result: result && {
      To: result.toMs,
      OrderCount: result.orderCount,
      SameCount: result.sameCount,
      DifferingCount: result.differingCount,
      LiveNet: result.liveNet,
      BacktestNet: result.backtestNet,
    },
  };
}

export const wireReconciledOrder = ({
  kind,
  cause,
  effectE4,
  live,
  backtest,
}: OrderComparison): WireReconciledOrder => ({
  Kind: kind,
  Cause: cause,
  Effect: effectE4 === null ? null : fromE4(effectE4),
  Live: live && sideOf(live),
  Backtest: backtest && sideOf(backtest),
});

const sideOf = (order: ReconciledOrder): NonNullable<WireReconciledOrder['Live']> => ({
  Id: order.id,
  Symbol: order.symbol,
  SentTimestamp: order.sentMs,
  Side: order.side,
  Type: order.type,
  Quantity: order.quantity,
  Price: fromE4(order.priceE4),
  StopPrice: fromE4(order.stopPriceE4),
  Status: order.status,
  FilledQuantity: order.filledQuantity,
  FillPrice: fromE4(order.fillPriceE4),
  FillTimestamp: order.fillMs,
  Reason: order.reason.slice(0, REASON_CHARACTERS),
});

const storedOrders = v.array(reconciledOrderBody);

/** The orders of a session as they were stored; none when they cannot be read. */
export function readOrders(text: string | undefined): WireReconciledOrder[] {
  if (text === undefined) return [];
  try {
    const parsed = v.safeParse(storedOrders, JSON.parse(text));
    return parsed.success ? parsed.output : [];
  } catch {
    return [];
  }
}

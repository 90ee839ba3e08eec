import { newYorkMs } from '../../../domain/calendar/us-equity.ts';
import { actionText, actionTitle } from '../../../domain/corporate-actions/action-text.ts';
import type { CorporateAction } from '../../../domain/corporate-actions/types.ts';
import { fromE4 } from '../../../domain/money/price.ts';
import type { Body, ItemsOf } from '../../../protocol/index.ts';
import type { ActionView } from '../../brokerage/brokerage.ts';

/** A corporate action on the wire. */
export type ActionBody = Body<'corporateActions'>['Items'][number];

/** A corporate action with costs and cash in dollars, and what it did as a line. */
export function actionToWire(view: ActionView): ActionBody {
  const { serial, account, timeMs, action, positions, orders } = view;
  return {
    Serial: serial,
    Account: account,
    Timestamp: timeMs,
    ActionType: action.kind,
    Symbol: action.symbol,
    ExDate: action.exDate,
    Message: actionText(view),
    Positions: positions.map((change) => ({
      Symbol: change.symbol,
      ToSymbol: change.toSymbol,
      QuantityBefore: change.quantityBefore,
      QuantityAfter: change.quantityAfter,
      CostBefore: fromE4(change.costBeforeE4),
      CostAfter: fromE4(change.costAfterE4),
      Cash: fromE4(change.cashE4),
    })),
    Orders: orders.map(({ orderId }) => ({ OrderId: orderId })),
  };
}

/** Millionths of a dollar in a dollar. */
const E6 = 1_000_000;

/** A corporate action of a symbol as the answer to symbolActions has it. */
export function symbolActionToWire(action: CorporateAction): ItemsOf<'symbolActions'>[number] {
  return {
    TS: newYorkMs(action.exDate, 0),
    ExDate: action.exDate,
    ActionType: action.kind,
    Title: actionTitle(action),
    ...(action.kind === 'Split' && { Numerator: action.numerator, Denominator: action.denominator }),
    ...(action.kind === 'Dividend' && { Amount: action.amountE6 / E6 }),
  };
}

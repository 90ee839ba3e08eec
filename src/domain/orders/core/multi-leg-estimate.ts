import { CONTRACT_SHARES } from '../../symbols/contract-shares.ts';
import { notionalE4, type MoneyE4, type PriceE4 } from '../../money/price.ts';
import { feesOf, securityOf, totalFeesE4 } from '../../portfolio/index.ts';
import { legQuantity, legSign, legsProblem } from '../legs.ts';
import type { RiskAccount } from '../../risk/types.ts';
import { MAX_ORDER_VALUE_E4 } from '../validate.ts';
import type { AccountBook } from './account-book.ts';
import type { MultiLegRequest } from './multi-leg.ts';
import { legPriceE4, netLimitE4, unitsCostE4, unitsEffect, unitsMarginE4 } from './multi-leg-cost.ts';
import type { BookOrder, MarketView } from './types.ts';

/** Cost and effects of a multi-leg order, E4 dollars. */
export interface UnitsEstimate {
  /** Taken from (positive) or brought to (negative) the cash at the net price it is expected to get, fees included. */
  readonly costE4: MoneyE4;
  readonly feesE4: MoneyE4;
  /** Buying power that it holds while it is open. */
  readonly heldE4: MoneyE4;
  /** Margin that the written options of the account need more once it is filled; negative = it releases margin. */
  readonly marginE4: MoneyE4;
  /** Signed position in the first leg after it is filled. */
  readonly positionAfter: number;
}

/** The estimate of an order, also of one that would be rejected, so that a preview can show what is missing. All 0 for inconsistent terms. */
export function estimateUnits(
  account: AccountBook,
  order: MultiLegRequest,
  replaced: BookOrder | undefined,
  kind: RiskAccount['kind'],
  view: MarketView,
): UnitsEstimate {
  const [first] = order.legs;
  const heldBefore = account.positions.get(first?.symbol ?? '')?.quantity ?? 0;
  const none: UnitsEstimate = { costE4: 0, feesE4: 0, heldE4: 0, marginE4: 0, positionAfter: heldBefore };
  const units = order.quantity - (replaced?.filled ?? 0);
  const netE4 = netLimitE4(order, view);
  const isSound =
    Number.isSafeInteger(units) &&
    units > 0 &&
    Number.isSafeInteger(netE4) &&
    legsProblem(order.symbol, order.legs) === undefined;
  if (!isSound || netE4 === undefined || first === undefined) return none;
  const grossE4 = order.legs.reduce<PriceE4>(
    (sum, leg) => sum + leg.ratio * legPriceE4(leg, view),
    Math.abs(netE4),
  );
  if (notionalE4(grossE4, CONTRACT_SHARES * units) > MAX_ORDER_VALUE_E4) return none;
  // A market order reserves a little beyond the quotes, and is expected to trade at them.
  const expectedE4: PriceE4 =
    order.type === 'Limit'
      ? netE4
      : order.legs.reduce((sum, leg) => sum + legSign(leg) * leg.ratio * legPriceE4(leg, view), 0);
  const feesE4 = order.legs.reduce<MoneyE4>((sum, leg) => {
    const priceE4 = legPriceE4(leg, view);
    return priceE4 === 0
      ? sum
      : sum + totalFeesE4(feesOf(leg.side, legQuantity(leg, units), priceE4, 'R', securityOf(leg.symbol)));
  }, 0);
  const effect = unitsEffect(account, order, units, replaced, view);
  return {
    costE4: notionalE4(expectedE4, CONTRACT_SHARES * units) + feesE4,
    feesE4,
    heldE4: unitsCostE4(effect, units, netE4, kind, view),
    marginE4: unitsMarginE4(effect, view),
    positionAfter: heldBefore + legSign(first) * legQuantity(first, units),
  };
}

import type { MoneyE4, PriceE4 } from '../../money/price.ts';
import { buyingPowerE4, optionRequirementsE4, type MarginPosition } from '../../portfolio/index.ts';
import { kindOfSymbol } from '../risk/exposure.ts';
import { powerPerDollar } from '../risk/prices.ts';
import type { RiskAccount } from '../risk/types.ts';
import type { AccountBook } from './account-book.ts';
import { heldBy } from './holdings.ts';
import type { MarketView } from './types.ts';

type Prices = MarketView['prices'];

/** Last trade of a symbol, or the close before the first one; 0 = neither. */
export const markIn =
  (prices: Prices) =>
  (symbol: string): PriceE4 => {
    const found = prices(symbol);
    return found ? found.lastE4 || found.previousCloseE4 : 0;
  };

/** What the account may still open, and is told so: cash where it has no credit, else buying power. May be negative. */
export function accountPowerE4(account: AccountBook, kind: RiskAccount['kind'], prices: Prices): MoneyE4 {
  return kind === 'cash' ? freeCashE4(account, prices) : accountBuyingPowerE4(account, prices);
}

/** What a margin account may still open, E4 dollars; may be negative. */
export function accountBuyingPowerE4(account: AccountBook, prices: Prices): MoneyE4 {
  return buyingPowerE4(account.cashE4, account.reservedE4, marginPositions(account, prices));
}

/**
 * Cash that nothing else has a claim on: neither open orders, each at what it pays in full, nor the written options, which need their margin
 * for as long as they are open, nor shares that were sold short (before the account lost its credit, or by an assignment).
 */
export function freeCashE4(account: AccountBook, prices: Prices): MoneyE4 {
  let freeE4 = account.cashE4 - account.reservedE4;
  for (const [symbol, { buys }] of account.openOrders) {
    const perDollar = powerPerDollar(kindOfSymbol(symbol), 'Buy');
    if (perDollar > 1)
      for (const order of buys.values()) freeE4 += heldBy(order) - Math.ceil(heldBy(order) / perDollar);
  }
  for (const { quantity, costE4, markE4, requirementE4 } of marginPositions(account, prices)) {
    if (quantity < 0) freeE4 -= requirementE4 ?? Math.max(Math.abs(costE4), -quantity * markE4);
  }
  return freeE4;
}

/** What the open positions take of the day trading power: as much as the orders that opened them took, written options the margin they need now. */
export function openedE4(account: AccountBook, prices: Prices): MoneyE4 {
  let sumE4 = 0;
  const requirements = optionRequirementsE4(account.positions, markIn(prices));
  for (const [symbol, { quantity, fifoCostE4 }] of account.positions) {
    sumE4 +=
      requirements.get(symbol) ??
      Math.abs(fifoCostE4) * powerPerDollar(kindOfSymbol(symbol), quantity > 0 ? 'Buy' : 'Sell');
  }
  return sumE4;
}

function* marginPositions(account: AccountBook, prices: Prices): Generator<MarginPosition> {
  let requirements: ReadonlyMap<string, MoneyE4> | undefined;
  for (const [symbol, position] of account.positions) {
    if (position.quantity === 0) continue;
    const { quantity, multiplier, fifoCostE4: costE4 } = position;
    if (multiplier === 1) yield { quantity, costE4, markE4: markIn(prices)(symbol), multiplier };
    else if (quantity > 0)
      yield { quantity, costE4, markE4: optionMarkE4(symbol, 'bidE4', prices), multiplier };
    else {
      requirements ??= optionRequirementsE4(account.positions, markIn(prices));
      yield {
        quantity,
        costE4,
        markE4: optionMarkE4(symbol, 'askE4', prices),
        multiplier,
        requirementE4: requirements.get(symbol) ?? 0,
      };
    }
  }
}

/** What it would bring or cost to be rid of an option: hours may pass, or a session begin, before it trades again. */
function optionMarkE4(symbol: string, side: 'bidE4' | 'askE4', prices: Prices): PriceE4 {
  return prices(symbol)?.[side] || markIn(prices)(symbol);
}

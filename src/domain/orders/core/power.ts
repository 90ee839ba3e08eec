import type { MoneyE4 } from '../../money/price.ts';
import type { RiskAccount } from '../../risk/types.ts';
import type { AccountBook } from './account-book.ts';
import type { Marks } from './position-figures.ts';

/** What the account may still open, as it is shown: cash where it has no credit, else buying power. May be negative. */
export function accountPowerE4(account: AccountBook, kind: RiskAccount['kind'], marks: Marks): MoneyE4 {
  return kind === 'cash' ? freeCashE4(account, marks) : accountBuyingPowerE4(account, marks);
}

/** What a margin account may still open, E4 dollars; may be negative. */
export function accountBuyingPowerE4(account: AccountBook, marks: Marks): MoneyE4 {
  return 2 * account.cashE4 - account.reservedE4 + account.figures.read(marks).powerE4;
}

/**
 * Cash that nothing else has a claim on: neither open orders, each at what it pays in full, nor the written options, which need their margin
 * for as long as they are open, nor shares that were sold short (before the account lost its credit, or by an assignment).
 */
export function freeCashE4(account: AccountBook, marks: Marks): MoneyE4 {
  return (
    account.cashE4 -
    account.reservedE4 +
    account.figures.heldBeyondPriceE4() -
    account.figures.read(marks).claimedE4
  );
}

/** What the open positions take of the day trading power: as much as the orders that opened them took, written options the margin they need now. */
export function openedE4(account: AccountBook, marks: Marks): MoneyE4 {
  return account.figures.read(marks).openedE4;
}

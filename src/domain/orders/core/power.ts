import type { MoneyE4 } from '../../money/price.ts';
import type { RiskAccount } from '../../risk/types.ts';
import type { AccountBook } from './account-book.ts';
import type { Marks } from './position-figures.ts';

/** The power that is displayed for an account: free cash of a cash account, else buying power. May be negative. */
export function accountPowerE4(account: AccountBook, kind: RiskAccount['kind'], marks: Marks): MoneyE4 {
  return kind === 'cash' ? freeCashE4(account, marks) : accountBuyingPowerE4(account, marks);
}

/** Buying power of a margin account, E4 dollars; may be negative. */
export function accountBuyingPowerE4(account: AccountBook, marks: Marks): MoneyE4 {
  return 2 * account.cashE4 - account.reservedE4 + account.figures.read(marks).powerE4;
}

/**
 * Cash that is not reserved: by open orders at their full price, by the margin of written options, or by shares sold short (before the account
 * became a cash account, or by an assignment).
 */
export function freeCashE4(account: AccountBook, marks: Marks): MoneyE4 {
  return (
    account.cashE4 -
    account.reservedE4 +
    account.figures.heldBeyondPriceE4() -
    account.figures.read(marks).claimedE4
  );
}

/** Day trading power used by the open positions: what their opening orders took, and for written options their present margin. */
export function openedE4(account: AccountBook, marks: Marks): MoneyE4 {
  return account.figures.read(marks).openedE4;
}

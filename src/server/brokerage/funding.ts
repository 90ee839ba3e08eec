import type { MoneyE4 } from '../../domain/money/price.ts';

/** Cash of one account at most, ten billion dollars: keeps every sum an exact integer. */
const MAX_CASH_E4 = 100_000_000_000_000;

/** Throws a RangeError for a funding that cannot be booked. */
export function assertFunding(
  account: string,
  cash: { readonly cashE4: MoneyE4; readonly version: number },
): void {
  if (!Number.isSafeInteger(cash.cashE4) || Math.abs(cash.cashE4) > MAX_CASH_E4)
    throw new RangeError(`Cash of account ${account} is out of range: ${cash.cashE4} E4.`);
  if (!Number.isSafeInteger(cash.version) || cash.version < 0)
    throw new RangeError(
      `Funding version of account ${account} must be a whole number from 0: ${cash.version}.`,
    );
}

import { formatInteger, formatMoney, formatPrice } from '../columns/format.ts';
import type { SettlementKind } from './settlement.ts';

/** What a settlement is called wherever people read of it. */
export const SETTLEMENT_LABELS: Readonly<Record<SettlementKind, string>> = {
  expired: 'Expired worthless',
  exercised: 'Exercised',
  assigned: 'Assigned',
};

/** What the words of a settlement are made from, in dollars. Changes are signed, as they were booked. */
export interface SettlementFacts {
  readonly kind: SettlementKind;
  readonly underlying: string;
  readonly contracts: number;
  readonly shares: number;
  readonly strike: number;
  readonly cash: number;
}

/** `Exercised 5 contracts at 100.00: bought 500 SPY for 50,000.00`, `Expired worthless: 2 contracts written`: why a position in an option is gone. */
export function settlementWords({
  kind,
  underlying,
  contracts,
  shares,
  strike,
  cash,
}: SettlementFacts): string {
  const count = Math.abs(contracts);
  const contractText = `${formatInteger(count)} ${count === 1 ? 'contract' : 'contracts'}`;
  // A long position leaves with a minus.
  if (kind === 'expired')
    return `${SETTLEMENT_LABELS.expired}: ${contractText} ${contracts < 0 ? 'held' : 'written'}`;
  const money = formatMoney(Math.abs(cash));
  const became =
    shares === 0
      ? `${cash < 0 ? 'paid' : 'received'} ${money} in cash`
      : `${shares > 0 ? 'bought' : 'sold'} ${formatInteger(Math.abs(shares))} ${underlying} for ${money}`;
  return `${SETTLEMENT_LABELS[kind]} ${contractText} at ${formatPrice(strike)}: ${became}`;
}

import { formatInteger, formatMoney, formatPrice } from '../format/format-number.ts';
import type { SettlementKind } from './settlement.ts';

/** The label of each kind of settlement. */
export const SETTLEMENT_LABELS: Readonly<Record<SettlementKind, string>> = {
  expired: 'Expired worthless',
  exercised: 'Exercised',
  assigned: 'Assigned',
};

/** The figures in the text of a settlement, in dollars. Changes are signed, as booked. */
export interface SettlementFacts {
  readonly kind: SettlementKind;
  readonly underlying: string;
  readonly contracts: number;
  readonly shares: number;
  readonly strike: number;
  readonly cash: number;
  /** Price of the underlying at the settlement; undefined in records of older releases. */
  readonly underlyingPrice?: number | undefined;
  /** The holder exercised before expiration. */
  readonly isAtRequest?: boolean;
}

/**
 * The text of an option settlement: `Exercised 5 contracts at 100.00: bought 500 SPY for 50,000.00, SPY closed at 105.00`,
 * `Expired worthless: 2 contracts written, SPY closed at 99.00`, at a request
 * `Exercised 2 contracts early at 100.00: bought 200 SPY for 20,000.00, SPY last traded at 104.50`.
 */
export function settlementText({
  kind,
  underlying,
  contracts,
  shares,
  strike,
  cash,
  underlyingPrice,
  isAtRequest = false,
}: SettlementFacts): string {
  const count = Math.abs(contracts);
  const contractText = `${formatInteger(count)} ${count === 1 ? 'contract' : 'contracts'}`;
  const priced =
    underlyingPrice === undefined
      ? ''
      : `, ${underlying} ${isAtRequest ? 'last traded' : 'closed'} at ${formatPrice(underlyingPrice)}`;
  // The settled contracts of a long position are negative.
  if (kind === 'expired')
    return `${SETTLEMENT_LABELS.expired}: ${contractText} ${contracts < 0 ? 'held' : 'written'}${priced}`;
  const money = formatMoney(Math.abs(cash));
  const became =
    shares === 0
      ? `${cash < 0 ? 'paid' : 'received'} ${money} in cash`
      : `${shares > 0 ? 'bought' : 'sold'} ${formatInteger(Math.abs(shares))} ${underlying} for ${money}`;
  const when = isAtRequest ? ' early' : '';
  return `${SETTLEMENT_LABELS[kind]} ${contractText}${when} at ${formatPrice(strike)}: ${became}${priced}`;
}

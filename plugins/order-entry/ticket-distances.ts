import { formatPrice, formatRatio } from '../../src/domain/columns/index.ts';
import { isExactE4, toPriceE4 } from '../../src/domain/money/price.ts';
import type { StatedDistance } from '../../src/domain/orders/groups/stated-distance.ts';
import type { StopEntry, Ticket } from './ticket.ts';

/** Amounts of a ticket's exits: for the rules of the domain, and as text. */

interface Amount<Basis extends StopEntry['basis']> {
  readonly basis: Basis;
  readonly amount: number | null;
}
interface Requested<Basis> {
  readonly basis: Exclude<Basis, StatedDistance['basis']> | 'Offset';
  readonly amountE4: number;
  readonly stated?: StatedDistance;
}

/** The amount in 1/10,000, 0 for what is none, which the rules of the domain refuse. A distance whose dollars are not known yet says how it was stated. */
export function requestedE4<Basis extends StopEntry['basis']>({
  basis,
  amount,
}: Amount<Basis>): Requested<Basis> {
  const amountE4 = amount !== null && Number.isFinite(amount) && isExactE4(amount) ? toPriceE4(amount) : 0;
  return basis === 'Atr' || basis === 'Risk'
    ? { basis: 'Offset', amountE4: 0, stated: { basis, amountE4 } }
    : // No type guard narrows a type parameter.
      { basis: basis as Exclude<Basis, StatedDistance['basis']>, amountE4 };
}

/** `101.00`, `$1.50`, `2.00%`, `1.50 ATR`, `$500.00 at risk`; … for what is no number. */
export function amountText({ basis, amount }: Amount<StopEntry['basis']>): string {
  if (amount === null || !Number.isFinite(amount)) return '…';
  switch (basis) {
    case 'Price':
      return formatPrice(amount);
    case 'Offset':
      return `$${formatPrice(amount)}`;
    case 'Percent':
      return `${formatRatio(amount)}%`;
    case 'Atr':
      return `${formatRatio(amount)} ATR`;
    case 'Risk':
      return `$${formatPrice(amount)} at risk`;
  }
}

/** Whether an exit of the ticket is stated in multiples of the average true range. */
export const usesAtr = ({ attach, target, exitStop, trail }: Ticket): boolean =>
  attach === 'Bracket' &&
  (target.basis === 'Atr' ||
    exitStop.basis === 'Atr' ||
    (trail.isOn && (trail.start.basis === 'Atr' || trail.distance.basis === 'Atr')));

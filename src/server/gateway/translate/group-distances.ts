import { fromE4 } from '../../../domain/money/price.ts';
import type { StatedDistance } from '../../../domain/orders/groups/stated-distance.ts';
import { e4FromWire } from './brokerage.ts';

/** Prices and distances of exits, from and to the wire. */

interface Distance<Basis> {
  readonly basis: Basis;
  readonly amountE4: number;
  readonly stated?: StatedDistance | undefined;
}

/** A price or distance as it was requested. What is not stated in dollars or per cent is a distance in dollars whose amount is not known yet. */
export function requestedFromWire<Basis extends string>({
  Basis: basis,
  Amount,
}: {
  readonly Basis: Basis;
  readonly Amount: number;
}): Distance<Exclude<Basis, StatedDistance['basis']> | 'Offset'> {
  const amountE4 = e4FromWire(Amount);
  return isStated(basis)
    ? { basis: 'Offset', amountE4: 0, stated: { basis, amountE4 } }
    : { basis: plain(basis), amountE4 };
}

const isStated = (basis: string): basis is StatedDistance['basis'] => basis === 'Atr' || basis === 'Risk';

// A type guard does not narrow the type parameter of the basis where it returns false.
const plain = <Basis extends string>(basis: Basis) => basis as Exclude<Basis, StatedDistance['basis']>;

/** The same in dollars. */
export const distanceToWire = <Basis>({ basis, amountE4, stated }: Distance<Basis>) => ({
  Basis: basis,
  Amount: fromE4(amountE4),
  ...(stated && { Stated: { Basis: stated.basis, Amount: fromE4(stated.amountE4) } }),
});

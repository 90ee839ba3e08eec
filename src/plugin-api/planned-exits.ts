import type { ExitPriceTicket, WireOrderGroup } from '../client/types.ts';
import { fromE4, toPriceE4 } from '../domain/money/price.ts';
import { exitPriceE4 } from '../domain/orders/groups/exit-prices.ts';
import type { ExitRole } from '../domain/orders/groups/types.ts';

/** Exits of a bracket that are not sent yet, because its entry has not filled anything: prices of the group, and not of orders. */

/** An exit as commands name it. Target: the only one; Target 1 to Target 5: those of a bracket that closes in parts. */
export const EXIT_FIGURES = [
  'Stop',
  'Target',
  'Target 1',
  'Target 2',
  'Target 3',
  'Target 4',
  'Target 5',
] as const;
/** The name of an exit. */
export type ExitFigure = (typeof EXIT_FIGURES)[number];

/** An exit with its present terms. */
export interface PlannedExit {
  readonly figure: ExitFigure;
  readonly role: ExitRole;
  /** Which of several targets, from 0; absent = the stop, or the only target. */
  readonly index?: number;
  /** A price in dollars, or a distance from the average fill price of the entry in dollars or per cent. */
  readonly price: ExitPriceTicket;
  /** What it closes once the entry is filled. */
  readonly quantity: number;
}

/** The exits that a live bracket has and has not sent, targets first; none once its entry has filled or ended. */
export function plannedExits({
  State,
  Orders,
  Target,
  Targets,
  Stop,
}: WireOrderGroup): readonly PlannedExit[] {
  const entry = Orders.find(({ Role }) => Role === 'Entry');
  if (State !== 'Working' && State !== 'Triggered') return [];
  if (entry === undefined || !entry.IsOpen || entry.Fill > 0) return [];
  const { Quantity: quantity } = entry;
  return [
    ...(Target ? [{ figure: 'Target', role: 'Target', price: priceOf(Target), quantity } as const] : []),
    ...(Targets ?? []).flatMap((terms, index) => {
      const figure = EXIT_FIGURES.find((name) => name === `Target ${index + 1}`);
      const price = priceOf(terms);
      return figure === undefined
        ? []
        : [{ figure, role: 'Target', index, price, quantity: terms.Quantity } as const];
    }),
    ...(Stop ? [{ figure: 'Stop', role: 'Stop', price: priceOf(Stop), quantity } as const] : []),
  ];
}

const priceOf = ({ Basis, Amount }: NonNullable<WireOrderGroup['Stop']>): ExitPriceTicket => ({
  basis: Basis,
  amount: Amount,
});

/**
 * The price of an exit in dollars if its entry is filled at its own price; null when it depends on a fill whose price nobody knows.
 *
 * @param entry symbol and side of the entry, and its limit or stop price in dollars, 0 = at market
 */
export function plannedPrice(
  { role, price: { basis, amount } }: PlannedExit,
  entry: Pick<WireOrderGroup['Orders'][number], 'Symbol' | 'Side'> & { readonly price: number },
): number | null {
  if (basis === 'Price') return amount;
  if (entry.price <= 0) return null;
  return fromE4(
    exitPriceE4({ basis, amountE4: toPriceE4(amount) }, role, {
      symbol: entry.Symbol,
      side: entry.Side,
      averageE4: toPriceE4(entry.price),
    }),
  );
}

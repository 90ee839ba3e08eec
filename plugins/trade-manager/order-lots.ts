import { multiplierOfSymbol } from '../../src/domain/portfolio/index.ts';
import type { WireOrder, WireOrderLots } from '../../src/plugin-api/index.ts';

/** Lots that the server takes in one choice. */
const MAX_CHOSEN_LOTS = 100;

type Lot = WireOrderLots['Lots'][number];

/** Shares or contracts by lot. */
export type LotQuantities = ReadonlyMap<string, number>;

/** Whether lots may be chosen for an order: one symbol, and it sells, or buys back what was sold short. */
export const mayChooseLots = ({ Legs, Side, Source }: Pick<WireOrder, 'Legs' | 'Side' | 'Source'>): boolean =>
  Legs === undefined && (Side === 'Sell' || Source === 'Cover');

/** What the order may close of a lot: what is open, and what it has closed already. */
export const availableOf = ({ Open, Taken }: Lot): number => Open + Taken;

/** What the form begins with: what was chosen of each lot. Before a choice, what the order has closed and would close by the method of the account. */
export const lotsToBeginWith = ({ Lots, IsChosen }: WireOrderLots): LotQuantities =>
  new Map(Lots.map(({ Lot: lot, Taken, Planned, Chosen }) => [lot, IsChosen ? Chosen : Taken + Planned]));

/** The quantities above 0, as the server takes them. */
export const chosenLots = (
  chosen: LotQuantities,
): readonly { readonly lot: string; readonly quantity: number }[] =>
  [...chosen].flatMap(([lot, quantity]) => (quantity > 0 ? [{ lot, quantity }] : []));

/** Why the quantities cannot be chosen; null when they can. Less than the order closes is completed by the account's method. */
export function lotsProblem({ Lots, Closing }: WireOrderLots, chosen: LotQuantities): string | null {
  let [sum, count] = [0, 0];
  for (const lot of Lots) {
    const quantity = chosen.get(lot.Lot) ?? 0;
    if (!Number.isSafeInteger(quantity) || quantity < 0) return 'Enter whole numbers.';
    if (quantity > availableOf(lot)) return `Lot ${lot.Lot} has ${availableOf(lot)}.`;
    sum += quantity;
    count += quantity > 0 ? 1 : 0;
  }
  if (sum > Closing) return `The order closes ${Closing}. You chose ${sum}.`;
  if (sum === 0) return 'Choose shares or contracts of a lot, or use the account method.';
  return count > MAX_CHOSEN_LOTS ? `Choose at most ${MAX_CHOSEN_LOTS} lots. You chose ${count}.` : null;
}

/** What closing so many of a lot gains at the quote, dollars before fees: a long lot at the bid, a short one at the ask. Null without that side. */
export function gainAtQuote(
  symbol: string,
  { Side, Price }: Pick<Lot, 'Side' | 'Price'>,
  quantity: number,
  quote: { readonly bid: number; readonly ask: number } | undefined,
): number | null {
  const isShort = Side === 'Short';
  const closePrice = (isShort ? quote?.ask : quote?.bid) ?? 0;
  if (closePrice <= 0 || !Number.isFinite(quantity)) return null;
  return (isShort ? Price - closePrice : closePrice - Price) * quantity * multiplierOfSymbol(symbol);
}

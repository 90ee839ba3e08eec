import type { WireOpenLot, WireRealisedLine } from '../../src/plugin-api/index.ts';

/** A lot that an order may close: open now, or closed by the order. */
export interface LotOption {
  readonly lot: string;
  /** Shares or contracts that the order may take of it. */
  readonly available: number;
  readonly price: number | null;
  readonly day: string;
}

/** The lots that an order may choose among, the oldest first, and how much it closes. */
export function lotOptions(
  line: WireRealisedLine,
  lines: readonly WireRealisedLine[],
  open: readonly WireOpenLot[],
  dayOf: (timeMs: number) => string,
): {
  readonly options: readonly LotOption[];
  readonly quantity: number;
  /** What the form begins with: what was chosen of each lot. Before a choice, what the method of the account closed. */
  readonly chosen: ReadonlyMap<string, number>;
} {
  const taken = new Map<string, number>();
  const chosen = new Map<string, number>();
  const options = new Map<string, LotOption>();
  for (const each of lines) {
    if (each.OrderId !== line.OrderId || each.Symbol !== line.Symbol) continue;
    taken.set(each.Lot, (taken.get(each.Lot) ?? 0) + each.Quantity);
    if (each.IsChosen) chosen.set(each.Lot, (chosen.get(each.Lot) ?? 0) + each.Quantity);
    const day = each.Side === 'Short' ? each.Sold : each.Acquired;
    options.set(each.Lot, { lot: each.Lot, available: taken.get(each.Lot) ?? 0, price: null, day });
  }
  for (const { Symbol, Lot, Side, Quantity, Price, Opened } of open) {
    if (Symbol !== line.Symbol || Side !== line.Side) continue;
    const available = Quantity + (taken.get(Lot) ?? 0);
    options.set(Lot, { lot: Lot, available, price: Price, day: dayOf(Opened) });
  }
  const quantity = [...taken.values()].reduce((sum, part) => sum + part, 0);
  return {
    options: [...options.values()].sort((a, b) => Number(a.lot) - Number(b.lot)),
    quantity,
    chosen: chosen.size === 0 ? taken : chosen,
  };
}

/** Why the quantities cannot be chosen; null when they can. Less than the order closed is completed by the account's method. */
export function choiceProblem(
  options: readonly LotOption[],
  chosen: ReadonlyMap<string, number>,
  quantity: number,
): string | null {
  let sum = 0;
  for (const { lot, available } of options) {
    const part = chosen.get(lot) ?? 0;
    if (!Number.isSafeInteger(part) || part < 0) return 'Enter whole numbers.';
    if (part > available) return `Lot ${lot} has ${available}.`;
    sum += part;
  }
  return sum > quantity ? `The order closed ${quantity}. You chose ${sum}.` : null;
}

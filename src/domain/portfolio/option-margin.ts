import { notionalE4, type MoneyE4, type PriceE4 } from '../money/price.ts';
import { intrinsicE4, optionTermsOf, type OptionTerms } from './settlement.ts';

interface Written {
  readonly terms: OptionTerms;
  readonly quantity: number;
  /** Contracts that neither shares nor options of another expiration cover. */
  inGroup: number;
}

interface Long {
  readonly terms: OptionTerms;
  left: number;
  /** Contracts that do not cover an option of another expiration. */
  inGroup: number;
}

/**
 * The margin of every written option of an account, by symbol (`MarginPosition.requirementE4`): its strike for each uncovered share,
 * of a call the underlying's price when that is higher. Calls are covered by shares of the underlying, either right by long options that
 * expire no sooner at a strike no worse; each share and each long contract covers once, the written contracts with the highest margin first.
 *
 * The remaining options of an underlying and expiration need at most their largest loss together at that expiration: a vertical its width, a
 * condor the wider of its sides. The loss is unlimited while more calls are written than held.
 */
export function optionRequirementsE4(
  positions: ReadonlyMap<string, { readonly quantity: number }>,
  markE4: (symbol: string) => PriceE4 | undefined,
): Map<string, MoneyE4> {
  const written: Written[] = [];
  const longs: Long[] = [];
  for (const [symbol, { quantity }] of positions) {
    const terms = quantity === 0 ? null : optionTermsOf(symbol);
    if (terms === null) continue;
    if (quantity < 0) written.push({ terms, quantity: -quantity, inGroup: -quantity });
    else longs.push({ terms, left: quantity, inGroup: quantity });
  }
  const shares = new Map<string, number>();
  const requirements = new Map<string, MoneyE4>();
  for (const short of written.sort(
    (first, second) => perShareE4(second.terms, markE4) - perShareE4(first.terms, markE4),
  )) {
    const { terms } = short;
    let uncovered = short.quantity;
    for (const long of longs) {
      if (uncovered === 0) break;
      if (!covers(long.terms, terms)) continue;
      const used = Math.min(uncovered, long.left);
      long.left -= used;
      uncovered -= used;
      if (long.terms.expiration === terms.expiration) continue;
      long.inGroup -= used;
      short.inGroup -= used;
    }
    if (terms.right === 'C' && terms.settlesIn === 'shares') {
      const left =
        shares.get(terms.underlying) ?? Math.max(0, positions.get(terms.underlying)?.quantity ?? 0);
      const used = Math.min(uncovered, Math.floor(left / terms.multiplier));
      shares.set(terms.underlying, left - used * terms.multiplier);
      uncovered -= used;
      short.inGroup -= used;
    }
    requirements.set(terms.symbol, notionalE4(perShareE4(terms, markE4), uncovered * terms.multiplier));
  }
  limitToLargestLoss(requirements, written, longs);
  return requirements;
}

/** Lowers the requirements of each underlying and expiration to the largest loss of its options together. */
function limitToLargestLoss(
  requirements: Map<string, MoneyE4>,
  written: readonly Written[],
  longs: readonly Long[],
): void {
  const groups = Map.groupBy(written, ({ terms }) => `${terms.underlying} ${terms.expiration}`);
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined || group.every(({ terms }) => requirements.get(terms.symbol) === 0)) continue;
    const { underlying, expiration } = first.terms;
    const held = longs.filter(
      ({ terms, inGroup }) =>
        inGroup > 0 && terms.underlying === underlying && terms.expiration === expiration,
    );
    const lossE4 = held.length === 0 ? undefined : largestLossE4(group, held);
    if (lossE4 === undefined) continue;
    let leftE4 = lossE4;
    for (const { terms } of group) {
      const limitedE4: MoneyE4 = Math.min(requirements.get(terms.symbol) ?? 0, leftE4);
      requirements.set(terms.symbol, limitedE4);
      leftE4 -= limitedE4;
    }
  }
}

/** The largest loss at expiration of options of one underlying and expiration, at least 0; undefined = unlimited. */
function largestLossE4(written: readonly Written[], longs: readonly Long[]): MoneyE4 | undefined {
  const legs = [
    ...written.map(({ terms, inGroup }) => ({ terms, signed: -inGroup })),
    ...longs.map(({ terms, inGroup }) => ({ terms, signed: inGroup })),
  ];
  const calls = legs.reduce((sum, { terms, signed }) => sum + (terms.right === 'C' ? signed : 0), 0);
  if (calls < 0) return undefined;
  // The value at expiration is linear between strikes, so the lowest is at a strike or at 0.
  const valueAtE4 = (spotE4: PriceE4): MoneyE4 =>
    legs.reduce(
      (sum, { terms, signed }) => sum + notionalE4(intrinsicE4(terms, spotE4), signed * terms.multiplier),
      0,
    );
  const spots: readonly PriceE4[] = [0, ...legs.map(({ terms }) => terms.strikeE4)];
  return Math.max(0, ...spots.map((spotE4) => -valueAtE4(spotE4)));
}

/**
 * Written calls and puts of an underlying that neither shares nor long contracts of the same right cover, of any strike, that expire no sooner.
 */
export function uncoveredContracts(
  positions: ReadonlyMap<string, { readonly quantity: number }>,
  underlying: string,
): { readonly calls: number; readonly puts: number } {
  const options = [...positions].flatMap(([symbol, { quantity }]) => {
    const terms = quantity === 0 ? null : optionTermsOf(symbol);
    return terms?.underlying === underlying ? [{ terms, quantity }] : [];
  });
  const uncovered = (right: OptionTerms['right'], cover: number): number => {
    const sides = options.filter(({ terms }) => terms.right === right);
    const longs = sides
      .filter(({ quantity }) => quantity > 0)
      .map((long) => ({ ...long, left: long.quantity }));
    let shares = cover;
    let count = 0;
    for (const { terms, quantity } of sides
      .filter((side) => side.quantity < 0)
      .sort((a, b) => b.terms.expiration.localeCompare(a.terms.expiration))) {
      let open = -quantity;
      for (const long of longs) {
        if (long.terms.expiration < terms.expiration) continue;
        const used = Math.min(open, long.left);
        long.left -= used;
        open -= used;
      }
      const used = Math.min(open, Math.floor(shares / terms.multiplier));
      shares -= used * terms.multiplier;
      count += open - used;
    }
    return count;
  };
  const settlesInShares = options.every(({ terms }) => terms.settlesIn === 'shares');
  const held = settlesInShares ? Math.max(0, positions.get(underlying)?.quantity ?? 0) : 0;
  return { calls: uncovered('C', held), puts: uncovered('P', 0) };
}

function perShareE4(terms: OptionTerms, markE4: (symbol: string) => PriceE4 | undefined): PriceE4 {
  return terms.right === 'P' ? terms.strikeE4 : Math.max(terms.strikeE4, markE4(terms.underlying) ?? 0);
}

function covers(long: OptionTerms, written: OptionTerms): boolean {
  if (
    long.underlying !== written.underlying ||
    long.right !== written.right ||
    long.expiration < written.expiration
  )
    return false;
  return written.right === 'C' ? long.strikeE4 <= written.strikeE4 : long.strikeE4 >= written.strikeE4;
}

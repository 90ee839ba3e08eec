import type { MoneyE4, PriceE4 } from '../money/price.ts';
import { optionTermsOf, type OptionTerms } from './settlement.ts';

interface Written {
  readonly terms: OptionTerms;
  readonly quantity: number;
}

/**
 * The margin of every written option of an account, by symbol (`MarginPosition.requirementE4`): its strike for each uncovered share,
 * of a call the underlying's price when that is higher. Calls are covered by shares of the underlying, either right by long options that
 * expire no sooner at a strike no worse; each share and each long contract covers once, the dearest written contracts first.
 */
export function optionRequirementsE4(
  positions: ReadonlyMap<string, { readonly quantity: number }>,
  markE4: (symbol: string) => PriceE4 | undefined,
): Map<string, MoneyE4> {
  const written: Written[] = [];
  const longs: { readonly terms: OptionTerms; left: number }[] = [];
  for (const [symbol, { quantity }] of positions) {
    const terms = quantity === 0 ? null : optionTermsOf(symbol);
    if (terms === null) continue;
    if (quantity < 0) written.push({ terms, quantity: -quantity });
    else longs.push({ terms, left: quantity });
  }
  const shares = new Map<string, number>();
  const requirements = new Map<string, MoneyE4>();
  for (const { terms, quantity } of written.sort(
    (one, other) => perShareE4(other.terms, markE4) - perShareE4(one.terms, markE4),
  )) {
    let uncovered = quantity;
    for (const long of longs) {
      if (uncovered === 0) break;
      if (!covers(long.terms, terms)) continue;
      const used = Math.min(uncovered, long.left);
      long.left -= used;
      uncovered -= used;
    }
    if (terms.right === 'C' && terms.settlesIn === 'shares') {
      const left =
        shares.get(terms.underlying) ?? Math.max(0, positions.get(terms.underlying)?.quantity ?? 0);
      const used = Math.min(uncovered, Math.floor(left / terms.multiplier));
      shares.set(terms.underlying, left - used * terms.multiplier);
      uncovered -= used;
    }
    requirements.set(terms.symbol, uncovered * terms.multiplier * perShareE4(terms, markE4));
  }
  return requirements;
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

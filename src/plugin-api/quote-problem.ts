/**
 * Why a quote has no middle; null when it has one.
 * @param bid dollars, 0 = none
 * @param ask dollars, 0 = none
 */
export function quoteProblem({ bid, ask }: { readonly bid: number; readonly ask: number }): string | null {
  if (bid <= 0) return ask <= 0 ? 'No bid and no ask' : 'No bid';
  if (ask <= 0) return 'No ask';
  return bid > ask ? 'Crossed quote: the bid is above the ask' : null;
}

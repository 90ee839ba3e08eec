import { toPriceE4, type PriceE4 } from '../money/price.ts';
import { hasPermission } from '../permissions.ts';
import { parseOptionSymbol, type OptionParts } from '../symbols/symbol.ts';
import { isWhole, plus, times } from './exact.ts';
import {
  exposureIn,
  heldOf,
  kindOf,
  multiplierOf,
  openingOf,
  openOf,
  workingOf,
  type Exposure,
} from './exposure.ts';
import type { RiskContext } from './types.ts';

/** What an option order does beyond closing; `none`: no option, or only closing. */
export type OptionIntent =
  'none' | 'buy' | 'coveredCall' | 'combination' | 'uncoveredPut' | 'uncoveredCall' | 'uncoveredIndex';

/**
 * Classifies an option order; undefined when a figure it needs is unknown. A written option is covered when all written options of its
 * underlying and right are covered: calls by shares that no sell order has claimed, both rights by long options that expire no sooner at a
 * strike no worse. A partly covered option counts as uncovered.
 */
export function optionIntent(context: RiskContext): OptionIntent | undefined {
  const { order, instrument } = context;
  if (kindOf(context) !== 'Option') return 'none';
  const opening = openingOf(context);
  if (opening === undefined) return undefined;
  if (opening === 0) return 'none';
  if (order.strategyId !== null || instrument?.securityType === 'Multileg') return 'combination';
  return order.side === 'Buy' ? 'buy' : writingIntent(context);
}

/** Classifies an order that writes options by what covers them. */
function writingIntent(context: RiskContext): OptionIntent | undefined {
  const { order, instrument } = context;
  const parts = parseOptionSymbol(order.symbol);
  const siblings = parts && siblingsOf(context, parts);
  if (!parts || !siblings || instrument?.isIndexOption === undefined) return undefined;
  const { isIndexOption } = instrument;
  const written = plus(...siblings.map(({ exposure }) => exposure.short));
  const multiplier = multiplierOf(context, order.symbol);
  if (written === undefined || multiplier === undefined) return undefined;
  if (parts.right === 'C' && !isIndexOption) {
    const isCovered = isCoveredByShares(context, parts.underlying, times(written, multiplier));
    if (isCovered === undefined) return undefined;
    if (isCovered) return 'coveredCall';
  }
  const longs = coveringLongs(context, parts, siblings);
  if (longs === undefined) return undefined;
  if (longs >= written) return 'combination';
  return isIndexOption ? 'uncoveredIndex' : UNCOVERED[parts.right];
}

const UNCOVERED = { P: 'uncoveredPut', C: 'uncoveredCall' } as const satisfies Record<
  OptionParts['right'],
  OptionIntent
>;

/** True when the unclaimed long shares of the underlying are enough for the calls written on it. */
function isCoveredByShares(
  context: RiskContext,
  underlying: string,
  needed: number | undefined,
): boolean | undefined {
  const shares = heldAfterSales(context, underlying);
  return shares === undefined || needed === undefined ? undefined : shares >= needed;
}

/** Long contracts that can cover the written option, less those that sell orders have claimed. */
function coveringLongs(
  context: RiskContext,
  written: OptionParts,
  siblings: readonly Sibling[],
): number | undefined {
  let longs: number | undefined = 0;
  for (const { exposure, parts } of siblings)
    if (covers(parts, written)) longs = plus(longs, heldAfterSales(context, exposure.symbol));
  return longs;
}

interface Sibling {
  readonly exposure: Exposure;
  readonly parts: OptionParts;
}

/** Options of the same underlying and right that are held, rest or are ordered. */
function siblingsOf(
  context: RiskContext,
  { underlying, right }: Pick<OptionParts, 'underlying' | 'right'>,
): Sibling[] | undefined {
  const { portfolio, order } = context;
  if (!portfolio?.positions || !portfolio.openInterest || !portfolio.optionsOf) return undefined;
  const siblings: Sibling[] = [];
  for (const symbol of new Set([order.symbol, ...portfolio.optionsOf(underlying)])) {
    const exposure = exposureIn(context, symbol);
    if (!exposure) return undefined;
    const parts = exposure.kind === 'Option' ? parseOptionSymbol(symbol) : null;
    if (
      parts?.underlying === underlying &&
      parts.right === right &&
      (exposure.long > 0 || exposure.short > 0)
    )
      siblings.push({ exposure, parts });
  }
  return siblings;
}

function covers(long: OptionParts, written: OptionParts): boolean {
  const isNoWorse = written.right === 'C' ? long.strike <= written.strike : long.strike >= written.strike;
  return isNoWorse && long.expiration >= written.expiration;
}

/** Long shares or contracts left once this order and every resting sell are filled, not below 0. */
function heldAfterSales(context: RiskContext, symbol: string): number | undefined {
  const { order } = context;
  const held = heldOf(context, symbol);
  const open = openOf(context, symbol);
  const sold = symbol === order.symbol && order.side !== 'Buy' ? workingOf(context) : 0;
  return held === undefined || open === undefined || sold === undefined
    ? undefined
    : Math.max(0, held - open.sell - sold);
}

/** Shares of a stock that written calls on it need as cover. */
export function sharesHeldAsCover(context: RiskContext, underlying: string): number | undefined {
  const siblings = siblingsOf(context, { underlying, right: 'C' });
  return (
    siblings &&
    plus(
      ...siblings.map(
        ({ exposure }) => times(exposure.short, multiplierOf(context, exposure.symbol)) ?? Number.NaN,
      ),
    )
  );
}

/** Margin of one share of a written option: its strike; for an uncovered call the underlying's price when that is higher. Covered ones need none. */
export function writingRequirementE4(context: RiskContext, intent: OptionIntent): PriceE4 | undefined {
  if (intent === 'coveredCall' || (intent === 'combination' && context.order.strategyId === null)) return 0;
  const parts = parseOptionSymbol(context.order.symbol);
  if (!parts) return undefined;
  const strikeE4 = toPriceE4(parts.strike);
  if (parts.right === 'P') return strikeE4;
  const markE4 = context.portfolio?.markE4?.(parts.underlying);
  return isWhole(markE4) && markE4 > 0 ? Math.max(strikeE4, markE4) : undefined;
}

/** True when the account is known to be approved for an option strategy (a bit of `OptionPermission`). */
export function isApprovedFor({ account }: RiskContext, permission: number): boolean {
  return isWhole(account?.optionMask) && hasPermission(account.optionMask, permission);
}

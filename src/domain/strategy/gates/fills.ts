import type { MoneyE4, PriceE4 } from '../../money/price.ts';
import { isOptionSymbol } from '../../symbols/symbol.ts';
import { NO_COSTS, type CostSettings } from '../costs/settings.ts';
import { dollarsText, shareText } from './texts.ts';
import type { GateResult, RunResult } from './types.ts';

/** From this price of a share on the spread is a part of it; below, it is the tick of a cent, which is more. */
const SHARE_OF_PRICE_FROM_E4: PriceE4 = 500_000;
/** Below this price a share trades in hundredths of a cent, so its spread is a part of its price. */
const SUB_CENT_BELOW_E4: PriceE4 = 10_000;
/** Spread of a liquid US stock, basis points of its price. */
const STOCK_BASIS_POINTS = 2;
const SUB_CENT_BASIS_POINTS = 100;
/** From this price on the tick of an option is ten cents, below it five. */
const OPTION_DIME_FROM_E4: PriceE4 = 30_000;
/** A larger part of the profit that half a spread costs is a warning: what is left depends on fills that no backtest knows. */
const MAX_FILL_COST_SHARE = 0.5;

/** The spread that is assumed at a price: at least a tick, and what a liquid symbol has. */
export function assumedSpread(symbol: string, priceE4: PriceE4): CostSettings {
  if (isOptionSymbol(symbol))
    return { ...NO_COSTS, Spread: 'Cents', SpreadAmount: priceE4 >= OPTION_DIME_FROM_E4 ? 10 : 5 };
  if (priceE4 < SUB_CENT_BELOW_E4)
    return { ...NO_COSTS, Spread: 'BasisPoints', SpreadAmount: SUB_CENT_BASIS_POINTS };
  if (priceE4 < SHARE_OF_PRICE_FROM_E4) return { ...NO_COSTS, Spread: 'Cents', SpreadAmount: 1 };
  return { ...NO_COSTS, Spread: 'BasisPoints', SpreadAmount: STOCK_BASIS_POINTS };
}

/** The same with twice the spread: each fill pays a whole one. */
export const doubledSpread = (costs: CostSettings): CostSettings => ({
  ...costs,
  SpreadAmount: costs.SpreadAmount * 2,
});

const halfText = ({ Spread, SpreadAmount }: CostSettings): string =>
  Spread === 'Cents' ? `${SpreadAmount / 2} cents a share` : `${SpreadAmount / 2} bps of the price`;

/** The runs of this check. */
export interface FillRuns {
  readonly base: RunResult;
  /** Each fill at the next open (or its stop) is worse by half of the spread. */
  readonly half: RunResult;
  /** Worse by the whole spread. */
  readonly whole: RunResult;
  readonly spread: CostSettings;
}

/** Rates how much of the profit the price of fills decides. */
export function rateFills({ base, half, whole, spread }: FillRuns): GateResult {
  const gate = 'Fills';
  if (base.filledCount === 0)
    return {
      gate,
      verdict: 'NotApplicable',
      text: 'No order fills in the period, so there is no profit to compare.',
    };
  const fills = `fills worse by half a spread (${halfText(spread)})`;
  if (base.netE4 <= 0)
    return {
      gate,
      verdict: 'Warning',
      text: `The run has no profit in the period: ${dollarsText(base.netE4)}, with ${fills} ${dollarsText(half.netE4)}.`,
    };
  if (half.netE4 <= 0)
    return {
      gate,
      verdict: 'Failed',
      text: `The profit of ${dollarsText(base.netE4)} becomes ${dollarsText(half.netE4)} with ${fills}.`,
    };
  const costShare = (netE4: MoneyE4): number => (base.netE4 - netE4) / base.netE4;
  const isThin = costShare(half.netE4) > MAX_FILL_COST_SHARE || whole.netE4 <= 0;
  return {
    gate,
    verdict: isThin ? 'Warning' : 'Passed',
    text: `Of the profit of ${dollarsText(base.netE4)}, ${fills} cost ${shareText(costShare(half.netE4))}, by a whole one ${shareText(costShare(whole.netE4))}.`,
  };
}

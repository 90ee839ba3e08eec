import { formatMoney } from '../../format/format-number.ts';
import { NO_COSTS } from './settings.ts';
import type { CostSettings } from './settings.ts';

/** What a backtest assumes about one part of its fills and costs. */
export interface CostAssumption {
  readonly name: 'Slippage' | 'Spread' | 'Volume' | 'Commissions' | 'Borrowing';
  readonly text: string;
}

const centsText = (amount: number): string => `${amount} ${amount === 1 ? 'cent' : 'cents'} a share`;
const basisPointsText = (amount: number): string => `${amount} bps of the price`;

function slippageText({ Slippage, SlippageAmount }: CostSettings): string {
  switch (Slippage) {
    case 'None':
      return 'none';
    case 'Cents':
      return centsText(SlippageAmount);
    case 'BasisPoints':
      return basisPointsText(SlippageAmount);
    case 'RangePercent':
      return `${SlippageAmount} % of the range of the bar`;
  }
}

function spreadText({ Spread, SpreadAmount }: CostSettings): string {
  switch (Spread) {
    case 'None':
      return 'none';
    case 'Cents':
      return `${centsText(SpreadAmount)}, half a fill`;
    case 'BasisPoints':
      return `${basisPointsText(SpreadAmount)}, half a fill`;
  }
}

function commissionText({ Commission, CommissionAmount, CommissionMinimum }: CostSettings): string {
  switch (Commission) {
    case 'Account':
      return 'fees of the account';
    case 'None':
      return 'none';
    case 'PerShare':
      return `$${CommissionAmount} a share, at least $${formatMoney(CommissionMinimum)} an order`;
    case 'PerOrder':
      return `$${formatMoney(CommissionAmount)} an order`;
    case 'Percent':
      return `${CommissionAmount} % of the value`;
  }
}

/** What a backtest assumes, in the order of its settings. Null: a backtest without settings. */
export function costAssumptions(given: CostSettings | null): readonly CostAssumption[] {
  const costs = given ?? NO_COSTS;
  return [
    { name: 'Slippage', text: slippageText(costs) },
    { name: 'Spread', text: spreadText(costs) },
    {
      name: 'Volume',
      text:
        costs.VolumePercent === null ? 'no limit' : `at most ${costs.VolumePercent} % of the volume of a bar`,
    },
    { name: 'Commissions', text: commissionText(costs) },
    {
      name: 'Borrowing',
      text: costs.BorrowPercent === 0 ? 'free' : `${costs.BorrowPercent} % a year`,
    },
  ];
}

/** The assumptions in one line: `Slippage 2 cents a share; spread none; …`. */
export const assumptionsLine = (costs: CostSettings | null): string =>
  costAssumptions(costs)
    .map(({ name, text }, at) => `${at === 0 ? name : name.toLowerCase()} ${text}`)
    .join('; ');

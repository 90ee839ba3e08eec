import { costProblem, isFreeOfCosts, NO_COSTS } from '../../domain/strategy/costs/settings.ts';
import type { CostSettings } from '../../domain/strategy/costs/settings.ts';
import { usageError } from './usage.ts';

/** Options of the command line that state costs and fills, for `parseArgs`. */
export const COST_OPTIONS = {
  slippage: { type: 'string' },
  spread: { type: 'string' },
  volume: { type: 'string' },
  commission: { type: 'string' },
  borrow: { type: 'string' },
} as const;

type CostOption = keyof typeof COST_OPTIONS;
type GivenCosts = { readonly [Name in CostOption]?: string | undefined };

/** Kinds of an option by the unit that its text ends with. */
const SLIPPAGE_UNITS = { c: 'Cents', bps: 'BasisPoints', '%': 'RangePercent' } as const;
const SPREAD_UNITS = { c: 'Cents', bps: 'BasisPoints' } as const;
const COMMISSION_UNITS = { '/share': 'PerShare', '/order': 'PerOrder', '%': 'Percent' } as const;

/** What each option may be, as the end of a message. */
const FORMS: Readonly<Record<CostOption, string>> = {
  slippage: '2c (cents a share), 1.5bps (of the price) or 10% (of the range of the bar)',
  spread: '1c (cents a share) or 2bps (of the price)',
  volume: 'per cent of the volume of a bar, such as 5',
  commission: 'account, none, 0.005/share, 0.005/share,min1, 4.95/order or 0.03%',
  borrow: 'per cent a year, such as 8',
};
const FIELD_OPTIONS: Partial<Readonly<Record<keyof CostSettings, CostOption>>> = {
  SlippageAmount: 'slippage',
  SpreadAmount: 'spread',
  VolumePercent: 'volume',
  CommissionAmount: 'commission',
  CommissionMinimum: 'commission',
  BorrowPercent: 'borrow',
};

const wrong = (option: CostOption, text: string): Error =>
  usageError(`--${option} ${text} is unknown: ${FORMS[option]}.`);

/** The cost settings of a command line; null when it states none, or only such as change nothing. Throws a CommandError that names a wrong option. */
export function costsOf(given: GivenCosts): CostSettings | null {
  const costs: CostSettings = {
    ...NO_COSTS,
    ...slippageOf(given.slippage),
    ...spreadOf(given.spread),
    ...commissionOf(given.commission),
    VolumePercent: given.volume === undefined ? null : numberOf('volume', given.volume),
    BorrowPercent: given.borrow === undefined ? 0 : numberOf('borrow', given.borrow),
  };
  const problem = costProblem(costs);
  const option = problem === null ? undefined : FIELD_OPTIONS[problem.field];
  if (problem !== null && option !== undefined)
    throw usageError(`--${option} ${given[option] ?? ''}: the amount ${problem.text}.`);
  return isFreeOfCosts(costs) ? null : costs;
}

function slippageOf(text: string | undefined): Partial<CostSettings> {
  if (text === undefined || text === 'none') return {};
  const { amount, kind } = withUnit('slippage', text, SLIPPAGE_UNITS);
  return { Slippage: kind, SlippageAmount: amount };
}

function spreadOf(text: string | undefined): Partial<CostSettings> {
  if (text === undefined || text === 'none') return {};
  const { amount, kind } = withUnit('spread', text, SPREAD_UNITS);
  return { Spread: kind, SpreadAmount: amount };
}

function commissionOf(text: string | undefined): Partial<CostSettings> {
  if (text === undefined || text === 'account') return {};
  if (text === 'none') return { Commission: 'None' };
  const [, rate = text, minimum] = /^(.*\/share),min(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  const { amount, kind } = withUnit('commission', rate, COMMISSION_UNITS, text);
  return { Commission: kind, CommissionAmount: amount, CommissionMinimum: Number(minimum ?? 0) };
}

/** A number and the kind that its unit stands for. `shown`: the whole text of the option. */
function withUnit<Kind>(
  option: CostOption,
  text: string,
  units: Readonly<Record<string, Kind>>,
  shown = text,
): { readonly amount: number; readonly kind: Kind } {
  const [, digits = '', unit = ''] = /^(\d+(?:\.\d+)?)(\D+)$/.exec(text) ?? [];
  const kind = Object.hasOwn(units, unit) ? units[unit] : undefined;
  if (kind === undefined) throw wrong(option, shown);
  return { amount: Number(digits), kind };
}

function numberOf(option: CostOption, text: string): number {
  const [, digits] = /^(\d+(?:\.\d+)?)%?$/.exec(text) ?? [];
  if (digits === undefined) throw wrong(option, text);
  return Number(digits);
}

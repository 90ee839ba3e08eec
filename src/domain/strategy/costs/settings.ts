/** How far a fill that removes liquidity is worse than the price of the bar. */
export const SLIPPAGE_KINDS = ['None', 'Cents', 'BasisPoints', 'RangePercent'] as const;
/** How the distance of bid and offer is stated. */
export const SPREAD_KINDS = ['None', 'Cents', 'BasisPoints'] as const;
/** What a fill is charged. `Account`: the fees of the account. */
export const COMMISSION_KINDS = ['Account', 'None', 'PerShare', 'PerOrder', 'Percent'] as const;

/** Costs and fills of a backtest, as its user states them, as they are sent and stored. An amount whose kind does not use it is ignored. */
export interface CostSettings {
  readonly Slippage: (typeof SLIPPAGE_KINDS)[number];
  /** Cents a share, basis points of the price, or per cent of the bar's range. */
  readonly SlippageAmount: number;
  readonly Spread: (typeof SPREAD_KINDS)[number];
  /** Cents a share, or basis points of the price; a fill pays half of it. */
  readonly SpreadAmount: number;
  /** The most that all orders of the run together fill in a bar, per cent of its volume; null = no limit. */
  readonly VolumePercent: number | null;
  readonly Commission: (typeof COMMISSION_KINDS)[number];
  /** Dollars a share (contract), dollars an order, or per cent of the value. */
  readonly CommissionAmount: number;
  /** Of a commission per share: the least for an order, dollars. */
  readonly CommissionMinimum: number;
  /** Per cent a year of the value of short stock. */
  readonly BorrowPercent: number;
}

/** Settings that change nothing: bars fill orders in full at their prices, with the fees of the account. */
export const NO_COSTS: CostSettings = {
  Slippage: 'None',
  SlippageAmount: 0,
  Spread: 'None',
  SpreadAmount: 0,
  VolumePercent: null,
  Commission: 'Account',
  CommissionAmount: 0,
  CommissionMinimum: 0,
  BorrowPercent: 0,
};

/** The bounds of an amount, and its decimals. */
export interface AmountBounds {
  readonly min: number;
  readonly max: number;
  readonly decimals: number;
}

/** The bounds of each amount, by what it is an amount of. */
export const COST_BOUNDS = {
  slippage: {
    Cents: { min: 0, max: 1_000, decimals: 2 },
    BasisPoints: { min: 0, max: 1_000, decimals: 2 },
    RangePercent: { min: 0, max: 100, decimals: 2 },
  },
  spread: {
    Cents: { min: 0, max: 1_000, decimals: 2 },
    BasisPoints: { min: 0, max: 1_000, decimals: 2 },
  },
  volumePercent: { min: 0.01, max: 100, decimals: 2 },
  commission: {
    PerShare: { min: 0, max: 10, decimals: 4 },
    PerOrder: { min: 0, max: 1_000, decimals: 2 },
    Percent: { min: 0, max: 10, decimals: 4 },
  },
  commissionMinimum: { min: 0, max: 1_000, decimals: 2 },
  borrowPercent: { min: 0, max: 1_000, decimals: 2 },
} as const satisfies Record<string, AmountBounds | Readonly<Record<string, AmountBounds>>>;

/** Why an amount is outside of its bounds, as the end of a sentence; null when it is inside. */
export function amountProblem(value: number, { min, max, decimals }: AmountBounds): string | null {
  const isInside = Number.isFinite(value) && value >= min && value <= max;
  const scaled = value * 10 ** decimals;
  const hasDecimals = Math.abs(scaled - Math.round(scaled)) < 1e-6;
  if (isInside && hasDecimals) return null;
  const range = `from ${min} to ${max.toLocaleString('en-US')}`;
  return decimals === 0
    ? `must be a whole number ${range}`
    : `must be a number ${range} with at most ${decimals} decimals`;
}

/** The amounts that settings use, each with the name of its field and its bounds. */
export function usedAmounts(
  settings: CostSettings,
): readonly (readonly [field: keyof CostSettings, value: number, bounds: AmountBounds])[] {
  const { Slippage, Spread, Commission, VolumePercent } = settings;
  const used: (readonly [keyof CostSettings, number, AmountBounds])[] = [];
  if (Slippage !== 'None')
    used.push(['SlippageAmount', settings.SlippageAmount, COST_BOUNDS.slippage[Slippage]]);
  if (Spread !== 'None') used.push(['SpreadAmount', settings.SpreadAmount, COST_BOUNDS.spread[Spread]]);
  if (VolumePercent !== null) used.push(['VolumePercent', VolumePercent, COST_BOUNDS.volumePercent]);
  if (Commission !== 'Account' && Commission !== 'None')
    used.push(['CommissionAmount', settings.CommissionAmount, COST_BOUNDS.commission[Commission]]);
  if (Commission === 'PerShare')
    used.push(['CommissionMinimum', settings.CommissionMinimum, COST_BOUNDS.commissionMinimum]);
  used.push(['BorrowPercent', settings.BorrowPercent, COST_BOUNDS.borrowPercent]);
  return used;
}

/** The first field of settings that is outside of its bounds, and why; null when none is. */
export function costProblem(
  settings: CostSettings,
): { readonly field: keyof CostSettings; readonly text: string } | null {
  for (const [field, value, bounds] of usedAmounts(settings)) {
    const text = amountProblem(value, bounds);
    if (text !== null) return { field, text };
  }
  return null;
}

/** True for settings with which a backtest fills and charges as without any. */
export const isFreeOfCosts = ({
  Slippage,
  Spread,
  VolumePercent,
  Commission,
  BorrowPercent,
}: CostSettings): boolean =>
  Slippage === 'None' &&
  Spread === 'None' &&
  VolumePercent === null &&
  Commission === 'Account' &&
  BorrowPercent === 0;

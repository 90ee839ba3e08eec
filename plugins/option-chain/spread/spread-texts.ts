import { formatMoney } from '../../../src/domain/format/format-number.ts';
import { newYorkDate } from '../../../src/domain/calendar/new-york-time.ts';
import type { Greeks } from '../../../src/domain/options/index.ts';
import { formatPrice, UNKNOWN_TEXT } from '../../../src/plugin-api/index.ts';
import { volatilityText } from '../model/contract-columns.ts';
import { expirationText } from '../model/expirations.ts';
import { netText } from './net-price.ts';
import type { LegFigures, SpreadView } from './spread-view.ts';

const UNLIMITED_TEXT = 'Unlimited';
const NO_BREAK_EVEN_TEXT = 'None';

const quote = (dollars: number): string => (dollars > 0 ? formatPrice(dollars) : UNKNOWN_TEXT);

export type LegFigureId = 'bid' | 'ask' | 'volatility' | 'delta';

/** A figure of a leg as its cell shows it. */
export function legText(figures: LegFigures | undefined, id: LegFigureId): string {
  if (figures === undefined) return UNKNOWN_TEXT;
  if (id === 'volatility') return volatilityText(figures.volatility);
  if (id === 'delta') return greekText(figures.delta, 1);
  return quote(figures[id]);
}

function greekText(value: number | null | undefined, decimals: number): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return UNKNOWN_TEXT;
  const text = value.toFixed(decimals);
  return /^-0\.?0*$/.test(text) ? text.slice(1) : text;
}

/** A line of the figures of a spread. Amounts are those of `units` units. */
export interface SpreadFigure {
  readonly id: string;
  readonly label: string;
  /** What the figure means, for its tooltip. */
  readonly help: string;
  text(view: SpreadView, units: number): string;
}

/** A largest gain or loss: null = unlimited. */
const extremeText = (view: SpreadView, id: 'maxGain' | 'maxLoss', units: number): string => {
  if (view.profile === null) return UNKNOWN_TEXT;
  const amount = view.profile[id];
  return amount === null ? UNLIMITED_TEXT : formatMoney(amount * units);
};

/** The break-evens of a profile, ascending. */
function breakEvenText({ profile }: Pick<SpreadView, 'profile'>): string {
  if (profile === null) return UNKNOWN_TEXT;
  return profile.breakEvens.length === 0
    ? NO_BREAK_EVEN_TEXT
    : profile.breakEvens.map((price) => price.toFixed(2)).join(', ');
}

const greekFigure = (id: keyof Greeks, label: string, decimals: number, help: string): SpreadFigure => ({
  id,
  label,
  help,
  text: ({ greeks }, units) => greekText(greeks === null ? null : greeks[id] * units, decimals),
});

export const SPREAD_FIGURES: readonly SpreadFigure[] = [
  {
    id: 'maxGain',
    label: 'Max gain',
    help: 'Largest gain at the nearest expiration, dollars without fees',
    text: (view, units) => extremeText(view, 'maxGain', units),
  },
  {
    id: 'maxLoss',
    label: 'Max loss',
    help: 'Largest loss at the nearest expiration, dollars without fees',
    text: (view, units) => extremeText(view, 'maxLoss', units),
  },
  {
    id: 'breakEvens',
    label: 'Break-even',
    help: 'Prices of the underlying at the nearest expiration without gain or loss',
    text: breakEvenText,
  },
  {
    id: 'probability',
    label: 'Probability of profit',
    help: 'Risk-neutral probability of a gain at the nearest expiration, by the volatility smile',
    text: ({ probability }) => (probability === null ? UNKNOWN_TEXT : `${(probability * 100).toFixed(1)}%`),
  },
  greekFigure('delta', 'Delta', 1, 'Shares of the underlying that the spread moves like'),
  greekFigure('gamma', 'Gamma', 2, 'Change of delta when the underlying rises one dollar'),
  greekFigure(
    'theta',
    'Theta',
    2,
    'Change of the value over one trading day, dollars, at most the time value that is left',
  ),
  greekFigure('vega', 'Vega', 2, 'Change of the value when volatility rises one percentage point, dollars'),
];

/** Which units and which price the figures are about: `1 unit at 1.25 debit`. */
export function basisText({ cost }: Pick<SpreadView, 'cost'>, units: number): string {
  const count = units === 1 ? '1 unit' : `${units.toLocaleString('en-US')} units`;
  return cost === null ? count : `${count} at ${netText(Math.round(cost * 10_000))}`;
}

/** Description of the payoff plot. */
export function payoffSummary(view: SpreadView, units: number): string {
  const { profile, expirationMs, spot } = view;
  if (profile === null) return 'Payoff: no figures yet';
  const when = expirationMs === null ? '' : ` at expiration on ${expirationText(newYorkDate(expirationMs))}`;
  const amount = (value: number | null): string =>
    value === null ? 'unlimited' : formatMoney(value * units);
  return [
    `Payoff of ${basisText(view, units)}${when}`,
    `largest gain ${amount(profile.maxGain)}`,
    `largest loss ${amount(profile.maxLoss)}`,
    `break-even ${breakEvenText(view).toLowerCase()}`,
    `underlying at ${quote(spot)}`,
  ].join(', ');
}

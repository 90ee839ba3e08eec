import { MINUTE_MS } from '../../../domain/calendar/durations.ts';
import {
  americanPrice,
  impliedVolatility,
  legalAtOrAboveE4,
  legalAtOrBelowE4,
  optionStepE4,
  RISK_FREE_RATE,
  YEAR_MS,
  type OptionTerms,
} from '../../../domain/options/index.ts';
import { E4, type PriceE4 } from '../../../domain/money/price.ts';
import { uniform32 } from '../simulated/noise.ts';
import type { Contract } from './contract.ts';
import type { VolatilitySurface } from './volatility-surface.ts';

/** What a market maker would show, and what he thinks it is worth. */
export interface OptionPrices {
  /** Dollars, off the grid of steps. */
  readonly fair: number;
  readonly volatility: number;
  readonly bidE4: PriceE4;
  readonly askE4: PriceE4;
}

/** What all options of an underlying share at a moment. */
export interface PricingMoment {
  /** Price of the underlying, dollars. */
  readonly spot: number;
  /** Exchange time, UTC ms. */
  readonly timeMs: number;
  readonly dividendYield: number;
  readonly surface: VolatilitySurface;
}

/** Prices of an option that has none: before a price of its underlying, or after its expiration. */
export const NO_PRICES: OptionPrices = { fair: 0, volatility: 0, bidE4: 0, askE4: 0 };

/** Bid and offer around the model's price, on legal steps; none without a price of the underlying, and none once trading has ended. */
export function priceOption(contract: Contract, moment: PricingMoment): OptionPrices {
  const terms = termsAt(contract, moment);
  if (!(moment.spot > 0) || terms.years <= 0) return NO_PRICES;
  const forward = terms.spot * Math.exp((terms.rate - terms.dividendYield) * terms.years);
  const volatility = moment.surface.at(contract.strike, forward, terms.years);
  const fair = americanPrice(terms, volatility);
  const half = halfSpread(contract, fair, moment.spot, terms.years);
  const bidE4 = legalAtOrBelowE4(contract.listing, (fair - half) * E4);
  return {
    fair,
    volatility,
    bidE4,
    askE4: Math.max(
      bidE4 + optionStepE4(contract.listing, bidE4),
      legalAtOrAboveE4(contract.listing, (fair + half) * E4),
    ),
  };
}

/** The terms of an option as priced at a moment. */
function termsAt(
  contract: Contract,
  { spot, timeMs, dividendYield }: Pick<PricingMoment, 'spot' | 'timeMs' | 'dividendYield'>,
): OptionTerms {
  const left = timeMs >= contract.endMs ? 0 : contract.endMs - Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
  return {
    right: contract.right,
    spot,
    strike: contract.strike,
    years: left / YEAR_MS,
    rate: RISK_FREE_RATE,
    dividendYield,
  };
}

/** The volatility that the middle of a quote implies; null when it is not bid for, or is worth no more than exercising it. */
export function quotedVolatility(
  contract: Contract,
  moment: PricingMoment,
  prices: OptionPrices,
): number | null {
  if (prices.bidE4 === 0) return null;
  return impliedVolatility((prices.bidE4 + prices.askE4) / 2 / E4, termsAt(contract, moment), 'american', {
    volatility: prices.volatility,
    price: prices.fair,
  });
}

/** The legal price nearest to what the option is worth, E4; 0 when that is less than half a step. */
export function markE4(contract: Contract, { fair }: OptionPrices): PriceE4 {
  const amount = fair * E4;
  const step = optionStepE4(contract.listing, amount);
  return Math.round(amount / step) * step;
}

const SPREADS: Readonly<Record<Contract['listing'], { readonly least: number; readonly slope: number }>> = {
  daily: { least: 0.004, slope: 0.0035 },
  weekly: { least: 0.01, slope: 0.011 },
  monthly: { least: 0.04, slope: 0.025 },
};

/** Half the distance between bid and offer, dollars: grows slower than the price, so that a dearer option is never bid for less. */
function halfSpread({ listing }: Contract, fair: number, spot: number, years: number): number {
  const { least, slope } = SPREADS[listing];
  // Of what lies a year or two away the makers are less sure.
  return least + slope * fair ** 0.8 + 0.000_04 * spot * Math.min(2, years);
}

const EXCHANGES = ['CBOE', 'ISE', 'PHLX', 'ARCA', 'NASDAQ', 'BATS', 'AMEX', 'BOX', 'C2', 'MIAX'] as const;
const USUAL_LOTS: Readonly<Record<Contract['listing'], number>> = { daily: 60, weekly: 18, monthly: 8 };

/** Names of the exchanges that trade options. */
export const OPTION_EXCHANGES: readonly string[] = EXCHANGES;

/** An exchange drawn by whole numbers. */
export function optionExchangeAt(seed32: number, place: number, purpose: number): string {
  return EXCHANGES[Math.floor(uniform32(seed32, place, purpose) * EXCHANGES.length)] ?? 'CBOE';
}

/** Contracts shown on a side at a price, at a minute. */
export function quotedSize(
  { listing, seed32 }: Contract,
  priceE4: PriceE4,
  timeMs: number,
  purpose: number,
): number {
  if (priceE4 === 0) return 0;
  const roll = uniform32(seed32, Math.floor(timeMs / MINUTE_MS) ^ priceE4, purpose);
  return Math.max(1, Math.round(USUAL_LOTS[listing] * (0.2 + 1.2 * roll + 3 * roll ** 8)));
}

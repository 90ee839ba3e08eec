import { isOptionSymbol } from '../../src/domain/symbols/symbol.ts';
import { barSizeLabel } from './data/bar-sizes.ts';
import { rangeLabel, type ChartRange } from './data/time-frames.ts';

/** `Chart` without a symbol; `5 Min 1 Day Chart - SPY: SPDR S&P 500 ETF Trust`; an option is named by its company name alone. Of prices as they traded: `… Chart (unadjusted) - SPY`. */
export function chartTitle(
  {
    Symbol,
    Range,
    ShowsRawPrices = false,
  }: { readonly Symbol: string; readonly Range: ChartRange; readonly ShowsRawPrices?: boolean },
  company = '',
): string {
  if (Symbol === '') return 'Chart';
  if (isOptionSymbol(Symbol) && company !== '') return company;
  const chart = ShowsRawPrices ? 'Chart (unadjusted)' : 'Chart';
  return `${barSizeLabel(Range.BarSize)} ${rangeLabel(Range)} ${chart} - ${Symbol}${company === '' ? '' : `: ${company}`}`;
}

import type { Greeks } from '../../src/domain/options/index.ts';
import { formatInteger, formatPrice, formatSignedPrice, UNKNOWN_TEXT } from '../../src/plugin-api/index.ts';
import { greeksAt, type ChainAnalytics } from './model/analytics.ts';
import type { Contract, StrikeRow } from './model/contract.ts';
import { countText, greekText, volatilityText } from './model/contract-columns.ts';

/** A line of the popup: its name and what it says of a contract. */
export interface FigureLine {
  readonly id: string;
  readonly label: string;
  /** Tooltip of the label. */
  readonly help?: string;
  text(contract: Contract, greeks: Greeks | null): string;
}

const price = (dollars: number): string => (dollars > 0 ? formatPrice(dollars) : UNKNOWN_TEXT);
const quote = (dollars: number, size: number): string =>
  dollars > 0 ? `${formatPrice(dollars)} × ${formatInteger(size)}` : UNKNOWN_TEXT;

export const DETAIL_LINES: readonly FigureLine[] = [
  { id: 'last', label: 'Last', text: (contract) => price(contract.shownLast) },
  {
    id: 'change',
    label: 'Change',
    text: ({ change }) => (change === null ? UNKNOWN_TEXT : formatSignedPrice(change)),
  },
  { id: 'previousClose', label: 'Previous close', text: (contract) => price(contract.previousClose) },
  { id: 'bid', label: 'Bid', text: ({ bid, bidSize }) => quote(bid, bidSize) },
  { id: 'ask', label: 'Ask', text: ({ ask, askSize }) => quote(ask, askSize) },
  { id: 'volume', label: 'Volume', text: (contract) => countText(contract, contract.volume) },
  {
    id: 'openInterest',
    label: 'Open interest',
    text: (contract) => countText(contract, contract.openInterest),
  },
];

/** Theta is the yearly rate over 252 days (spec tools.md §9), whatever time is left. */
const THETA_HELP =
  'Change of the price over one trading day, as a rate. With less than a day left it may exceed the time value, which is all that can be lost.';

const greekLine = (id: keyof Greeks, label: string, help?: string): FigureLine => ({
  id,
  label,
  ...(help === undefined ? {} : { help }),
  text: (_contract, greeks) => greekText(greeks?.[id]),
});
export const GREEK_LINES: readonly FigureLine[] = [
  greekLine('delta', 'Delta'),
  greekLine('gamma', 'Gamma'),
  greekLine('theta', 'Theta', THETA_HELP),
  greekLine('vega', 'Vega'),
  greekLine('rho', 'Rho'),
];

/** Why figures of the popup are unknown, by the same keys as their texts. */
export function strikeProblems(row: StrikeRow): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  for (const side of ['call', 'put'] as const) {
    const problem = row[side]?.quoteProblem ?? null;
    if (problem === null) continue;
    for (const line of ['detail.bid', 'detail.ask', 'implied.volatility'])
      problems.set(`${side}.${line}`, problem);
  }
  return problems;
}

/** Texts of the popup by `{side}.{section}.{line}`; a side without a contract has none. */
export function strikeTexts(
  row: StrikeRow,
  analytics: ChainAnalytics,
  historicalVolatility: number | null,
): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const side of ['call', 'put'] as const) {
    const contract = row[side];
    if (contract === undefined) continue;
    const implied = analytics.figures(row, side);
    const historical = greeksAt(contract, historicalVolatility, analytics.pricing);
    for (const line of DETAIL_LINES) texts.set(`${side}.detail.${line.id}`, line.text(contract, null));
    for (const line of GREEK_LINES) {
      texts.set(`${side}.historical.${line.id}`, line.text(contract, historical));
      texts.set(`${side}.implied.${line.id}`, line.text(contract, implied.greeks));
    }
    texts.set(`${side}.implied.volatility`, volatilityText(implied.volatility));
    texts.set(`${side}.historical.volatility`, volatilityText(historicalVolatility));
  }
  return texts;
}

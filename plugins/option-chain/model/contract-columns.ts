import { GREEK_DECIMALS, type Greeks } from '../../../src/domain/options/index.ts';
import {
  formatInteger,
  formatPrice,
  formatSignedPercent,
  formatSignedPrice,
  formatTime,
  UNKNOWN_TEXT,
  type ColumnChoice,
  type ColumnSetting,
} from '../../../src/plugin-api/index.ts';
import type { ContractFigures } from './analytics.ts';
import type { Contract } from './contract.ts';

/** What a column reads: the contract, its figures (computed only when read) and the price of the underlying. */
export interface ContractView {
  readonly contract: Contract;
  readonly spot: number;
  figures(): ContractFigures;
}

export type Tone = 'up' | 'down' | 'muted' | 'warning' | '';

/** A column of one side of the chain. */
export interface ContractColumn {
  readonly id: string;
  readonly label: string;
  readonly shortLabel: string;
  readonly help: string;
  readonly category: 'Trading' | 'Volatility and greeks';
  readonly widthPx: number;
  text(view: ContractView): string;
  tone?(view: ContractView): Tone;
  /** A rise or fall between two refreshes lights the cell. */
  flash?(contract: Contract): number;
  /** A bar behind the number: its value is drawn relative to the largest of the expiration. */
  bar?(contract: Contract): number;
  /** Opens a ticket of this side at the cell's price. */
  readonly trade?: 'Buy' | 'Sell';
  tooltip?(view: ContractView): string | undefined;
}

const PRICE_WIDTH_PX = 58;
const SIZE_WIDTH_PX = 60;

const price = (dollars: number): string => (dollars > 0 ? formatPrice(dollars) : UNKNOWN_TEXT);

/** A number of contracts. Before the first snapshot of a recording 0 means unknown; open interest may be known from the session before. */
export const countText = (
  { isBeforeSnapshot }: Pick<Contract, 'isBeforeSnapshot'>,
  contracts: number,
): string => (isBeforeSnapshot && contracts === 0 ? UNKNOWN_TEXT : formatInteger(contracts));

/** `18.4%` of a fraction; unknown for null. */
export function volatilityText(fraction: number | null): string {
  return fraction === null || !Number.isFinite(fraction) ? UNKNOWN_TEXT : `${(fraction * 100).toFixed(1)}%`;
}

/** A greek with three decimals and no negative zero. */
export function greekText(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return UNKNOWN_TEXT;
  const text = value.toFixed(GREEK_DECIMALS);
  return /^-0\.0*$/.test(text) ? text.slice(1) : text;
}

const directionOf = (value: number | null): Tone => (value === null ? 'muted' : value >= 0 ? 'up' : 'down');
const quoteTone = ({ contract }: ContractView): Tone => (contract.isCrossed ? 'warning' : '');
const quoteTooltip = ({ contract }: ContractView): string | undefined => contract.quoteProblem ?? undefined;

/** Percent since the previous close; null where one of the two prices is missing. */
const changePercent = ({ change, previousClose }: Contract): number | null =>
  change === null ? null : (change / previousClose) * 100;

const greekColumn = (id: keyof Greeks, label: string, help: string): ContractColumn => ({
  id: label,
  label,
  shortLabel: label,
  help,
  category: 'Volatility and greeks',
  widthPx: PRICE_WIDTH_PX,
  text: (view) => greekText(view.figures().greeks?.[id]),
  tone: (view) => (view.figures().isEstimate ? 'muted' : ''),
  tooltip: (view) =>
    view.figures().isEstimate
      ? 'Estimate: this quote implies no volatility, the nearest strike that does was used'
      : undefined,
});

const tradingColumns: readonly ContractColumn[] = [
  {
    id: 'Last',
    label: 'Last',
    shortLabel: 'Last',
    help: 'Last price; the previous close where there is no last price',
    category: 'Trading',
    widthPx: PRICE_WIDTH_PX,
    text: ({ contract }) => price(contract.shownLast),
    tone: ({ contract }) => (contract.isPreviousClose ? 'muted' : ''),
    flash: (contract) => contract.last,
    tooltip: ({ contract }) => (contract.isPreviousClose ? 'Previous close: no last price' : undefined),
  },
  {
    id: 'Change',
    label: '$ change',
    shortLabel: 'Change',
    help: 'Last price minus previous close',
    category: 'Trading',
    widthPx: PRICE_WIDTH_PX,
    text: ({ contract: { change } }) => (change === null ? UNKNOWN_TEXT : formatSignedPrice(change)),
    tone: ({ contract }) => directionOf(contract.change),
  },
  {
    id: 'ChangeP',
    label: '% change',
    shortLabel: 'Change %',
    help: 'Last price against the previous close',
    category: 'Trading',
    widthPx: 68,
    text({ contract }) {
      const percent = changePercent(contract);
      return percent === null ? UNKNOWN_TEXT : formatSignedPercent(percent);
    },
    tone: ({ contract }) => directionOf(contract.change),
  },
  {
    id: 'Bid',
    label: 'Bid',
    shortLabel: 'Bid',
    help: 'Best bid. Click to sell at this price',
    category: 'Trading',
    widthPx: PRICE_WIDTH_PX,
    text: ({ contract }) => price(contract.bid),
    tone: quoteTone,
    flash: (contract) => contract.bid,
    trade: 'Sell',
    tooltip: quoteTooltip,
  },
  {
    id: 'BidSize',
    label: 'Bid size',
    shortLabel: 'Bid size',
    help: 'Contracts at the best bid',
    category: 'Trading',
    widthPx: SIZE_WIDTH_PX,
    text: ({ contract }) => countText(contract, contract.bidSize),
  },
  {
    id: 'Ask',
    label: 'Ask',
    shortLabel: 'Ask',
    help: 'Best ask. Click to buy at this price',
    category: 'Trading',
    widthPx: PRICE_WIDTH_PX,
    text: ({ contract }) => price(contract.ask),
    tone: quoteTone,
    flash: (contract) => contract.ask,
    trade: 'Buy',
    tooltip: quoteTooltip,
  },
  {
    id: 'AskSize',
    label: 'Ask size',
    shortLabel: 'Ask size',
    help: 'Contracts at the best ask',
    category: 'Trading',
    widthPx: SIZE_WIDTH_PX,
    text: ({ contract }) => countText(contract, contract.askSize),
  },
  {
    id: 'Mid',
    label: 'Middle',
    shortLabel: 'Mid',
    help: 'Middle of bid and ask',
    category: 'Trading',
    widthPx: PRICE_WIDTH_PX,
    text: ({ contract: { middle } }) => (middle === null ? UNKNOWN_TEXT : formatPrice(middle)),
    tooltip: quoteTooltip,
  },
  {
    id: 'Volume',
    label: 'Volume',
    shortLabel: 'Volume',
    help: 'Contracts traded today, with a bar relative to the largest of the expiration',
    category: 'Trading',
    widthPx: SIZE_WIDTH_PX,
    text: ({ contract }) => countText(contract, contract.volume),
    bar: (contract) => contract.volume,
  },
  {
    id: 'OpenInterest',
    label: 'Open interest',
    shortLabel: 'Open int',
    help: 'Contracts open after the previous session, with a bar relative to the largest of the expiration',
    category: 'Trading',
    widthPx: SIZE_WIDTH_PX + 4,
    text: ({ contract }) => countText(contract, contract.openInterest),
    bar: (contract) => contract.openInterest,
  },
  {
    id: 'PreviousClose',
    label: 'Previous close',
    shortLabel: 'Prev close',
    help: 'Close of the previous session',
    category: 'Trading',
    widthPx: 68,
    text: ({ contract }) => price(contract.previousClose),
  },
  {
    id: 'Timestamp',
    label: 'Time',
    shortLabel: 'Time',
    help: 'Exchange time of the last trade or quote, New York',
    category: 'Trading',
    widthPx: 64,
    text: ({ contract }) => (contract.timeMs > 0 ? formatTime(contract.timeMs, 'HH:mm:ss') : UNKNOWN_TEXT),
  },
];

const valuationColumns: readonly ContractColumn[] = [
  {
    id: 'ImpliedVolatility',
    label: 'Implied volatility',
    shortLabel: 'Impl vol',
    help: 'Volatility a year at which the model gives the middle of the quote',
    category: 'Volatility and greeks',
    widthPx: PRICE_WIDTH_PX,
    text: (view) => volatilityText(view.figures().volatility),
    tooltip: (view) =>
      quoteTooltip(view) ??
      (view.figures().volatility === null ? 'No volatility reproduces this quote' : undefined),
  },
  greekColumn('delta', 'Delta', 'Change of the price when the underlying rises one dollar'),
  greekColumn('gamma', 'Gamma', 'Change of delta when the underlying rises one dollar'),
  greekColumn(
    'theta',
    'Theta',
    'Change of the price over one trading day, as a rate: on the last day it may exceed the time value',
  ),
  greekColumn('vega', 'Vega', 'Change of the price when volatility rises one percentage point'),
  greekColumn('rho', 'Rho', 'Change of the price when the interest rate rises one percentage point'),
  {
    id: 'TimeValue',
    label: 'Time value',
    shortLabel: 'Time val',
    help: 'Middle of the quote minus what exercising pays now',
    category: 'Volatility and greeks',
    widthPx: PRICE_WIDTH_PX,
    text({ contract: { middle, right, strike }, spot }) {
      if (middle === null || !(spot > 0)) return UNKNOWN_TEXT;
      return formatPrice(middle - Math.max(0, right === 'C' ? spot - strike : strike - spot));
    },
    tooltip: quoteTooltip,
  },
];

/** Every column a side can have. */
export const CONTRACT_COLUMNS: readonly ContractColumn[] = [...tradingColumns, ...valuationColumns];

const byId = new Map(CONTRACT_COLUMNS.map((column) => [column.id, column]));
const MIN_COLUMN_PX = 36;

export function contractColumn(id: string): ContractColumn | undefined {
  return byId.get(id);
}

export function contractColumnSetting(id: string): ColumnSetting {
  return { Id: id, Width: contractColumn(id)?.widthPx ?? PRICE_WIDTH_PX };
}

/** The catalogue as the columns dialog offers it. */
export function contractColumnChoices(): readonly ColumnChoice[] {
  return CONTRACT_COLUMNS.map(({ id, label, category, help }) => ({ id, label, category, help }));
}

/** A column in its place on one side. */
export interface PlacedContractColumn {
  readonly column: ContractColumn;
  readonly widthPx: number;
}
export interface ChainLayout {
  readonly calls: readonly PlacedContractColumn[];
  readonly puts: readonly PlacedContractColumn[];
}

/**
 * The columns of both sides. Puts run from the strike outwards; calls mirror them, but a bid stays left of its ask. Unknown and
 * repeated ids are left out.
 */
export function chainLayout(settings: readonly ColumnSetting[]): ChainLayout {
  const seen = new Set<string>();
  const puts = settings.flatMap(({ Id, Width }) => {
    const column = contractColumn(Id);
    if (column === undefined || seen.has(Id)) return [];
    seen.add(Id);
    return [{ column, widthPx: Math.max(MIN_COLUMN_PX, Width) }];
  });
  const calls = puts.toReversed();
  for (let at = 0; at + 1 < calls.length; at++) {
    const here = calls[at];
    const right = calls[at + 1];
    if (here?.column.id === 'Ask' && right?.column.id === 'Bid') {
      calls[at] = right;
      calls[at + 1] = here;
    }
  }
  return { calls, puts };
}

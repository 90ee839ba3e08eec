import { formatInteger, formatPrice } from '../../src/domain/columns/index.ts';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';

/** A leg as orders and reports carry it. */
interface WireLeg {
  readonly Symbol: string;
  readonly Side: 'Buy' | 'Sell';
  readonly Ratio: number;
}
interface WireLegFill {
  readonly Symbol: string;
  readonly Side: 'Buy' | 'Sell';
  readonly Quantity: number;
  readonly Price: number;
}

/** What an order trades, and its legs where it has several. */
export interface Traded {
  readonly Symbol: string;
  readonly Legs?: readonly WireLeg[] | undefined;
  /** Name of the combination; absent until the server has named it. */
  readonly MultiLegType?: string | undefined;
}

/** `SPY Vertical` for a multi-leg order; otherwise the symbol as people read it. */
export function tradedName({ Symbol, Legs, MultiLegType = 'Custom' }: Traded): string {
  if (Legs === undefined) return displaySymbol(Symbol);
  return `${Symbol} ${MultiLegType === 'Custom' ? `${Legs.length} legs` : MultiLegType}`;
}

/** `Buy 1 SPY Aug 21 '26 645 Call, Sell 1 SPY Aug 21 '26 650 Call`; empty for an order without legs. */
export const legsText = ({ Legs = [] }: Traded): string =>
  Legs.map(({ Symbol, Side, Ratio }) => `${Side} ${formatInteger(Ratio)} ${displaySymbol(Symbol)}`).join(
    ', ',
  );

/** What each leg of an execution traded: `Buy 2 SPY Aug 21 '26 645 Call at 3.10`. Empty for an order without legs. */
export const legFillsText = ({
  LegFills = [],
}: {
  readonly LegFills?: readonly WireLegFill[] | undefined;
}): string =>
  LegFills.map(
    ({ Symbol, Side, Quantity, Price }) =>
      `${Side} ${formatInteger(Quantity)} ${displaySymbol(Symbol)} at ${formatPrice(Price)}`,
  ).join(', ');

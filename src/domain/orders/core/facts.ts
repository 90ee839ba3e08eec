import type { InstrumentFacts, Known, MarketFacts, RiskAccount, RouteFacts } from '../../risk/types.ts';
import type { RiskLimits } from '../../risk/limits.ts';
import type { MoneyE4 } from '../../money/price.ts';

/** Facts from outside of the book for the checks of an order; null and undefined have the meaning of the risk context. */
export interface OutsideFacts {
  readonly isServerHalted: boolean;
  readonly account:
    (Known<RiskAccount> & { readonly dayTradingPowerE4: MoneyE4 | null | undefined }) | null | undefined;
  readonly limits: Known<RiskLimits> | undefined;
  readonly route: Known<RouteFacts> | null | undefined;
  readonly instrument: Known<InstrumentFacts> | null | undefined;
  readonly rules: Known<Pick<MarketFacts, 'closingCutoffMs' | 'isShortSaleRestricted' | 'bands'>>;
}

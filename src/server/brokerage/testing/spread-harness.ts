import type { OrderLeg } from '../../../domain/orders/legs.ts';
import { OptionPermission } from '../../../domain/risk/index.ts';
import type { NewOrder } from '../brokerage.ts';
import type { AccountAnswer } from '../risk-facts.ts';
import { dollars, openHarness, quotedMarket, TEST_LIMITS, type HarnessParts } from './harness.ts';

export const C100 = 'SPY260306C00100000';
export const C105 = 'SPY260306C00105000';
export const P100 = 'SPY260306P00100000';
export const P95 = 'SPY260306P00095000';
export const LATER = 'SPY260320C00100000';

export const leg = (side: OrderLeg['side'], symbol: string, ratio = 1): OrderLeg => ({ symbol, side, ratio });
export const VERTICAL = [leg('Buy', C100), leg('Sell', C105)];
export const CREDIT = [leg('Sell', P100), leg('Buy', P95)];
export const CONDOR = [leg('Buy', P95), leg('Sell', P100), leg('Sell', C100), leg('Buy', C105)];

/** A multi-leg limit order on SPY for one unit at a net price, in dollars. */
export const spread = (
  legs: readonly OrderLeg[],
  price: number,
  change: Partial<NewOrder> = {},
): Partial<NewOrder> => ({
  legs,
  quantity: 1,
  type: 'Limit',
  priceE4: dollars(price),
  ...change,
});
export const CREDIT_SIDE = { side: 'Sell' } as const;

/** Every permission for options. */
export const ALL_OPTIONS = Object.values(OptionPermission).reduce((mask, bit) => mask | bit, 0);

/** A harness with calls at 2.90 x 3.00 (100) and 1.00 x 1.10 (105), puts at 2.90 x 3.00 (100) and 1.00 x 1.10 (95), 10 contracts each. */
export async function openSpreads({
  optionMask = ALL_OPTIONS,
  kind = 'margin',
  duplicateWindowMs = null,
  ...parts
}: HarnessParts & { optionMask?: number; kind?: 'cash' | 'margin'; duplicateWindowMs?: number | null } = {}) {
  const market = parts.market ?? quotedMarket([C105, P95, LATER]);
  for (const symbol of [C100, P100])
    market.show(symbol, [{ exchange: 'CBOE', bid: [2.9, 10], ask: [3, 10] }]);
  for (const symbol of [C105, P95]) market.show(symbol, [{ exchange: 'CBOE', bid: [1, 10], ask: [1.1, 10] }]);
  return openHarness({
    ...parts,
    market,
    facts: (defaults) => ({
      ...defaults,
      limits: () => ({ ...TEST_LIMITS, duplicateWindowMs }),
      // The facts of the harness are synchronous and know A and B.
      account: (account) => ({
        ...(defaults.account(account) as NonNullable<AccountAnswer>),
        optionMask,
        kind,
      }),
    }),
  });
}

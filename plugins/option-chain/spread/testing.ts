import { expirationSeconds } from '../../../src/domain/options/index.ts';
import { ChainAnalytics } from '../model/analytics.ts';
import { expirationGroups, type ExpirationGroup } from '../model/chain-lines.ts';
import type { Contract } from '../model/contract.ts';
import { openExpirations } from '../model/expirations.ts';
import { contractOf } from '../testing.ts';
import type { StoredLeg } from './spread-schema.ts';
import { spreadLegs } from './spread-state.ts';
import { spreadView, type SpreadView } from './spread-view.ts';

/** ACME at 100, thirty days before the first of two expirations. */
const NEAR = '2026-12-18';
const LATER = '2027-01-15';
const NOW_MS = Date.parse('2026-11-18T21:00:00Z');

function analyticsNow(): ChainAnalytics {
  const analytics = new ChainAnalytics();
  analytics.setPricing({ spot: 100, nowMs: NOW_MS });
  return analytics;
}

/** Quotes of calls and puts at five strikes in both expirations; dollars. */
const CALL_BIDS = [10.4, 6.2, 2.9, 1.1, 0.3];
const PUT_BIDS = [0.3, 1.0, 2.8, 5.9, 10.1];

type QuoteChange = Readonly<Record<number, { readonly Bid: number; readonly Ask: number }>>;

/** Strikes of `changed` have its quote on both rights. */
export function testGroups(changed: QuoteChange = {}): readonly ExpirationGroup[] {
  const contracts = [NEAR, LATER].flatMap((date, later) =>
    [90, 95, 100, 105, 110].flatMap((strike, index) =>
      (['C', 'P'] as const).map((right) => {
        const bid = ((right === 'C' ? CALL_BIDS : PUT_BIDS)[index] ?? 0) + later;
        return contractOf(right, strike, date, {
          Bid: bid,
          Ask: bid + 0.1,
          ImpliedVolatility: 0.25,
          ...changed[strike],
        });
      }),
    ),
  );
  const listed = [NEAR, LATER].map((date) => ({ Expiration: expirationSeconds(date), IsWeekly: false }));
  return expirationGroups(contracts, openExpirations(listed, NOW_MS));
}

export const stored = (
  right: 'C' | 'P',
  strike: number,
  Side: 'Buy' | 'Sell',
  Ratio: number | null = 1,
  date = NEAR,
): StoredLeg => ({ Symbol: contractOf(right, strike, date).symbol, Side, Ratio });

/** The view of legs at the quotes above. */
export function viewOf(
  legs: readonly StoredLeg[],
  limit: number | null = null,
  changed: QuoteChange = {},
): SpreadView {
  const groups = testGroups(changed);
  const bySymbol = new Map(
    groups.flatMap(({ rows }) =>
      rows.flatMap(({ call, put }) =>
        [call, put].flatMap((contract): [string, Contract][] =>
          contract === undefined ? [] : [[contract.symbol, contract]],
        ),
      ),
    ),
  );
  return spreadView({
    legs: spreadLegs(legs),
    limit,
    analytics: analyticsNow(),
    groups,
    contractOf: (symbol) => bySymbol.get(symbol),
    stockQuote: { bid: 99.98, ask: 100.02 },
  });
}

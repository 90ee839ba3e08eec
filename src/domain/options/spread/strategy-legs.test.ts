import { describe, expect, it } from 'vitest';
import { formatOptionSymbol } from '../../symbols/symbol.ts';
import { combinationName } from '../../orders/combination-name.ts';
import type { OrderLeg } from '../../orders/legs.ts';
import { legOf } from './leg.ts';
import { problemOf } from './problem.ts';
import { SPREAD_STRATEGIES, strategyLegs, type StrikeContracts } from './strategy-legs.ts';
import { LATER_DATE, market, NEAR_DATE } from './testing/legs.ts';

const rows = (expiration: string, strikes: readonly number[]): StrikeContracts[] =>
  strikes.map((strike) => ({
    strike,
    call: formatOptionSymbol({ underlying: 'ACME', expiration, right: 'C', strike }),
    put: formatOptionSymbol({ underlying: 'ACME', expiration, right: 'P', strike }),
  }));
const choice = {
  underlying: 'ACME',
  spot: 101,
  strikes: rows(NEAR_DATE, [90, 95, 100, 105, 110]),
  laterStrikes: rows(LATER_DATE, [90, 100, 110]),
};
const legsIn = (requests: readonly OrderLeg[]) =>
  requests.flatMap((request) => {
    const leg = legOf(request);
    return leg === null ? [] : [leg];
  });

describe('the legs of a strategy', () => {
  it.each(SPREAD_STRATEGIES)('make a %s without a problem', (strategy) => {
    const result = strategyLegs(strategy, choice);
    const legs = result.ok ? legsIn(result.value) : [];
    expect(combinationName(legs)).toBe(strategy);
    expect(problemOf(legs, { nowMs: market.nowMs, hasQuote: () => true })).toBeNull();
  });

  it('lie around the money', () => {
    const result = strategyLegs('Iron condor', choice);
    expect(result.ok && legsIn(result.value).map(({ side, kind, strike }) => [side, kind, strike])).toEqual([
      ['Buy', 'put', 90],
      ['Sell', 'put', 95],
      ['Sell', 'call', 105],
      ['Buy', 'call', 110],
    ]);
  });

  it('share a strike that both expirations list', () => {
    const result = strategyLegs('Calendar', { ...choice, spot: 106 });
    expect(result.ok && legsIn(result.value).map(({ strike }) => strike)).toEqual([110, 110]);
  });

  it('are refused with a message where the chain does not hold them', () => {
    const messageOf = (...args: Parameters<typeof strategyLegs>) => {
      const result = strategyLegs(...args);
      return result.ok ? '' : result.error;
    };
    expect(messageOf('Condor', { ...choice, spot: 90 })).toContain('too few strikes');
    expect(messageOf('Vertical', { ...choice, strikes: [] })).toContain('too few strikes');
    expect(
      messageOf('Straddle', { ...choice, strikes: [{ strike: 100, call: 'A', put: undefined }] }),
    ).toContain('too few strikes');
    expect(messageOf('Calendar', { ...choice, laterStrikes: [] })).toContain('later expiration');
    expect(messageOf('Calendar', { ...choice, laterStrikes: rows(LATER_DATE, [97]) })).toContain(
      'too few strikes',
    );
    expect(messageOf('Vertical', { ...choice, spot: 0 })).toContain('not known yet');
  });
});

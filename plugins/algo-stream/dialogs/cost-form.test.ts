import { describe, expect, it } from 'vitest';
import { NO_COSTS } from '../../../src/domain/strategy/costs/settings.ts';
import { instance } from '../testing/fakes.ts';
import { costProblems, costsOfForm, initialCosts } from './cost-form.ts';
import { detailsOf } from './details.tsx';
import { backtestOf, initialForm, startProblems } from './start-form.ts';

const COSTS = { ...NO_COSTS, Slippage: 'Cents', SlippageAmount: 2, BorrowPercent: 8 } as const;
const nowMs = Date.UTC(2026, 2, 31, 15);
const form = (costs: typeof NO_COSTS | null) =>
  initialForm({ isPublic: false, parameters: '', again: instance({ Costs: costs }), nowMs });

describe('costs of a backtest', () => {
  it('are those of the run that is run again', () => {
    expect(form(null).costs).toEqual(NO_COSTS);
    expect(form(COSTS).costs).toEqual(COSTS);
  });
  it('are sent when they change anything, without amounts that are not used', () => {
    expect(backtestOf(form(null))).not.toHaveProperty('Costs');
    expect(backtestOf(form(COSTS)).Costs).toEqual(COSTS);
    expect(costsOfForm({ ...COSTS, SpreadAmount: 5, CommissionMinimum: null })).toEqual(COSTS);
    expect(costsOfForm({ ...NO_COSTS, SlippageAmount: 5 })).toBeUndefined();
  });
  it('have an empty amount for 0, and an empty volume for no limit', () => {
    expect(costsOfForm({ ...COSTS, BorrowPercent: null, VolumePercent: null })).toEqual({
      ...COSTS,
      BorrowPercent: 0,
    });
  });
  it('are refused outside of their bounds, in a backtest only', () => {
    const wrong = { ...form(COSTS), costs: { ...COSTS, SlippageAmount: -1, VolumePercent: Number.NaN } };
    expect(startProblems(wrong, 'backtest', nowMs)).toEqual({
      costs: {
        SlippageAmount: 'The value must be a number from 0 to 1,000 with at most 2 decimals',
        VolumePercent: 'The value must be a number from 0.01 to 100 with at most 2 decimals',
      },
    });
    expect(startProblems(wrong, 'live', nowMs)).toEqual({});
    expect(costProblems(initialCosts(null))).toEqual({});
  });
});

describe('the details of a run', () => {
  const facts = (...given: Parameters<typeof instance>): Record<string, string> =>
    Object.fromEntries(
      detailsOf(instance(...given)).flatMap(({ facts: list }) => list.map(({ name, text }) => [name, text])),
    );
  it('state what a backtest assumes', () => {
    expect(facts({ Costs: COSTS })).toMatchObject({
      Slippage: '2 cents a share',
      Spread: 'None',
      Volume: 'No limit',
      Commissions: 'Fees of the account',
      Borrowing: '8 % a year',
    });
    expect(facts()).toMatchObject({ Slippage: 'None', Borrowing: 'Free' });
    expect(facts({ BacktestFrom: null, BacktestTo: null })).not.toHaveProperty('Slippage');
  });
});

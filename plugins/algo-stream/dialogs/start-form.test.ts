import { describe, expect, it } from 'vitest';
import { instance, liveInstance } from '../testing/fakes.ts';
import { backtestOf, initialForm, liveStartOf, startOf, startProblems } from './start-form.ts';

const nowMs = Date.UTC(2026, 2, 31, 15);
const fresh = (isPublic = false) =>
  initialForm({ isPublic, parameters: 'fast = 10', again: undefined, nowMs });

describe('what a start begins with', () => {
  it('is 9:30 to 16:00, no second interval, no limit, and for a backtest the last 30 days', () => {
    expect(fresh()).toMatchObject({
      first: { start: '09:30', end: '16:00' },
      second: { start: '00:00', end: '00:00' },
      limitType: 'none',
      from: '2026-03-01',
      to: '2026-03-31',
      intradayOnly: false,
      includeOffMarket: false,
      dataType: 'Auto',
    });
    expect(startOf(fresh())).toEqual({
      Parameters: 'fast = 10',
      IntradayPositionsOnly: false,
      IncludeOffMarket: false,
      FirstTradingIntervalStart: 570,
      FirstTradingIntervalEnd: 960,
      SecondTradingIntervalStart: 0,
      SecondTradingIntervalEnd: 0,
      ShareLimit: -1,
      DollarLimit: -1,
    });
  });
  it('of a public strategy is a limit of 100 dollars; of shares it would be 1', () => {
    expect(fresh(true)).toMatchObject({ limitType: 'dollars', dollars: 100, shares: 1 });
    expect(startOf(fresh(true))).toMatchObject({ DollarLimit: 100, ShareLimit: -1 });
    expect(startOf({ ...fresh(true), limitType: 'shares' })).toMatchObject({
      DollarLimit: -1,
      ShareLimit: 1,
    });
  });
  it('begins with the terms of the run that is continued', () => {
    const again = instance({
      ShareLimit: 50,
      Parameters: 'fast = 3',
      FirstTradingIntervalStart: 600,
      DataType: 'Minute',
      IntradayPositionsOnly: true,
    });
    expect(initialForm({ isPublic: false, parameters: 'other = 1', again, nowMs })).toMatchObject({
      parameters: 'fast = 3',
      limitType: 'shares',
      shares: 50,
      first: { start: '10:00', end: '16:00' },
      from: '2026-01-05',
      to: '2026-01-30',
      dataType: 'Minute',
      intradayOnly: true,
    });
    expect(initialForm({ isPublic: false, parameters: '', again: liveInstance(), nowMs })).toMatchObject({
      limitType: 'none',
      from: '2026-03-01',
    });
  });
});

describe('a backtest', () => {
  it('ends at 23:59:59 of its last day, New York, also over a change of the clocks', () => {
    expect(backtestOf({ ...fresh(), from: '2026-03-01', to: '2026-03-31' })).toMatchObject({
      From: Date.UTC(2026, 2, 1, 5),
      To: Date.UTC(2026, 3, 1, 3, 59, 59),
      DataType: 'Auto',
    });
    expect(backtestOf({ ...fresh(), to: '2026-03-08' }).To).toBe(Date.UTC(2026, 2, 9, 3, 59, 59));
  });
  it.each([
    [{ from: '' }, 'Enter the first and the last day'],
    [{ from: '2026-03-31', to: '2026-03-30' }, 'The first day must not be after the last one'],
    [{ from: '2026-04-01', to: '2026-04-02' }, 'The first day must not be after today'],
    [{ from: '2026-03-28', to: '2026-03-29' }, 'The market is closed on all days of the period'],
  ])('refuses the period %j', (change, message) => {
    expect(startProblems({ ...fresh(), ...change }, 'backtest', nowMs)).toEqual({ period: message });
    expect(startProblems({ ...fresh(), ...change }, 'live', nowMs)).toEqual({});
  });
});

describe('the fields of a start', () => {
  it.each([
    [{ limitType: 'dollars', dollars: 0 }, 'Dollar limit should be at least 0.01'],
    [{ limitType: 'dollars', dollars: null }, 'Not a number'],
    [{ limitType: 'shares', shares: 0 }, 'Share limit should be at least 1'],
    [{ limitType: 'shares', shares: 1.5 }, 'Share limit should be a whole number'],
    [{ limitType: 'shares', shares: Number.NaN }, 'Not a number'],
  ] as const)('refuse the limit %j', (change, message) => {
    expect(startProblems({ ...fresh(true), ...change }, 'live', nowMs)).toEqual({ limit: message });
  });
  it('take the least limits', () => {
    expect(startProblems({ ...fresh(true), dollars: 0.01 }, 'live', nowMs)).toEqual({});
    expect(startProblems({ ...fresh(true), limitType: 'shares', shares: 1 }, 'live', nowMs)).toEqual({});
  });
  it.each([
    [{ first: { start: '9.30', end: '16:00' } }, 'Enter times as HH:mm'],
    [{ first: { start: '16:00', end: '09:30' } }, 'The first trading interval must end after it starts'],
    [{ second: { start: '15:00', end: '17:00' } }, 'The trading intervals must not overlap'],
    [{ second: { start: '25:00', end: '26:00' } }, 'Enter times as HH:mm'],
  ])('refuse the intervals %j', (change, message) => {
    expect(startProblems({ ...fresh(), ...change }, 'live', nowMs)).toEqual({ intervals: message });
  });
});

describe('the guards of a live start', () => {
  const guards = { Loss: 500, OrdersPerMinute: null, Position: 1_000, ClosesPosition: true };
  it('are sent with a live start only, and kept when the run continues', () => {
    const form = { ...fresh(), guards };
    expect(liveStartOf(form)).toEqual({ ...startOf(form), Guards: guards });
    expect(Object.keys(startOf(form))).not.toContain('Guards');
    expect(liveStartOf(fresh())).toEqual(startOf(fresh()));
    const again = liveInstance({ Guards: guards });
    expect(initialForm({ isPublic: false, parameters: '', again, nowMs }).guards).toEqual(guards);
  });
  it('are refused outside of their bounds, of a live start only', () => {
    const wrong = { ...fresh(), guards: { ...guards, Loss: 0, OrdersPerMinute: Number.NaN } };
    expect(startProblems(wrong, 'backtest', nowMs)).toEqual({});
    expect(startProblems(wrong, 'live', nowMs)).toEqual({
      guards: {
        Loss: 'The value must be a number from 0.01 to 1,000,000,000 with at most 2 decimals',
        OrdersPerMinute: 'The value must be a whole number from 1 to 3,000',
      },
    });
  });
});

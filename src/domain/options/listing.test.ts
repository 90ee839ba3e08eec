import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateOfDay, dayNumber } from '../calendar/new-york-time.ts';
import { isBusinessDay } from '../calendar/us-equity.ts';
import { formatOptionSymbol, parseOptionSymbol } from '../symbols/symbol.ts';
import {
  expirationsOn,
  expirationSeconds,
  isListedOn,
  listedSince,
  monthlyExpiration,
} from './expirations.ts';
import { legalAtOrAboveE4, legalAtOrBelowE4, optionStepE4, type ListingClass } from './listing-class.ts';
import { isOnStrikeGrid, strikeInterval, strikeLadder } from './strikes.ts';

const CLASSES: readonly ListingClass[] = ['daily', 'weekly', 'monthly'];
const days = fc.integer({ min: dayNumber('2015-01-01'), max: dayNumber('2032-12-31') });
const classes = fc.constantFrom(...CLASSES);

describe('expirations', () => {
  it('of SPY on 2026-08-13 are those that its published chain had within 90 days', () => {
    const expected = [
      '2026-08-13',
      '2026-08-14',
      '2026-08-17',
      '2026-08-18',
      '2026-08-19',
      '2026-08-20',
      '2026-08-21',
      '2026-08-28',
      '2026-08-31',
      '2026-09-04',
      '2026-09-11',
      '2026-09-18',
      '2026-09-30',
      '2026-10-16',
      '2026-10-30',
    ];
    expect(
      expirationsOn('daily', '2026-08-13')
        .map(({ date }) => date)
        .filter((date) => date <= '2026-11-11'),
    ).toEqual(expected);
  });

  it('fall on third Fridays, on the day before when that is a holiday', () => {
    expect(
      ['2026-01', '2026-03', '2026-11'].map((month) =>
        monthlyExpiration(Number(month.slice(0, 4)), Number(month.slice(5))),
      ),
    ).toEqual(['2026-01-16', '2026-03-20', '2026-11-20']);
    // Good Friday and Juneteenth.
    expect([monthlyExpiration(2025, 4), monthlyExpiration(2026, 6)]).toEqual(['2025-04-17', '2026-06-18']);
  });

  it('of a week are its Friday, of a quarter its last session', () => {
    const weekly = expirationsOn('weekly', '2026-08-11');
    expect(weekly.slice(0, 6)).toEqual([
      { date: '2026-08-14', kind: 'weekly' },
      { date: '2026-08-21', kind: 'monthly' },
      { date: '2026-08-28', kind: 'weekly' },
      { date: '2026-09-04', kind: 'weekly' },
      { date: '2026-09-11', kind: 'weekly' },
      { date: '2026-09-18', kind: 'monthly' },
    ]);
    expect(
      expirationsOn('daily', '2026-08-11')
        .filter(({ kind }) => kind === 'quarterly')
        .map(({ date }) => date),
    ).toEqual(['2026-09-30', '2026-12-31', '2027-03-31', '2027-06-30']);
    expect(expirationsOn('monthly', '2026-08-11').every(({ kind }) => kind === 'monthly')).toBe(true);
  });

  it('lie on trading days, not in the past, each once, in order', () => {
    fc.assert(
      fc.property(classes, days, (listing, day) => {
        const date = dateOfDay(day);
        const dates = expirationsOn(listing, date).map((expiration) => expiration.date);
        expect(dates.length).toBeGreaterThanOrEqual(4);
        expect(dates).toEqual([...new Set(dates)].sort());
        expect(dates.every((expiration) => expiration >= date && isBusinessDay(expiration))).toBe(true);
      }),
    );
  });

  it('stay listed, as the same kind, until they have passed', () => {
    fc.assert(
      fc.property(classes, days, (listing, day) => {
        const next = dateOfDay(day + 1);
        const today = expirationsOn(listing, dateOfDay(day)).filter(({ date }) => date >= next);
        const tomorrow = expirationsOn(listing, next).map(({ date }) => date);
        expect(today.map(({ date }) => date).filter((date) => !tomorrow.includes(date))).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('state since when they are listed', () => {
    for (const listing of CLASSES)
      for (const { date } of expirationsOn(listing, '2026-08-13')) {
        const since = listedSince(listing, date) ?? '';
        expect([
          isListedOn(listing, date, since),
          isListedOn(listing, date, dateOfDay(dayNumber(since) - 1)),
        ]).toEqual([true, false]);
      }
    expect(listedSince('monthly', '2026-08-13')).toBeNull();
  });

  it('are named by the Unix seconds of 16:00 in New York, summer and winter', () => {
    expect(new Date(expirationSeconds('2026-08-21') * 1000).toISOString()).toBe('2026-08-21T20:00:00.000Z');
    expect(new Date(expirationSeconds('2027-01-15') * 1000).toISOString()).toBe('2027-01-15T21:00:00.000Z');
  });
});

describe('strikes', () => {
  it('are a dollar apart for a fund with daily options, and further for dearer stocks', () => {
    expect([
      strikeInterval('daily', 660),
      strikeInterval('weekly', 12),
      strikeInterval('weekly', 120),
      strikeInterval('weekly', 300),
      strikeInterval('monthly', 120),
    ]).toEqual([1, 0.5, 1, 2.5, 5]);
  });

  it('of a ladder lie on the grid, in order, around both prices, and each makes a symbol', () => {
    fc.assert(
      fc.property(
        classes,
        fc.double({ min: 1, max: 9000, noNaN: true }),
        fc.double({ min: 1, max: 1.3, noNaN: true }),
        fc.double({ min: 0, max: 1.5, noNaN: true }),
        (listing, low, rise, deviation) => {
          const ladder = strikeLadder(listing, low, low * rise, deviation);
          expect(ladder.length).toBeGreaterThanOrEqual(3);
          expect(ladder.filter((strike) => strike < low || strike > low * rise).length).toBeLessThanOrEqual(
            182,
          );
          expect(ladder).toEqual([...new Set(ladder)].sort((a, b) => a - b));
          expect(ladder.every((strike) => isOnStrikeGrid(listing, strike))).toBe(true);
          expect(ladder.at(-1)).toBeGreaterThan(low * rise);
          for (const strike of ladder)
            expect(
              parseOptionSymbol(
                formatOptionSymbol({ underlying: 'SPY', expiration: '2026-08-21', right: 'C', strike }),
              )?.strike,
            ).toBe(strike);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('of a ladder are finest at the price', () => {
    const ladder = strikeLadder('daily', 660, 663, 0.1);
    for (let strike = 625; strike <= 700; strike += 1) expect(ladder).toContain(strike);
    expect(ladder).not.toContain(601);
    expect(ladder).toContain(600);
  });

  it('of nothing are none', () => {
    expect([
      strikeLadder('daily', 0, 0, 0.1),
      strikeLadder('daily', Number.NaN, 5, 0.1),
      isOnStrikeGrid('daily', 0),
      isOnStrikeGrid('weekly', 101.25),
    ]).toEqual([[], [], false, false]);
  });
});

describe('price steps', () => {
  it('are a cent below three dollars and a nickel above for penny classes, a cent everywhere for the daily funds, more for the others', () => {
    expect([
      optionStepE4('weekly', 29_900),
      optionStepE4('weekly', 30_000),
      optionStepE4('daily', 500_000),
      optionStepE4('monthly', 29_900),
      optionStepE4('monthly', 30_000),
    ]).toEqual([100, 500, 100, 500, 1000]);
  });

  it('round down for a bid and up for an offer, onto a legal price', () => {
    fc.assert(
      fc.property(classes, fc.double({ min: 0, max: 5e6, noNaN: true }), (listing, amount) => {
        const [below, above] = [legalAtOrBelowE4(listing, amount), legalAtOrAboveE4(listing, amount)];
        expect(below).toBeLessThanOrEqual(amount + 1e-6 * amount);
        expect(above).toBeGreaterThanOrEqual(amount - 1e-6 * amount);
        expect([below % optionStepE4(listing, below), above % optionStepE4(listing, above)]).toEqual([0, 0]);
      }),
    );
    expect([
      legalAtOrBelowE4('weekly', 31_499),
      legalAtOrAboveE4('weekly', 30_001),
      legalAtOrBelowE4('weekly', -5),
      legalAtOrAboveE4('monthly', 0),
    ]).toEqual([31_000, 30_500, 0, 500]);
  });
});

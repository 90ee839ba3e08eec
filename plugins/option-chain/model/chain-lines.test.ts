import { describe, expect, it } from 'vitest';
import { expirationSeconds } from '../../../src/domain/options/index.ts';
import { contractOf } from '../testing.ts';
import { chainLines, expirationGroups, groupIdOf, isOffCentre, isWithinWidth } from './chain-lines.ts';
import { openExpirations } from './expirations.ts';

const DATES = ['2026-12-04', '2026-12-18'];
const expirations = openExpirations(
  DATES.map((date) => ({ Expiration: expirationSeconds(date), IsWeekly: false })),
  0,
);
const groups = expirationGroups(
  [
    contractOf('P', 105, '2026-12-18'),
    contractOf('C', 100, '2026-12-18'),
    contractOf('C', 105, '2026-12-18'),
    contractOf('C', 100, '2026-12-04'),
    contractOf('C', 100, '2027-01-15'),
  ],
  expirations,
);
const first = groupIdOf(expirationSeconds('2026-12-04'));

describe('the lines of the chain', () => {
  it('groups by expiration, earliest first, call and put of a strike side by side', () => {
    expect(
      groups.map(({ expiration, rows }) => [
        expiration.date,
        rows.map(({ strike, call, put, index }) => [strike, call?.symbol, put?.symbol, index]),
      ]),
    ).toEqual([
      ['2026-12-04', [[100, 'ACME261204C00100000', undefined, 0]]],
      [
        '2026-12-18',
        [
          [100, 'ACME261218C00100000', undefined, 0],
          [105, 'ACME261218C00105000', 'ACME261218P00105000', 1],
        ],
      ],
    ]);
  });

  it('has the strikes of open expirations only, each under its heading', () => {
    expect(chainLines(groups, new Set([first])).map(({ kind, place, size }) => [kind, place, size])).toEqual([
      ['group', 1, 2],
      ['row', 1, 1],
      ['group', 2, 2],
    ]);
    const all = chainLines(groups, new Set(groups.map(({ id }) => id)));
    expect(all.map((line) => (line.kind === 'row' ? line.parent : null))).toEqual([null, 0, null, 2, 2]);
  });

  it('limits strikes to a width around the price', () => {
    expect([95, 100, 105.1].map((strike) => isWithinWidth(strike, 100, 5))).toEqual([true, true, false]);
    expect(isWithinWidth(500, 100, 0)).toBe(true);
    expect(isWithinWidth(500, 0, 5)).toBe(true);
  });

  it('is off centre once the price leaves the middle half of the strikes', () => {
    const rows = expirationGroups(
      [97, 98, 99, 100, 101, 102, 103].map((strike) => contractOf('C', strike, '2026-12-18')),
      expirations,
    )[0]?.rows;
    expect([100, 98, 102, 97.9, 102.1].map((spot) => isOffCentre(rows ?? [], spot))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
    expect(isOffCentre(rows ?? [], 0)).toBe(false);
    expect(isOffCentre([], 100)).toBe(false);
  });
});

import { expect, it } from 'vitest';
import { chainGroups, monthBuckets, nearestStrikes } from './chain.ts';
import { CHAIN_STRIKES } from './constants.ts';
import { expirationSeconds } from './expirations.ts';

it('the nearest strikes are those around the price, the lower of two equally near', () => {
  const strikes = [90, 95, 100, 105, 110, 115];
  expect(CHAIN_STRIKES).toBe(7);
  expect(nearestStrikes(strikes, 101, 3)).toEqual([95, 100, 105]);
  expect(nearestStrikes(strikes, 102.5, 1)).toEqual([100]);
  expect(nearestStrikes(strikes, 500, 2)).toEqual([110, 115]);
  expect(nearestStrikes([...strikes, ...strikes], 101, CHAIN_STRIKES)).toEqual(strikes);
  expect(nearestStrikes(strikes, 101, -1)).toEqual([]);
});

it('a chain groups by expiration, earliest first, with call and put of a strike side by side', () => {
  const option = (Type: 'Call' | 'Put', Strike: number, Expiration: number) => ({ Type, Strike, Expiration });
  const groups = chainGroups([
    option('Put', 105, 20),
    option('Call', 100, 20),
    option('Call', 105, 20),
    option('Call', 100, 10),
  ]);
  expect(groups).toEqual([
    { expiration: 10, rows: [{ strike: 100, call: option('Call', 100, 10), put: undefined }] },
    {
      expiration: 20,
      rows: [
        { strike: 100, call: option('Call', 100, 20), put: undefined },
        { strike: 105, call: option('Call', 105, 20), put: option('Put', 105, 20) },
      ],
    },
  ]);
});

it('expirations fall into calendar months of New York', () => {
  const seconds = ['2026-08-31', '2026-08-14', '2026-09-18', '2026-08-14', '2027-01-15'].map(
    expirationSeconds,
  );
  expect(monthBuckets(seconds)).toEqual([
    {
      month: '2026-08',
      from: expirationSeconds('2026-08-14'),
      to: expirationSeconds('2026-08-31'),
      expirations: [expirationSeconds('2026-08-14'), expirationSeconds('2026-08-31')],
    },
    {
      month: '2026-09',
      from: expirationSeconds('2026-09-18'),
      to: expirationSeconds('2026-09-18'),
      expirations: [expirationSeconds('2026-09-18')],
    },
    {
      month: '2027-01',
      from: expirationSeconds('2027-01-15'),
      to: expirationSeconds('2027-01-15'),
      expirations: [expirationSeconds('2027-01-15')],
    },
  ]);
});

import { fc, it as property } from '@fast-check/vitest';
import { expect, it } from 'vitest';
import { decimalOf } from '../server/gateway/translate/api-v1.ts';
import { formatDollars, parseDollars } from './dollars.ts';

const MAX_UNITS = Number.MAX_SAFE_INTEGER;

property.prop([fc.integer({ min: -MAX_UNITS, max: MAX_UNITS })])(
  'formats every amount as the server does, and reads it without loss',
  (units) => {
    expect(formatDollars(units)).toBe(decimalOf(units));
    expect(parseDollars(formatDollars(units))).toBe(units === 0 ? 0 : units);
  },
);

it.each([
  ['187.25', 1_872_500],
  ['-0.5', -5000],
  ['0.0001', 1],
  ['-0.00', 0],
  ['12', 120_000],
])('reads %s as %d units', (text, units) => {
  expect(parseDollars(text)).toBe(units);
});

it.each(['', '1.23456', '1e3', '1,000.00', '.5', '+1', ' 1', '999999999999.9999'])(
  'refuses %j as dollars',
  (text) => {
    expect(() => parseDollars(text)).toThrow(RangeError);
  },
);

it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('refuses %d units', (units) => {
  expect(() => formatDollars(units)).toThrow(RangeError);
});

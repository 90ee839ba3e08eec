import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { numberText, parseNumber, stepped } from './number-text.ts';

describe('a typed number', () => {
  it.each([
    ['', null],
    ['  ', null],
    ['0', 0],
    ['-5', -5],
    ['+7', 7],
    ['1.5', 1.5],
    ['.25', 0.25],
    ['12.', 12],
    ['1,000', 1000],
    ['1,234,567.50', 1_234_567.5],
  ])('%j is read as %j', (text, value) => {
    expect(parseNumber(text)).toBe(value);
  });
  it.each(['1e3', '1k', '12a', '1,00', ',5', '--1', 'NaN', 'Infinity', '0x10', '1 000', '1.2.3'])(
    '%j is no number, and is never bent into one',
    (text) => {
      expect(parseNumber(text)).toBeNaN();
    },
  );
  property.prop([
    fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((value) => Number(value.toFixed(4)) + 0),
  ])('is read back from its own text', (value) => {
    expect(parseNumber(numberText(value, 2))).toBe(value);
  });
  it('is shown with its decimals, and as nothing while there is none', () => {
    expect([
      numberText(512.3, 2),
      numberText(1234.5678, 2),
      numberText(100, 0),
      numberText(null, 2),
      numberText(NaN, 2),
    ]).toEqual(['512.30', '1,234.5678', '100', '', '']);
  });
});

describe('a step', () => {
  const bounds = { min: 1, max: 10 };
  it('stays within the bounds and leaves no binary dust', () => {
    expect([
      stepped(5, 1, bounds),
      stepped(10, 1, bounds),
      stepped(1, -1, bounds),
      stepped(0.1, 0.2, { min: 0, max: 1 }),
    ]).toEqual([6, 10, 1, 0.3]);
  });
  it('from nothing goes to the lower bound, or one step from zero', () => {
    expect([
      stepped(null, 1, bounds),
      stepped(NaN, 1, bounds),
      stepped(null, -1, bounds),
      stepped(null, 5, { min: -Infinity, max: Infinity }),
    ]).toEqual([1, 1, 1, 0]);
  });
});

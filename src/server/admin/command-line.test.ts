import { describe, expect, it } from 'vitest';
import { parseCommandLine } from './command-line.ts';

describe('a number below zero on the command line', () => {
  it('is refused, with the way to write a negative price only where a price is taken', () => {
    const refusal = '"-5" is below zero: numbers here are 0 or above.';
    expect(() => parseCommandLine(['limits', 'set', 'firm', 'maxOrderValue', '-5'])).toThrow(
      new RegExp(`^${refusal}$`),
    );
    expect(() => parseCommandLine(['correct', 'E1', '--price', '-5'])).toThrow(
      `${refusal} Write the net price of a spread as --price=-5.`,
    );
    expect(parseCommandLine(['correct', 'E1', '--price=-5']).flags.price).toBe('-5');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { screenField } from './fields.ts';
import { EXTENSION_OPERATIONS, SCREEN_OPERATIONS, type ScreenOperation } from './operations.ts';
import { parseFilter, type FilterRow } from './parse-filter.ts';
import { parseNumber, parsePercentage } from './parse-value.ts';

const parse = (Field: string | null, Operation: ScreenOperation | null, Value: string) =>
  parseFilter({ Field, Operation, Value }, Field === null ? undefined : screenField(Field));
const messageOf = (...row: Parameters<typeof parse>): string | null => {
  const parsed = parse(...row);
  return parsed.ok ? null : parsed.message;
};
const valueOf = (...row: Parameters<typeof parse>) => {
  const parsed = parse(...row);
  return parsed.ok ? [parsed.filter.Compare, parsed.filter.CompareWith] : parsed.message;
};

describe('a row of the filter dialog', () => {
  it.each<[string | null, ScreenOperation | null, string, string]>([
    [null, null, '', 'No field selected'],
    [null, 'LessThan', '5', 'No field selected'],
    ['NoSuchField', 'LessThan', '5', 'No field selected'],
    ['Last', null, '5', 'Compare operation not selected'],
    ['Last', 'LessThan', '', 'Value not entered'],
    ['Last', 'LessThan', '   ', 'Value not entered'],
    ['Sector', 'Contains', ' ', 'Value not entered'],
    ['Last', 'Equals', '5', "Only 'Greater than' and 'Less than' can be used with numeric fields"],
    ['Volume', 'Contains', '5', "Only 'Greater than' and 'Less than' can be used with numeric fields"],
    ['ChangeP', 'NotEquals', '5', "Only 'Greater than' and 'Less than' can be used with numeric fields"],
    ['Last', 'GreaterThan', 'abc', 'Value is not a valid number'],
    ['Last', 'GreaterThan', '5%', 'Value is not a valid number'],
    ['Last', 'GreaterThan', '1e5', 'Value is not a valid number'],
    ['Last', 'GreaterThan', 'K', 'Value is not a valid number'],
    ['Last', 'GreaterThan', '1,00', 'Value is not a valid number'],
    ['ChangeP', 'GreaterThan', '5M', 'Value is not a valid percentage'],
    ['ChangeP', 'GreaterThan', '%', 'Value is not a valid percentage'],
    ['ChangeP', 'LessThan', '5%%', 'Value is not a valid percentage'],
    ['Company', 'GreaterThan', 'A', "'Greater than' and 'Less than' cannot be used with text fields"],
    ['Company', 'LessThan', 'A', "'Greater than' and 'Less than' cannot be used with text fields"],
    ['Last', 'Between', '5', "'Between' needs two values, such as 10 - 20"],
    ['Last', 'Between', '5 - x', 'Value is not a valid number'],
    ['ChangeP', 'Between', '5 - x', 'Value is not a valid percentage'],
    ['Company', 'Between', 'A - B', "'Between' cannot be used with text fields"],
  ])('%s %s "%s" is refused: %s', (field, operation, value, message) => {
    expect(messageOf(field, operation, value)).toBe(message);
  });

  it.each<[string, ScreenOperation, string, unknown]>([
    ['Last', 'GreaterThan', '5', ['GreaterThan', 5]],
    ['Last', 'LessThan', ' 12.50 ', ['LessThan', 12.5]],
    ['Volume', 'GreaterThan', '2.5M', ['GreaterThan', 2_500_000]],
    ['MarketCap', 'LessThan', '1 b', ['LessThan', 1e9]],
    ['MarketCap', 'GreaterThan', '2T', ['GreaterThan', 2e12]],
    ['Volume', 'GreaterThan', '1,250,000', ['GreaterThan', 1_250_000]],
    ['Change', 'LessThan', '-0.5', ['LessThan', -0.5]],
    ['ChangeP', 'GreaterThan', '5', ['GreaterThan', 0.05]],
    ['ChangeP', 'GreaterThan', '5%', ['GreaterThan', 0.05]],
    ['ChangeP', 'LessThan', '-7 %', ['LessThan', -0.07]],
    ['Sector', 'Equals', ' Energy ', ['EqualsString', 'Energy']],
    ['Sector', 'NotEquals', 'Energy', ['NotEqualsString', 'Energy']],
    ['Company', 'Contains', 'inc', ['Contains', 'inc']],
    ['Company', 'DoesntContain', 'inc', ['DoesntContain', 'inc']],
    ['Last', 'Between', '10 - 20', ['Between', [10, 20]]],
    ['Last', 'Between', '20 and 10', ['Between', [10, 20]]],
    ['Last', 'Between', '10-20', ['Between', [10, 20]]],
    ['Change', 'Between', '-5 - -2', ['Between', [-5, -2]]],
    ['Volume', 'Between', '1M to 2M', ['Between', [1e6, 2e6]]],
    ['ChangeP', 'Between', '1%..2%', ['Between', [0.01, 0.02]]],
  ])('%s %s "%s" is sent as %j', (field, operation, value, sent) => {
    expect(valueOf(field, operation, value)).toEqual(sent);
  });

  it('carries its group, when it has one', () => {
    const row: FilterRow = { Field: 'Last', Operation: 'LessThan', Value: '5', Group: 2 };
    const field = screenField('Last');
    expect(parseFilter(row, field)).toEqual({
      ok: true,
      filter: { Field: 'Last', Compare: 'LessThan', CompareWith: 5, Group: 2 },
    });
    expect(parseFilter({ ...row, Group: null }, field)).toEqual({
      ok: true,
      filter: { Field: 'Last', Compare: 'LessThan', CompareWith: 5 },
    });
  });

  it('offers the six operations of the specification, and ours apart from them', () => {
    expect(SCREEN_OPERATIONS.map(({ label }) => label)).toEqual([
      'Greater than',
      'Less than',
      'Equals',
      'Not equals',
      'Contains',
      "Doesn't contain",
    ]);
    expect(EXTENSION_OPERATIONS.map(({ id }) => id)).toEqual(['Between']);
  });
});

describe('numbers with K, M, B and T', () => {
  const suffixes = fc.constantFrom<[string, number]>(
    ['', 1],
    ['K', 1e3],
    ['k', 1e3],
    ['M', 1e6],
    ['m', 1e6],
    ['B', 1e9],
    ['b', 1e9],
    ['T', 1e12],
    ['t', 1e12],
  );

  it('multiply whole numbers exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: -9_000, max: 9_000 }), suffixes, (value, [suffix, factor]) => {
        expect(parseNumber(`${value}${suffix}`)).toBe(value * factor || 0);
      }),
    );
  });

  it('multiply decimals exactly: what is left after the last decimal is nothing', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999 }),
        fc.integer({ min: 1, max: 4 }),
        suffixes,
        (digits, decimals, [suffix, factor]) => {
          const text = `${Math.floor(digits / 10 ** decimals)}.${String(digits % 10 ** decimals).padStart(decimals, '0')}${suffix}`;
          // Whole-number arithmetic where it is whole, else the nearest number.
          const exact =
            factor >= 10 ** decimals
              ? digits * (factor / 10 ** decimals)
              : Number(`${digits}e-${decimals}`) * factor;
          expect(Math.abs((parseNumber(text) ?? Number.NaN) - exact)).toBeLessThanOrEqual(
            factor >= 10 ** decimals ? 0 : Math.abs(exact) * 1e-15,
          );
        },
      ),
    );
  });

  it('read back what is printed with commas between the thousands, and spaces around', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.constantFrom('', ' ', '  '), (value, space) => {
        expect(parseNumber(`${space}${value.toLocaleString('en-US')}${space}`)).toBe(value);
      }),
    );
  });

  it('refuse any text that is not wholly a number', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 8 }), (text) => {
        const value = parseNumber(text);
        if (value !== null) expect(text.trim()).toMatch(/^[+-]?[\d,]*\.?\d*\s*[KMBT]?$/i);
        expect(value === null || Number.isFinite(value)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('of percentages are a hundredth, with and without the sign', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000, max: 100_000 }), (hundredths) => {
        const text = (hundredths / 100).toFixed(2);
        expect(parsePercentage(text)).toBe(Number(`${hundredths}e-4`) || 0);
        expect(parsePercentage(`${text}%`)).toBe(parsePercentage(text));
      }),
    );
  });
});

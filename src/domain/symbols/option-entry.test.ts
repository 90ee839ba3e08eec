import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { err, ok } from '../assert/assert.ts';
import { isExpirationOf, readOptionEntry, symbolOfEntry } from './option-entry.ts';
import { displaySymbol, formatOptionSymbol, padOptionSymbol } from './symbol.ts';

const symbolOf = (text: string): string | null => {
  const reading = readOptionEntry(text);
  return reading?.ok === true ? symbolOfEntry(reading.value) : null;
};

test.each([
  'SPY240621C00540000',
  'SPY   240621C00540000',
  'spy 240621 c 540',
  'SPY 240621C540',
  'SPY240621C540',
  'SPY 240621 540 C',
  'SPY 20240621 C 540.00',
  'SPY 2024-06-21 540 call',
  'SPY 6/21/24 540 C',
  'SPY 06/21/2024 540C',
  "SPY Jun 21 '24 540 Call",
  'SPY Jun 21 24 540 Call',
  'SPY June 21 2024 $540 call',
  'SPY 21 Jun 24 540 C',
  'SPY 21JUN24 540 C',
  'SPY 540 21-JUN-2024 C',
  'SPY 540 C Jun 21 24',
  '.SPY240621C540',
  '-SPY240621C540',
  'SPY_062124C540',
  'O:SPY240621C00540000',
])('reads %j as the call of 2024-06-21 at 540', (text) => {
  expect(symbolOf(text)).toBe('SPY240621C00540000');
});

test.each([
  ['F 240621 P 12.5', 'F240621P00012500'],
  ['F Jun 21 24 12 put', 'F240621P00012000'],
  ['BRK.B 240621 P 400', 'BRK.B240621P00400000'],
  ['brk/b 6/21/24 400p', 'BRK.B240621P00400000'],
  ['C 240621 C 60', 'C240621C00060000'],
])('reads %j as %s', (text, symbol) => expect(symbolOf(text)).toBe(symbol));

test.each([
  ['SPY 540 call', { year: null, month: null, day: null }],
  ['SPY 540c', { year: null, month: null, day: null }],
  ['SPY C 540', { year: null, month: null, day: null }],
  ['SPY Jun 540 call', { year: null, month: '06', day: null }],
  ['SPY Jun 2026 540 call', { year: '2026', month: '06', day: null }],
  ['SPY Jun 21 540 call', { year: null, month: '06', day: '21' }],
  ['SPY 6/21 540 call', { year: null, month: '06', day: '21' }],
  ['SPY JUN21 540 call', { year: null, month: '06', day: '21' }],
] as const)('leaves open what %j does not say of the expiration', (text, date) => {
  expect(readOptionEntry(text)).toEqual(ok({ underlying: 'SPY', right: 'C', strike: 540, ...date }));
  expect(symbolOf(text)).toBeNull();
});

test.each([
  'SPY',
  'BRK.B',
  'AAPL MSFT NVDA',
  'BANK OF AMERICA',
  'BANK C',
  'SPY 540',
  'SPY240621C0054',
  'SPY 540 call spread',
  'SPY 1 2 3 4 call',
  'C',
  'P',
  '',
  '3M',
])('finds no option in %j', (text) => expect(readOptionEntry(text)).toBeNull());

test.each([
  ['SPY call', 'Add a strike, for example SPY 100 call.'],
  ['SPY Jun put', 'Add a strike, for example SPY 100 put.'],
  ['SPY 240231 C 540', '2024-02-31 is not a valid date.'],
  ['SPY 13/40 540 C', '13-40 is not a valid date.'],
  ['SPY 0 call', '0 is not a valid strike: strikes go from 0.001 to 99,999.999.'],
  ['SPY 240621 100000 C', '100000 is not a valid strike: strikes go from 0.001 to 99,999.999.'],
  ['SPY 540.0001 call', '540.0001 is not a valid strike: strikes go from 0.001 to 99,999.999.'],
])('says what is wrong with %j', (text, message) => {
  expect(readOptionEntry(text)).toEqual(err(message));
});

test('accepts a February 29 without a year', () => {
  expect(readOptionEntry('SPY Feb 29 540 call')).toMatchObject({ value: { month: '02', day: '29' } });
});

describe('every option', () => {
  const parts = fc.record({
    underlying: fc.stringMatching(/^[A-Z]{1,5}(\.[A-Z])?$/),
    expiration: fc
      .date({ min: new Date('2001-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
    right: fc.constantFrom<'C' | 'P'>('C', 'P'),
    strike: fc.integer({ min: 1, max: 99_999_999 }).map((thousandths) => thousandths / 1000),
  });

  it('is read from its symbol, the padded symbol, its display name and the parts apart', () => {
    fc.assert(
      fc.property(parts, (option) => {
        const symbol = formatOptionSymbol(option);
        const { underlying, expiration, right, strike } = option;
        for (const text of [
          symbol,
          padOptionSymbol(symbol),
          displaySymbol(symbol),
          displaySymbol(symbol).toLowerCase(),
          `${underlying} ${expiration} ${strike} ${right}`,
          `${underlying} ${expiration.slice(2).replaceAll('-', '')} ${right} ${strike}`,
        ])
          expect(symbolOf(text), text).toBe(symbol);
      }),
    );
  });

  it('belongs to the expirations that the entry allows', () => {
    const reading = readOptionEntry('SPY Jun 21 540 call');
    const entry = reading?.ok === true ? reading.value : undefined;
    const dates = ['2026-06-21', '2027-06-21', '2026-06-20', '2026-07-21'];
    expect(dates.filter((date) => entry && isExpirationOf(entry, date))).toEqual([
      '2026-06-21',
      '2027-06-21',
    ]);
  });

  it('never throws on any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.stringMatching(/^[A-Z]{1,4}( [0-9A-Z.$/'-]{1,8}){0,5}$/)),
        (text) => {
          const reading = readOptionEntry(text);
          if (reading?.ok === true) symbolOfEntry(reading.value);
        },
      ),
    );
  });
});

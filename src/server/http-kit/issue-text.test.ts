import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { apiV1 } from '../../protocol/api-v1.ts';
import { quantityField, symbolField } from '../../protocol/fields.ts';
import { priceText } from '../../protocol/api-v1-fields.ts';
import { issueText } from './issue-text.ts';

/** The text of the first problem of a value. */
function problemOf(schema: v.GenericSchema, value: unknown, name?: string): string | undefined {
  const parsed = v.safeParse(schema, value, { abortEarly: true });
  return parsed.success ? undefined : issueText(schema, parsed.issues[0], name);
}

const variant = v.variant('kind', [
  v.strictObject({ kind: v.literal('price'), level: v.number() }),
  v.strictObject({ kind: v.picklist(['open', 'close']), at: v.string() }),
  v.strictObject({ kind: v.literal('time'), at: v.string() }),
]);

describe('the text of a value that does not fit its schema', () => {
  it.each([
    [v.picklist(['Buy', 'Sell', 'Short']), 'buy', 'must be Buy, Sell or Short'],
    [v.pipe(quantityField, v.minValue(1)), 0, 'must be a whole number from 1 to 1,000,000,000'],
    [quantityField, 1.5, 'must be a whole number from 0 to 1,000,000,000'],
    [v.optional(quantityField), '3', 'must be a whole number from 0 to 1,000,000,000'],
    [v.pipe(v.number(), v.minValue(0.5)), Number.NaN, 'must be a number of at least 0.5'],
    [
      v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER)),
      -1,
      'must be a whole number of at least 0',
    ],
    [v.pipe(v.string(), v.minLength(1), v.maxLength(40)), '', 'must be a text of 1 to 40 characters'],
    [v.pipe(v.string(), v.maxLength(1)), 5, 'must be a text of at most 1 character'],
    [symbolField, 'spy', 'must be an upper-case symbol'],
    [priceText, 90.05, 'must be a price in quotes, such as "187.25", with at most four decimals'],
    [priceText, '-1', 'must be a price in quotes, such as "187.25", with at most four decimals'],
    [v.pipe(v.array(v.string()), v.minLength(2), v.maxLength(4)), [], 'must be a list of 2 to 4 items'],
    [v.array(v.string()), 'x', 'must be a list'],
    [v.boolean(), 1, 'must be true or false'],
    [v.nullable(quantityField), 'x', 'must be a whole number from 0 to 1,000,000,000 or null'],
    [v.union([v.boolean(), v.literal('auto')]), 3, 'must be true or false or auto'],
    [v.strictObject({}), null, 'must be an object'],
    [v.record(v.string(), v.number()), 'x', 'must be an object'],
    [
      v.pipe(
        v.string(),
        v.check((text) => text !== 'x', 'x is taken'),
      ),
      'x',
      'x is taken',
    ],
    [v.bigint(), 1, 'is not as described'],
  ])('of %# says what is expected', (schema, value, text) => {
    expect(problemOf(schema, value)).toBe(text);
  });

  it.each([
    [
      v.strictObject({ a: v.strictObject({ b: v.array(quantityField) }) }),
      { a: { b: [1, -1] } },
      'a.b.1: must be a whole number from 0 to 1,000,000,000',
    ],
    [v.strictObject({ a: v.number() }), {}, 'a: missing'],
    [v.strictObject({ a: v.number() }), { a: 1, b: 1 }, 'b: not known here'],
    [v.record(v.string(), v.boolean()), { a: 1 }, 'a: must be true or false'],
    [variant, { kind: 'volume' }, 'kind: must be price, open, close or time'],
    [variant, { kind: 'time', at: 3 }, 'at: is not as described'],
    [
      v.strictObject({ v: v.optional(v.strictObject({ a: quantityField })) }),
      { v: { a: '' } },
      'v.a: must be a whole number from 0 to 1,000,000,000',
    ],
  ])('of %# names the field', (schema, value, text) => {
    expect(problemOf(schema, value)).toBe(text);
  });

  it('is named by the caller when the value has no fields, and is bounded', () => {
    expect(problemOf(v.string(), 1, 'Idempotency-Key')).toBe('Idempotency-Key: must be a text');
    expect(problemOf(v.picklist(['a'.repeat(300), 'b'.repeat(300)]), 1)).toHaveLength(500);
  });

  it('has a text of its own for every field of every route of the API for programs', () => {
    for (const { params, body } of Object.values(apiV1))
      for (const schema of [params, body]) {
        if (!schema) continue;
        for (const field of Object.keys(schema.entries)) {
          // A value that fits no schema.
          const sample = {
            ...Object.fromEntries(Object.keys(schema.entries).map((name) => [name, Symbol(name)])),
          };
          const parsed = v.safeParse(schema, sample);
          const issue = parsed.issues?.find((each) => v.getDotPath(each) === field);
          expect(issue && issueText(schema, issue)).toMatch(new RegExp(`^${field}: must be .`));
        }
      }
  });
});

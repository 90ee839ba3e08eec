import { expect, test } from 'vitest';
import { randomId } from './random-id.ts';

test('makes UUIDs of version 4 from random bytes alone', () => {
  const fill = (value: number) => ({
    // Typed arrays come back as the type they were given in.
    getRandomValues: <Values extends ArrayBufferView | null>(values: Values): Values => {
      if (values instanceof Uint8Array) values.fill(value);
      return values;
    },
  });
  expect(randomId(fill(0xff))).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
  expect(randomId(fill(0))).toBe('00000000-0000-4000-8000-000000000000');
});

test('makes a different identifier each time', () => {
  const ids = Array.from({ length: 1000 }, () => randomId());
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

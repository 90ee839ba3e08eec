import { describe, test } from 'vitest';
import { expectRead, expectSchema, fixturesOf } from './golden.ts';
import { JSON_SHAPES } from './json-shapes.ts';

describe.each(JSON_SHAPES)('the stored data "$name"', ({ name, version, schema, read }) => {
  test('has the shape of its newest version, which has a fixture', () => {
    expectSchema(name, String(version), schema());
  });
  test('is read in every version that a release has stored', () => {
    for (const fixture of fixturesOf(name))
      expectRead(name, fixture.version, read(JSON.parse(fixture.text), Number(fixture.version)));
  });
});

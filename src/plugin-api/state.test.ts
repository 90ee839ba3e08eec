import { fc, test as propertyTest } from '@fast-check/vitest';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { defineState, restoreState, serializeState } from './state.ts';

interface State {
  readonly Symbols: readonly string[];
  readonly Linked: boolean;
}
/** Version 0 had one Symbol, version 1 a list, version 2 the link. */
const definition = defineState<State>({
  schema: v.object({ Symbols: v.array(v.string()), Linked: v.boolean() }),
  initial: { Symbols: ['SPY'], Linked: false },
  migrations: [
    {
      name: 'one symbol becomes a list',
      up: (old: { Symbol: string }) => ({ Symbols: [old.Symbol.toUpperCase()] }),
    },
    { name: 'windows can be linked', up: (old: { Symbols: string[] }) => ({ ...old, Linked: true }) },
  ],
});

describe('stored state', () => {
  propertyTest.prop([fc.record({ Symbols: fc.array(fc.string()), Linked: fc.boolean() })])(
    'comes back as it was stored, through JSON too',
    (state) => {
      expect(restoreState(definition, JSON.parse(JSON.stringify(serializeState(definition, state))))).toEqual(
        { ok: true, value: state },
      );
    },
  );
  test.each([
    ['the first version', { version: 0, data: { Symbol: 'ibm' } }, { Symbols: ['IBM'], Linked: true }],
    ['the version before', { version: 1, data: { Symbols: ['A'] } }, { Symbols: ['A'], Linked: true }],
    ['nothing stored', undefined, { Symbols: ['SPY'], Linked: false }],
  ])('%s is brought up to the present', (_case, stored, state) => {
    expect(restoreState(definition, stored)).toEqual({ ok: true, value: state });
  });
  test.each([
    ['a later version', { version: 3, data: {} }, 'too-new'],
    ['data that a migration cannot read', { version: 0, data: { Symbol: 5 } }, 'migration-threw'],
    ['data of another shape', { version: 2, data: { Symbols: 'A', Linked: true } }, 'invalid'],
    ['something else entirely', 'text', 'invalid'],
    ['a version that is no number of migrations', { version: -1, data: {} }, 'invalid'],
  ])('%s is refused with its reason', (_case, stored, error) => {
    expect(restoreState(definition, stored)).toEqual({ ok: false, error });
  });
  propertyTest.prop([fc.jsonValue(), fc.integer({ min: 0, max: 3 })])(
    'no stored value makes the reader throw',
    (data, version) => {
      const results = [restoreState(definition, data), restoreState(definition, { version, data })];
      for (const result of results) if (result.ok) expect(Array.isArray(result.value.Symbols)).toBe(true);
    },
  );
  test('a definition that contradicts itself throws when it is made', () => {
    expect(() => defineState<State>({ ...definition, initial: { Symbols: 1 } as unknown as State })).toThrow(
      'initial state',
    );
    const [first] = definition.migrations;
    expect(() => defineState<State>({ ...definition, migrations: first ? [first, first] : [] })).toThrow(
      'same name',
    );
  });
});

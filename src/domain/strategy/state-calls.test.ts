import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_STATE_CHARACTERS, StateCalls } from './state-calls.ts';

type Save = (...given: unknown[]) => void;
const calls = () => {
  const states = new StateCalls(
    () => true,
    () => true,
  );
  // The calls take what an author writes.
  const { saveState, loadState } = states.globals() as { readonly saveState: Save; readonly loadState: Save };
  return { states, saveState, loadState };
};

describe('the state of a strategy', () => {
  it('comes back as it was saved, whatever JSON can hold', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const { states, saveState, loadState } = calls();
        saveState(value);
        const text = states.take();
        let loaded: unknown;
        loadState((state: unknown) => void (loaded = state));
        states.load(text ?? '', false);
        expect(JSON.stringify(loaded)).toBe(JSON.stringify(value));
        expect(states.take()).toBeNull();
      }),
    );
  });

  it.each([
    [undefined, 'saveState takes numbers'],
    [{ a: [1, Number.NaN] }, 'NaN at .a[1]'],
    [{ when: new Date(0) }, 'object at .when'],
    [new Map(), 'saveState takes numbers'],
    [{ f: () => 1 }, 'function at .f'],
    ['x'.repeat(MAX_STATE_CHARACTERS), '65,536 characters of JSON: this value has 65,538'],
  ])('cannot be %s', (value, reason) => {
    expect(() => calls().saveState(value)).toThrow(reason);
  });

  it('cannot contain itself', () => {
    const self: Record<string, unknown> = {};
    self['self'] = self;
    expect(() => calls().saveState(self)).toThrow('levels deep');
  });

  it('is refused when other code has saved it, and ignored by code that loads none', () => {
    const { states, loadState } = calls();
    states.load('{}', true);
    loadState(() => {
      throw new Error('not called');
    });
    expect(() => states.load('{}', true)).toThrow('other code, or code with other parameters');
    expect(() => states.load('{}', false)).toThrow('not called');
  });
});

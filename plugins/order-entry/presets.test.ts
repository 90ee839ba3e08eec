import { describe, expect, it } from 'vitest';
import { DEFAULT_PRESETS, loadPresets, readQuantities, storePresets } from './presets.ts';

describe('quantities at a press', () => {
  const store = (text: string | null) => ({
    text,
    getItem() {
      return this.text;
    },
    setItem(_key: string, next: string) {
      this.text = next;
    },
  });

  it('are read from what is typed: ascending, each once, at most six', () => {
    expect(readQuantities(' 500, 10 50;10')).toEqual({ ok: true, quantities: [10, 50, 500] });
    expect(readQuantities('')).toEqual({ ok: false, problem: 'Enter at least one quantity' });
    expect(readQuantities('10, x')).toMatchObject({ ok: false });
    expect(readQuantities('1 2 3 4 5 6 7')).toEqual({ ok: false, problem: 'At most 6 quantities' });
  });

  it('last in the browser; what cannot be read there gives the defaults', () => {
    const kept = store(null);
    expect(storePresets(kept, { Shares: [7], Contracts: [1] })).toBe(true);
    expect(loadPresets(kept)).toEqual({ Shares: [7], Contracts: [1] });
    for (const text of [null, 'x', '{}', '{"Shares":[0],"Contracts":[1]}'])
      expect(loadPresets(store(text))).toEqual(DEFAULT_PRESETS);
    expect(
      storePresets(
        {
          getItem: () => null,
          setItem: () => {
            throw new Error('full');
          },
        },
        DEFAULT_PRESETS,
      ),
    ).toBe(false);
  });
});

import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { orderEntryState } from './state.ts';

describe('Order Entry state', () => {
  it('keeps an upper-cased symbol and refuses an empty one', () => {
    expect(v.parse(orderEntryState.schema, { Symbol: 'spy', Linked: false }).Symbol).toBe('SPY');
    expect(orderEntryState.initial.Symbol).toBe('');
  });
});

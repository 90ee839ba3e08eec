import { describe, expect, it } from 'vitest';
import { createConnectionLimits } from './connection-limits.ts';

describe('connection limits', () => {
  it('hold for one address and for all together, and open again when a connection goes', () => {
    const limits = createConnectionLimits({ total: 3, perAddress: 2 });
    expect([limits.take('a'), limits.take('a'), limits.take('a')]).toEqual([true, true, false]);
    expect([limits.take('b'), limits.take('c')]).toEqual([true, false]);
    limits.giveBack('a');
    expect([limits.take('c'), limits.take('a')]).toEqual([true, false]);
  });

  it('do not count below zero', () => {
    const limits = createConnectionLimits({ total: 1, perAddress: 1 });
    limits.giveBack('a');
    expect([limits.take('a'), limits.take('a')]).toEqual([true, false]);
  });
});

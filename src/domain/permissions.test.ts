import { describe, expect, test } from 'vitest';
import { ALL_PERMISSIONS, hasPermission, Permission } from './permissions.ts';

describe('client permissions', () => {
  test('a check passes only when every requested bit is set', () => {
    const mask = Permission.Chart | Permission.MarketView;
    expect(hasPermission(mask, Permission.Chart)).toBe(true);
    expect(hasPermission(mask, Permission.Chart | Permission.Stocks)).toBe(false);
    expect(hasPermission(0, Permission.Stocks)).toBe(false);
  });
  test('each flag is one bit of its own', () => {
    const bits = Object.values(Permission);
    expect(new Set(bits).size).toBe(bits.length);
    expect(bits.every((bit) => Number.isInteger(Math.log2(bit)))).toBe(true);
    expect(ALL_PERMISSIONS).toBe(14335);
  });
});

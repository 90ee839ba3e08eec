import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { tradeManagerState } from './state.ts';

describe('Trade Manager state', () => {
  it('starts on Positions with flat positions shown, and accepts what it stores', () => {
    const { schema, initial } = tradeManagerState;
    expect([initial.CurrentTab, initial.Positions.ShowFlat, initial.TradeLog.ShowExecutionsOnly]).toEqual([
      'Positions',
      true,
      false,
    ]);
    expect(v.parse(schema, JSON.parse(JSON.stringify(initial)))).toEqual(initial);
  });

  it('refuses an unknown tab and a grid without columns', () => {
    const { schema, initial } = tradeManagerState;
    expect(v.safeParse(schema, { ...initial, CurrentTab: 'Log' }).success).toBe(false);
    expect(v.safeParse(schema, { ...initial, OpenOrders: { Columns: [], Sort: null } }).success).toBe(false);
  });
});

import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { Permission } from '../../../src/domain/permissions.ts';
import { restoreState, type ToolPlatform } from '../../../src/plugin-api/index.ts';
import { optionChainState, type OptionChainState } from '../state.ts';
import { contractOf } from '../testing.ts';
import { openSpread } from './open-spread.ts';
import { NO_SPREAD, spreadSchema } from './spread-schema.ts';
import { legsOn, reduced, withChange, withLeg } from './spread-state.ts';
import { stored } from './testing.ts';
import { togglePlots } from './toggle-plots.ts';
import { toggleSpread } from './toggle-spread.ts';

const vertical = [stored('C', 100, 'Buy'), stored('C', 105, 'Sell')];
const condor = [
  stored('P', 90, 'Buy'),
  stored('P', 95, 'Sell'),
  stored('C', 105, 'Sell'),
  stored('C', 110, 'Buy'),
];

describe('legs from the chain', () => {
  const call = contractOf('C', 100).symbol;

  it('are added with a ratio of 1, and counted up and down by further clicks', () => {
    const single = withLeg([], call, 'Buy').legs;
    expect(single).toEqual([{ Symbol: call, Side: 'Buy', Ratio: 1 }]);
    const two = withLeg(single, call, 'Buy').legs;
    expect(two).toEqual([{ Symbol: call, Side: 'Buy', Ratio: 2 }]);
    expect(withLeg(two, call, 'Sell').legs).toEqual(single);
    expect(withLeg(single, call, 'Sell').legs).toEqual([]);
    expect(withLeg([{ Symbol: call, Side: 'Buy', Ratio: null }], call, 'Buy').legs).toEqual(single);
  });

  it('are at most four: a fifth is refused and the others stay', () => {
    const edit = withLeg(condor, call, 'Buy');
    expect(edit.legs).toBe(condor);
    expect(edit.refusal).toContain('at most 4 legs');
    expect(withLeg(condor, condor[0]?.Symbol ?? '', 'Buy').refusal).toBeNull();
  });

  it('make way for those of another underlying, and are not shown with them', () => {
    const other = { Symbol: 'SPY261218C00650000', Side: 'Buy' as const, Ratio: 1 };
    expect(legsOn('ACME', [other, ...vertical])).toEqual(vertical);
    expect(withLeg(vertical, other.Symbol, 'Buy').legs).toEqual([other]);
    expect(legsOn('ACME', [{ ...other, Symbol: 'ACME261399C00100000' }])).toEqual([]);
  });

  it('change by their symbol, and are reduced with the quantity multiplied', () => {
    expect(withChange(vertical, call, { Ratio: null })[0]?.Ratio).toBeNull();
    const legs = [stored('C', 100, 'Buy', 2), stored('C', 105, 'Sell', 4)];
    expect(reduced({ IsOn: true, Legs: legs, Quantity: 3 })).toEqual({
      IsOn: true,
      Legs: [stored('C', 100, 'Buy', 1), stored('C', 105, 'Sell', 2)],
      Quantity: 6,
    });
  });
});

describe('the state of the spread builder', () => {
  it('is added to a state that was stored before it existed', () => {
    const { Spread, ...before } = optionChainState.initial;
    expect(Spread).toEqual(NO_SPREAD);
    const restored = restoreState(optionChainState, { version: 0, data: { ...before, Symbol: 'SPY' } });
    expect(restored).toEqual({ ok: true, value: { ...optionChainState.initial, Symbol: 'SPY' } });
  });

  it('keeps legs and quantity, also half-typed ones', () => {
    const Spread = { IsOn: true, Legs: [stored('C', 100, 'Buy', null)], Quantity: null };
    const restored = restoreState(optionChainState, {
      version: optionChainState.migrations.length,
      data: JSON.parse(JSON.stringify({ ...optionChainState.initial, Spread })),
    });
    expect(restored.ok && restored.value.Spread).toEqual(Spread);
  });

  it.each([
    [{ Legs: [...condor, stored('C', 100, 'Buy')] }],
    [{ Legs: [{ Symbol: '', Side: 'Buy', Ratio: 1 }] }],
    [{ Legs: [{ Symbol: 'ACME', Side: 'Short', Ratio: 1 }] }],
    [{ Quantity: 'one' }],
    [{ IsOn: 1 }],
  ])('refuses %j', (change) => {
    expect(v.safeParse(spreadSchema, { ...NO_SPREAD, ...change }).success).toBe(false);
  });

  it('has the builder and the volatility plots take the place of each other', () => {
    let state: OptionChainState = { ...optionChainState.initial, HasPlots: true };
    const window = {
      getState: () => state,
      update: (change: Partial<OptionChainState>) => {
        state = { ...state, ...change };
      },
    };
    toggleSpread(window);
    expect([state.Spread.IsOn, state.HasPlots]).toEqual([true, false]);
    togglePlots(window);
    expect([state.Spread.IsOn, state.HasPlots]).toEqual([false, true]);
    togglePlots(window);
    expect([state.Spread.IsOn, state.HasPlots]).toEqual([false, false]);
  });
});

describe('opening a spread from elsewhere', () => {
  const legs = [
    { symbol: 'ACME261218C00100000', side: 'Buy', ratio: 1 },
    { symbol: 'ACME', side: 'Sell', ratio: 1 },
  ];
  const opened = async (
    args: Parameters<typeof openSpread>[1],
    permissionMask: number = Permission.OptionChain,
  ) => {
    const calls: unknown[] = [];
    // Only the parts that are used.
    const platform = {
      session: { get: () => ({ permissionMask }) },
      tools: {
        windowsOf: () => ({
          get: () => [{ id: 'w1', update: (state: object) => calls.push(['update', state]) }],
        }),
        open: async (id: string, state: object) => calls.push([id, state]),
      },
    } as unknown as Pick<ToolPlatform, 'tools' | 'session'>;
    await openSpread(platform, args);
    return calls;
  };

  it('opens a window with the legs, or shows them in the one that is named', async () => {
    const state = {
      Symbol: 'ACME',
      Expirations: '2026-12',
      HasPlots: false,
      Spread: {
        IsOn: true,
        Legs: [
          { Symbol: 'ACME261218C00100000', Side: 'Buy', Ratio: 1 },
          { Symbol: 'ACME', Side: 'Sell', Ratio: 1 },
        ],
        Quantity: 2,
      },
    };
    expect(await opened({ legs, quantity: 2 })).toEqual([['option-chain', state]]);
    expect(await opened({ legs, quantity: 2, windowId: 'w1' })).toEqual([['update', state]]);
    expect(await opened({ legs, quantity: 2, windowId: 'gone' })).toEqual([['option-chain', state]]);
  });

  it('shows the month of the legs, all expirations for legs of several months, the nearest for shares alone', async () => {
    const shown = async (...symbols: readonly string[]) => {
      const [call] = await opened({ legs: symbols.map((symbol) => ({ symbol, side: 'Buy', ratio: 1 })) });
      return call;
    };
    const call = (date: string) => `ACME${date}C00100000`;
    expect(await shown(call('270115'), call('270129'))).toMatchObject([
      'option-chain',
      { Expirations: '2027-01' },
    ]);
    expect(await shown(call('261218'), call('270115'))).toMatchObject([
      'option-chain',
      { Expirations: 'all' },
    ]);
    expect(await shown('ACME')).toMatchObject(['option-chain', { Expirations: 'near' }]);
  });

  it.each([
    [{}, 'legs'],
    [{ legs: [] }, 'legs'],
    [{ legs: [{ symbol: 'ACME', side: 'Buy', ratio: 0 }] }, 'ratio'],
    [{ legs: [{ symbol: 'ACME261399C00100000', side: 'Buy', ratio: 1 }] }, 'not an option symbol'],
    [{ legs: [...legs, { symbol: 'SPY', side: 'Buy', ratio: 1 }] }, 'same underlying'],
  ])('rejects %j', async (args, message) => {
    await expect(opened(args)).rejects.toThrow(message);
  });

  it('rejects without the permission for the chain', async () => {
    await expect(opened({ legs }, 0)).rejects.toThrow('may not use the option chain');
  });
});

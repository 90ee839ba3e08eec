import { expect, test } from 'vitest';
import { restoreState } from '../../src/plugin-api/index.ts';
import { ladderState } from './state.ts';

/** A window that was stored before a ladder kept both quantities. */
const restored = (Symbol: string, Quantity: number) => {
  const { Contracts: _contracts, ...old } = ladderState.initial;
  return restoreState(ladderState, { version: 1, data: { ...old, Symbol, Quantity } });
};

test('the quantity of an older window is of what it shows: shares of a stock, contracts of an option', () => {
  expect(restored('SPY', 300)).toMatchObject({ ok: true, value: { Quantity: 300, Contracts: 1 } });
  expect(restored('', 300)).toMatchObject({ ok: true, value: { Quantity: 300, Contracts: 1 } });
  expect(restored('SPY260306C00100000', 3)).toMatchObject({
    ok: true,
    value: { Quantity: 100, Contracts: 3 },
  });
});

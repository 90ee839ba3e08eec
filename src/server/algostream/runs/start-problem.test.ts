import { expect, it } from 'vitest';
import { Permission } from '../../../domain/permissions.ts';
import { loadStrategy } from '../../../domain/strategy/testing/run-strategy.ts';
import { startProblem } from './start-problem.ts';

/** A market that has every symbol. */
const market = { instrument: () => ({}) } as unknown as Parameters<typeof startProblem>[0];
const problemOf = (code: string, permissionMask: number): string | undefined =>
  startProblem(market, loadStrategy(`${code} onBar(() => {});`, '', 'KO').description, permissionMask);

it('requires the permission for each symbol that a file trades, and for none that it only reads', () => {
  const { Stocks, OptionChain } = Permission;
  const trading = "symbol('KO'); security('SPY'); symbol('PEP'); symbol('SPY261218C00500000');";
  expect(problemOf(trading, Stocks)).toBe('SPY261218C00500000: No permission to trade options');
  expect(problemOf(trading, OptionChain)).toBe('KO: Trading not permitted');
  expect(problemOf(trading, Stocks + OptionChain)).toBeUndefined();
  expect(problemOf("symbol('KO'); security('SPY261218C00500000');", Stocks)).toBeUndefined();
  expect(problemOf("symbol('KO');", OptionChain)).toBe('Trading not permitted');
});

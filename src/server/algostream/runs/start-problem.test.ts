import { expect, it } from 'vitest';
import { loadStrategy } from '../../../domain/strategy/testing/run-strategy.ts';
import { startProblem } from './start-problem.ts';

/** A market that has every symbol. */
const market = { instrument: () => ({}) } as unknown as Parameters<typeof startProblem>[0];
const problemOf = (code: string): string | undefined =>
  startProblem(market, loadStrategy(`${code} onBar(() => {});`, '', 'KO').description, 0xffff);

it('refuses a live start of a file that trades other symbols, and allows one that reads them', () => {
  expect(problemOf("symbol('KO'); security('SPY'); symbol('PEP');")).toBe(
    'The strategy trades PEP beside KO. A live run trades one symbol: run it in a backtest, or start a strategy of its own for each symbol.',
  );
  expect(problemOf("symbol('KO'); security('SPY');")).toBeUndefined();
});

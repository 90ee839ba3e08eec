import type { GateResult } from './types.ts';

/** True for checks that allow a live start where an administrator requires them: none failed, and there were orders to compare. Warnings are left to the trader. */
export const arePassed = (results: readonly Pick<GateResult, 'gate' | 'verdict'>[]): boolean =>
  results.every(({ verdict }) => verdict !== 'Failed') &&
  results.some(({ gate, verdict }) => gate === 'LookAhead' && verdict === 'Passed');

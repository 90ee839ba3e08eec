import type { Body } from '../../protocol/index.ts';

/** The strategy to run: a strategy of the user with the code in the editor, or a public one by its id. */
export type StrategyToRun =
  { readonly name: string; readonly code: string } | { readonly name: string; readonly publicId: number };

/** Names a strategy in a message; the code of a public one is the server's. */
export const namesOf = (strategy: StrategyToRun) => ({
  Name: strategy.name,
  StrategyId: 'publicId' in strategy ? strategy.publicId : 0,
  Code: 'publicId' in strategy ? '' : strategy.code,
});

/** Terms of a run in wire form: parameters, trading intervals (minutes after midnight in New York), limits (-1 = none). */
export type StrategyStart = Omit<Body<'startStrategy'>, 'Name' | 'InstanceId' | 'Code' | 'Account'>;

import type { Body } from '../../../protocol/index.ts';

/** A check in wire form: times of it in host UTC ms, its period in exchange UTC ms. */
export type WireGateCheck = Body<'strategyGates'>['Items'][number];

/** What is known of the checks of a strategy. */
export interface StrategyChecks {
  /** Of the code of the request; empty when there is no such strategy. */
  readonly codeKey: string;
  /** A live start without passed checks is refused. */
  readonly isRequired: boolean;
  /** The one that runs, then the kept ones, the newest first. */
  readonly checks: readonly WireGateCheck[];
}

/** Checks of strategies before a live start. Commands resolve with the reason of a refusal as text for the user, or undefined once they are done. */
export interface StrategyGates {
  /** The checks of a strategy of the user, or of a public one. */
  checks(userId: string, request: Body<'requestStrategyGates'>): Promise<StrategyChecks>;
  /** Starts a check. Its changes are pushed. */
  begin(userId: string, start: Body<'startStrategyGates'>): Promise<string | undefined>;
  /** Cancels a check that runs; resolves when it has ended. */
  cancel(userId: string, checkId: string): Promise<string | undefined>;
}

import type { Body } from '../../protocol/index.ts';
import type { Outcome, Readable } from '../readable.ts';
import type { StrategyStart, StrategyToRun } from './strategy-to-run.ts';

/** A check of a strategy before a live start: times of it in host UTC ms, its period in exchange UTC ms. */
export type WireGateCheck = Body<'strategyGates'>['Items'][number];

/** What checks of a strategy count for. */
export interface GateChecksOfStrategy {
  /** Of the code that was given: checks with the same key are of this code. */
  readonly codeKey: string;
  /** The server refuses a live start without passed checks. */
  readonly isRequired: boolean;
}

/** Terms of a check: those of the live start, and the period of its backtests in UTC ms. */
export type GateCheckTerms = StrategyStart & { readonly From: number; readonly To: number };

/** Checks of strategies before a live start: of each strategy whose checks were loaded the one that runs, then the kept ones, the newest first. Loads reject with an Error whose message can be shown to the user. */
export interface GateChecks extends Readable<readonly WireGateCheck[]> {
  /** Loads the checks of a strategy. They are kept up to date afterwards, and loaded again after a lost connection. */
  load(strategy: StrategyToRun): Promise<GateChecksOfStrategy>;
  /** Starts a check. */
  start(strategy: StrategyToRun, terms: GateCheckTerms): Promise<Outcome>;
  /** Cancels a check and resolves once it has ended. */
  cancel(checkId: string): Promise<Outcome>;
}

import type { ExerciseRefusal, ExerciseRequest } from '../../domain/orders/core/exercise.ts';
import { OrderError } from '../../domain/orders/errors.ts';
import type { Brokerage, ExerciseOutcome, SettlementView } from './brokerage.ts';
import type { Engine } from './engine.ts';
import type { Ledger } from './ledger.ts';
import type { Batch } from './release-queue.ts';
import type { RiskFacts } from './risk-facts.ts';

/** What exercise requests need of the brokerage. */
export interface ExerciseParts {
  readonly ledger: Ledger;
  readonly facts: Pick<RiskFacts, 'account'>;
  /** Lets the engine decide; resolves once the outcome is durable, with undefined when it never will be. */
  readonly decide: (decide: (engine: Engine) => Batch | undefined) => Promise<unknown>;
  /** Resolves true when everything decided so far is durable. */
  readonly flushed: () => Promise<boolean>;
  /** Code of a refusal while no requests are taken; undefined while they are. */
  readonly unavailable: () => number | undefined;
}

/** A request whose outcome is not durable yet. */
interface Pending {
  readonly request: ExerciseRequest;
  readonly outcome: Promise<ExerciseOutcome>;
}

const USED_CLIENT_ID: ExerciseRefusal = {
  code: OrderError.InvalidOrderFormat,
  detail: 'The ClientId belongs to another exercise of the account.',
};

const isSame = (request: ExerciseRequest, symbol: string, contracts: number): boolean =>
  request.symbol === symbol && request.contracts === contracts;

/** Requests to exercise options. Settlements name the request that made them, so a repeated one is recognised after a restart too. */
export function createExercises(parts: ExerciseParts): Pick<Brokerage, 'exercise'> {
  const pending = new Map<string, Pending>();

  function settledOf({ account, clientId }: ExerciseRequest): SettlementView | undefined {
    return parts.ledger.reportIndex.accounts.get(account)?.exercises.get(clientId);
  }

  /** The answer to a request whose ClientId is known; undefined for a new one. */
  function repeatedAnswer(
    request: ExerciseRequest,
    name: string,
  ): Promise<ExerciseOutcome> | ExerciseOutcome | undefined {
    const underWay = pending.get(name);
    if (underWay)
      return isSame(request, underWay.request.symbol, underWay.request.contracts)
        ? underWay.outcome
        : USED_CLIENT_ID;
    const settlement = settledOf(request);
    if (!settlement) return undefined;
    return isSame(request, settlement.symbol, -settlement.contracts) ? { settlement } : USED_CLIENT_ID;
  }

  async function settle(
    request: ExerciseRequest,
    account: Awaited<ReturnType<RiskFacts['account']>>,
  ): Promise<ExerciseOutcome> {
    let refusal: ExerciseRefusal | undefined;
    const released = await parts.decide((engine) =>
      engine.exercise(request, account, (reason) => (refusal = reason)),
    );
    // A refusal is judged against the working book, so it is returned only after that book is durable.
    if (refusal && (await parts.flushed())) return refusal;
    const settlement = released === undefined || refusal ? undefined : settledOf(request);
    return settlement ? { settlement } : { code: parts.unavailable() ?? OrderError.DatabaseOffline };
  }

  return {
    async exercise(request) {
      const answer = parts.facts.account(request.account);
      const account = answer instanceof Promise ? await answer : answer;
      const name = JSON.stringify([request.account, request.clientId]);
      // Nothing is awaited between this lookup and the decision: of two equal requests the second must find the first.
      const repeated = repeatedAnswer(request, name);
      if (repeated) return repeated;
      const code = parts.unavailable();
      if (code !== undefined) return { code };
      const outcome = settle(request, account);
      pending.set(name, { request, outcome });
      try {
        return await outcome;
      } finally {
        pending.delete(name);
      }
    },
  };
}

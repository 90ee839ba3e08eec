import { createHash } from 'node:crypto';
import { hasSameGuards } from '../../../domain/strategy/guards.ts';
import type { InstanceKey } from '../../storage/strategy-store.ts';
import type { Runner, StartOf, WireInstance } from '../../algostream/service.ts';
import type { ApiCaller } from '../../automation/api-keys.ts';
import type { GatewayDeps } from '../deps.ts';
import { runOrderToApi, type BacktestInstance } from '../translate/api-v1-strategies.ts';
import { ApiRefusal } from './api-refusal.ts';
import { accountOfCall } from './caller-accounts.ts';

type Strategies = GatewayDeps['strategies'];

/** The user and the account of a call that reads. Throws the refusal of an account that the key does not open. */
export const runnerOf = (caller: ApiCaller, account: string | undefined): Runner => ({
  userId: caller.userId,
  account: accountOfCall(caller, account).account,
});

export const isBacktest = (run: WireInstance): run is BacktestInstance =>
  run.BacktestFrom !== null && run.BacktestTo !== null;

export const unknownStrategy = (name: string): ApiRefusal =>
  new ApiRefusal(404, 'unknown_strategy', `You have no strategy ${name}. GET /api/v1/strategies lists them.`);

/** The runs of a strategy of the user on an account, the newest first. Throws the refusal of an unknown strategy. */
export async function instancesOf(
  strategies: Strategies,
  runner: Runner,
  name: string,
): Promise<readonly WireInstance[]> {
  const status = await strategies.status(runner, name);
  if (!status || status.strategyId > 0) throw unknownStrategy(name);
  return status.instances.toSorted((left, right) => (right.StartedAt ?? 0) - (left.StartedAt ?? 0));
}

/** Code and parameters of a version of a strategy, the present ones without `version`. Throws the refusal of an unknown strategy or version. */
export async function sourceOf(
  strategies: Strategies,
  userId: string,
  name: string,
  version: number | undefined,
): Promise<{ readonly code: string; readonly parameters: string }> {
  const saved = await strategies.load(userId, name);
  if (!saved) throw unknownStrategy(name);
  const source = version === undefined ? saved : await strategies.versions.version(userId, name, version);
  if (source) return source;
  throw new ApiRefusal(404, 'unknown_strategy', `${name} has no version ${String(version)}.`);
}

/** A page of the orders of a run, the oldest first. */
export async function ordersPage(
  strategies: Strategies,
  key: InstanceKey,
  params: { readonly limit: string; readonly cursor?: string | undefined },
) {
  const limit = Number(params.limit);
  const page = await strategies.orders(key, Number(params.cursor ?? 0), limit);
  const orders = page?.orders ?? [];
  return {
    items: orders.map(runOrderToApi),
    nextCursor: page && orders.length === limit ? String(page.lastSerial) : null,
  };
}

/** Ids of runs have fewer characters than an Idempotency-Key may have: the same key has the same id. */
export const instanceIdOf = (idempotencyKey: string): string =>
  `api-${createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 32)}`;

/** What a start states: of what it leaves out, the saved code and parameters apply, which may have changed since. */
interface StatedTerms {
  readonly version?: number | undefined;
  readonly parameters?: string | undefined;
}

interface RequestedRun {
  readonly runner: Runner;
  readonly terms: StatedTerms;
  readonly start: Pick<
    StartOf<'startStrategy'>,
    'Name' | 'Code' | 'Parameters' | 'ShareLimit' | 'DollarLimit' | 'Guards' | 'AtRestart'
  >;
  /** What only the caller can compare is equal. */
  readonly isSame: boolean;
}

/** Throws the refusal of an Idempotency-Key that has started another run than the requested one. A request that states no version is the same after a save. */
export async function requireSame(
  strategies: Strategies,
  requested: RequestedRun,
  run: WireInstance,
): Promise<void> {
  const { start, isSame } = requested;
  if (
    isSame &&
    run.ShareLimit === start.ShareLimit &&
    run.DollarLimit === start.DollarLimit &&
    hasSameGuards(run.Guards, start.Guards ?? null) &&
    run.AtRestart === (start.AtRestart ?? 'Stop') &&
    (await hasSameSource(strategies, requested, run))
  )
    return;
  throw new ApiRefusal(
    409,
    'idempotency_conflict',
    'The Idempotency-Key was used for another run of this strategy. Use a new key for a new one.',
  );
}

async function hasSameSource(
  strategies: Strategies,
  { runner, terms, start }: RequestedRun,
  run: WireInstance,
): Promise<boolean> {
  const isStated = terms.version !== undefined || terms.parameters !== undefined;
  if (isStated && run.Parameters !== start.Parameters) return false;
  if (terms.version === undefined || run.Version === terms.version) return true;
  if (run.Version === null) return false;
  // A save of earlier code makes a further version: equal code is the same request.
  const source = await strategies.versions.version(runner.userId, start.Name, run.Version);
  return source?.code === start.Code;
}

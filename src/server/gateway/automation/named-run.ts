import type { Runner, WireInstance } from '../../algostream/service.ts';
import type { ApiCaller } from '../../automation/api-keys.ts';
import type { GatewayDeps } from '../deps.ts';
import { ApiRefusal } from './api-refusal.ts';
import { tradingAccountOfCall } from './caller-accounts.ts';
import { instancesOf, isBacktest } from './strategy-runs.ts';

type Strategies = GatewayDeps['strategies'];

/** The user and the account of a call that trades. Throws the refusal of a key that lacks the scope of the account. */
export const tradingRunnerOf = (caller: ApiCaller, account: string | undefined): Runner => ({
  userId: caller.userId,
  account: tradingAccountOfCall(caller, account).account,
});

/** The live runs of a strategy of the user on an account, the newest first. Throws the refusal of an unknown strategy. */
export const liveRunsOf = async (
  strategies: Strategies,
  runner: Runner,
  name: string,
): Promise<readonly WireInstance[]> =>
  (await instancesOf(strategies, runner, name)).filter((run) => !isBacktest(run));

/** The live run that a path names. Throws the refusal of an unknown one. */
export async function namedRun(
  strategies: Strategies,
  runner: Runner,
  strategy: string,
  runId: string,
): Promise<WireInstance> {
  const runs = await liveRunsOf(strategies, runner, strategy);
  const run = runs.find(({ InstanceId }) => InstanceId === runId);
  if (run) return run;
  throw new ApiRefusal(
    404,
    'unknown_run',
    `The strategy ${strategy} has no live run ${runId} on this account.`,
  );
}

import type { GatewayDeps } from '../deps.ts';
import { runFromApi, runToApi } from '../translate/api-v1-strategies.ts';
import { ApiRefusal } from './api-refusal.ts';
import { liveRunsOf, namedRun, tradingRunnerOf } from './named-run.ts';
import {
  instanceIdOf,
  instancesOf,
  isBacktest,
  ordersPage,
  requireSame,
  runnerOf,
  sourceOf,
} from './strategy-runs.ts';
import type { ApiHandlers } from './v1-types.ts';

type RunCalls = Pick<ApiHandlers, 'runs' | 'runStart' | 'run' | 'runOrders' | 'runStop'>;

/** The routes about live runs of strategies of the user, through the service of the workstation. */
export const runCalls = ({ strategies }: Pick<GatewayDeps, 'strategies'>): RunCalls => ({
  async runs({ caller, params: { strategy, account } }) {
    const runner = runnerOf(caller, account);
    const runs = await liveRunsOf(strategies, runner, strategy);
    return { account: runner.account, items: runs.map((run) => runToApi(strategy, run)) };
  },
  async runStart({ caller, params: { strategy }, body, idempotencyKey }) {
    const runner = tradingRunnerOf(caller, body.account);
    const source = await sourceOf(strategies, runner.userId, strategy, body.version);
    const start = runFromApi(body, {
      name: strategy,
      instanceId: instanceIdOf(idempotencyKey),
      account: runner.account,
      code: source.code,
      parameters: body.parameters ?? source.parameters,
    });
    const present = async () =>
      (await instancesOf(strategies, runner, strategy)).find(
        ({ InstanceId }) => InstanceId === start.InstanceId,
      );
    // A start of an instance that is there would continue a stopped run.
    const isStarted = (await present()) !== undefined;
    const problem = isStarted ? undefined : await strategies.startLive(runner, start);
    // The same call may have started it meanwhile, which the service refuses a second time.
    const run = await present();
    if (!run) throw new ApiRefusal(422, 'run_rejected', problem ?? 'The run was not started.');
    await requireSame(strategies, { runner, terms: body, start, isSame: !isBacktest(run) }, run);
    return runToApi(strategy, run);
  },
  async run({ caller, params: { strategy, runId, account } }) {
    return runToApi(strategy, await namedRun(strategies, runnerOf(caller, account), strategy, runId));
  },
  async runOrders({ caller, params }) {
    const { strategy, runId, account } = params;
    await namedRun(strategies, runnerOf(caller, account), strategy, runId);
    return ordersPage(strategies, { userId: caller.userId, name: strategy, instanceId: runId }, params);
  },
  async runStop({ caller, params: { strategy, runId, account } }) {
    await namedRun(strategies, tradingRunnerOf(caller, account), strategy, runId);
    const problem = await strategies.stopRun({ userId: caller.userId, name: strategy, instanceId: runId });
    if (problem !== undefined) throw new ApiRefusal(409, 'cancel_rejected', problem);
    return { id: runId };
  },
});

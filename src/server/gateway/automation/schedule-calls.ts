import type { GatewayDeps } from '../deps.ts';
import { scheduleFromApi, scheduleToApi } from '../translate/api-v1-schedules.ts';
import { ApiRefusal } from './api-refusal.ts';
import { runnerOf } from './strategy-runs.ts';
import { namedRun, tradingRunnerOf } from './named-run.ts';
import type { ApiHandlers } from './v1-types.ts';

type ScheduleCalls = Pick<ApiHandlers, 'runSchedule' | 'runScheduleSet' | 'runScheduleRemove'>;

/** The routes about schedules of live runs, through the service of the workstation. */
export const scheduleCalls = ({ strategies }: Pick<GatewayDeps, 'strategies'>): ScheduleCalls => ({
  async runSchedule({ caller, params: { strategy, runId, account } }) {
    const run = await namedRun(strategies, runnerOf(caller, account), strategy, runId);
    return { id: runId, schedule: scheduleToApi(run) };
  },
  async runScheduleSet({ caller, params: { strategy, runId, account }, body }) {
    const runner = tradingRunnerOf(caller, account);
    await namedRun(strategies, runner, strategy, runId);
    const problem = await strategies.setSchedule(runner, {
      Name: strategy,
      InstanceId: runId,
      Account: runner.account,
      Schedule: scheduleFromApi(body),
    });
    if (problem !== undefined) throw new ApiRefusal(422, 'schedule_rejected', problem);
    return { id: runId, schedule: scheduleToApi(await namedRun(strategies, runner, strategy, runId)) };
  },
  async runScheduleRemove({ caller, params: { strategy, runId, account } }) {
    const runner = tradingRunnerOf(caller, account);
    await namedRun(strategies, runner, strategy, runId);
    const problem = await strategies.setSchedule(runner, {
      Name: strategy,
      InstanceId: runId,
      Account: runner.account,
      Schedule: null,
    });
    if (problem !== undefined) throw new ApiRefusal(422, 'schedule_rejected', problem);
    return { id: runId };
  },
});

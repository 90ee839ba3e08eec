import { costProblem } from '../../../domain/strategy/costs/settings.ts';
import type { Runner } from '../../algostream/service.ts';
import type { ApiCaller } from '../../automation/api-keys.ts';
import type { GatewayDeps } from '../deps.ts';
import { msOf, timeOf } from '../translate/api-v1.ts';
import {
  backtestFromApi,
  backtestToApi,
  equityToApi,
  type BacktestInstance,
} from '../translate/api-v1-strategies.ts';
import { ApiRefusal } from './api-refusal.ts';
import {
  instanceIdOf,
  instancesOf,
  isBacktest,
  ordersPage,
  requireSame,
  runnerOf,
  sourceOf,
  unknownStrategy,
} from './strategy-runs.ts';
import type { ApiCall, ApiHandlers } from './v1-types.ts';

type StrategyCalls = Pick<
  ApiHandlers,
  | 'strategies'
  | 'strategyVersions'
  | 'backtests'
  | 'backtestStart'
  | 'backtest'
  | 'backtestEquity'
  | 'backtestOrders'
  | 'backtestCancel'
>;

/** The routes about strategies of the user and their backtests, through the service of the workstation. */
export const strategyCalls = ({ strategies }: Pick<GatewayDeps, 'strategies'>): StrategyCalls => ({
  ...savedStrategyCalls(strategies),
  ...backtestCalls(strategies),
});

const savedStrategyCalls = (
  strategies: GatewayDeps['strategies'],
): Pick<StrategyCalls, 'strategies' | 'strategyVersions'> => ({
  async strategies({ caller }) {
    // Strategies are those of the user on every account: only their runs are not.
    const listed = await strategies.personalStrategies({ userId: caller.userId, account: '' });
    return {
      items: listed.map(({ Name, Description, Parameters }) => ({
        name: Name,
        description: Description,
        parameters: Parameters,
      })),
    };
  },
  strategyVersions: ({ caller, params }) => versionsOf(strategies, caller.userId, params),
});

/** The backtests of a strategy of the user on an account, the newest first. Throws the refusal of an unknown strategy. */
const backtestsOf = async (
  strategies: GatewayDeps['strategies'],
  runner: Runner,
  name: string,
): Promise<readonly BacktestInstance[]> => (await instancesOf(strategies, runner, name)).filter(isBacktest);

/** The backtest that a path names, and its key. Throws the refusal of an unknown one. */
async function namedBacktest(
  strategies: GatewayDeps['strategies'],
  caller: ApiCaller,
  { strategy, backtestId, account }: ApiCall<'backtest'>['params'],
) {
  const runs = await backtestsOf(strategies, runnerOf(caller, account), strategy);
  const run = runs.find(({ InstanceId }) => InstanceId === backtestId);
  if (run) return { run, key: { userId: caller.userId, name: strategy, instanceId: backtestId } };
  throw new ApiRefusal(
    404,
    'unknown_backtest',
    `The strategy ${strategy} has no backtest ${backtestId} on this account.`,
  );
}

const backtestCalls = (
  strategies: GatewayDeps['strategies'],
): Omit<StrategyCalls, 'strategies' | 'strategyVersions'> => ({
  async backtests({ caller, params }) {
    const runner = runnerOf(caller, params.account);
    const runs = await backtestsOf(strategies, runner, params.strategy);
    return {
      account: runner.account,
      items: runs.map((run) => backtestToApi(params.strategy, run)),
    };
  },
  async backtestStart({ caller, params: { strategy }, body, idempotencyKey }) {
    const runner = runnerOf(caller, body.account);
    const start = await requestedStart(strategies, { runner, name: strategy, terms: body, idempotencyKey });
    const present = async () =>
      (await backtestsOf(strategies, runner, strategy)).find(
        ({ InstanceId }) => InstanceId === start.InstanceId,
      );
    const problem = (await present()) ? undefined : await strategies.startBacktest(runner, start);
    // The same call may have started it meanwhile, which the service refuses a second time.
    const run = await present();
    if (!run) throw new ApiRefusal(422, 'backtest_rejected', problem ?? 'The backtest was not started.');
    const isSame = run.BacktestFrom === start.From && run.BacktestTo === start.To;
    await requireSame(strategies, { runner, terms: body, start, isSame }, run);
    return backtestToApi(strategy, run);
  },
  async backtest({ caller, params }) {
    return backtestToApi(params.strategy, (await namedBacktest(strategies, caller, params)).run);
  },
  async backtestEquity({ caller, params }) {
    const { key } = await namedBacktest(strategies, caller, params);
    return equityToApi(await strategies.reports.equity(key));
  },
  async backtestOrders({ caller, params }) {
    const { key } = await namedBacktest(strategies, caller, params);
    return ordersPage(strategies, key, params);
  },
  async backtestCancel({ caller, params }) {
    const { key } = await namedBacktest(strategies, caller, params);
    const problem = await strategies.stopRun(key);
    if (problem !== undefined) throw new ApiRefusal(409, 'cancel_rejected', problem);
    return { id: params.backtestId };
  },
});

async function versionsOf(
  strategies: GatewayDeps['strategies'],
  userId: string,
  { strategy, cursor, limit }: ApiCall<'strategyVersions'>['params'],
) {
  if (!(await strategies.load(userId, strategy))) throw unknownStrategy(strategy);
  const found = await strategies.versions.versions(userId, strategy, {
    below: cursor === undefined ? undefined : Number(cursor),
    limit: Number(limit) + 1,
  });
  const page = found.slice(0, Number(limit));
  return {
    items: page.map(({ version, savedMs, chars, linesAdded, linesRemoved, sameAs, runCount }) => ({
      version,
      saved: timeOf(savedMs),
      characters: chars,
      linesAdded,
      linesRemoved,
      sameAs,
      runCount,
    })),
    nextCursor: found.length > page.length ? String(page.at(-1)?.version ?? '') : null,
  };
}

interface RequestedStart {
  readonly runner: Runner;
  readonly name: string;
  readonly terms: ApiCall<'backtestStart'>['body'];
  readonly idempotencyKey: string;
}

/** The start of a call, with the saved code. Throws the refusal of an unknown strategy or version, and of terms that cannot be. */
async function requestedStart(
  strategies: GatewayDeps['strategies'],
  { runner, name, terms, idempotencyKey }: RequestedStart,
) {
  const source = await sourceOf(strategies, runner.userId, name, terms.version);
  const start = backtestFromApi(terms, {
    name,
    instanceId: instanceIdOf(idempotencyKey),
    account: runner.account,
    code: source.code,
    parameters: terms.parameters ?? source.parameters,
    fromMs: momentOf('from', terms.from),
    toMs: momentOf('to', terms.to),
  });
  if (start.From >= start.To) throw new ApiRefusal(400, 'invalid_request', 'to: must be later than from');
  const problem = start.Costs && costProblem(start.Costs)?.text;
  if (problem) throw new ApiRefusal(400, 'invalid_request', `costs: ${problem}`);
  return start;
}

function momentOf(name: string, text: string): number {
  const timeMs = msOf(text);
  if (timeMs !== undefined && timeMs >= 0) return timeMs;
  throw new ApiRefusal(400, 'invalid_request', `${name}: ${text} is no date of the calendar.`);
}

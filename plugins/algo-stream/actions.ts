import { canStopStrategy, isStrategyRunning } from '../../src/domain/strategy/enumerations.ts';
import { STRATEGY_REFUSALS, strategyPrompt } from '../../src/domain/strategy/prompts.ts';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { exportOrders } from './export-orders.ts';
import { expandGroup } from './groups.ts';
import { resumeOn } from './resume.ts';
import { deleteProblem, removeProblem, showProblem } from './strategy-problems.ts';
import type { AlgoStreamWindow, Run, Strategy } from './types.ts';
import { isBacktest, runTitle } from './run-labels.ts';

/** Actions on a strategy and its runs: each confirms, acts and shows the outcome. */

type Platform = Pick<ToolPlatform, 'strategies' | 'dialogs'>;

export async function editStrategy({ platform }: AlgoStreamWindow, strategy: Strategy): Promise<void> {
  const { editStrategy: edit } = await import('./dialogs/edit-strategy.tsx');
  await edit(platform, strategy.Name);
}

/** Starts a live run or a backtest; `again` is a finished run to continue or to run again. */
export async function startStrategy(
  window: AlgoStreamWindow,
  strategy: Strategy,
  mode: 'live' | 'backtest',
  again?: Run,
): Promise<void> {
  const { startDialog } = await import('./dialogs/start-strategy.tsx');
  if (await startDialog(window.platform, strategy, mode, again?.instance)) expandGroup(window, strategy);
}

export async function deleteStrategy({ strategies, dialogs }: Platform, { Name }: Strategy): Promise<void> {
  if (
    !(await dialogs.confirm({
      title: 'Delete strategy',
      message: `Are you sure you want to delete strategy "${Name}"?`,
    }))
  )
    return;
  if (await showProblem({ dialogs }, deleteProblem(Name, await strategies.remove(Name))))
    dialogs.toast({ message: `Strategy "${Name}" deleted`, tone: 'success' });
}

export async function stopRun({ strategies, dialogs }: Platform, { strategy, instance }: Run): Promise<void> {
  const title = isBacktest(instance) ? 'Cancel backtest' : 'Stop strategy';
  if (!canStopStrategy(instance.Status))
    return dialogs.alert({ title, message: STRATEGY_REFUSALS.notRunning });
  const outcome = await strategies.stop(strategy.Name, instance.InstanceId);
  if (!outcome.ok) await dialogs.alert({ title, message: outcome.message });
}

/** Opens the question of a backtest that waits for its data again. Another finished backtest is run again and a live run continued, with the terms of the start dialog. */
export async function resumeRun(window: AlgoStreamWindow, run: Run): Promise<void> {
  const { strategy, instance } = run;
  const { dialogs } = window.platform;
  if (isStrategyRunning(instance.Status) || canStopStrategy(instance.Status))
    return dialogs.alert({ title: 'Resume strategy', message: STRATEGY_REFUSALS.alreadyRunning });
  const prompt = strategyPrompt(instance.Status);
  if (prompt !== undefined && prompt.answers.length > 0)
    return resumeOn(window.platform, strategy.Name, instance, prompt);
  await startStrategy(window, strategy, isBacktest(instance) ? 'backtest' : 'live', run);
}

export async function removeRun(
  { strategies, dialogs }: Platform,
  { strategy, instance }: Run,
): Promise<void> {
  const isSure = await dialogs.confirm({
    title: 'Remove instance',
    message: `Remove "${runTitle(strategy, instance)}" with its orders?`,
    yes: 'Remove',
    no: 'Keep',
  });
  if (isSure)
    await showProblem(
      { dialogs },
      removeProblem(await strategies.removeInstance(strategy.Name, instance.InstanceId)),
    );
}

export async function showDetails({ dialogs, strategies }: Platform, run: Run): Promise<void> {
  const { openDetails } = await import('./dialogs/details.tsx');
  await openDetails({ dialogs, strategies }, run);
}
export async function showOrders(window: AlgoStreamWindow, run: Run): Promise<void> {
  const { openOrders } = await import('./dialogs/orders.tsx');
  await openOrders(window, run);
}
export async function showLog({ dialogs, strategies }: Platform, run: Run): Promise<void> {
  const { openLog } = await import('./dialogs/log.tsx');
  await openLog({ dialogs, strategies }, run);
}
export async function showProfit(window: AlgoStreamWindow, run: Run): Promise<void> {
  const { openProfit } = await import('./dialogs/profit.tsx');
  await openProfit(window, run);
}

/** Saves the orders of a run as a file. */
export async function saveOrders({ strategies, dialogs }: Platform, run: Run): Promise<void> {
  const problem = await exportOrders(strategies, run);
  if (problem !== null) dialogs.toast({ message: problem, tone: 'warning' });
}

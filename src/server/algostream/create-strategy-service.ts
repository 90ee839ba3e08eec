import { isStrategyRunning } from '../../domain/strategy/enumerations.ts';
import { STRATEGY_REFUSALS } from '../../domain/strategy/prompts.ts';
import { ChartStudyRuns } from './chart-studies/chart-study-runs.ts';
import { GateChecks } from './gates/gate-checks.ts';
import { TEMPLATES } from './library/templates.ts';
import { OptimizationRuns } from './optimizations/optimizations.ts';
import type { StrategyServiceParts } from './parts.ts';
import { PushListeners } from './push-listeners.ts';
import { Reconciler } from './reconciliation/reconciler.ts';
import { alertMessage } from './runs/alert-message.ts';
import { BacktestQueue } from './runs/backtest-queue.ts';
import { endInterrupted } from './runs/interrupted.ts';
import { Launcher } from './runs/launcher.ts';
import { createRunReports } from './runs/run-reports.ts';
import { createStopNotices } from './runs/stop-notices.ts';
import { StrategyAlerts } from './runs/strategy-alerts.ts';
import { RunSchedules } from './schedules/run-schedules.ts';
import type { StrategyService } from './service.ts';
import { StrategyLibrary } from './strategy-library.ts';
import { StrategyQueries } from './strategy-queries.ts';
import { UserQueue } from './user-queue.ts';

/** Composes AlgoStream. */
export function createStrategyService(parts: StrategyServiceParts): StrategyService {
  const { store } = parts;
  const listeners = new PushListeners();
  const userQueue = new UserQueue();
  const backtests = new BacktestQueue(parts.backtestsAtOnce);
  const reconciler = new Reconciler(parts, backtests);
  const gates = new GateChecks({ ...parts, listeners, queue: backtests });
  const alerts = new StrategyAlerts();
  // The user reads an alert on any page, whichever account it has selected: as alerts on prices.
  alerts.listen((alert) => listeners.push(alert.userId, undefined, alertMessage(alert)));
  const shared = { listeners, userQueue, alerts };
  const schedules = new RunSchedules(parts, shared);
  const launcher = new Launcher(parts, { ...shared, backtests, sessions: reconciler, gates, schedules });
  const { runs } = launcher;
  const library = new StrategyLibrary(parts, listeners, userQueue, runs);
  const optimizations = new OptimizationRuns({ ...parts, listeners, queue: backtests });
  const queries = new StrategyQueries(parts, runs);
  const chartStudies = new ChartStudyRuns(parts);

  return {
    reports: createRunReports(store, (key) => runs.record(key)),
    stops: createStopNotices(store),
    reconciliations: reconciler,
    optimizations,
    gates,
    chartStudies,
    versions: store,
    async start() {
      const resuming = await endInterrupted(parts);
      await reconciler.start();
      await launcher.open(resuming);
      await schedules.open(launcher);
      await optimizations.start();
    },
    async stop() {
      schedules.close();
      chartStudies.stop();
      await Promise.all([optimizations.close(), gates.close(), launcher.close()]);
    },
    runCounts: () => launcher.runCounts(),
    liveRunCount: (userId) => runs.liveCountOf(userId),

    personalStrategies: (runner) => queries.personal(runner),
    publicStrategies: (runner) => queries.shared(runner),
    templates: () => TEMPLATES,
    load: (userId, name) => store.load(userId, name),
    status: (runner, name) => queries.status(runner, name),
    orders: (key, afterSerial, limit) => queries.orders(key, afterSerial, limit),

    ...libraryCommands(library, optimizations),

    startLive: (runner, start) => launcher.startLive(runner, start),
    startBacktest: (runner, start) => launcher.startBacktest(runner, start),
    resume: (runner, resume) => launcher.resume(runner, resume),
    async stopRun(key) {
      const record = runs.record(key);
      if (!record || !isStrategyRunning(record.instance.Status)) return STRATEGY_REFUSALS.notRunning;
      await runs.stop(key);
      return undefined;
    },
    setSchedule: (runner, body) => schedules.set(runner, body),
    listen: (runner, listener) => listeners.add(runner, listener),
    listenToAlerts: (listener) => alerts.listen(listener),
  };
}

/** Changes of strategies; searches of a strategy are renamed and removed with it. */
const libraryCommands = (
  library: StrategyLibrary,
  optimizations: OptimizationRuns,
): Pick<StrategyService, 'save' | 'update' | 'remove' | 'removeInstance'> => ({
  save: (userId, body, userAgent) => library.save(userId, body, userAgent),
  async update(userId, body, userAgent) {
    const updated = await library.update(userId, body, userAgent);
    if (updated.result === 'SaveOK')
      optimizations.onStrategyRenamed(userId, body.OriginalName, body.Name.trim());
    return updated;
  },
  async remove(userId, name) {
    const removed = await library.remove(userId, name);
    if (removed.result === 'DeleteOK') await optimizations.onStrategyRemoved(userId, name);
    return removed;
  },
  removeInstance: (runner, name, instanceId) => library.removeInstance(runner, name, instanceId),
});

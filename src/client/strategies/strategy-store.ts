import {
  strategies,
  strategyGates,
  strategyOptimizations,
  strategyVersions,
  type Message,
} from '../../protocol/index.ts';
import type { HostClock } from '../host-clock.ts';
import { GateChecksStore } from './gate-checks.ts';
import { InstanceOrders } from './instance-orders.ts';
import { InstanceStatusLoads } from './instance-status-loads.ts';
import { ListRequests } from './list-requests.ts';
import { OptimizationsStore } from './optimizations.ts';
import { RunCommands } from './run-commands.ts';
import { ReconciliationsStore } from './reconciliations.ts';
import { RunReportsStore } from './run-reports.ts';
import { StrategyCommands } from './strategy-commands.ts';
import { StrategyLists } from './strategy-lists.ts';
import { StrategyRequests, type SendReady } from './strategy-requests.ts';
import { LOST_TEXT, NOT_CONNECTED_TEXT } from './texts.ts';
import type { Strategies } from './types.ts';
import { VersionRequests } from './version-requests.ts';

/** Numbers of the requests whose caller receives a refusal. */
export const STRATEGY_REQUEST_NUMBERS: readonly number[] = Object.values({
  ...strategies,
  ...strategyVersions,
  ...strategyOptimizations,
  ...strategyGates,
}).flatMap((entry) => (entry.direction === 'toServer' ? [entry.T] : []));

type TradingMessage = Message<'trading', 'toClient'>;

/** What the strategy store uses of the platform. */
export interface StrategyStoreDeps {
  readonly clock: HostClock;
  /** `sendReady` returns false when the trading socket is not open. */
  readonly trading: { readonly sendReady: SendReady };
  /** The selected account and the signed-in user; null when there is none. */
  readonly user: () => { readonly account: string | null; readonly userId: string | null };
}

/** The strategies of the platform, with the events of the trading connection that update them. */
export interface StrategyStoreCore extends Strategies {
  onTrading(message: TradingMessage): void;
  /** The trading connection is ready for requests of the selected account. */
  onAccountReady(): void;
  onLost(): void;
  /** Another account was selected, or the user signed out. */
  reset(): void;
  dispose(): void;
}

/** Creates the store of the user's strategies over the trading connection. */
export function createStrategyStore({ clock, trading, user }: StrategyStoreDeps): StrategyStoreCore {
  const sendReady: SendReady = (name, body) => trading.sendReady(name, body);
  const account = (): string => user().account ?? '';
  const startedHere = new Set<string>();
  const requests = new StrategyRequests(clock, sendReady);
  const lists = new StrategyLists(startedHere, () => listRequests.reload());
  const listRequests = new ListRequests(sendReady, requests, account, () => lists.onRequested());
  const commands = new StrategyCommands(requests, account);
  const runs = new RunCommands({ clock, requests, user, startedHere });
  const reports = new RunReportsStore(requests, sendReady, account);
  const optimizations = new OptimizationsStore(requests, sendReady, account);
  const gates = new GateChecksStore(requests, sendReady);
  const orders = new InstanceOrders((Name, InstanceId) =>
    sendReady('requestAlgoTradingStrategyOrders', { Name, InstanceId }),
  );
  const statusLoads = new InstanceStatusLoads(clock, (Name, IncludeOrders) =>
    sendReady('requestAlgoTradingStrategyStatus', { Account: account(), IncludeOrders, Name }),
  );

  return {
    ...lists.readable,
    reports,
    optimizations,
    gates,
    reconciliations: new ReconciliationsStore(requests),
    versions: new VersionRequests(requests),
    load: () => listRequests.load(),
    templates: () => commands.templates(),
    source: (name) => commands.source(name),
    save: (source) => commands.save(source),
    update: (originalName, source) => commands.update(originalName, source),
    remove: (name) => commands.remove(name),
    removeInstance: (name, instanceId) => commands.removeInstance(name, instanceId),
    start: (strategy, start, instanceId) => runs.start(strategy, start, instanceId),
    backtest: (strategy, start, instanceId) => runs.backtest(strategy, start, instanceId),
    resume: (name, instanceId, dataType) => runs.resume(name, instanceId, dataType),
    stop: (name, instanceId) => runs.stop(name, instanceId),
    setSchedule: (name, instanceId, schedule) => runs.setSchedule(name, instanceId, schedule),
    refresh: (name, includeOrders = false) => statusLoads.request(name, includeOrders),
    orders: (name, instanceId) => orders.readable(name, instanceId),
    onEvent: (listener) => lists.onEvent(listener),
    onSaved: (listener) => lists.onSaved(listener),

    onTrading(message) {
      // The requests last: a caller whose request resolves finds the new state.
      for (const receiver of [lists, orders, reports, optimizations, gates, requests])
        receiver.onTrading(message);
    },
    onAccountReady() {
      listRequests.reload();
      optimizations.onAccountReady();
      gates.onAccountReady();
      orders.onReady();
    },
    onLost() {
      lists.onLost();
      orders.onLost();
      requests.failAll(LOST_TEXT);
    },
    reset() {
      statusLoads.cancelAll();
      startedHere.clear();
      for (const store of [lists, orders, optimizations, gates, reports]) store.reset();
    },
    dispose() {
      statusLoads.cancelAll();
      requests.failAll(NOT_CONNECTED_TEXT);
    },
  };
}

import { RENAME_BLOCKED, strategyNameProblem } from '../../domain/strategy/name.ts';
import { STRATEGY_REFUSALS } from '../../domain/strategy/prompts.ts';
import { isStrategyRunning } from '../../domain/strategy/enumerations.ts';
import type { StrategySource } from '../storage/strategy-store.ts';
import { publicByName, PUBLIC_STRATEGIES } from './library/public-strategies.ts';
import { TEMPLATES } from './library/templates.ts';
import { endInterrupted } from './runs/interrupted.ts';
import { createLauncher, type Launcher } from './runs/launcher.ts';
import { descriptionOf } from './runs/new-instance.ts';
import { createRunReports } from './runs/run-reports.ts';
import { createStopNotices } from './runs/stop-notices.ts';
import type { StrategyServiceParts } from './parts.ts';
import type { Modified, Runner, StrategyPush, StrategyService, WireInstance } from './service.ts';
import { instanceOf, orderOf, strategyOf } from './stored.ts';

/** Strategies of a user. */
export const MOST_STRATEGIES = 200;

const OK_SAVED: Modified = { result: 'SaveOK', message: '' };
const OK_DELETED: Modified = { result: 'DeleteOK', message: '' };
const RUNS = 'The strategy has a running instance. Stop it first.';

/** What the service offers about runs, straight from the launcher and the store. */
const runServices = (
  store: StrategyServiceParts['store'],
  launcher: Launcher,
): Pick<StrategyService, 'reports' | 'stops' | 'stop'> => ({
  reports: createRunReports(store, (key) => launcher.running(key)),
  stops: createStopNotices(store),
  stop: () => launcher.close(),
});

/** AlgoStream. What one user asks for is done one thing after another, so that a start never meets a deletion half way. */
export function createStrategyService(parts: StrategyServiceParts): StrategyService {
  const { store, logger } = parts;
  const listeners = new Map<
    string,
    Set<{ readonly account: string; readonly hear: (push: StrategyPush) => void }>
  >();
  const turns = new Map<string, Promise<unknown>>();

  const push = (userId: string, account: string | undefined, told: StrategyPush): void => {
    for (const listener of [...(listeners.get(userId) ?? [])])
      if (account === undefined || listener.account === account) listener.hear(told);
  };
  const inTurn = <T>(userId: string, work: () => Promise<T>): Promise<T> => {
    const next = (turns.get(userId) ?? Promise.resolve()).catch(() => {}).then(work);
    turns.set(userId, next);
    const forget = (): void => void (turns.get(userId) === next && turns.delete(userId));
    next.then(forget, forget);
    return next;
  };
  const launcher = createLauncher(parts, push, inTurn);

  /** As it is now: of one that runs what the run knows, which may not be stored yet. */
  const present = (userId: string, name: string, stored: WireInstance): WireInstance =>
    launcher.running({ userId, name, instanceId: stored.InstanceId })?.instance ?? stored;
  const instancesByName = async (
    { userId, account }: Runner,
    isPublic: boolean,
  ): Promise<Map<string, WireInstance[]>> => {
    const byName = new Map<string, WireInstance[]>();
    for (const stored of await store.instances(userId, { account })) {
      if (stored.strategyId > 0 !== isPublic) continue;
      const known = byName.get(stored.name) ?? [];
      byName.set(stored.name, known);
      const instance = instanceOf(stored, logger);
      if (instance) known.push(present(userId, stored.name, instance));
    }
    return byName;
  };
  /** The name as it is stored, or what stands against it. */
  const checked = (name: string): { readonly name: string } | Modified => {
    const problem = strategyNameProblem(name);
    if (problem !== null) return { result: 'SaveError', message: problem };
    const trimmed = name.trim();
    return publicByName(trimmed)
      ? { result: 'SaveNameAlreadyInUse', message: `"${trimmed}" is the name of a public strategy` }
      : { name: trimmed };
  };
  const sourceOf = (
    name: string,
    { Code, Parameters }: { readonly Code: string; readonly Parameters: string },
  ): StrategySource => ({ name, code: Code, parameters: Parameters, description: descriptionOf(Code) });

  return {
    ...runServices(store, launcher),
    async start() {
      await endInterrupted(parts);
      launcher.open();
    },
    async own(runner) {
      const [listed, instances] = [await store.list(runner.userId), await instancesByName(runner, false)];
      return listed.map((strategy) => strategyOf({ ...strategy, id: 0 }, instances.get(strategy.name) ?? []));
    },
    async publicOnes(runner) {
      const instances = await instancesByName(runner, true);
      return PUBLIC_STRATEGIES.map((strategy) => strategyOf(strategy, instances.get(strategy.name) ?? []));
    },
    templates: () => TEMPLATES,
    load: (userId, name) => store.load(userId, name),

    async status(runner, name) {
      const strategyId = (await store.load(runner.userId, name)) ? 0 : publicByName(name)?.id;
      if (strategyId === undefined) return undefined;
      return { strategyId, instances: (await instancesByName(runner, strategyId > 0)).get(name) ?? [] };
    },
    async orders(key, afterSerial, limit) {
      if (!(await store.instance(key))) return undefined;
      // A run's latest are on their way to the store.
      await launcher.running(key)?.stored();
      const rows = await store.orders(key, afterSerial, limit);
      return {
        orders: rows.flatMap((row) => orderOf(row, logger) ?? []),
        lastSerial: rows.at(-1)?.serial ?? afterSerial,
      };
    },

    save: (userId, body) =>
      inTurn(userId, async () => {
        const name = checked(body.Name);
        if ('result' in name) return name;
        const outcome = await store.create(
          userId,
          sourceOf(name.name, body),
          parts.hostMs(),
          MOST_STRATEGIES,
        );
        if (outcome === 'full')
          return {
            result: 'SaveError',
            message: `You have ${MOST_STRATEGIES} strategies, the maximum. Delete one first.`,
          };
        if (outcome === 'name-taken')
          return { result: 'SaveNameAlreadyInUse', message: `Strategy "${name.name}" already exists` };
        push(userId, undefined, {
          name: 'strategySaved',
          body: { Name: name.name, OriginalName: '', Result: 'SaveOK', Message: '' },
        });
        return OK_SAVED;
      }),
    update: (userId, body) =>
      inTurn(userId, async () => {
        const name =
          body.Name.trim() === body.OriginalName ? { name: body.OriginalName } : checked(body.Name);
        if ('result' in name) return name;
        const outcome = await store.update(
          userId,
          body.OriginalName,
          sourceOf(name.name, body),
          parts.hostMs(),
        );
        if (outcome === 'not-found')
          return { result: 'NotFound', message: `Strategy "${body.OriginalName}" was not found` };
        if (outcome === 'name-taken')
          return { result: 'SaveNameAlreadyInUse', message: `Strategy "${name.name}" already exists` };
        if (outcome === 'has-instances') return { result: 'SaveError', message: RENAME_BLOCKED };
        push(userId, undefined, {
          name: 'strategySaved',
          body: { Name: name.name, OriginalName: body.OriginalName, Result: 'SaveOK', Message: '' },
        });
        return OK_SAVED;
      }),
    remove: (userId, name) =>
      inTurn(userId, async () => {
        if (!(await launcher.isStrategyIdle(userId, name))) return { result: 'DeleteError', message: RUNS };
        if (!(await store.remove(userId, name)))
          return { result: 'NotFound', message: `Strategy "${name}" was not found` };
        push(userId, undefined, {
          name: 'strategyDeleted',
          body: { Name: name, Result: 'DeleteOK', Message: '' },
        });
        return OK_DELETED;
      }),
    removeInstance: ({ userId, account }, name, instanceId) =>
      inTurn(userId, async () => {
        const key = { userId, name, instanceId };
        if (!(await launcher.isIdle(key)))
          return { result: 'DeleteError', message: 'The instance is running. Stop it first.' };
        if ((await store.instance(key))?.account !== account)
          return { result: 'NotFound', message: 'The instance was not found' };
        await store.removeInstance(key);
        push(userId, account, {
          name: 'strategyInstanceRemoved',
          body: { Name: name, InstanceId: instanceId, Result: 'DeleteOK', Message: '' },
        });
        return OK_DELETED;
      }),

    startLive: (runner, start) => launcher.startLive(runner, start),
    startBacktest: (runner, start) => launcher.startBacktest(runner, start),
    resume: (runner, resume) => launcher.resume(runner, resume),
    async stopRun(key) {
      const running = launcher.running(key);
      if (!running || !isStrategyRunning(running.instance.Status)) return STRATEGY_REFUSALS.notRunning;
      await launcher.stop(key);
      return undefined;
    },

    listen({ userId, account }, hear) {
      const group = listeners.get(userId) ?? new Set();
      listeners.set(userId, group);
      const listener = { account, hear };
      group.add(listener);
      return () => {
        group.delete(listener);
        if (group.size === 0 && listeners.get(userId) === group) listeners.delete(userId);
      };
    },
  };
}

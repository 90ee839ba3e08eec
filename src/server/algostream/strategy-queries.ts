import type { InstanceKey } from '../storage/strategy-store.ts';
import { publicByName, PUBLIC_STRATEGIES } from './library/public-strategies.ts';
import type { StrategyServiceParts } from './parts.ts';
import type { ActiveRuns } from './runs/active-runs.ts';
import type { Runner, StrategyOrdersPage, StrategyStatus, WireInstance, WireStrategy } from './service.ts';
import { instanceOf, orderOf, strategyOf } from './stored.ts';

/** Reads strategies with their instances: the state of an active run from its record, all else from the store. */
export class StrategyQueries {
  readonly #parts: Pick<StrategyServiceParts, 'store' | 'logger'>;
  readonly #runs: ActiveRuns;

  constructor(parts: Pick<StrategyServiceParts, 'store' | 'logger'>, runs: ActiveRuns) {
    this.#parts = parts;
    this.#runs = runs;
  }

  async personal(runner: Runner): Promise<WireStrategy[]> {
    const listed = await this.#parts.store.list(runner.userId);
    const instances = await this.#instancesByName(runner, false);
    return listed.map((strategy) => strategyOf({ ...strategy, id: 0 }, instances.get(strategy.name) ?? []));
  }

  async shared(runner: Runner): Promise<WireStrategy[]> {
    const instances = await this.#instancesByName(runner, true);
    return PUBLIC_STRATEGIES.map((strategy) => strategyOf(strategy, instances.get(strategy.name) ?? []));
  }

  async status(runner: Runner, name: string): Promise<StrategyStatus | undefined> {
    const strategyId = (await this.#parts.store.load(runner.userId, name)) ? 0 : publicByName(name)?.id;
    if (strategyId === undefined) return undefined;
    return {
      strategyId,
      instances: (await this.#instancesByName(runner, strategyId > 0)).get(name) ?? [],
    };
  }

  async orders(
    key: InstanceKey,
    afterSerial: number,
    limit: number,
  ): Promise<StrategyOrdersPage | undefined> {
    const { store, logger } = this.#parts;
    if (!(await store.instance(key))) return undefined;
    // The newest orders of an active run may not be written yet.
    await this.#runs.record(key)?.stored();
    const rows = await store.orders(key, afterSerial, limit);
    return {
      orders: rows.flatMap((row) => orderOf(row, logger) ?? []),
      lastSerial: rows.at(-1)?.serial ?? afterSerial,
    };
  }

  async #instancesByName(
    { userId, account }: Runner,
    isPublic: boolean,
  ): Promise<Map<string, WireInstance[]>> {
    const { store, logger } = this.#parts;
    const byName = new Map<string, WireInstance[]>();
    for (const stored of await store.instances(userId, { account })) {
      if (stored.strategyId > 0 !== isPublic) continue;
      const instances = byName.get(stored.name) ?? [];
      byName.set(stored.name, instances);
      const instance = instanceOf(stored, logger);
      if (!instance) continue;
      const key = { userId, name: stored.name, instanceId: instance.InstanceId };
      instances.push(this.#runs.record(key)?.instance ?? instance);
    }
    return byName;
  }
}

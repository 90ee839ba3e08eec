import { err, ok, type Result } from '../../../domain/assert/assert.ts';
import type { InstanceKey, ListedInstance } from '../../storage/strategy-store.ts';
import { publicById } from '../library/public-strategies.ts';
import type { StrategyServiceParts } from '../parts.ts';
import type { Runner, WireInstance } from '../service.ts';
import { savedProgram, type SavedProgram } from '../saved-program.ts';
import { instanceOf } from '../stored.ts';
import { RunRecord, type RunRecordParts } from './run-record.ts';

/** Stored instances of a strategy, and of all strategies of a user. */
const MAX_INSTANCES = { ofStrategy: 200, ofUser: 2_000 } as const;
const TAKEN_TEXT = 'The id of the instance is taken by another one';
const FULL_TEXT = `The maximum number of instances is reached (${MAX_INSTANCES.ofStrategy} of a strategy, ${MAX_INSTANCES.ofUser.toLocaleString('en-US')} in all). Remove some first.`;

/** The strategy of a run. */
export interface RunStrategy {
  /** 0 for a strategy of the user, above 0 for a public one. */
  readonly strategyId: number;
  readonly name: string;
  /** With the files that it imports. */
  readonly code: string;
  /** The files that it imports. */
  readonly imports: SavedProgram['imports'];
  /** The version of the user's strategy with this code; null when it was not saved, and of a public strategy. */
  readonly version: number | null;
}

export interface PreparedRun {
  readonly record: RunRecord;
  /** A live run under this id exists, and continues. */
  readonly isContinued: boolean;
}

type Preparation = Pick<StrategyServiceParts, 'store' | 'logger'> & Pick<RunRecordParts, 'push'>;

const isScheduled = ({ Schedule }: WireInstance): boolean => Schedule?.IsOn === true;
const notFound = (name: string): string => `Strategy "${name}" was not found`;

/** Reads and stores instances before their runs start. Errors are texts for the user. */
export class InstancePreparation {
  readonly #parts: Preparation;

  constructor(parts: Preparation) {
    this.#parts = parts;
  }

  /** The strategy that a start names: with the code of the request, or a public one by its id. */
  async strategyOf(
    userId: string,
    start: { readonly Name: string; readonly Code: string } | { readonly StrategyId: number },
  ): Promise<Result<RunStrategy, string>> {
    if ('StrategyId' in start) {
      const found = publicById(start.StrategyId);
      return found
        ? ok({ strategyId: found.id, name: found.name, code: found.code, imports: [], version: null })
        : err('The public strategy was not found');
    }
    const { Name: name, Code: code } = start;
    const { store } = this.#parts;
    if (!(await store.load(userId, name))) return err(notFound(name));
    const version = await store.versionOfCode(userId, name, code);
    return ok({ strategyId: 0, name, version, ...(await savedProgram(store, userId, name, code)) });
  }

  /** Stores the instance of a run: a new one, a backtest that is run again, or a live run that continues. */
  async prepare(
    userId: string,
    strategy: RunStrategy,
    instance: WireInstance,
  ): Promise<Result<PreparedRun, string>> {
    const { strategyId, name, code, version } = strategy;
    const key = { userId, name, instanceId: instance.InstanceId };
    const added = await this.#parts.store.addInstance(
      {
        ...key,
        strategyId,
        account: instance.Account,
        status: instance.Status,
        code,
        body: JSON.stringify(instance),
        version,
        isScheduled: isScheduled(instance),
      },
      MAX_INSTANCES,
    );
    switch (added) {
      case 'gone':
        return err(notFound(name));
      case 'full':
        return err(FULL_TEXT);
      case 'added':
        return ok({
          record: this.record(key, strategy, instance, instance.Status),
          isContinued: false,
        });
      case 'exists':
        return this.#prepareAgain(key, strategy, instance);
    }
  }

  /** The record of a run; `storedStatus` is the status in the store, if it has the instance as it is given. */
  record(
    key: InstanceKey,
    { strategyId, code }: Pick<RunStrategy, 'strategyId' | 'code'>,
    instance: WireInstance,
    storedStatus?: string,
  ): RunRecord {
    return new RunRecord(this.#parts, key, strategyId, code, instance, storedStatus);
  }

  /** Whether the account has another live run of a strategy, active or not. */
  async hasOtherLive({ userId, account }: Runner, name: string, instanceId: string): Promise<boolean> {
    const { store, logger } = this.#parts;
    const isOtherLive = (stored: ListedInstance): boolean =>
      stored.instanceId !== instanceId && instanceOf(stored, logger)?.BacktestFrom === null;
    return (await store.instances(userId, { account, name })).some(isOtherLive);
  }

  async #prepareAgain(
    key: InstanceKey,
    strategy: RunStrategy,
    instance: WireInstance,
  ): Promise<Result<PreparedRun, string>> {
    const { store, logger } = this.#parts;
    const stored = await store.instance(key);
    const before = stored && instanceOf(stored, logger);
    const isLive = instance.BacktestFrom === null;
    if (
      !stored ||
      !before ||
      stored.strategyId !== strategy.strategyId ||
      before.Account !== instance.Account ||
      (before.BacktestFrom === null) !== isLive
    )
      return err(TAKEN_TEXT);
    if (!isLive) await store.clearOrders(key);
    // A live run keeps its orders, whose ids count from its first start, and its returns. One that waits for its schedule has not started.
    const isContinued = isLive && before.StartedAt !== null;
    const next = isContinued
      ? { ...instance, StartedAt: before.StartedAt, Returns: before.Returns }
      : instance;
    const { code, version } = strategy;
    await store.setInstance(key, {
      status: next.Status,
      body: JSON.stringify(next),
      code,
      version,
      isScheduled: isScheduled(next),
    });
    return ok({ record: this.record(key, strategy, next, next.Status), isContinued });
  }
}

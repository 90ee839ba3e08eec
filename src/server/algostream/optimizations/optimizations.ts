import { err, ok, type Result } from '../../../domain/assert/assert.ts';
import { combinationsOf } from '../../../domain/strategy/search/space.ts';
import type { Body } from '../../../protocol/index.ts';
import type { StoredOptimization } from '../../storage/strategy-optimization-store.ts';
import { publicById } from '../library/public-strategies.ts';
import type { StrategyServiceParts } from '../parts.ts';
import type { PushListeners } from '../push-listeners.ts';
import { faultText } from '../runs/backtest-run.ts';
import { backtestsAtOnce, type BacktestQueue } from '../runs/backtest-queue.ts';
import { savedProgram } from '../saved-program.ts';
import { UserQueue } from '../user-queue.ts';
import { checkedSearch, type CheckedSearch, type WireTerms } from './checked-search.ts';
import type { SetWorker } from './engine/set-runner.ts';
import type { Optimizations, WireOptimization, WireOptimizationSet } from './optimization-service.ts';
import { queuedWorker } from './queued-worker.ts';
import { RunningSearch, type EndReason, type SearchJob } from './running-search.ts';
import { describeSearch } from './set-programs.ts';
import { readOptimization, wireParameters, wireSet } from './wire-optimization.ts';

/** Searches that are kept of a user. */
export const MAX_KEPT_OPTIMIZATIONS = 20;
/** Maximum time that the stop of the server waits, ms. */
const CLOSE_MS = 2_000;

const CLOSED_TEXT = 'The server is not taking starts now; try again in a moment.';
const RUNNING_TEXT = 'One search runs at a time. Stop the running one first.';
const FULL_TEXT = `You keep ${MAX_KEPT_OPTIMIZATIONS} searches, the maximum. Delete one first.`;
const NOT_FOUND_TEXT = 'The search was not found';
const UNREADABLE_TEXT = 'The search could not be continued after a restart of the server.';

type Start = Body<'startOptimization'>;

/** The strategy of a search. */
interface SearchedStrategy {
  /** Null for a public one. */
  readonly ownName: string | null;
  readonly code: string;
}

interface OptimizationsParts extends StrategyServiceParts {
  readonly listeners: PushListeners;
  readonly queue: BacktestQueue;
}

/** Searches parameters of users' strategies: one search of a user at a time, each set behind the backtests of all users. */
export class OptimizationRuns implements Optimizations {
  readonly #parts: OptimizationsParts;
  /** Starts, and descriptions of code, of a user one after the other. */
  readonly #starts = new UserQueue();
  /** By user. */
  readonly #running = new Map<string, RunningSearch>();
  #isOpen = false;

  constructor(parts: OptimizationsParts) {
    this.#parts = parts;
  }

  /** Continues the searches that an earlier process left, then accepts starts. */
  async start(): Promise<void> {
    for (const stored of await this.#parts.store.optimizationsIn('Running'))
      void this.#starts
        .run(stored.userId, () => this.#continue(stored))
        .catch((error: unknown) =>
          this.#parts.logger.error({ err: error }, 'a search could not be continued'),
        );
    this.#isOpen = true;
  }

  /** Interrupts the searches; the next start continues them. */
  async close(): Promise<void> {
    this.#isOpen = false;
    const running = [...this.#running.values()];
    for (const search of running) search.end('close');
    await Promise.race([
      Promise.all(running.map(({ done }) => done)),
      new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref()),
    ]);
  }

  /** The strategy was deleted, and its searches with it. */
  async onStrategyRemoved(userId: string, name: string): Promise<void> {
    const running = this.#running.get(userId);
    if (running?.optimization.Name === name && running.optimization.StrategyId === 0)
      await endOf(running, 'remove');
  }

  /** The strategy has another name. */
  onStrategyRenamed(userId: string, from: string, to: string): void {
    const running = this.#running.get(userId);
    if (running?.optimization.Name === from && running.optimization.StrategyId === 0) running.rename(to);
  }

  describe(userId: string, request: Body<'describeStrategy'>): Promise<Body<'strategyDescribed'>> {
    return this.#starts.run(userId, async () => {
      const { Name, StrategyId, Parameters: parameters } = request;
      const answer = { Name, StrategyId, Symbol: '', Parameters: [], Problem: '' };
      const strategy = await this.#strategyOf(userId, request);
      if (!strategy.ok) return { ...answer, Problem: strategy.error };
      const { code } = strategy.value;
      const described = await this.#runtimeOf(userId).describe({ code, parameters });
      return described.ok
        ? { ...answer, Symbol: described.value.primarySymbol, Parameters: wireParameters(described.value) }
        : { ...answer, Problem: faultText(described.error) };
    });
  }

  begin(userId: string, start: Start): Promise<string | undefined> {
    return this.#starts.run(userId, () => this.#begin(userId, start));
  }

  async stop(userId: string, optimizationId: string): Promise<string | undefined> {
    const running = this.#running.get(userId);
    if (running?.optimization.OptimizationId !== optimizationId) return 'The search is not running';
    await endOf(running, 'stop');
    return undefined;
  }

  async remove(userId: string, optimizationId: string): Promise<string | undefined> {
    if (this.#running.get(userId)?.optimization.OptimizationId === optimizationId)
      return 'The search is running. Stop it first.';
    if (!(await this.#parts.store.removeOptimization(userId, optimizationId))) return NOT_FOUND_TEXT;
    const body = { OptimizationId: optimizationId };
    this.#parts.listeners.push(userId, undefined, { name: 'optimizationRemoved', body });
    return undefined;
  }

  async list(userId: string): Promise<WireOptimization[]> {
    const stored = await this.#parts.store.optimizations(userId);
    const running = this.#running.get(userId)?.optimization;
    return stored.flatMap((row) =>
      row.optimizationId === running?.OptimizationId ? running : (readOptimization(row) ?? []),
    );
  }

  async sets(
    userId: string,
    optimizationId: string,
    page: { readonly after: number; readonly limit: number },
  ): Promise<WireOptimizationSet[]> {
    const { store } = this.#parts;
    const found = (await store.optimizations(userId)).find((row) => row.optimizationId === optimizationId);
    const optimization = found && readOptimization(found);
    const search = optimization && checkedOf(optimization);
    if (search?.ok !== true) return [];
    const { terms } = search.value;
    const sets = await store.optimizationSets(userId, optimizationId, page);
    return sets.flatMap((set) => wireSet(terms, set) ?? []);
  }

  async #begin(userId: string, start: Start): Promise<string | undefined> {
    const { market, store, hostMs } = this.#parts;
    if (!this.#isOpen) return CLOSED_TEXT;
    if (this.#running.has(userId)) return RUNNING_TEXT;
    const { OptimizationId, Name, StrategyId, Code: _code, ...given } = start;
    const strategy = await this.#strategyOf(userId, start);
    if (!strategy.ok) return strategy.error;
    // A search that is continued later has the same days.
    const Terms = { ...given, To: Math.min(given.To, market.exchangeMs()) };
    if (given.From > market.exchangeMs())
      return 'The period begins after the current exchange day. Choose an earlier one.';
    const checked = checkedSearch(Terms, StrategyId > 0);
    if (!checked.ok) return checked.error;
    const { ownName, code } = strategy.value;
    const job = await this.#jobOf(userId, code, Terms, checked.value);
    if (!job.ok) return job.error;
    const optimization: WireOptimization = {
      ...{ OptimizationId, Name, StrategyId, State: 'Running', Message: '' },
      ...{ StartedAt: hostMs(), FinishedAt: null, Symbol: job.value.description.primarySymbol },
      ...{ RunCount: runCountOf(checked.value), DoneCount: 0, FailedCount: 0, Terms, Best: null },
    };
    const added = await store.addOptimization(
      {
        userId,
        optimizationId: OptimizationId,
        name: ownName,
        strategyId: StrategyId,
        state: optimization.State,
        code,
        body: JSON.stringify(optimization),
        startedMs: optimization.StartedAt,
      },
      MAX_KEPT_OPTIMIZATIONS,
    );
    if (added !== 'added') return refusalOf(added, Name);
    this.#run(job.value, optimization);
    this.#push(userId, optimization);
    return undefined;
  }

  /** The search of an earlier process: its sets that have run are known. */
  async #continue(stored: StoredOptimization): Promise<void> {
    const { userId, optimizationId, code } = stored;
    const optimization = readOptimization(stored);
    const search = optimization && checkedOf(optimization);
    if (!this.#isOpen || this.#running.has(userId)) return;
    const job =
      optimization && search?.ok === true
        ? await this.#jobOf(userId, code, optimization.Terms, search.value)
        : err(UNREADABLE_TEXT);
    // A server that stops describes nothing: the next start continues the search.
    if (!this.#isOpen) return;
    if (!optimization) return void (await this.#parts.store.removeOptimization(userId, optimizationId));
    if (job.ok) return this.#run(job.value, optimization);
    const failed = { ...optimization, State: 'Failed', Message: job.error } as const;
    const change = { state: failed.State, body: JSON.stringify(failed) };
    await this.#parts.store.setOptimization(userId, optimizationId, change);
  }

  async #jobOf(
    userId: string,
    code: string,
    { Parameters: parameters }: WireTerms,
    search: CheckedSearch,
  ): Promise<Result<SearchJob, string>> {
    const program = { code, parameters, space: search.terms.space };
    const description = await describeSearch(this.#runtimeOf(userId), program);
    return description.ok ? ok({ userId, program, search, description: description.value }) : description;
  }

  #run(job: SearchJob, optimization: WireOptimization): void {
    const { market, store, hostMs, logger } = this.#parts;
    const { userId } = job;
    const running = new RunningSearch(
      {
        market,
        store,
        workers: this.#workersOf(userId),
        hostMs,
        logger,
        onChange: (changed) => this.#push(userId, changed),
      },
      job,
      optimization,
    );
    this.#running.set(userId, running);
    void running.done.then(() => {
      if (this.#running.get(userId) === running) this.#running.delete(userId);
    });
  }

  /** A process for each set that may run at the same time. */
  #workersOf(userId: string): readonly SetWorker[] {
    const { runtime, queue, backtestsAtOnce: count = backtestsAtOnce() } = this.#parts;
    return Array.from({ length: count }, (_, at) => {
      const name = `${userId} search ${at + 1}`;
      return queuedWorker(runtime.forUser(name, 'backtest'), queue, name);
    });
  }

  #runtimeOf(userId: string) {
    return this.#parts.runtime.forUser(userId, 'backtest');
  }

  #push(userId: string, Optimization: WireOptimization): void {
    this.#parts.listeners.push(userId, undefined, { name: 'optimizationStatus', body: { Optimization } });
  }

  async #strategyOf(
    userId: string,
    { Name, StrategyId, Code }: { readonly Name: string; readonly StrategyId: number; readonly Code: string },
  ): Promise<Result<SearchedStrategy, string>> {
    if (StrategyId > 0) {
      const found = publicById(StrategyId);
      return found?.name === Name
        ? ok({ ownName: null, code: found.code })
        : err('The public strategy was not found');
    }
    const { store } = this.#parts;
    if (!(await store.load(userId, Name))) return err(notFound(Name));
    return ok({ ownName: Name, code: (await savedProgram(store, userId, Name, Code)).code });
  }
}

const notFound = (name: string): string => `Strategy "${name}" was not found`;

const checkedOf = ({ Terms, StrategyId }: WireOptimization) => checkedSearch(Terms, StrategyId > 0);

/** The sets of the whole search. */
function runCountOf({ terms: { search, space, runCount } }: CheckedSearch): number {
  const combinations = Number(combinationsOf(space));
  return search === 'grid' ? combinations : Math.min(runCount, combinations);
}

function refusalOf(added: 'exists' | 'full' | 'gone', name: string): string {
  switch (added) {
    case 'exists':
      return 'The id of the search is taken by another one';
    case 'full':
      return FULL_TEXT;
    case 'gone':
      return notFound(name);
  }
}

async function endOf(running: RunningSearch, reason: EndReason): Promise<void> {
  running.end(reason);
  await running.done;
}

import type { AskStatus } from '../data/choose-data.ts';
import type { RunSource } from '../data/run-data.ts';
import type { StrategyDescription } from '../runtime/types.ts';
import type { Logger } from '../../logging.ts';
import type { StrategyOptimizationStore } from '../../storage/strategy-optimization-store.ts';
import type { CheckedSearch } from './checked-search.ts';
import { Optimization, type OptimizationResult } from './engine/optimization.ts';
import { PeriodData } from './engine/period-data.ts';
import { SearchError } from './engine/search-error.ts';
import { SetRunner, type SetWorker } from './engine/set-runner.ts';
import type { WireOptimization } from './optimization-service.ts';
import { SearchJournal } from './search-journal.ts';
import { programOf, type SearchedProgram } from './set-programs.ts';
import { wireBest, wireBestSoFar } from './wire-optimization.ts';

/** How often a change is stored and pushed, ms. */
const PUBLISH_EVERY_MS = 250;
const MESSAGE_CHARACTERS = 2_000;

const MISSING_TEXT: Readonly<Record<AskStatus, string>> = {
  BacktestingNoData: 'There are no data for the chosen period.',
  BacktestingNoTickData: 'There are no ticks for the chosen period. Choose another kind of data.',
  BacktestingIncompleteTickData:
    'The ticks of the chosen period are incomplete. Choose another kind of data.',
  BacktestingIncompleteMinuteData:
    'Some days of the chosen period have no one-minute bars. Choose the available minutes, or another period.',
};

export interface RunningSearchParts {
  readonly market: RunSource;
  readonly store: Pick<
    StrategyOptimizationStore,
    'optimizationSets' | 'addOptimizationSets' | 'setOptimization'
  >;
  readonly workers: readonly SetWorker[];
  readonly hostMs: () => number;
  readonly logger: Pick<Logger, 'error'>;
  /** The search has changed. */
  readonly onChange: (optimization: WireOptimization) => void;
}

/** What a search runs. */
export interface SearchJob {
  readonly userId: string;
  readonly program: SearchedProgram;
  readonly search: CheckedSearch;
  readonly description: StrategyDescription;
}

/** How a search is ended before its last set. */
export type EndReason = 'stop' | 'close' | 'remove';

/** A search of a user while it runs. Its sets and its state are stored as they come, so that a restart continues it. */
export class RunningSearch {
  /** Resolves when its final state is stored. */
  readonly done: Promise<void>;
  readonly #parts: RunningSearchParts;
  readonly #job: SearchJob;
  readonly #abort = new AbortController();
  #optimization: WireOptimization;
  #journal: SearchJournal | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isChanged = false;
  #end: EndReason | undefined;

  constructor(parts: RunningSearchParts, job: SearchJob, optimization: WireOptimization) {
    this.#parts = parts;
    this.#job = job;
    this.#optimization = { ...optimization, Symbol: job.description.primarySymbol };
    this.done = this.#run();
  }

  /** The search as it is now. */
  get optimization(): WireOptimization {
    return this.#optimization;
  }

  /** The strategy has another name. */
  rename(Name: string): void {
    this.#change({ Name });
  }

  /** Ends the search. `stop`: it is kept as stopped; `close`: the next start of the server continues it; `remove`: nothing more is stored. */
  end(reason: EndReason): void {
    this.#end ??= reason;
    this.#abort.abort();
  }

  async #run(): Promise<void> {
    try {
      await this.#finish(await this.#search());
    } catch (error) {
      await this.#finish(this.#failureOf(error));
    } finally {
      clearTimeout(this.#timer);
    }
  }

  /** Runs the search to its end. Returns what changes. */
  async #search(): Promise<Partial<WireOptimization>> {
    const { market, store, workers } = this.#parts;
    const { userId, program, search, description } = this.#job;
    const { signal } = this.#abort;
    const { primarySymbol: symbol, barMinutes, warmUpBars, otherSymbols } = description;
    if (market.instrument(symbol) === undefined)
      throw new SearchError({ kind: 'refused', message: `Symbol not found: ${symbol}` });
    const start = { symbol, barMinutes, warmUpBars, otherSymbols };
    this.#journal = await SearchJournal.open(store, userId, this.#optimization.OptimizationId);
    const data = await PeriodData.open(market, search.period, signal, start);
    const { limits, costs, terms } = search;
    const optimization = new Optimization({
      terms,
      runner: new SetRunner({ data, limits, costs, capitalE4: terms.capitalE4, signal }),
      workers,
      programOf: (point) => programOf(program, point),
      period: data.period,
      dates: data.dates,
      kept: this.#journal,
      onProgress: ({ doneCount, failedCount, best }) =>
        this.#change({
          DoneCount: doneCount,
          FailedCount: failedCount,
          Best: best && wireBestSoFar(terms.space, best),
        }),
    });
    this.#change({ RunCount: optimization.runCount });
    return this.#resultOf(await optimization.run(), await data.note());
  }

  #resultOf({ sets, best }: OptimizationResult, note: string): Partial<WireOptimization> {
    const [first] = sets;
    if (first?.result.fault !== undefined && sets.every(({ result }) => result.fault !== undefined))
      return { State: 'Failed', Message: `Every set failed, the first with: ${first.result.fault}` };
    const { space } = this.#job.search.terms;
    return { State: 'Completed', Message: note, Best: best && wireBest(space, best) };
  }

  #failureOf(error: unknown): Partial<WireOptimization> {
    if (this.#end !== undefined) return { State: 'Stopped' };
    if (!(error instanceof SearchError)) {
      const { OptimizationId } = this.#optimization;
      this.#parts.logger.error({ err: error, optimization: OptimizationId }, 'a search failed');
      const text = error instanceof Error ? error.message : String(error);
      return { State: 'Failed', Message: `The search could not be run: ${text}` };
    }
    const { reason } = error;
    if (reason.kind === 'missing') return { State: 'Failed', Message: MISSING_TEXT[reason.status] };
    return { State: 'Failed', Message: error.message };
  }

  /** Stores and pushes the change soon, with those that follow. */
  #change(change: Partial<WireOptimization>): void {
    this.#optimization = { ...this.#optimization, ...change };
    this.#isChanged = true;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#publish().catch((error: unknown) => this.#failWrite(error));
    }, PUBLISH_EVERY_MS).unref();
  }

  async #publish(): Promise<void> {
    if (!this.#isChanged || this.#end === 'remove') return;
    this.#isChanged = false;
    const published = this.#optimization;
    const isThere = (await this.#journal?.write()) ?? true;
    // A removed search runs no further.
    if (!isThere) return this.end('remove');
    await this.#store(published);
    this.#parts.onChange(published);
  }

  #failWrite(error: unknown): void {
    this.#parts.logger.error({ err: error }, 'the sets of a search cannot be stored');
    this.end('close');
  }

  async #finish(change: Partial<WireOptimization>): Promise<void> {
    clearTimeout(this.#timer);
    try {
      if (this.#end === 'remove') return;
      await this.#journal?.write();
      // It stays as it is stored: running, until the next start continues it.
      if (this.#end === 'close') return;
      this.#optimization = {
        ...this.#optimization,
        ...change,
        Message: (change.Message ?? '').slice(0, MESSAGE_CHARACTERS),
        FinishedAt: this.#parts.hostMs(),
      };
      await this.#store(this.#optimization);
      this.#parts.onChange(this.#optimization);
    } catch (error) {
      this.#failWrite(error);
    }
  }

  #store(optimization: WireOptimization): Promise<void> {
    const { OptimizationId, State } = optimization;
    const body = JSON.stringify(optimization);
    return this.#parts.store.setOptimization(this.#job.userId, OptimizationId, { state: State, body });
  }
}

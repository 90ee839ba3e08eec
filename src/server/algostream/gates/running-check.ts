import type { GateResult } from '../../../domain/strategy/gates/types.ts';
import type { Logger } from '../../logging.ts';
import { createRandom } from '../../market/shared/random.ts';
import type { StoredGateCheck, StrategyGateStore } from '../../storage/strategy-gate-store.ts';
import type { RunSource } from '../data/run-data.ts';
import { SearchError } from '../optimizations/engine/search-error.ts';
import type { SetWorker } from '../optimizations/engine/set-runner.ts';
import { runGates, type GateJob } from './gate-runs.ts';
import type { WireGateCheck } from './gate-service.ts';

/** Checks that are kept of a user: about five for each of twenty strategies. */
const MAX_KEPT_CHECKS = 100;
/** How often progress is pushed, ms. */
const PUBLISH_EVERY_MS = 250;
const MESSAGE_CHARACTERS = 2_000;
const GONE_TEXT = 'The strategy was renamed or deleted while the check ran. Run the check again.';

export interface RunningCheckParts {
  readonly market: RunSource;
  readonly store: Pick<StrategyGateStore, 'putGateCheck'>;
  readonly worker: SetWorker;
  readonly hostMs: () => number;
  readonly logger: Pick<Logger, 'error'>;
  readonly onChange: (check: WireGateCheck) => void;
}

/** A check of a user while it runs. Only its end is stored: a stop of the server ends it without a result. */
export class RunningCheck {
  /** Resolves when its result is stored. */
  readonly done: Promise<void>;
  readonly #parts: RunningCheckParts;
  readonly #stored: Omit<StoredGateCheck, 'body'>;
  readonly #abort = new AbortController();
  #check: WireGateCheck;
  #timer: NodeJS.Timeout | undefined;

  /** `stored`: the row of the result, without its body. */
  constructor(
    parts: RunningCheckParts,
    job: GateJob,
    check: WireGateCheck,
    stored: Omit<StoredGateCheck, 'body'>,
  ) {
    this.#parts = parts;
    this.#check = check;
    this.#stored = stored;
    this.done = this.#run(job);
  }

  /** The check as it is now. */
  get check(): WireGateCheck {
    return this.#check;
  }

  cancel(): void {
    this.#abort.abort();
  }

  async #run(job: GateJob): Promise<void> {
    const change = await this.#resultOf(job);
    clearTimeout(this.#timer);
    const { hostMs, logger, onChange, store } = this.#parts;
    this.#check = { ...this.#check, ...change, FinishedAt: hostMs() };
    try {
      const row = { ...this.#stored, body: JSON.stringify(this.#check) };
      const isGone =
        this.#check.State !== 'Cancelled' && (await store.putGateCheck(row, MAX_KEPT_CHECKS)) === 'gone';
      onChange(isGone ? { ...this.#check, State: 'Cancelled', Message: GONE_TEXT } : this.#check);
    } catch (error) {
      logger.error({ err: error, check: this.#check.CheckId }, 'a check cannot be stored');
      onChange({ ...this.#check, State: 'Failed', Message: 'The result could not be stored. Try again.' });
    }
  }

  /** Runs the check to its end. Returns what changes. */
  async #resultOf(job: GateJob): Promise<Partial<WireGateCheck>> {
    const { market, worker } = this.#parts;
    const random = createRandom(this.#stored.subject, 'cuts');
    try {
      const { results, note } = await runGates(
        {
          market,
          worker,
          signal: this.#abort.signal,
          random: () => random.next(),
          onProgress: (DoneCount, RunCount) => this.#progress({ DoneCount, RunCount }),
        },
        job,
      );
      return { State: 'Completed', Message: note, Gates: results.map(wireGate) };
    } catch (error) {
      if (this.#abort.signal.aborted) return { State: 'Cancelled' };
      return { State: 'Failed', Message: this.#failureText(error).slice(0, MESSAGE_CHARACTERS) };
    }
  }

  #failureText(error: unknown): string {
    if (!(error instanceof SearchError)) {
      this.#parts.logger.error({ err: error, check: this.#check.CheckId }, 'a check failed');
      return `The check could not be run: ${error instanceof Error ? error.message : String(error)}`;
    }
    return error.reason.kind === 'missing'
      ? 'There are no bars of the chosen period. Choose another one.'
      : error.message;
  }

  /** Pushes the change soon, with those that follow. */
  #progress(change: Pick<WireGateCheck, 'DoneCount' | 'RunCount'>): void {
    this.#check = { ...this.#check, ...change };
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#parts.onChange(this.#check);
    }, PUBLISH_EVERY_MS).unref();
  }
}

const wireGate = ({ gate: Gate, verdict: Verdict, text }: GateResult) => ({
  Gate,
  Verdict,
  Text: text.slice(0, MESSAGE_CHARACTERS),
});

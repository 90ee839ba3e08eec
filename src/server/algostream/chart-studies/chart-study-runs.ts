import { createHash, randomUUID } from 'node:crypto';
import { err, ok } from '../../../domain/assert/assert.ts';
import { MINUTE_MS } from '../../../domain/calendar/durations.ts';
import { isChartStudyCode } from '../../../domain/strategy/imports/chart-study-file.ts';
import { TokenBucket, type Rate } from '../../http-kit/token-bucket.ts';
import type { StrategyStore } from '../../storage/strategy-store.ts';
import type { RunningChartStudy, StrategyFault, StrategyRuntime } from '../runtime/types.ts';
import { savedProgram } from '../saved-program.ts';
import type {
  ChartBars,
  ChartStudies,
  ChartStudyAnswer,
  ChartStudyRefusal,
  ChartStudyValue,
  ListedChartStudy,
} from './chart-study-service.ts';

/** Runs of a user at the same time: each has an isolate. */
const MAX_CHART_STUDY_RUNS = 16;
const IDLE_MS = 2 * MINUTE_MS;
/** A chart sends its last bar at most twice a second. */
const CALL_RATE: Rate = { perSecond: 2 * MAX_CHART_STUDY_RUNS + 8, burst: 200 };

interface ChartStudyParts {
  readonly store: Pick<StrategyStore, 'list' | 'load' | 'versionOfCode'>;
  readonly runtime: Pick<StrategyRuntime, 'chartStudy'>;
}

interface Run {
  readonly study: RunningChartStudy;
  length: number;
  timer: NodeJS.Timeout;
}

interface UserStudies {
  readonly runs: Map<string, Run>;
  readonly calls: TokenBucket;
  /** Runs that are being loaded. */
  opening: number;
  /** The last list, by version and name. */
  listed: ReadonlyMap<string, ListedChartStudy>;
}

/** The runs of the studies that charts show: an isolate for each, in a process of its user's. */
export class ChartStudyRuns implements ChartStudies {
  readonly #parts: ChartStudyParts;
  readonly #users = new Map<string, UserStudies>();

  constructor(parts: ChartStudyParts) {
    this.#parts = parts;
  }

  async list(userId: string): Promise<readonly ListedChartStudy[]> {
    const user = this.#userOf(userId);
    const items: ListedChartStudy[] = [];
    for (const { name } of await this.#parts.store.list(userId)) {
      const code = await this.#programOf(userId, name);
      if (code === undefined) continue;
      const version = createHash('sha256').update(code).digest('hex').slice(0, 16);
      items.push(
        user.listed.get(`${version} ${name}`) ?? (await this.#describe(userId, name, version, code)),
      );
    }
    user.listed = new Map(items.map((item) => [`${item.version} ${item.name}`, item]));
    return items;
  }

  async open(
    userId: string,
    name: string,
    parameters: readonly ChartStudyValue[],
  ): Promise<ChartStudyAnswer<{ readonly runId: string }>> {
    const user = this.#userOf(userId);
    if (!user.calls.take(1, performance.now())) return err('too-many-calls');
    if (user.runs.size + user.opening >= MAX_CHART_STUDY_RUNS) return err('too-many-runs');
    user.opening += 1;
    try {
      const code = await this.#programOf(userId, name);
      if (code === undefined) return err('not-found');
      const text = parameters.map((given) => `${given.name} = ${given.value}`).join('\n');
      const loaded = await this.#parts.runtime.chartStudy?.(userId, { code, parameters: text });
      if (loaded === undefined) return err('unavailable');
      if (!loaded.ok) return ok({ fault: shortened(loaded.error) });
      const runId = randomUUID();
      const timer = setTimeout(() => this.#end(userId, runId), IDLE_MS).unref();
      user.runs.set(runId, { study: loaded.value, length: 0, timer });
      return ok({ runId });
    } finally {
      user.opening -= 1;
    }
  }

  async putBars(
    userId: string,
    runId: string,
    { from, rows, valuesFrom }: ChartBars,
  ): Promise<ChartStudyAnswer<{ readonly values: readonly Float64Array[] | null }>> {
    const user = this.#userOf(userId);
    if (!user.calls.take(1, performance.now())) return err('too-many-calls');
    const run = user.runs.get(runId);
    // Bars behind a gap belong to another state of the run than its client believes in: it opens the study again.
    if (run === undefined || from > run.length) return err('not-found');
    run.timer.refresh();
    run.study.putBars(from, rows);
    run.length = from + rows.timeMs.length;
    if (valuesFrom === null) return ok({ values: null });
    const values = await run.study.values(valuesFrom);
    if (values.ok) return ok({ values: values.value });
    this.#end(userId, runId);
    return ok({ fault: shortened(values.error) });
  }

  close(userId: string, runId: string): ChartStudyAnswer<null> {
    // An idle run ends by itself: nothing is lost by the refusal.
    if (!this.#userOf(userId).calls.take(1, performance.now())) return err('too-many-calls');
    this.#end(userId, runId);
    return ok(null);
  }

  stop(): void {
    for (const [userId, { runs }] of this.#users)
      for (const runId of [...runs.keys()]) this.#end(userId, runId);
  }

  #end(userId: string, runId: string): void {
    const user = this.#users.get(userId);
    const run = user?.runs.get(runId);
    if (user === undefined || run === undefined) return;
    clearTimeout(run.timer);
    user.runs.delete(runId);
    run.study.stop();
  }

  #userOf(userId: string): UserStudies {
    const known = this.#users.get(userId);
    if (known !== undefined) return known;
    const calls = new TokenBucket(CALL_RATE, performance.now());
    const made = {
      runs: new Map<string, Run>(),
      calls,
      opening: 0,
      listed: new Map<string, ListedChartStudy>(),
    };
    this.#users.set(userId, made);
    return made;
  }

  /** The program of a file that is a study of charts; undefined for any other. */
  async #programOf(userId: string, name: string): Promise<string | undefined> {
    const found = await this.#parts.store.load(userId, name);
    if (found === undefined || !isChartStudyCode(found.code)) return undefined;
    return (await savedProgram(this.#parts.store, userId, name, found.code)).code;
  }

  async #describe(userId: string, name: string, version: string, code: string): Promise<ListedChartStudy> {
    const loaded = await this.#parts.runtime.chartStudy?.(userId, { code, parameters: '' });
    if (loaded === undefined) return { name, version, study: null, fault: NO_RUNTIME };
    if (!loaded.ok) return { name, version, study: null, fault: shortened(loaded.error) };
    loaded.value.stop();
    return { name, version, study: loaded.value.description, fault: null };
  }
}

const NO_RUNTIME: StrategyFault = {
  kind: 'runtime',
  message: 'this server runs no code of authors',
  line: 0,
  column: 0,
};

/** A text of the engine may be longer than a message. */
const shortened = (fault: StrategyFault): StrategyFault => ({
  ...fault,
  message: fault.message.slice(0, 250),
});

/** The refusals, as sentences for the user. */
export const CHART_STUDY_REFUSALS: Readonly<Record<ChartStudyRefusal, string>> = {
  'not-found': 'There is no such study.',
  'too-many-runs': `Your charts show ${MAX_CHART_STUDY_RUNS} studies of yours, the maximum. Remove one first.`,
  'too-many-calls': 'Too many calls: wait a second.',
  unavailable: 'This server runs no code of authors.',
};

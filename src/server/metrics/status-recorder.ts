import type { RuntimeUse } from '../algostream/runtime/types.ts';
import type { RunCounts } from '../algostream/service.ts';
import type { OrderObserver } from '../brokerage/observed-orders.ts';
import type { HealthPart } from '../health.ts';
import type { LoginRefusalReason } from '../identity/create-identity.ts';
import type { CommitObserver } from '../storage/commit-timer.ts';
import { DurationBuckets } from './duration-buckets.ts';
import type { GatewayFigures, SocketFigures } from './gateway-figures.ts';
import type { MetricSources } from './metrics.ts';
import { CHECK_WAIT_MS, withinTime } from './within-time.ts';

/** Length of an interval of the history, ms. */
const INTERVAL_MS = 5_000;
/** Intervals that are kept: ten minutes. */
const MAX_INTERVALS = 120;

/** What happened in an interval, and what the server looked like at its end. Durations are null when there was none. */
export interface StatusInterval {
  /** Its end, host UTC ms. */
  readonly atMs: number;
  readonly accepted: number;
  readonly refused: number;
  /** From the intake of a request about orders until its outcome is durable, ms. */
  readonly acknowledgementMsP50: number | null;
  readonly acknowledgementMsP95: number | null;
  readonly acknowledgementMsP99: number | null;
  /** A commit of the order journal, ms. */
  readonly commitMsP50: number | null;
  readonly commitMsP99: number | null;
  readonly failedCommits: number;
  readonly lagMsMax: number;
  readonly loginsRefused: number;
  readonly socketsOpen: number;
  readonly queuedBytes: number;
  readonly waitingMessages: number;
  readonly ticksSent: number;
  readonly ticksConflated: number;
  readonly ticksDropped: number;
}

/** The state of the server now, with the history of the last minutes, the oldest interval first. */
export interface ServerStatus {
  readonly version: string;
  readonly nodeVersion: string;
  /** Host UTC ms. */
  readonly nowMs: number;
  readonly uptimeMs: number;
  readonly memoryBytes: number;
  /** Parts that are not ready, and why. */
  readonly problems: Readonly<Partial<Record<HealthPart, string>>>;
  readonly isDatabaseUp: boolean;
  /** Time that the database took to answer a small query, ms. */
  readonly databaseMs: number;
  readonly sockets: readonly SocketFigures[];
  readonly watchedSymbols: number;
  readonly runs: RunCounts;
  readonly processes: Readonly<Record<Exclude<RuntimeUse, 'chart'>, number>>;
  readonly history: readonly StatusInterval[];
}

interface Counts {
  accepted: number;
  refused: number;
  failedCommits: number;
  lagMsMax: number;
  loginsRefused: number;
}
const NO_COUNTS: Counts = { accepted: 0, refused: 0, failedCommits: 0, lagMsMax: 0, loginsRefused: 0 };
type TickCounts = Pick<StatusInterval, 'ticksSent' | 'ticksConflated' | 'ticksDropped'>;
const NO_TICKS: TickCounts = { ticksSent: 0, ticksConflated: 0, ticksDropped: 0 };

/** Keeps the figures of the last minutes for the status page, whether or not metrics are served. Its methods are observers of the services. */
export class StatusRecorder implements OrderObserver {
  readonly #hostMs: () => number;
  readonly #acknowledgements = new DurationBuckets();
  readonly #commits = new DurationBuckets();
  readonly #history: StatusInterval[] = [];
  #counts: Counts = { ...NO_COUNTS };
  #ticks = NO_TICKS;
  #sources: MetricSources | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(hostMs: () => number = Date.now) {
    this.#hostMs = hostMs;
  }

  orderAnswered(_kind: unknown, code: number | undefined, durationMs: number): void {
    this.#acknowledgements.add(durationMs);
    if (code === undefined) this.#counts.accepted += 1;
    else this.#counts.refused += 1;
  }

  orderRefused(): void {
    this.#counts.refused += 1;
  }

  readonly commitEnded: CommitObserver = ({ durationMs, isDurable }) => {
    this.#commits.add(durationMs);
    if (!isDurable) this.#counts.failedCommits += 1;
  };

  readonly loginRefused = (_reason: LoginRefusalReason): void => void (this.#counts.loginsRefused += 1);

  readonly lagMeasured = (lagMs: number): void => {
    if (lagMs > this.#counts.lagMsMax) this.#counts.lagMsMax = lagMs;
  };

  /** Begins the history. Called once, when all services are there. */
  start(sources: MetricSources): void {
    this.#sources = sources;
    this.#timer = setInterval(() => this.endInterval(), INTERVAL_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Adds what happened since the last call to the history; also runs every interval. */
  endInterval(): void {
    if (!this.#sources) return;
    const figures = this.#sources.gateway();
    const ticks = tickCountsOf(figures);
    const { lagMsMax, ...counts } = this.#counts;
    this.#history.push({
      atMs: this.#hostMs(),
      ...counts,
      lagMsMax,
      acknowledgementMsP50: this.#acknowledgements.percentile(0.5),
      acknowledgementMsP95: this.#acknowledgements.percentile(0.95),
      acknowledgementMsP99: this.#acknowledgements.percentile(0.99),
      commitMsP50: this.#commits.percentile(0.5),
      commitMsP99: this.#commits.percentile(0.99),
      socketsOpen: sumOf(figures.sockets, ({ open }) => open),
      queuedBytes: sumOf(figures.sockets, ({ queuedBytes }) => queuedBytes),
      waitingMessages: figures.fanOut.waiting.messages,
      ticksSent: ticks.ticksSent - this.#ticks.ticksSent,
      ticksConflated: ticks.ticksConflated - this.#ticks.ticksConflated,
      ticksDropped: ticks.ticksDropped - this.#ticks.ticksDropped,
    });
    if (this.#history.length > MAX_INTERVALS) this.#history.shift();
    this.#counts = { ...NO_COUNTS };
    this.#ticks = ticks;
    this.#acknowledgements.clear();
    this.#commits.clear();
  }

  /** The state now. Parts that do not answer in time count as away. Undefined before `start`. */
  async report(): Promise<ServerStatus | undefined> {
    const sources = this.#sources;
    if (!sources) return undefined;
    const startMs = performance.now();
    const isDatabaseUp = (await withinTime(sources.database(), CHECK_WAIT_MS)) ?? false;
    const databaseMs = performance.now() - startMs;
    const health = await withinTime(sources.health(), CHECK_WAIT_MS);
    const { sockets, fanOut } = sources.gateway();
    return {
      version: sources.version,
      nodeVersion: process.versions.node,
      nowMs: this.#hostMs(),
      uptimeMs: Math.round(process.uptime() * 1000),
      memoryBytes: process.memoryUsage.rss(),
      problems: health?.problems ?? { storage: 'The checks took too long.' },
      isDatabaseUp,
      databaseMs,
      sockets,
      watchedSymbols: fanOut.watchedSymbols,
      runs: sources.runs(),
      processes: { live: sources.processes('live'), backtest: sources.processes('backtest') },
      history: [...this.#history],
    };
  }
}

const sumOf = <Item>(items: readonly Item[], value: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + value(item), 0);

function tickCountsOf({ fanOut: { counts } }: GatewayFigures): TickCounts {
  const { sent, replacedTrades, replacedQuotes, pacedQuotes, dropped } = counts;
  return {
    ticksSent: sent,
    ticksConflated: replacedTrades + replacedQuotes + pacedQuotes,
    ticksDropped: dropped,
  };
}

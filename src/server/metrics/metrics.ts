import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { RunCounts } from '../algostream/service.ts';
import { RUNTIME_USES, type RuntimeUse } from '../algostream/runtime/types.ts';
import { OrderError } from '../../domain/orders/errors.ts';
import {
  ORDER_REQUEST_KINDS,
  type OrderObserver,
  type OrderRequestKind,
} from '../brokerage/observed-orders.ts';
import { HEALTH_PARTS, type HealthReport } from '../health.ts';
import { CHANNEL_KINDS } from '../../domain/notices/index.ts';
import { DELIVERY_RESULTS, type DeliveryObserver } from '../delivery/delivery-worker.ts';
import type { LoginRefusalReason } from '../identity/create-identity.ts';
import type { ArchiveObserver } from '../storage/journal-archive/journal-archiver.ts';
import type { CommitObserver } from '../storage/commit-timer.ts';
import { CHECK_WAIT_MS, withinTime } from './within-time.ts';
import type { AnsweredCall, GatewayFigures, GatewayObserver } from './gateway-figures.ts';

/** What is read when metrics are scraped. */
export interface MetricSources {
  readonly version: string;
  readonly gateway: () => GatewayFigures;
  readonly health: () => Promise<HealthReport>;
  /** Whether the database answers. */
  readonly database: () => Promise<boolean>;
  readonly runs: () => RunCounts;
  readonly processes: (use: RuntimeUse) => number;
  /** The archive of the order journal. */
  readonly archive: () => { readonly records: number; readonly blocks: number; readonly bytes: number };
}

type Labels = Readonly<Record<string, string | number>>;
type Sample = readonly [labels: Labels, value: number];

/** Upper bounds of the buckets, seconds: an order is acknowledged after a commit, which takes a millisecond or a hanging disk. */
const COMMIT_BUCKETS_S = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 3, 10];
const HTTP_BUCKETS_S = [0.005, 0.02, 0.1, 0.5, 2, 10];
const LAG_BUCKETS_S = [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5];
/** Refusals whose reason is in the server, not in the order. */
const SERVER_CODES = [OrderError.DatabaseOffline, OrderError.MarketOffline, OrderError.ServerConnection];
/** Refusals of sign-ins that come from guessed passwords. */
const GUESS_REASONS: readonly LoginRefusalReason[] = [
  'WrongPassword',
  'WrongCode',
  'WrongPasskey',
  'TryLater',
];
/** Clients may send any method; the rare ones share a label. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * The metrics of a server, for Prometheus. Services report what happens through the observers of this class, or are read at each scrape.
 * Labels have few values: they never name users, accounts or symbols.
 */
export class Metrics implements OrderObserver, GatewayObserver, ArchiveObserver {
  readonly #registry = new Registry();
  readonly #nowMs: () => number;
  readonly #accepted = this.#newCounter(
    'tapedeck_orders_accepted_total',
    'Requests about orders that were accepted, by kind.',
    ['request'],
  );
  readonly #refused = this.#newCounter(
    'tapedeck_orders_refused_total',
    'Requests about orders that were refused, by kind and order error code.',
    ['request', 'code'],
  );
  readonly #acknowledgement = this.#newHistogram(
    'tapedeck_order_acknowledgement_seconds',
    'Time from the intake of a request about orders until its outcome is durable.',
    COMMIT_BUCKETS_S,
    ['request'],
  );
  readonly #commit = this.#newHistogram(
    'tapedeck_journal_commit_seconds',
    'Time of a commit of the order journal.',
    COMMIT_BUCKETS_S,
  );
  readonly #records = this.#newCounter(
    'tapedeck_journal_records_total',
    'Records that were committed to the order journal.',
  );
  readonly #failedCommits = this.#newCounter(
    'tapedeck_journal_commits_failed_total',
    'Commits of the order journal that failed.',
  );
  readonly #archiveFailures = this.#newCounter(
    'tapedeck_journal_archive_failures_total',
    'Failed steps of the archive of the order journal. Each is tried again.',
  );
  readonly #archivedAt = new Gauge({
    name: 'tapedeck_journal_archived_timestamp_seconds',
    help: 'When records were last archived, Unix time; 0 = not since the start.',
    registers: [this.#registry],
  });
  readonly #loginRefusals = this.#newCounter(
    'tapedeck_logins_refused_total',
    'Sign-ins that were refused, by reason.',
    ['reason'],
  );
  readonly #deliveries = this.#newCounter(
    'tapedeck_deliveries_total',
    'Notices that left the server or did not, by channel and result.',
    ['channel', 'result'],
  );
  readonly #calls = this.#newCounter(
    'tapedeck_http_requests_total',
    'HTTP requests that were answered, by method, route and status.',
    ['method', 'route', 'status'],
  );
  readonly #callSeconds = this.#newHistogram(
    'tapedeck_http_request_seconds',
    'Time to answer an HTTP request, by route.',
    HTTP_BUCKETS_S,
    ['route'],
  );
  readonly #lag = this.#newHistogram(
    'tapedeck_event_loop_lag_seconds',
    'Delay of a timer that is due every 20 ms.',
    LAG_BUCKETS_S,
  );
  #sources: MetricSources | undefined;
  /** Of the scrape under way. */
  #health: HealthReport | undefined;
  #database = { isUp: false, durationMs: 0 };

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
    this.#beginSeries();
  }

  orderAnswered(kind: OrderRequestKind, code: number | undefined, durationMs: number): void {
    this.#acknowledgement.observe({ request: kind }, durationMs / 1_000);
    if (code === undefined) this.#accepted.inc({ request: kind });
    else this.orderRefused(kind, code);
  }

  orderRefused(kind: OrderRequestKind, code: number): void {
    this.#refused.inc({ request: kind, code });
  }

  httpAnswered({ method, route = 'none', status, durationMs }: AnsweredCall): void {
    this.#calls.inc({ method: METHODS.has(method) ? method : 'other', route, status });
    this.#callSeconds.observe({ route }, durationMs / 1_000);
  }

  readonly commitEnded: CommitObserver = ({ durationMs, records, isDurable }) => {
    this.#commit.observe(durationMs / 1_000);
    if (isDurable) this.#records.inc(records);
    else this.#failedCommits.inc();
  };

  archiveStored(): void {
    this.#archivedAt.setToCurrentTime();
  }

  archiveFailed(): void {
    this.#archiveFailures.inc();
  }

  readonly loginRefused = (reason: LoginRefusalReason): void => this.#loginRefusals.inc({ reason });

  readonly delivered: DeliveryObserver = (channelKind, result, count) =>
    this.#deliveries.inc({ channel: channelKind.toLowerCase(), result }, count);

  readonly lagMeasured = (lagMs: number): void => this.#lag.observe(lagMs / 1_000);

  /** Adds the metrics that are read at each scrape, those of the process included. Called once, when all services are there. */
  read(sources: MetricSources): void {
    this.#sources = sources;
    collectDefaultMetrics({ register: this.#registry });
    this.#gauge(
      'tapedeck_build_info',
      'Always 1; version of Tapedeck and of Node.js.',
      ['version', 'node'],
      () => [[{ version: sources.version, node: process.versions.node }, 1]],
    );
    this.#readSockets(sources);
    this.#readFanOut(sources);
    this.#readStrategies(sources);
    this.#readArchive(sources);
    this.#readHealth();
  }

  /** All metrics in the text format of Prometheus. */
  async text(): Promise<string> {
    if (this.#sources) await this.#check(this.#sources);
    return this.#registry.metrics();
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** Series that alerts watch begin at 0: Prometheus does not count the first sample of a series as an increase. */
  #beginSeries(): void {
    for (const request of ORDER_REQUEST_KINDS) {
      this.#accepted.inc({ request }, 0);
      this.#acknowledgement.zero({ request });
      for (const code of SERVER_CODES) this.#refused.inc({ request, code }, 0);
    }
    for (const channel of CHANNEL_KINDS)
      for (const result of DELIVERY_RESULTS) this.delivered(channel, result, 0);
    for (const reason of GUESS_REASONS) this.#loginRefusals.inc({ reason }, 0);
  }

  #readSockets({ gateway }: MetricSources): void {
    const each = (value: (figures: GatewayFigures['sockets'][number]) => number) => (): readonly Sample[] =>
      gateway().sockets.map((figures) => [{ socket: figures.socket }, value(figures)]);
    this.#gauge(
      'tapedeck_sockets_open',
      'Open connections.',
      ['socket'],
      each(({ open }) => open),
    );
    this.#counter(
      'tapedeck_sockets_accepted_total',
      'Connections that were accepted.',
      ['socket'],
      each(({ accepted }) => accepted),
    );
    this.#gauge(
      'tapedeck_socket_queued_bytes',
      'Bytes that were written to clients and that they have not read.',
      ['socket'],
      each(({ queuedBytes }) => queuedBytes),
    );
    this.#counter(
      'tapedeck_slow_clients_disconnected_total',
      'Connections that were closed because the client did not read fast enough.',
      ['socket'],
      each(({ slowClosed }) => slowClosed),
    );
    this.#counter(
      'tapedeck_sockets_closed_total',
      'Connections that the server closed, by close code.',
      ['socket', 'code'],
      () =>
        gateway().sockets.flatMap(({ socket, closedByCode }) =>
          [...closedByCode].map(([code, count]): Sample => [{ socket, code }, count]),
        ),
    );
  }

  #readFanOut({ gateway }: MetricSources): void {
    this.#gauge('tapedeck_symbols_watched', 'Symbols that clients are subscribed to.', [], () => [
      [{}, gateway().fanOut.watchedSymbols],
    ]);
    this.#gauge('tapedeck_fan_out_waiting_messages', 'Trades and quotes that wait to be written.', [], () => [
      [{}, gateway().fanOut.waiting.messages],
    ]);
    this.#gauge('tapedeck_fan_out_waiting_clients', 'Clients that trades and quotes wait for.', [], () => [
      [{}, gateway().fanOut.waiting.clients],
    ]);
    this.#counter('tapedeck_ticks_sent_total', 'Trades and quotes written to clients.', [], () => [
      [{}, gateway().fanOut.counts.sent],
    ]);
    this.#counter(
      'tapedeck_ticks_conflated_total',
      'Trades and quotes that a newer one replaced, by the reason.',
      ['kind', 'reason'],
      () => {
        const { replacedTrades, replacedQuotes, pacedQuotes } = gateway().fanOut.counts;
        return [
          [{ kind: 'trade', reason: 'slow_client' }, replacedTrades],
          [{ kind: 'quote', reason: 'slow_client' }, replacedQuotes],
          [{ kind: 'quote', reason: 'pace' }, pacedQuotes],
        ];
      },
    );
    this.#counter(
      'tapedeck_ticks_dropped_total',
      'Trades and quotes that were discarded with the connection of their client.',
      [],
      () => [[{}, gateway().fanOut.counts.dropped]],
    );
  }

  #readStrategies({ runs, processes }: MetricSources): void {
    this.#gauge('tapedeck_strategy_runs', 'Runs of strategies, by state.', ['state'], () => {
      const { live, backtests, waitingBacktests } = runs();
      return [
        [{ state: 'live' }, live],
        [{ state: 'backtest' }, backtests - waitingBacktests],
        [{ state: 'backtest_waiting' }, waitingBacktests],
      ];
    });
    this.#gauge('tapedeck_strategy_processes', 'Processes that run strategies, by use.', ['use'], () =>
      RUNTIME_USES.map((use) => [{ use }, processes(use)]),
    );
  }

  #readArchive({ archive }: MetricSources): void {
    this.#gauge(
      'tapedeck_journal_archived_records',
      'Records of the order journal in its archive.',
      [],
      () => [[{}, archive().records]],
    );
    this.#gauge('tapedeck_journal_archive_blocks', 'Compressed blocks of the archive.', [], () => [
      [{}, archive().blocks],
    ]);
    this.#gauge('tapedeck_journal_archive_bytes', 'Size of the archive, compressed.', [], () => [
      [{}, archive().bytes],
    ]);
  }

  /** Waits for the parts whose state is known only after a query, in bounded time. */
  async #check({ database, health }: MetricSources): Promise<void> {
    const startMs = this.#nowMs();
    const isUp = (await withinTime(database(), CHECK_WAIT_MS)) ?? false;
    this.#database = { isUp, durationMs: this.#nowMs() - startMs };
    this.#health = await withinTime(health(), CHECK_WAIT_MS);
  }

  #readHealth(): void {
    this.#gauge(
      'tapedeck_ready',
      '1 while a part of the server is ready, as /readyz answers.',
      ['part'],
      () => {
        const problems = this.#health?.problems;
        return problems ? HEALTH_PARTS.map((part) => [{ part }, part in problems ? 0 : 1]) : [];
      },
    );
    this.#gauge('tapedeck_database_up', '1 while the database answers.', [], () => [
      [{}, this.#database.isUp ? 1 : 0],
    ]);
    this.#gauge(
      'tapedeck_database_answer_seconds',
      'Time that the database took to answer a small query.',
      [],
      () => [[{}, this.#database.durationMs / 1_000]],
    );
  }

  #newCounter<Label extends string>(name: string, help: string, labelNames: Label[] = []): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.#registry] });
  }

  #newHistogram<Label extends string>(
    name: string,
    help: string,
    buckets: number[],
    labelNames: Label[] = [],
  ): Histogram<Label> {
    return new Histogram({ name, help, buckets, labelNames, registers: [this.#registry] });
  }

  #gauge(name: string, help: string, labelNames: readonly string[], read: () => readonly Sample[]): void {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [this.#registry],
      collect() {
        this.reset();
        for (const [labels, value] of read()) this.set(labels, value);
      },
    });
  }

  #counter(name: string, help: string, labelNames: readonly string[], read: () => readonly Sample[]): void {
    new Counter({
      name,
      help,
      labelNames,
      registers: [this.#registry],
      collect() {
        this.reset();
        for (const [labels, value] of read()) this.inc(labels, value);
      },
    });
  }
}

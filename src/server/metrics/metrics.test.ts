import { expect, it, vi } from 'vitest';
import { Metrics, type MetricSources } from './metrics.ts';
import { CHECK_WAIT_MS } from './within-time.ts';

const SOURCES: MetricSources = {
  version: '1.2.3',
  gateway: () => ({
    sockets: [
      {
        socket: 'data',
        open: 2,
        accepted: 9,
        queuedBytes: 700,
        closedByCode: new Map([[4408, 3]]),
        slowClosed: 3,
      },
    ],
    fanOut: {
      counts: { sent: 3, replacedTrades: 4, replacedQuotes: 5, pacedQuotes: 6, dropped: 7 },
      waiting: { clients: 1, messages: 8 },
      watchedSymbols: 10,
    },
  }),
  health: () => Promise.resolve({ problems: { market: 'The market data feed has stopped.' }, lagMsMax: 0 }),
  database: () => Promise.resolve(true),
  runs: () => ({ live: 2, backtests: 5, waitingBacktests: 3 }),
  processes: (use) => (use === 'live' ? 1 : 2),
  archive: () => ({ records: 1_024, blocks: 2, bytes: 90_000 }),
};

async function lines(sources: MetricSources): Promise<string[]> {
  const metrics = new Metrics();
  metrics.read(sources);
  // The second scrape: what is read at a scrape is not added to what was read before.
  await metrics.text();
  return (await metrics.text()).split('\n');
}

it('reads the state of the services at each scrape', async () => {
  expect(await lines(SOURCES)).toEqual(
    expect.arrayContaining([
      'tapedeck_sockets_open{socket="data"} 2',
      'tapedeck_sockets_accepted_total{socket="data"} 9',
      'tapedeck_socket_queued_bytes{socket="data"} 700',
      'tapedeck_sockets_closed_total{socket="data",code="4408"} 3',
      'tapedeck_slow_clients_disconnected_total{socket="data"} 3',
      'tapedeck_ticks_conflated_total{kind="trade",reason="slow_client"} 4',
      'tapedeck_ticks_conflated_total{kind="quote",reason="slow_client"} 5',
      'tapedeck_ticks_conflated_total{kind="quote",reason="pace"} 6',
      'tapedeck_ticks_sent_total 3',
      'tapedeck_ticks_dropped_total 7',
      'tapedeck_fan_out_waiting_messages 8',
      'tapedeck_fan_out_waiting_clients 1',
      'tapedeck_symbols_watched 10',
      'tapedeck_strategy_runs{state="live"} 2',
      'tapedeck_strategy_runs{state="backtest"} 2',
      'tapedeck_strategy_runs{state="backtest_waiting"} 3',
      'tapedeck_journal_archived_records 1024',
      'tapedeck_journal_archive_blocks 2',
      'tapedeck_journal_archive_bytes 90000',
      'tapedeck_strategy_processes{use="live"} 1',
      'tapedeck_strategy_processes{use="backtest"} 2',
      'tapedeck_strategy_processes{use="chart"} 2',
      'tapedeck_ready{part="market"} 0',
      'tapedeck_ready{part="journal"} 1',
      'tapedeck_database_up 1',
      `tapedeck_build_info{version="1.2.3",node="${process.versions.node}"} 1`,
    ]),
  );
});

it('answers a scrape while the database fails', async () => {
  const database = () => Promise.reject(new Error('no connection'));
  expect(await lines({ ...SOURCES, database })).toContain('tapedeck_database_up 0');
});

it('answers a scrape while database and health checks hang, without the readiness of the parts', async () => {
  vi.useFakeTimers();
  const hangs = (): Promise<never> => new Promise(() => {});
  const metrics = new Metrics(() => Date.now());
  metrics.read({ ...SOURCES, database: hangs, health: hangs });
  const text = metrics.text();
  await vi.advanceTimersByTimeAsync(10 * CHECK_WAIT_MS);
  expect(await text).toContain('tapedeck_database_up 0');
  expect(await text).toContain('tapedeck_database_answer_seconds 2');
  expect(await text).not.toContain('tapedeck_ready{');
  vi.useRealTimers();
});

it('gives the rare HTTP methods and the paths without a route a label in common', async () => {
  const metrics = new Metrics();
  for (const method of ['PROPFIND', 'MKCOL'])
    metrics.httpAnswered({ method, route: undefined, status: 404, durationMs: 3 });
  expect(await metrics.text()).toContain(
    'tapedeck_http_requests_total{method="other",route="none",status="404"} 2',
  );
});

it('begins the series that alerts watch at 0', async () => {
  const text = await new Metrics().text();
  for (const series of [
    'tapedeck_orders_accepted_total{request="cancel"}',
    'tapedeck_orders_refused_total{request="new",code="-14"}',
    'tapedeck_order_acknowledgement_seconds_count{request="new"}',
    'tapedeck_logins_refused_total{reason="WrongPassword"}',
    'tapedeck_journal_commits_failed_total',
  ])
    expect(text).toContain(`${series} 0\n`);
});

it('separates durable commits from failed ones', async () => {
  const metrics = new Metrics();
  metrics.commitEnded({ durationMs: 4, records: 10, isDurable: true });
  metrics.commitEnded({ durationMs: 700, records: 5, isDurable: false });
  const text = await metrics.text();
  expect(text).toContain('tapedeck_journal_records_total 10');
  expect(text).toContain('tapedeck_journal_commits_failed_total 1');
  expect(text).toContain('tapedeck_journal_commit_seconds_bucket{le="0.005"} 1');
  expect(text).toContain('tapedeck_journal_commit_seconds_count 2');
});

it('counts failed steps of the archive, and has the time of the last one that stored records', async () => {
  const metrics = new Metrics();
  const text = async (): Promise<string> => await metrics.text();
  expect(await text()).toMatch(/^tapedeck_journal_archived_timestamp_seconds 0$/m);
  expect(await text()).toMatch(/^tapedeck_journal_archive_failures_total 0$/m);
  vi.useFakeTimers({ now: Date.UTC(2026, 2, 2), toFake: ['Date'] });
  try {
    metrics.archiveStored();
  } finally {
    vi.useRealTimers();
  }
  metrics.archiveFailed();
  expect(await text()).toContain(
    `tapedeck_journal_archived_timestamp_seconds ${Date.UTC(2026, 2, 2) / 1_000}\n`,
  );
  expect(await text()).toMatch(/^tapedeck_journal_archive_failures_total 1$/m);
});

import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { Metrics } from './metrics.ts';

const file = (path: string): Promise<string> =>
  readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** The metrics of a server, by name, with their types. */
const types = new Map<string, string>();
let series: Set<string>;
beforeAll(async () => {
  const metrics = new Metrics();
  metrics.read({
    version: '1.0.0',
    gateway: () => ({
      sockets: [],
      fanOut: {
        counts: { sent: 0, replacedTrades: 0, replacedQuotes: 0, pacedQuotes: 0, dropped: 0 },
        waiting: { clients: 0, messages: 0 },
        watchedSymbols: 0,
      },
    }),
    health: () => Promise.resolve({ problems: {}, lagMsMax: 0 }),
    database: () => Promise.resolve(true),
    runs: () => ({ live: 0, backtests: 0, waitingBacktests: 0 }),
    processes: () => 0,
    archive: () => ({ records: 0, blocks: 0, bytes: 0 }),
  });
  for (const [, name = '', type = ''] of (await metrics.text()).matchAll(/^# TYPE (\S+) (\S+)$/gm))
    types.set(name, type);
  series = new Set(
    [...types].flatMap(([name, type]) =>
      type === 'histogram' ? ['bucket', 'count', 'sum'].map((part) => `${name}_${part}`) : [name],
    ),
  );
});

const seriesNamedIn = (text: string): string[] => [
  ...new Set(text.match(/\b(tapedeck|process|nodejs)_[a-z0-9_]+/g)),
];

it.each(['deploy/monitoring/grafana-dashboard.json', 'deploy/monitoring/prometheus-rules.yml'])(
  'serves every metric that %s names',
  async (path) => {
    const named = seriesNamedIn(await file(path));
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !series.has(name))).toEqual([]);
  },
);

it('draws every metric of Tapedeck in the dashboard', async () => {
  const named = seriesNamedIn(await file('deploy/monitoring/grafana-dashboard.json'));
  const isDrawn = (name: string): boolean => named.some((drawn) => drawn.startsWith(name));
  const missing = [...types.keys()].filter((name) => name.startsWith('tapedeck_') && !isDrawn(name));
  // Only the alert rules use it; the dashboard shows the part "storage" of tapedeck_ready.
  expect(missing).toEqual(['tapedeck_database_up']);
});

it('describes every metric of Tapedeck in the documentation, with its type', async () => {
  const rows = [...(await file('docs/operations.md')).matchAll(/^\| `(tapedeck_\w+)` +\| (\w+)/gm)];
  const described = rows.map(([, name = '', type = '']) => [name, type] as const);
  const served = [...types].filter(([name]) => name.startsWith('tapedeck_'));
  expect(Object.fromEntries(described)).toEqual(Object.fromEntries(served));
});

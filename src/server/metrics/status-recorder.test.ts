import { afterEach, describe, expect, it } from 'vitest';
import { DurationBuckets } from './duration-buckets.ts';
import type { GatewayFigures } from './gateway-figures.ts';
import { StatusRecorder } from './status-recorder.ts';

describe('DurationBuckets', () => {
  it('gives percentiles that are right within a tenth', () => {
    const buckets = new DurationBuckets();
    for (let durationMs = 1; durationMs <= 1000; durationMs += 1) buckets.add(durationMs);
    for (const [share, wanted] of [
      [0.5, 500],
      [0.95, 950],
      [0.99, 990],
    ] as const) {
      const found = buckets.percentile(share) ?? 0;
      expect(Math.abs(found / wanted - 1)).toBeLessThan(0.1);
    }
  });

  it('has no percentile without samples, and keeps what is shorter or longer than its buckets', () => {
    const buckets = new DurationBuckets();
    expect(buckets.percentile(0.5)).toBeNull();
    buckets.add(0);
    buckets.add(1e9);
    expect(buckets.percentile(0.5)).toBe(0.05);
    expect(buckets.percentile(1)).toBeGreaterThan(10_000);
    buckets.clear();
    expect(buckets.percentile(0.5)).toBeNull();
  });
});

describe('StatusRecorder', () => {
  let recorder: StatusRecorder;
  afterEach(() => recorder.stop());
  const counts = { sent: 0, replacedTrades: 0, replacedQuotes: 0, pacedQuotes: 0, dropped: 0 };
  const figures: GatewayFigures = {
    sockets: [
      {
        socket: 'trading',
        open: 2,
        accepted: 5,
        queuedBytes: 10,
        closedByCode: new Map(),
        slowClosed: 1,
      },
    ],
    fanOut: { counts, waiting: { clients: 0, messages: 3 }, watchedSymbols: 4 },
  };
  const begin = (database = () => Promise.resolve(true)): StatusRecorder => {
    Object.assign(counts, { sent: 100, replacedQuotes: 0, dropped: 0 });
    recorder = new StatusRecorder(() => 1_000);
    recorder.start({
      version: '1.0',
      gateway: () => figures,
      health: () => Promise.resolve({ problems: { market: 'No feed.' }, lagMsMax: 0 }),
      database,
      runs: () => ({ live: 1, backtests: 3, waitingBacktests: 1 }),
      processes: (use) => (use === 'live' ? 1 : 2),
      archive: () => ({ records: 0, blocks: 0, bytes: 0 }),
    });
    return recorder;
  };

  it('counts what happens in an interval, and begins again with the next one', async () => {
    begin();
    recorder.endInterval();
    recorder.orderAnswered('new', undefined, 2);
    recorder.orderAnswered('new', -48, 4);
    recorder.orderRefused();
    recorder.commitEnded({ durationMs: 1, records: 1, isDurable: false });
    recorder.loginRefused('WrongPassword');
    recorder.lagMeasured(7);
    recorder.lagMeasured(3);
    Object.assign(counts, { sent: 130, replacedQuotes: 5, dropped: 2 });
    recorder.endInterval();
    recorder.endInterval();
    const history = (await recorder.report())?.history ?? [];
    expect(history).toHaveLength(3);
    expect(history[1]).toMatchObject({
      atMs: 1_000,
      accepted: 1,
      refused: 2,
      failedCommits: 1,
      loginsRefused: 1,
      lagMsMax: 7,
      socketsOpen: 2,
      queuedBytes: 10,
      waitingMessages: 3,
      ticksSent: 30,
      ticksConflated: 5,
      ticksDropped: 2,
    });
    expect(history[1]?.acknowledgementMsP99).toBeCloseTo(4, 0);
    expect(history[2]).toMatchObject({ accepted: 0, acknowledgementMsP50: null, lagMsMax: 0, ticksSent: 0 });
  });

  it('keeps ten minutes', async () => {
    begin();
    for (let interval = 0; interval < 200; interval += 1) recorder.endInterval();
    expect((await recorder.report())?.history).toHaveLength(120);
  });

  it('reports what is not ready, and a database that fails as away', async () => {
    begin(() => Promise.reject(new Error('no connection')));
    expect(await recorder.report()).toMatchObject({
      version: '1.0',
      problems: { market: 'No feed.' },
      isDatabaseUp: false,
      runs: { live: 1, backtests: 3, waitingBacktests: 1 },
      processes: { live: 1, backtest: 2 },
      watchedSymbols: 4,
    });
  });

  it('reports nothing before the services are there', async () => {
    recorder = new StatusRecorder();
    recorder.endInterval();
    expect(await recorder.report()).toBeUndefined();
  });
});

import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  newYorkMs,
  nextSession,
  sessionOn,
  type UsEquitySession,
} from '../../../domain/calendar/us-equity.ts';
import { E4 } from '../../../domain/money/price.ts';
import type { Bar, RecordedDetail, Trade } from '../../market/market-data.ts';
import { createReplayMarket } from '../../market/replay/replay-market.ts';
import { chooseBacktestData, type BacktestDataRequest } from './choose-data.ts';
import type { HistorySource } from './collect.ts';

/** Five sessions from Monday, 2 March 2026 on; the last one is the present one, at 12:00. */
const SESSIONS: UsEquitySession[] = [];
for (
  let session = sessionOn('2026-03-02');
  session && SESSIONS.length < 5;
  session = nextSession(session.date)
)
  SESSIONS.push(session);
const at = (day: number): UsEquitySession =>
  SESSIONS[day] ??
  (() => {
    throw new Error('no such session');
  })();
const NOW_MS = newYorkMs('2026-03-06', 12 * 60);

interface World {
  readonly minutesOf?: readonly number[];
  readonly daysOf?: readonly number[];
  readonly prints?: readonly (readonly [timeMs: number, price: number])[];
  /** Detail of each session; absent for a market with a complete history. */
  readonly recorded?: readonly RecordedDetail[];
}

function source({
  minutesOf = [0, 1, 2, 3, 4],
  daysOf = [0, 1, 2, 3, 4],
  prints = [],
  recorded,
}: World): HistorySource & { queries: number } {
  const bar = (timeMs: number, price: number): Bar => ({
    timeMs,
    openE4: price * E4,
    highE4: (price + 1) * E4,
    lowE4: (price - 1) * E4,
    closeE4: price * E4,
    volume: 10,
  });
  const minutes = minutesOf.flatMap((day) =>
    Array.from({ length: 390 }, (_, minute) => bar(at(day).openMs + minute * 60_000, 100 + day)).filter(
      ({ timeMs }) => timeMs <= NOW_MS,
    ),
  );
  const days = daysOf.map((day) => bar(newYorkMs(at(day).date, 0), 100 + day));
  const market = {
    queries: 0,
    exchangeMs: () => NOW_MS,
    sessionDay: () => at(4),
    ...(recorded && {
      recordedDetail: (_symbol: string, date: string) =>
        recorded[SESSIONS.findIndex((session) => session.date === date)] ?? 'Days',
    }),
    timeAndSales: (symbol: string): Trade[] =>
      prints
        .map(([timeMs, price]) => ({
          symbol,
          priceE4: price * E4,
          size: 1,
          totalVolume: 1,
          exchange: 'X',
          timeMs,
        }))
        .toReversed(),
    bars(_symbol: string, candle: string, fromMs: number, toMs: number) {
      market.queries += 1;
      return Promise.resolve(
        (candle === 'Day' ? days : minutes).filter(({ timeMs }) => timeMs >= fromMs && timeMs < toMs),
      );
    },
  };
  return market;
}
const choose = (world: World, change: Partial<BacktestDataRequest> = {}) =>
  chooseBacktestData(
    source(world),
    {
      symbol: 'SPY',
      fromMs: newYorkMs('2026-03-03', 0),
      toMs: newYorkMs('2026-03-05', 24 * 60) - 1000,
      barMinutes: 1,
      warmUpBars: 0,
      dataType: 'Auto',
      acceptsIncomplete: false,
      ...change,
    },
    new AbortController().signal,
  );
const data = async (world: World, change: Partial<BacktestDataRequest> = {}) => {
  const chosen = await choose(world, change);
  if (chosen.kind !== 'data') throw new Error(JSON.stringify(chosen));
  const { bars, firstIndex, note, sessions } = chosen.data;
  return {
    rows: bars.length,
    firstIndex,
    note,
    sessions: sessions.length / 2,
    firstMs: bars.value('timeMs', 0),
    lastMs: bars.value('timeMs', bars.length - 1),
    close: bars.value('close', firstIndex),
    high: bars.value('high', firstIndex),
  };
};

describe('data of a backtest', () => {
  it('are one-minute bars of the whole period, without the ones outside of it', async () => {
    expect(await data({})).toEqual({
      rows: 3 * 390,
      firstIndex: 0,
      note: '',
      sessions: 3,
      firstMs: at(1).openMs,
      lastMs: at(3).closeMs - 60_000,
      close: 101,
      high: 102,
    });
  });

  it('are bars as long as the strategy asks, counted from the open', async () => {
    expect(await data({}, { barMinutes: 30 })).toMatchObject({ rows: 3 * 13, firstMs: at(1).openMs });
    expect(await data({}, { barMinutes: 60 })).toMatchObject({ rows: 3 * 7 });
  });

  it('begin with the bars that the studies need, from the sessions before', async () => {
    expect(await data({}, { barMinutes: 5, warmUpBars: 30 })).toMatchObject({
      rows: 30 + 3 * 78,
      firstIndex: 30,
      sessions: 5,
      firstMs: at(0).closeMs - 30 * 5 * 60_000,
      close: 101,
    });
    // There is no more than there is.
    expect(await data({}, { barMinutes: 5, warmUpBars: 200 })).toMatchObject({ firstIndex: 78 });
  });

  it('leave out the bar that is still forming', async () => {
    const today = { fromMs: newYorkMs('2026-03-06', 0), toMs: newYorkMs('2026-03-06', 24 * 60) - 1000 };
    expect(await data({}, today)).toMatchObject({ rows: 150, lastMs: NOW_MS - 60_000 });
    expect(await data({}, { ...today, barMinutes: 60 })).toMatchObject({ rows: 2 });
    expect((await choose({}, { ...today, barMinutes: 1440 })).kind).toBe('ask');
  });

  it('uses daily bars for a strategy of daily bars with any data type, and notes missing days', async () => {
    for (const dataType of ['Auto', 'Tick', 'Minute', 'AvailableMinute'] as const)
      expect(await data({ minutesOf: [] }, { barMinutes: 1440, dataType })).toMatchObject({
        rows: 3,
        firstMs: newYorkMs('2026-03-03', 0),
        note: '',
      });
    expect(await data({ daysOf: [2, 3, 4] }, { barMinutes: 1440 })).toMatchObject({
      rows: 2,
      note: 'Ran on the 2 of 3 sessions that have daily bars.',
    });
    expect(await data({}, { barMinutes: 1440, warmUpBars: 1 })).toMatchObject({ rows: 4, firstIndex: 1 });
  });

  it('lets the user choose when minutes do not cover the period, and uses the available ones on request', async () => {
    const world = { minutesOf: [2, 3] };
    for (const dataType of ['Auto', 'Minute'] as const)
      expect(await choose(world, { dataType })).toEqual({
        kind: 'ask',
        status: 'BacktestingIncompleteMinuteData',
      });
    expect(await data(world, { dataType: 'AvailableMinute' })).toMatchObject({
      rows: 2 * 390,
      firstMs: at(2).openMs,
      note: 'Ran on the 2 of 3 sessions that have one-minute bars.',
    });
    expect(await choose({ minutesOf: [] }, { dataType: 'AvailableMinute' })).toEqual({
      kind: 'ask',
      status: 'BacktestingNoData',
    });
  });

  it('does not count a day without trades as missing', async () => {
    expect(await data({ minutesOf: [0, 1, 3, 4], daysOf: [0, 1, 3, 4] })).toMatchObject({ rows: 2 * 390 });
    // Before the first known day a session without bars may be missing.
    expect(await choose({ minutesOf: [2, 3, 4], daysOf: [2, 3, 4] })).toEqual({
      kind: 'ask',
      status: 'BacktestingIncompleteMinuteData',
    });
  });

  it('lets the user choose when a backtest on ticks begins before the present session', async () => {
    const prints = [
      [at(4).openMs, 104],
      [at(4).openMs + 1, 105],
    ] as const;
    expect(await choose({ prints }, { dataType: 'Tick' })).toEqual({
      kind: 'ask',
      status: 'BacktestingNoTickData',
    });
    const intoToday = {
      dataType: 'Tick' as const,
      toMs: newYorkMs('2026-03-06', 24 * 60) - 1000,
      barMinutes: 0,
    };
    expect(await choose({ prints }, intoToday)).toEqual({
      kind: 'ask',
      status: 'BacktestingIncompleteTickData',
    });
    expect(await data({ prints }, { ...intoToday, acceptsIncomplete: true })).toMatchObject({
      rows: 2,
      close: 104,
      high: 104,
      note: 'Ran on the prints since 2026-03-06 only.',
    });
  });

  it('uses the prints of the present session for a strategy of every trade, and minutes for earlier sessions', async () => {
    const prints = Array.from({ length: 50 }, (_, n) => [at(4).openMs + n * 1000, 104] as const);
    const today = {
      fromMs: newYorkMs('2026-03-06', 0),
      toMs: newYorkMs('2026-03-06', 24 * 60) - 1000,
      barMinutes: 0,
    };
    expect(await data({ prints }, today)).toMatchObject({ rows: 50, note: '' });
    expect(await data({ prints }, { ...today, warmUpBars: 20 })).toMatchObject({ rows: 70, firstIndex: 20 });
    expect(await data({ prints }, { barMinutes: 0 })).toMatchObject({ rows: 3 * 390 });
    expect(await data({ prints }, { ...today, dataType: 'Tick', barMinutes: 1 })).toMatchObject({ rows: 1 });
  });

  it('has no data for a period without a session, before all history, or longer than ten years of minutes', async () => {
    expect(
      await choose({}, { fromMs: newYorkMs('2026-02-28', 0), toMs: newYorkMs('2026-03-01', 1000) }),
    ).toEqual({ kind: 'ask', status: 'BacktestingNoData' });
    expect(
      await choose({}, { fromMs: newYorkMs('2020-01-06', 0), toMs: newYorkMs('2020-01-10', 1000) }),
    ).toEqual({ kind: 'ask', status: 'BacktestingNoData' });
    expect(await choose({}, { fromMs: newYorkMs('2010-01-06', 0) })).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('takes at most 2600'),
    });
  });

  it('queries a few sessions at a time, and stops when the request is aborted', async () => {
    const market = source({});
    const request = {
      symbol: 'SPY',
      fromMs: newYorkMs('2025-03-03', 0),
      toMs: NOW_MS,
      barMinutes: 1,
      warmUpBars: 0,
      dataType: 'AvailableMinute' as const,
      acceptsIncomplete: false,
    };
    await chooseBacktestData(market, request, new AbortController().signal);
    expect(market.queries).toBe(Math.ceil(254 / 5));
    const given = source({});
    await chooseBacktestData(given, request, AbortSignal.abort());
    expect(given.queries).toBe(0);
  });
});

describe('data that a market invents', () => {
  const MINUTES_FROM_WEDNESDAY: World = { recorded: ['Days', 'Days', 'Minutes', 'Minutes', 'Minutes'] };
  it('treats synthesized minutes as missing', async () => {
    expect(await choose(MINUTES_FROM_WEDNESDAY)).toEqual({
      kind: 'ask',
      status: 'BacktestingIncompleteMinuteData',
    });
    expect(await choose({ recorded: [] })).toEqual({ kind: 'ask', status: 'BacktestingNoData' });
  });
  it('are left out of a run on the available minutes, and of its warm-up', async () => {
    const { firstMs, rows, firstIndex, note } = await data(MINUTES_FROM_WEDNESDAY, {
      dataType: 'AvailableMinute',
      warmUpBars: 30,
    });
    expect([firstMs, rows, firstIndex, note]).toEqual([
      at(2).openMs,
      2 * 390,
      0,
      'Ran on the 2 of 3 sessions that have one-minute bars.',
    ]);
  });
  it('are no ticks when they are prints made from minutes', async () => {
    const world: World = {
      prints: [[NOW_MS - 1, 100]],
      recorded: ['Minutes', 'Minutes', 'Minutes', 'Minutes', 'Minutes'],
    };
    const today = { fromMs: at(4).openMs, toMs: NOW_MS, barMinutes: 0 };
    expect(await choose(world, { ...today, dataType: 'Tick' })).toEqual({
      kind: 'ask',
      status: 'BacktestingNoTickData',
    });
    expect((await data(world, today)).note).toContain('Ran on one-minute bars');
  });
  it('do not make a replay of daily bars fit for a backtest on minutes', async () => {
    const replay = createReplayMarket({
      folder: fileURLToPath(new URL('../../../../tests/fixtures/replay', import.meta.url)),
      speed: 0,
      nowMs: () => 0,
      seed: 1,
      log: () => undefined,
    });
    const run = (from: string, to: string) =>
      chooseBacktestData(
        replay,
        {
          symbol: 'SPY',
          fromMs: newYorkMs(from, 0),
          toMs: newYorkMs(to, 24 * 60) - 1_000,
          barMinutes: 5,
          warmUpBars: 0,
          dataType: 'Minute',
          acceptsIncomplete: false,
        },
        new AbortController().signal,
      );
    expect(await run('2017-10-02', '2017-10-31')).toEqual({ kind: 'ask', status: 'BacktestingNoData' });
  });
});

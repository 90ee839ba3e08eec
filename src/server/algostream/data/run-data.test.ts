import { expect, it } from 'vitest';
import {
  newYorkDate,
  newYorkMs,
  nextSession,
  sessionOn,
  type UsEquitySession,
} from '../../../domain/calendar/us-equity.ts';
import type { Bar } from '../../../domain/bars/bar.ts';
import { E4 } from '../../../domain/money/price.ts';
import { sessionsBetween } from './sessions.ts';
import { chooseRunData, type RunDataRequest, type RunSource } from './run-data.ts';

/** Minutes of each session from a date on, for symbols by the date of their first bar; null = the market lists a symbol that has never traded. */
function marketOf(firstDates: Readonly<Record<string, string | null>>): RunSource {
  const nowMs = newYorkMs('2026-03-06', 16 * 60);
  const last = sessionOn('2026-03-06') ?? nextSession('2026-03-05');
  const bar = (timeMs: number): Bar => ({
    timeMs,
    openE4: 100 * E4,
    highE4: 100 * E4,
    lowE4: 100 * E4,
    closeE4: 100 * E4,
    volume: 1,
  });
  const minutesOf = ({ openMs }: UsEquitySession): Bar[] =>
    Array.from({ length: 390 }, (_, n) => bar(openMs + n * 60_000));
  return {
    exchangeMs: () => nowMs,
    sessionDay: () => last,
    instrument: (symbol) => (symbol in firstDates ? { ...INSTRUMENT, symbol } : undefined),
    timeAndSales: () => [],
    async bars(symbol, candle, fromMs, toMs) {
      const firstDate = firstDates[symbol] ?? '9999-12-31';
      return sessionsBetween(fromMs, Math.min(toMs, nowMs))
        .filter(({ date }) => date >= firstDate)
        .flatMap((session) => (candle === 'Day' ? [bar(newYorkMs(session.date, 0))] : minutesOf(session)))
        .filter(({ timeMs }) => timeMs >= fromMs && timeMs < toMs);
    },
  };
}

const INSTRUMENT = {
  symbol: '',
  company: '',
  exchange: 'NYSE',
  currency: 'USD',
  isEtf: false,
  sector: null,
  industry: null,
  sharesOutstanding: null,
  shortInterest: null,
  dividend: null,
  eps: null,
  shortable: true,
} as const;

const choose = (
  firstDates: Readonly<Record<string, string | null>>,
  otherSymbols: RunDataRequest['otherSymbols'],
  change: Partial<RunDataRequest> = {},
) =>
  chooseRunData(
    marketOf(firstDates),
    {
      symbol: 'SPY',
      fromMs: newYorkMs('2026-03-05', 0),
      toMs: newYorkMs('2026-03-05', 24 * 60) - 1,
      barMinutes: 1,
      warmUpBars: 0,
      otherSymbols,
      dataType: 'Auto',
      acceptsIncomplete: false,
      ...change,
    },
    new AbortController().signal,
  );

const OLD = '2020-01-02';
const other = (symbol: string, warmUpBars = 1) => ({ symbol, warmUpBars });

it('loads the bars of each symbol with those before the period that it needs, and knows the sessions of all of them', async () => {
  const chosen = await choose({ SPY: OLD, QQQ: OLD, IWM: OLD }, [other('QQQ', 400), other('IWM', 10)], {
    warmUpBars: 5,
  });
  if (chosen.kind !== 'data') throw new Error(JSON.stringify(chosen));
  const { bars, firstIndex, others, sessions, note } = chosen.data;
  expect([bars.length, firstIndex, note]).toEqual([395, 5, '']);
  expect(others.map(({ symbol, data }) => [symbol, data.length])).toEqual([
    ['QQQ', 790],
    ['IWM', 400],
  ]);
  expect(newYorkDate(sessions[0] ?? 0) <= newYorkDate(others[0]?.data.value('timeMs', 0) ?? 0)).toBe(true);
});

it('refuses a symbol that the market does not have, and one without data', async () => {
  expect(await choose({ SPY: OLD }, [other('QQQ')])).toEqual({
    kind: 'refused',
    message: 'Symbol not found: QQQ',
  });
  expect(await choose({ SPY: OLD, QQQ: null }, [other('QQQ')], { dataType: 'AvailableMinute' })).toEqual({
    kind: 'refused',
    message: 'There are no data of QQQ for the chosen period.',
  });
});

it('lets the user choose where minutes of another symbol are missing, and says on which it ran', async () => {
  const firstDates = { SPY: OLD, QQQ: '2026-03-05' };
  const period = { fromMs: newYorkMs('2026-03-04', 0) };
  expect(await choose(firstDates, [other('QQQ')], period)).toEqual({
    kind: 'ask',
    status: 'BacktestingIncompleteMinuteData',
  });
  const chosen = await choose(firstDates, [other('QQQ')], { ...period, dataType: 'AvailableMinute' });
  if (chosen.kind !== 'data') throw new Error(JSON.stringify(chosen));
  expect([chosen.data.bars.length, chosen.data.others[0]?.data.length]).toEqual([780, 390]);
  expect(chosen.data.note).toBe('QQQ: Ran on the 1 of 2 sessions that have one-minute bars.');
});

it('counts the sessions of all symbols against the longest period', async () => {
  const market = { SPY: OLD, QQQ: OLD, IWM: OLD };
  const days = { barMinutes: 1440, fromMs: newYorkMs('2020-01-02', 0) };
  expect((await choose(market, [other('QQQ'), other('IWM')], days)).kind).toBe('data');
  const minutes = { fromMs: newYorkMs('2020-01-02', 0), toMs: newYorkMs('2024-12-31', 0) };
  expect(await choose(market, [other('QQQ'), other('IWM')], minutes)).toEqual({
    kind: 'refused',
    message:
      'The period has 1257 sessions; a backtest of 3 symbols on minutes takes at most 866. Choose a shorter one.',
  });
});

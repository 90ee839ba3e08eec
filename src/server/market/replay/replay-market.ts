import { aggregateBars } from '../../../domain/bars/aggregate.ts';
import { barsBetween } from '../../../domain/bars/bar.ts';
import { partialYearSince, yearStartMs } from '../../../domain/bars/periods.ts';
import type { BarPeriod } from '../../../domain/bars/bar-period.ts';
import { newYorkMs, nextSession, sessionOn } from '../../../domain/calendar/us-equity.ts';
import type { UsEquitySession } from '../../../domain/calendar/us-equity.ts';
import type {
  Bar,
  CandleType,
  Instrument,
  MarketData,
  MarketPhase,
  ReplayControl,
  SessionListener,
  Snapshot,
} from '../market-data.ts';
import { depthOfQuote } from '../shared/depth-of-quote.ts';
import { lookupInstruments } from '../shared/lookup-instruments.ts';
import { createChainReading } from './chain-reading.ts';
import { createHeldClock } from './held-clock.ts';
import { mostTradedSymbols } from './most-traded.ts';
import { openRecording } from './recording.ts';
import type { Recording } from './recording.ts';
import { createReplayClock } from './replay-clock.ts';
import { createReplayReport } from './replay-report.ts';
import type { ReplayNoteKind, ReplayReport } from './replay-report.ts';
import { createReplayTapes } from './replay-tapes.ts';
import { createSymbolHistory, extremesOf } from './symbol-history.ts';
import { createTapePlayer } from './tape-player.ts';
import type { TapePlayer } from './tape-player.ts';

export interface ReplayOptions {
  /** Folder of recordings, as docs describe. */
  readonly folder: string;
  /** First date to play, `YYYY-MM-DD`; else the first day with minute bars or trades, else the last daily bar's. */
  readonly startDate?: string | undefined;
  /** 1 to 100 times as fast as it happened; 0 = paused. */
  readonly speed: number;
  /** Host time, ms. */
  readonly nowMs: () => number;
  readonly seed: string | number;
  readonly log: (line: string, kind: ReplayNoteKind) => void;
  /** Host time between two rounds of events, ms. */
  readonly pumpMs?: number;
}

export interface ReplayMarket extends MarketData {
  readonly replay: ReplayControl;
  /** What was found wrong with the recording so far, and at the end the counts. */
  readonly reportLines: readonly string[];
  /** Settles when all files have been checked and the summary is in `reportLines`. */
  whenChecked(): Promise<void>;
}

const PUMP_MS = 20;
/** Orders may be left from 4:00 on, and the hours after the close last four. */
const PRE_MS = 5.5 * 3_600_000;
const POST_MS = 4 * 3_600_000;
/** Minute bars reach back at most this many sessions: enough for every chart range of minute bars. */
const MINUTE_BAR_SESSIONS = 60;

const PERIODS = {
  OneMinute: { minutes: 1 },
  FiveMinutes: { minutes: 5 },
  ThirtyMinutes: { minutes: 30 },
  Day: 'day',
} as const satisfies Readonly<Record<CandleType, BarPeriod>>;

/**
 * A market that plays recorded days. Throws a one-line Error if the folder is missing, empty, or ends before the start
 * date. Files are listed at once and read when needed; `start()` begins to check all of them in the background.
 */
export function createReplayMarket(options: ReplayOptions): ReplayMarket {
  const report = createReplayReport(options.log);
  const recording = openRecording(options.folder, report);
  const history = createSymbolHistory(recording, report);
  const tapes = createReplayTapes(recording, history, options.seed);
  const plan = planSessions(recording, options.folder, options.startDate, () => report.lines[0]);
  const clock = createReplayClock({
    first: plan.first,
    speed: options.speed,
    hostMs: options.nowMs,
    next: plan.next,
  });
  const chainReading = createChainReading(recording.chains, report);
  const sessionListeners = new Set<SessionListener>();
  const speedListeners = new Set<() => void>();
  const shown = createHeldClock(clock, () => sessionListeners.size > 0);
  const instruments = new Map(recording.symbols.map((symbol) => [symbol, instrumentOf(recording, symbol)]));
  const players = new Map<string, TapePlayer>();
  const symbols = [...instruments.keys()].sort();
  /** The session whose phases are being told, and whether its close has been. */
  let toldSession = clock.session();
  let isCloseTold = !clock.isOpen();
  let timer: NodeJS.Timeout | null = null;
  let pumpedMs = 0;
  let flowedMs = 0;
  let isStopped = false;
  let checking: Promise<void> | null = null;
  let ranking: { readonly date: string; readonly symbols: Promise<readonly string[]> } | null = null;

  const known = (symbol: string): string | undefined => {
    const upper = symbol.toUpperCase();
    return instruments.has(upper) ? upper : undefined;
  };

  function pump(): void {
    const nowMs = clock.nowMs();
    const session = clock.session();
    tellPhases(session);
    void chainReading.turnTo(session.date);
    for (const player of players.values()) player.playTo(session, nowMs);
    if (nowMs > pumpedMs) flowedMs = options.nowMs();
    pumpedMs = nowMs;
  }

  function tellPhase(phase: MarketPhase, timeMs: number): void {
    for (const listener of sessionListeners) listener.onPhase?.(phase, timeMs);
  }

  /** Tells what lies between the session told last and the present one: its rest, its close, the night, the next open. Of sessions that a sleeping host missed whole, the phases only. */
  function tellPhases(present: UsEquitySession): void {
    const begun = toldSession;
    while (!isCloseTold && (toldSession.date < present.date || !clock.isOpen())) {
      const ended = toldSession;
      const next = ended.date < present.date ? plan.next(ended.date) : null;
      if (ended === begun) for (const player of players.values()) player.playTo(ended, ended.closeMs - 1);
      shown.release();
      // Moved on before anybody is told: a listener that throws must not hear it again.
      if (next === null) isCloseTold = true;
      else toldSession = next;
      tellPhase('post', ended.closeMs);
      // After the last session the clock stands still at its close, and so the day ends there.
      tellPhase('closed', next === null ? ended.closeMs : ended.closeMs + POST_MS);
      if (next === null) return;
      tellPhase('pre', next.openMs - PRE_MS);
      tellPhase('open', next.openMs);
    }
  }

  function check(): Promise<void> {
    checking ??= recording.checkAll(plan.first.date, () => isStopped);
    return checking;
  }

  function rankedSymbols(): Promise<readonly string[]> {
    const session = shown.session();
    if (ranking?.date !== session.date)
      ranking = { date: session.date, symbols: mostTradedSymbols(session, recording, history, tapes) };
    return ranking.symbols;
  }

  function snapshot(requested: string): Snapshot | undefined {
    const symbol = known(requested);
    if (symbol === undefined) return undefined;
    const timeMs = shown.nowMs();
    const session = shown.session();
    const tape = tapes.tape(symbol, session);
    const state = tape.stateAt(timeMs);
    const quote = tape.quoteAt(timeMs);
    const dayMs = newYorkMs(session.date, 0);
    const before = history.daysBefore(symbol, dayMs);
    const previous = before[before.length - 1];
    const year = barsBetween(before, yearStartMs(dayMs), dayMs);
    const { highE4: pastHighE4, lowE4: pastLowE4 } = extremesOf(year);
    return {
      symbol,
      ...state,
      // Before the day's first trade the last price known is yesterday's.
      lastE4: state.lastE4 || (previous?.closeE4 ?? 0),
      previousCloseE4: previous?.closeE4 ?? 0,
      previousVolume: previous?.volume ?? 0,
      bidE4: quote.bidE4,
      bidSize: quote.bidSize,
      askE4: quote.askE4,
      askSize: quote.askSize,
      timeMs,
      yearHighE4: Math.max(pastHighE4, state.highE4),
      yearLowE4:
        pastLowE4 > 0 && state.lowE4 > 0 ? Math.min(pastLowE4, state.lowE4) : pastLowE4 || state.lowE4,
      pastYearHighE4: pastHighE4,
      pastYearLowE4: pastLowE4,
      yearSinceMs: partialYearSince(year[0]?.timeMs, dayMs),
    };
  }

  function dayBars(symbol: string, fromMs: number, toMs: number): Bar[] {
    const session = shown.session();
    const today = aggregateBars(tapes.tape(symbol, session).barsAt(shown.nowMs()), 'day');
    return barsBetween([...history.daysBefore(symbol, newYorkMs(session.date, 0)), ...today], fromMs, toMs);
  }

  async function minuteBars(
    symbol: string,
    period: { readonly minutes: number },
    fromMs: number,
    toMs: number,
  ): Promise<Bar[]> {
    const nowMs = shown.nowMs();
    const today = shown.session();
    const wideFromMs = fromMs - period.minutes * 60_000;
    const dates = tapes
      .datesBetween(symbol, wideFromMs, Math.min(toMs, today.openMs))
      .filter((date) => date < today.date);
    const minutes: Bar[] = [];
    for (const date of dates.slice(-MINUTE_BAR_SESSIONS)) {
      const session = sessionOn(date);
      if (session !== null) minutes.push(...tapes.tape(symbol, session).barsAt(session.closeMs));
    }
    minutes.push(...tapes.tape(symbol, today).barsAt(nowMs));
    return barsBetween(period.minutes === 1 ? minutes : aggregateBars(minutes, period), fromMs, toMs);
  }

  return {
    reportLines: report.lines,
    whenChecked: check,
    exchangeMs: shown.nowMs,
    flowedAtMs: () => flowedMs,
    isOpen: shown.isOpen,
    phase: () => (shown.isOpen() ? 'open' : 'closed'),
    // Recordings do not say when a symbol was halted: it just does not trade.
    isHalted: () => false,
    onSession(listener) {
      const own: SessionListener = {
        onPhase: (phase, timeMs) => listener.onPhase?.(phase, timeMs),
        onAuctionPrint: (kind, trade) => listener.onAuctionPrint?.(kind, trade),
      };
      // What anybody could see before there was a listener must not be taken back.
      if (sessionListeners.size === 0) shown.release();
      sessionListeners.add(own);
      return () => void sessionListeners.delete(own);
    },
    sessionDay() {
      const { date, openMs, closeMs } = shown.session();
      return { date, openMs, closeMs };
    },
    recordedChains: recording.chains,
    replay: {
      speed: () => clock.speed(),
      setSpeed(speed) {
        clock.setSpeed(speed);
        for (const listener of [...speedListeners]) listener();
      },
      onSpeed(listener) {
        const own = (): void => listener();
        speedListeners.add(own);
        return () => void speedListeners.delete(own);
      },
    },
    symbols: () => symbols,
    symbolCount: () => instruments.size,
    mostTraded: async (limit) => (await rankedSymbols()).slice(0, limit),
    instrument: (symbol) => instruments.get(symbol.toUpperCase()),
    lookup: (query, limit) => lookupInstruments(instruments.values(), query, limit),
    snapshot,
    quote(requested) {
      const symbol = known(requested);
      return symbol === undefined ? undefined : tapes.tape(symbol, shown.session()).quoteAt(shown.nowMs());
    },
    lastPrice(requested) {
      const symbol = known(requested);
      if (symbol === undefined) return undefined;
      const price = tapes.tape(symbol, shown.session()).lastPriceAt(shown.nowMs());
      // As in the snapshot: before the day's first trade the last price known is yesterday's.
      return { ...price, lastE4: price.lastE4 || price.previousCloseE4 };
    },
    depth(requested) {
      const symbol = known(requested);
      if (symbol === undefined) return [];
      const quote = tapes.tape(symbol, shown.session()).quoteAt(shown.nowMs());
      return quote.bidSize === 0 && quote.askSize === 0 ? [] : depthOfQuote(quote, [options.seed]);
    },
    timeAndSales(requested, limit) {
      const symbol = known(requested);
      return symbol === undefined ? [] : tapes.tape(symbol, shown.session()).tradesUpTo(shown.nowMs(), limit);
    },
    async bars(requested, candle, fromMs, toMs) {
      const symbol = known(requested);
      if (symbol === undefined || !(fromMs < toMs)) return [];
      const period = PERIODS[candle];
      return period === 'day' ? dayBars(symbol, fromMs, toMs) : minuteBars(symbol, period, fromMs, toMs);
    },
    recordedDetail: (requested, date) => tapes.recordedDetail(requested.toUpperCase(), date),
    watch(requested, listener) {
      const symbol = known(requested);
      if (symbol === undefined) return undefined;
      let player = players.get(symbol);
      if (player === undefined) {
        const nowMs = shown.nowMs();
        player = createTapePlayer(
          (session) => tapes.tape(symbol, session),
          shown.session(),
          nowMs,
          (kind, trade) => {
            for (const session of sessionListeners) session.onAuctionPrint?.(kind, trade);
          },
        );
        players.set(symbol, player);
      }
      const watched = player;
      // A listener that watches twice must be told twice, and stopped once each: give each watch its own identity.
      const own = { onTrade: listener.onTrade?.bind(listener), onQuote: listener.onQuote?.bind(listener) };
      watched.listeners.add(own);
      return () => {
        watched.listeners.delete(own);
        if (watched.listeners.size === 0 && players.get(symbol) === watched) players.delete(symbol);
      };
    },
    async start() {
      isStopped = false;
      timer ??= setInterval(pump, options.pumpMs ?? PUMP_MS);
      // Not awaited: a large folder takes seconds to rank and to check, and the market is ready before.
      rankedSymbols().catch(noting(report, 'the symbols could not be ranked'));
      check().catch(noting(report, 'the check of the recording broke off'));
      // Orders and positions of the day need their options at once.
      await chainReading.turnTo(clock.session().date);
    },
    async stop() {
      isStopped = true;
      if (timer !== null) clearInterval(timer);
      timer = null;
      players.clear();
      await checking?.catch(() => undefined);
      // A later start goes on with the files that are left.
      checking = null;
    },
  };
}

const noting =
  (report: ReplayReport, what: string) =>
  (error: unknown): void =>
    report.note(`${what}: ${String(error)}`);

interface SessionPlan {
  readonly first: UsEquitySession;
  next(date: string): UsEquitySession | null;
}

/** Which days are played: those with minute bars or trades; with a chosen start date or nothing finer, daily bars' days too. */
function planSessions(
  recording: Recording,
  folder: string,
  startDate: string | undefined,
  firstProblem: () => string | undefined,
): SessionPlan {
  const firstIntraday = recording.firstIntradayDate();
  if (startDate === undefined && firstIntraday !== null) {
    const first = sessionOn(firstIntraday) ?? nextSession(firstIntraday);
    return { first, next: (date) => firstLater(recording.sessionDates(), date) };
  }
  const dailyDates = recording.dailyDates();
  const dates =
    startDate === undefined
      ? dailyDates.slice(-1)
      : [...new Set([...dailyDates, ...recording.sessionDates()])].sort();
  const first = startDate === undefined ? dates[0] : dates.find((date) => date >= startDate);
  const session = first === undefined ? null : sessionOn(first);
  if (session === null) {
    const last = dates[dates.length - 1];
    // Reads all that could be played, which reports every row with its reason.
    if (last === undefined) recording.sessionDates();
    const reason = firstProblem()?.replace(/^replay: /, '');
    throw new Error(
      startDate === undefined || last === undefined
        ? `The replay folder ${folder} holds no row that can be played. ${reason === undefined ? "Check the files' columns and dates." : `The first thing found wrong: ${reason}.`}`
        : `The recording in ${folder} ends on ${last}, before the start date ${startDate}. Choose an earlier date.`,
    );
  }
  return { first: session, next: (date) => firstLater(dates, date) };
}

function firstLater(dates: readonly string[], date: string): UsEquitySession | null {
  const later = dates.find((candidate) => candidate > date);
  return later === undefined ? null : sessionOn(later);
}

function instrumentOf(recording: Recording, symbol: string): Instrument {
  const company = recording.companies.get(symbol);
  return {
    symbol,
    company: company?.company ?? symbol,
    exchange: company?.exchange ?? 'US',
    currency: 'USD',
    isEtf: company?.isEtf ?? false,
    sector: company?.sector ?? null,
    industry: company?.industry ?? null,
    sharesOutstanding: company?.sharesOutstanding ?? null,
    shortInterest: null,
    dividend: null,
    eps: null,
    shortable: !symbol.startsWith('$'),
  };
}

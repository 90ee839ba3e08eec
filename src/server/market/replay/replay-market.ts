import type { Instrument, MarketData, ReplayControl } from '../market-data.ts';
import { lookupInstruments } from '../shared/lookup-instruments.ts';
import { createHeldClock } from './held-clock.ts';
import { openRecording } from './recording.ts';
import { createReplayClock, type ReplayClock } from './replay-clock.ts';
import { instrumentOf } from './replay-instrument.ts';
import { ReplayPrices } from './replay-prices.ts';
import { createReplayReport } from './replay-report.ts';
import type { ReplayNoteKind } from './replay-report.ts';
import { ReplayRun } from './replay-run.ts';
import { createReplayTapes } from './replay-tapes.ts';
import { SessionListeners } from './session-listeners.ts';
import { planSessions } from './session-plan.ts';
import { createSymbolHistory } from './symbol-history.ts';
import { TapePlayers } from './tape-players.ts';
import { TurnoverRanking } from './turnover-ranking.ts';

/** Which recording is played, from when and how fast. */
export interface ReplayOptions {
  /** Folder of recordings, as docs describe. */
  readonly folder: string;
  /** First date to play, `YYYY-MM-DD`; else the first day with minute bars or trades, else the last daily bar's. */
  readonly startDate?: string | undefined;
  /** 1 to 100 times as fast as it happened; 0 = paused. */
  readonly speed: number;
  /** Host time, ms. */
  readonly nowMs: () => number;
  /** The clock of the machine, with which `flowedAtMs` is compared; `nowMs` unless that is another clock. */
  readonly wallMs?: (() => number) | undefined;
  readonly seed: string | number;
  readonly log: (line: string, kind: ReplayNoteKind) => void;
  /** Host time between two rounds of events, ms. */
  readonly pumpMs?: number;
}

/** A market that plays a recording. */
export interface ReplayMarket extends MarketData {
  readonly replay: ReplayControl;
  /** What was found wrong with the recording so far, and at the end the counts. */
  readonly reportLines: readonly string[];
  /** Settles when all files have been checked and the summary is in `reportLines`. */
  whenChecked(): Promise<void>;
}

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
  const sessions = new SessionListeners();
  const shown = createHeldClock(clock, () => sessions.size > 0);
  const players = new TapePlayers(tapes, shown, sessions);
  const prices = new ReplayPrices({ clock: shown, tapes, history, seed: options.seed });
  const ranking = new TurnoverRanking(() => shown.session(), { recording, history, tapes });
  const run = new ReplayRun({
    nowMs: options.wallMs ?? options.nowMs,
    pumpMs: options.pumpMs,
    recording,
    report,
    plan,
    clock,
    shown,
    sessions,
    players,
    ranking,
  });
  const instruments = new Map(recording.symbols.map((symbol) => [symbol, instrumentOf(recording, symbol)]));
  const symbols = [...instruments.keys()].sort();
  return {
    kind: 'replay',
    reportLines: report.lines,
    whenChecked: () => run.check(),
    exchangeMs: shown.nowMs,
    flowedAtMs: () => run.flowedAtMs,
    isOpen: shown.isOpen,
    phase: () => (shown.isOpen() ? 'open' : 'closed'),
    // Recordings do not say when a symbol was halted: it just does not trade.
    isHalted: () => false,
    onSession(listener) {
      // What clients could see before there was a listener must not disappear again.
      if (sessions.size === 0) shown.release();
      return sessions.add(listener);
    },
    sessionDay() {
      const { date, openMs, closeMs } = shown.session();
      return { date, openMs, closeMs };
    },
    corporateActions: (afterDate, throughDate) => recording.actions.between(afterDate, throughDate),
    recordedChains: recording.chains,
    replay: replayControl(clock),
    symbols: () => symbols,
    symbolCount: () => instruments.size,
    byTurnover: async (limit) => (await ranking.symbols()).slice(0, limit),
    instrument: (symbol): Instrument | undefined => instruments.get(symbol.toUpperCase()),
    lookup: (query, limit) => lookupInstruments(instruments.values(), query, limit),
    ...queriesOfKnown(instruments, { prices, players }),
    recordedDetail: (symbol, date) => tapes.recordedDetail(symbol.toUpperCase(), date),
    start: () => run.start(),
    stop: () => run.stop(),
  };
}

/** Queries of prices, answered for symbols of the recording only. */
function queriesOfKnown(
  instruments: ReadonlyMap<string, Instrument>,
  { prices, players }: { readonly prices: ReplayPrices; readonly players: TapePlayers },
): Pick<
  MarketData,
  'snapshot' | 'quote' | 'lastPrice' | 'depth' | 'timeAndSales' | 'bars' | 'rawBars' | 'watch'
> {
  const ofKnown = <Value>(requested: string, value: (symbol: string) => Value): Value | undefined => {
    const symbol = requested.toUpperCase();
    return instruments.has(symbol) ? value(symbol) : undefined;
  };
  return {
    snapshot: (symbol) => ofKnown(symbol, (known) => prices.snapshot(known)),
    quote: (symbol) => ofKnown(symbol, (known) => prices.quote(known)),
    lastPrice: (symbol) => ofKnown(symbol, (known) => prices.lastPrice(known)),
    depth: (symbol) => ofKnown(symbol, (known) => prices.depth(known)) ?? [],
    timeAndSales: (symbol, limit) => ofKnown(symbol, (known) => prices.timeAndSales(known, limit)) ?? [],
    bars: async (symbol, candle, fromMs, toMs) =>
      ofKnown(symbol, (known) => prices.bars(known, candle, fromMs, toMs)) ?? [],
    rawBars: async (symbol, candle, fromMs, toMs) =>
      ofKnown(symbol, (known) => prices.bars(known, candle, fromMs, toMs, 'raw')) ?? [],
    watch: (symbol, listener) => ofKnown(symbol, (known) => players.watch(known, listener)),
  };
}

function replayControl(clock: ReplayClock): ReplayControl {
  const listeners = new Set<() => void>();
  return {
    speed: () => clock.speed(),
    setSpeed(speed) {
      clock.setSpeed(speed);
      for (const listener of [...listeners]) listener();
    },
    onSpeed(onSpeed) {
      const listener = (): void => onSpeed();
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

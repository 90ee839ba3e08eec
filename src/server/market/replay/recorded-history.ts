import { newYorkDate, sessionOn } from '../../../domain/calendar/us-equity.ts';
import type { MarketData } from '../market-data.ts';
import type { HeldClock } from './held-clock.ts';
import { openRecording } from './recording.ts';
import { instrumentOf } from './replay-instrument.ts';
import { ReplayPrices } from './replay-prices.ts';
import { createReplayReport } from './replay-report.ts';
import { createReplayTapes } from './replay-tapes.ts';
import { createSymbolHistory } from './symbol-history.ts';

/** The first and the last date (`YYYY-MM-DD`) of some bars. */
export interface RecordedSpan {
  readonly firstDate: string;
  readonly lastDate: string;
}

/** The bars of one recorded symbol after the close of its last recorded session: nothing is played, and only its files are read. */
export interface RecordedHistory extends Pick<
  MarketData,
  'bars' | 'timeAndSales' | 'exchangeMs' | 'sessionDay' | 'recordedDetail' | 'instrument'
> {
  readonly days: RecordedSpan | undefined;
  readonly minutes: RecordedSpan | undefined;
}

export interface RecordedHistoryOptions {
  /** Folder of recordings, as docs/replay.md describes. */
  readonly folder: string;
  /** Decides everything that a recording does not have, as for a replay. */
  readonly seed: string | number;
  /** Receives each problem of the files that are read. */
  readonly log: (line: string) => void;
}

const spanOf = (dates: readonly string[]): RecordedSpan | undefined => {
  const [firstDate, lastDate] = [dates[0], dates.at(-1)];
  return firstDate === undefined || lastDate === undefined ? undefined : { firstDate, lastDate };
};

/**
 * Opens a folder for the history of its symbols. `historyOf` returns undefined for a symbol without a session in it. Throws a one-line Error if the
 * folder is missing or has nothing to play.
 */
export function openRecordedHistory({ folder, seed, log }: RecordedHistoryOptions): {
  readonly symbols: readonly string[];
  historyOf(symbol: string): RecordedHistory | undefined;
} {
  const report = createReplayReport((line, kind) => {
    if (kind === 'problem') log(line);
  });
  const recording = openRecording(folder, report);
  return {
    symbols: recording.symbols,
    historyOf(symbol) {
      if (!recording.symbols.includes(symbol)) return undefined;
      const isSession = (date: string): boolean => sessionOn(date) !== null;
      const days = recording
        .daily(symbol)
        .map(({ timeMs }) => newYorkDate(timeMs))
        .filter(isSession);
      const minutes = [...recording.minutes(symbol).keys()].sort();
      const last = [days.at(-1) ?? '', minutes.at(-1) ?? ''].sort().at(-1) ?? '';
      const session = sessionOn(last);
      if (session === null) return undefined;
      const clock: HeldClock = {
        nowMs: () => session.closeMs,
        session: () => session,
        isOpen: () => false,
        release: () => {},
      };
      const history = createSymbolHistory(recording, report);
      const tapes = createReplayTapes(recording, history, seed);
      const prices = new ReplayPrices({ clock, tapes, history, seed });
      return {
        days: spanOf(days),
        minutes: spanOf(minutes),
        instrument: (name) => (name === symbol ? instrumentOf(recording, symbol) : undefined),
        exchangeMs: () => session.closeMs,
        sessionDay: () => session,
        bars: async (name, candle, fromMs, toMs) =>
          name === symbol ? prices.bars(name, candle, fromMs, toMs) : [],
        timeAndSales: (name, limit) => (name === symbol ? prices.timeAndSales(name, limit) : []),
        recordedDetail: (name, date) => tapes.recordedDetail(name, date),
      };
    },
  };
}

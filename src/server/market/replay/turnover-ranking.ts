import type { MoneyE4 } from '../../../domain/money/price.ts';
import { setImmediate as breathe } from 'node:timers/promises';
import type { UsEquitySession } from '../../../domain/calendar/us-equity.ts';
import { newYorkMs } from '../../../domain/calendar/us-equity.ts';
import type { Bar } from '../market-data.ts';
import type { Recording } from './recording.ts';
import type { ReplayTapes } from './replay-tapes.ts';
import type { SymbolHistory } from './symbol-history.ts';

/** Sessions over which the mean turnover of a symbol is taken. */
const MEAN_SESSIONS = 20;

/** What turnovers are computed from. */
export interface TurnoverRankingParts {
  readonly recording: Recording;
  readonly history: SymbolHistory;
  readonly tapes: ReplayTapes;
}

/** Symbols with something to play in the present session, by the money traded a day, largest first. Indices do not trade and are left out. */
export class TurnoverRanking {
  readonly #session: () => UsEquitySession;
  readonly #parts: TurnoverRankingParts;
  #ranked: { readonly date: string; readonly symbols: Promise<readonly string[]> } | null = null;

  constructor(session: () => UsEquitySession, parts: TurnoverRankingParts) {
    this.#session = session;
    this.#parts = parts;
  }

  /** Computed once a session. Reads the files of every symbol, one at a time, so that other work is served in between. */
  symbols(): Promise<readonly string[]> {
    const session = this.#session();
    if (this.#ranked?.date !== session.date)
      this.#ranked = { date: session.date, symbols: rank(session, this.#parts) };
    return this.#ranked.symbols;
  }
}

async function rank(
  session: UsEquitySession,
  { recording, history, tapes }: TurnoverRankingParts,
): Promise<readonly string[]> {
  const ranked: { readonly symbol: string; readonly valueE4: MoneyE4 }[] = [];
  for (const symbol of recording.symbols) {
    await breathe();
    if (history.isIndex(symbol)) continue;
    if (!tapes.datesBetween(symbol, session.openMs, session.closeMs).includes(session.date)) continue;
    const before = history.daysBefore(symbol, newYorkMs(session.date, 0)).slice(-MEAN_SESSIONS);
    // The first recorded session has no past to rank by. Its own total is in its future: it decides the order only and is never shown.
    const bars = before.length > 0 ? before : (recording.minutes(symbol).get(session.date) ?? []);
    ranked.push({ symbol, valueE4: tradedValueE4(bars) / (before.length || 1) });
  }
  return ranked
    .sort((a, b) => b.valueE4 - a.valueE4 || (a.symbol < b.symbol ? -1 : 1))
    .map(({ symbol }) => symbol);
}

const tradedValueE4 = (bars: readonly Bar[]): MoneyE4 =>
  bars.reduce((sum, { closeE4, volume }) => sum + closeE4 * volume, 0);

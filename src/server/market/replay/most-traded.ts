import { setImmediate as breathe } from 'node:timers/promises';
import type { UsEquitySession } from '../../../domain/calendar/us-equity.ts';
import { newYorkMs } from '../../../domain/calendar/us-equity.ts';
import type { Bar } from '../market-data.ts';
import type { Recording } from './recording.ts';
import type { ReplayTapes } from './replay-tapes.ts';
import type { SymbolHistory } from './symbol-history.ts';

/** Sessions that the mean traded value of a symbol is taken over. */
const MEAN_SESSIONS = 20;

/**
 * Symbols with something to play in a session, by the money traded a day, largest first. Indices do not trade and are left out.
 * Reads the files of every symbol, one at a time, so that other work is served in between.
 */
export async function mostTradedSymbols(
  session: UsEquitySession,
  recording: Recording,
  history: SymbolHistory,
  tapes: ReplayTapes,
): Promise<readonly string[]> {
  const ranked: { readonly symbol: string; readonly valueE4: number }[] = [];
  for (const symbol of recording.symbols) {
    await breathe();
    if (history.isIndex(symbol)) continue;
    if (!tapes.datesBetween(symbol, session.openMs, session.closeMs).includes(session.date)) continue;
    const before = history.daysBefore(symbol, newYorkMs(session.date, 0)).slice(-MEAN_SESSIONS);
    // The first recorded session has no past to rank by; the order of the list is all that its own total tells.
    const bars = before.length > 0 ? before : (recording.minutes(symbol).get(session.date) ?? []);
    ranked.push({ symbol, valueE4: tradedValueE4(bars) / (before.length || 1) });
  }
  return ranked
    .sort((a, b) => b.valueE4 - a.valueE4 || (a.symbol < b.symbol ? -1 : 1))
    .map(({ symbol }) => symbol);
}

const tradedValueE4 = (bars: readonly Bar[]): number =>
  bars.reduce((sum, { closeE4, volume }) => sum + closeE4 * volume, 0);

import { rmSync } from 'node:fs';
import { afterEach, beforeEach, vi } from 'vitest';
import { MINUTE_MS } from '../../../../domain/calendar/durations.ts';
import type { MarketData } from '../../market-data.ts';
import type { OptionMarket } from '../../options/option-market.ts';
import { withOptions } from '../../options/with-options.ts';
import { createReplayMarket } from '../replay-market.ts';
import { chainText, folderOf, type ChainCells } from './chain-folder.ts';

export const DATE = '2026-08-14';
/** The option of `chainText`. */
export const CALL = 'SPY260821C00775000';

export interface Opened {
  readonly market: MarketData & OptionMarket;
  /** The report so far. */
  readonly lines: readonly string[];
  readonly whenChecked: () => Promise<void>;
}

/** Replays with options for the tests of a file: ended, and their folders removed, after each test. */
export function chainReplays() {
  let hostMs = 1_000;
  const cleanUp: (() => unknown)[] = [];
  beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(async () => {
    vi.useRealTimers();
    for (const undo of cleanUp.splice(0)) await undo();
  });

  /** A replay of a folder, at the open of the first day. */
  function open(folder: string, startDate?: string): Opened {
    const lines: string[] = [];
    const stocks = createReplayMarket({
      folder,
      startDate,
      speed: 1,
      nowMs: () => hostMs,
      seed: 7,
      log: (line) => lines.push(line),
    });
    const market = withOptions(stocks, { seed: 7 });
    cleanUp.push(
      () => market.stop(),
      () => rmSync(folder, { recursive: true }),
    );
    return { market, lines, whenChecked: () => stocks.whenChecked() };
  }

  return {
    open,
    openRows: (rows: readonly ChainCells[]): Opened =>
      open(folderOf({ [`options/SPY_${DATE}.csv`]: chainText(rows) })),
    /** Lets minutes pass with the pump running. */
    pass(minutes: number): void {
      for (let minute = 0; minute < minutes; minute += 1) {
        hostMs += MINUTE_MS;
        vi.advanceTimersByTime(300);
      }
    },
  };
}

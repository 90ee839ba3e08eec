import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import type { Quote, Trade } from '../../market-data.ts';
import { createReplayMarket, type ReplayMarket, type ReplayOptions } from '../replay-market.ts';

/** The recording of 2019-02-11 and the day after that the tests play. */
export const FIXTURE = fileURLToPath(new URL('../../../../../tests/fixtures/replay', import.meta.url));

/** Replays of a test with a host clock that the test moves. Call `begin` and `end` around each test. */
export class Replays {
  /** Host time, ms. */
  hostMs = 0;
  readonly #markets: ReplayMarket[] = [];
  readonly #folders: string[] = [];

  begin(): void {
    this.hostMs = 1_000;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  }

  async end(): Promise<void> {
    vi.useRealTimers();
    for (const market of this.#markets.splice(0)) await market.stop();
    for (const folder of this.#folders.splice(0)) rmSync(folder, { recursive: true });
  }

  /** Opens the fixture, or the recording of `folder`. */
  open(changes: Partial<ReplayOptions> = {}): ReplayMarket {
    const market = createReplayMarket({
      folder: FIXTURE,
      speed: 1,
      nowMs: () => this.hostMs,
      seed: 7,
      log: () => undefined,
      ...changes,
    });
    this.#markets.push(market);
    return market;
  }

  /** Moves host time in small steps with the timer of started markets running. */
  pass(ms: number, stepMs = 1_000): void {
    for (let passed = 0; passed < ms; passed += stepMs) {
      this.hostMs += Math.min(stepMs, ms - passed);
      vi.advanceTimersByTime(20);
    }
  }

  /** Writes a recording that is deleted after the test; texts by file name. */
  temporaryFolder(files: Readonly<Record<string, string>>): string {
    const folder = mkdtempSync(join(tmpdir(), 'replay-'));
    this.#folders.push(folder);
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(folder, name, '..'), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return folder;
  }
}

/** Collects the events of a symbol until `stop`. */
export function watchAll(
  market: ReplayMarket,
  symbol: string,
): { trades: Trade[]; quotes: Quote[]; stop: () => void } {
  const trades: Trade[] = [];
  const quotes: Quote[] = [];
  const stop = market.watch(symbol, {
    onTrade: (trade) => trades.push(trade),
    onQuote: (quote) => quotes.push(quote),
  });
  return { trades, quotes, stop: stop ?? (() => undefined) };
}

import type { ChainFiles } from './chain-files.ts';
import type { ReplayReport } from './replay-report.ts';

/** Reads the option chains of a session as it begins, so that no query waits for a file. */
export interface ChainReading {
  /** Resolves when the chains of the date are read; at once when they are the ones it turned to before. */
  turnTo(date: string): Promise<void>;
}

export function createChainReading(
  chains: Pick<ChainFiles, 'prepare' | 'underlyingsOn'>,
  report: Pick<ReplayReport, 'note'>,
): ChainReading {
  let current: string | null = null;

  async function read(date: string): Promise<void> {
    for (const underlying of chains.underlyingsOn(date)) await chains.prepare(underlying, date);
  }

  return {
    turnTo(date) {
      if (date === current) return Promise.resolve();
      current = date;
      return read(date).catch((error: unknown) =>
        report.note(`the option chains of ${date} could not be read: ${String(error)}`),
      );
    },
  };
}

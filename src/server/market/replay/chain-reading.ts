import type { ChainFiles } from './chain-files.ts';
import type { ReplayReport } from './replay-report.ts';

/** Reads the option chains of a session as it begins, so that no query waits for a file. */
export class ChainReading {
  readonly #chains: Pick<ChainFiles, 'prepare' | 'underlyingsOn'>;
  readonly #report: Pick<ReplayReport, 'note'>;
  #date: string | null = null;

  constructor(chains: Pick<ChainFiles, 'prepare' | 'underlyingsOn'>, report: Pick<ReplayReport, 'note'>) {
    this.#chains = chains;
    this.#report = report;
  }

  /** Resolves when the chains of the date are read; at once for the date of the last call. */
  async turnTo(date: string): Promise<void> {
    if (date === this.#date) return;
    this.#date = date;
    try {
      for (const underlying of this.#chains.underlyingsOn(date)) await this.#chains.prepare(underlying, date);
    } catch (error) {
      this.#report.note(`the option chains of ${date} could not be read: ${String(error)}`);
    }
  }
}

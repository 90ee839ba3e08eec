import type { Body } from '../../protocol/index.ts';
import type { WireReport } from '../types.ts';

type Known = NonNullable<Body<'accountSelect'>['Known']>;

/** The newest report of the server's up to which nothing of the account is missing: what a reconnect need not load again. */
export class KnownReport {
  #newest: WireReport | null = null;
  #known: WireReport | null = null;
  /** The account's whole state has arrived on this connection, so each further report follows the one before. */
  #isComplete = false;

  note(...reports: readonly WireReport[]): void {
    for (const report of reports) if (report.Serial > (this.#newest?.Serial ?? 0)) this.#newest = report;
    if (this.#isComplete) this.#known = this.#newest;
  }

  complete(): void {
    this.#isComplete = true;
    this.#known = this.#newest;
  }

  lost(): void {
    this.#isComplete = false;
  }

  reset(): void {
    this.#newest = this.#known = null;
    this.#isComplete = false;
  }

  get(): Known | undefined {
    if (this.#known === null) return undefined;
    const { Serial, ClientId, Timestamp } = this.#known;
    return { Serial, ClientId, Timestamp };
  }
}

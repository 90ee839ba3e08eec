import type { Body } from '../../protocol/index.ts';
import type { WireReport } from '../types.ts';

/** The newest report that the client holds, as `accountSelect` sends it. */
export type Known = NonNullable<Body<'accountSelect'>['Known']>;

/** The newest journaled reports up to which the client misses nothing: what a reconnect need not load again. */
export class KnownReport {
  #newest: WireReport | null = null;
  /** Up to here nothing of the present day is missing. */
  #inDay: WireReport | null = null;
  /** Up to here nothing of the requested trade log, which reaches further back, is missing. */
  #inLog: WireReport | null = null;
  /** The account's whole state has arrived on this connection, so each further report follows the one before. */
  #isDayComplete = false;
  #isLogComplete = false;

  /** Records received reports. */
  note(...reports: readonly WireReport[]): void {
    for (const report of reports) if (report.Serial > (this.#newest?.Serial ?? 0)) this.#newest = report;
    if (this.#isDayComplete) this.#inDay = this.#newest;
    if (this.#isLogComplete) this.#inLog = this.#newest;
  }

  /** A part of the trade log. The account is selected first, so a list that ends later answers an accountDataRequest. */
  noteHistory({ Items, HasMore }: Pick<Body<'historyTrades'>, 'Items' | 'HasMore'>): void {
    if (this.#isDayComplete && !HasMore) this.#isLogComplete = true;
    this.note(...Items);
  }

  /** Records that the state of the account has arrived completely on this connection. */
  completeDay(): void {
    this.#isDayComplete = true;
    this.#inDay = this.#newest;
  }

  /** Records the loss of the connection. Reports after it no longer follow the known ones without a gap. */
  lost(): void {
    this.#isDayComplete = this.#isLogComplete = false;
  }

  /** Forgets all reports, for another account. */
  reset(): void {
    this.#newest = this.#inDay = this.#inLog = null;
    this.lost();
  }

  /** For accountSelect. */
  inDay(): Known | undefined {
    return knownOf(this.#inDay);
  }

  /** For accountDataRequest. */
  inLog(): Known | undefined {
    return knownOf(this.#inLog);
  }
}

function knownOf(report: WireReport | null): Known | undefined {
  return report === null
    ? undefined
    : { Serial: report.Serial, ClientId: report.ClientId, Timestamp: report.Timestamp };
}

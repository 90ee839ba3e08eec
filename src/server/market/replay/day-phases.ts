import type { UsEquitySession } from '../../../domain/calendar/us-equity.ts';
import type { MarketPhase } from '../market-data.ts';

/** Orders may be entered from 4:00 on, and the hours after the close last four. */
const PRE_MS = 5.5 * 3_600_000;
const POST_MS = 4 * 3_600_000;

/** What the phases depend on, and where they are published. `timeMs` is exchange time, UTC ms. */
export interface DayPhasesParts {
  readonly isOpen: () => boolean;
  readonly nextSession: (date: string) => UsEquitySession | null;
  /** The session is about to close: publish everything before its close. */
  readonly finish: (session: UsEquitySession) => void;
  /** Everything before the close is published. */
  readonly onFinished: () => void;
  readonly publish: (phase: MarketPhase, timeMs: number) => void;
}

/** Publishes the phases between two rounds of events of a replay: close, evening, night and the next open. */
export class DayPhases {
  readonly #parts: DayPhasesParts;
  /** The session whose phases are published up to its opening. */
  #session: UsEquitySession;
  #isClosePublished: boolean;

  constructor(session: UsEquitySession, parts: DayPhasesParts) {
    this.#session = session;
    this.#parts = parts;
    this.#isClosePublished = !parts.isOpen();
  }

  /** Publishes every phase up to the present session, after the rest of the session that ended. Of sessions that a sleeping host missed entirely, the phases only. */
  advanceTo(present: UsEquitySession): void {
    const { isOpen, nextSession, finish, onFinished, publish } = this.#parts;
    const begun = this.#session;
    while (!this.#isClosePublished && (this.#session.date < present.date || !isOpen())) {
      const ended = this.#session;
      const next = ended.date < present.date ? nextSession(ended.date) : null;
      if (ended === begun) finish(ended);
      onFinished();
      // Advanced before anything is published: after a listener throws, no phase may be published twice.
      if (next === null) this.#isClosePublished = true;
      else this.#session = next;
      publish('post', ended.closeMs);
      // After the last session the clock stands still at its close, and so the day ends there.
      publish('closed', next === null ? ended.closeMs : ended.closeMs + POST_MS);
      if (next === null) return;
      publish('pre', next.openMs - PRE_MS);
      publish('open', next.openMs);
    }
  }
}

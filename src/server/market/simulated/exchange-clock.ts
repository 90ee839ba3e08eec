import { DAY_MS } from '../../../domain/calendar/durations.ts';
import { newYorkDate } from '../../../domain/calendar/us-equity.ts';
import type { NumberedSession, SessionTable } from './session-table.ts';

/** Where host time and exchange time are pinned together: at host `hostMs` (UTC ms) the session of `date` opens. */
export interface MarketEpoch {
  readonly hostMs: number;
  /** `YYYY-MM-DD`; if no session, the next one opens. */
  readonly date: string;
}

/** Exchange days pass 5.3 times as fast as host days, so a week that begins this far behind ends about as far ahead. */
const START_BEHIND_DAYS = 16;

/**
 * The epoch for a market first started at a host time: the Monday 00:00 UTC of that host week, with the exchange 16
 * days behind it. Every start in one host week agrees; an installation that must never see time go back over weeks
 * stores its first epoch and passes it from then on.
 */
export function epochFor(hostMs: number): MarketEpoch {
  const hostDay = Math.floor(hostMs / DAY_MS);
  const mondayMs = (hostDay - ((hostDay + 3) % 7)) * DAY_MS;
  return { hostMs: mondayMs, date: newYorkDate(mondayMs - START_BEHIND_DAYS * DAY_MS) };
}

/** A moment of the exchange. */
export interface ExchangeMoment {
  /** UTC ms, always in [openMs, closeMs) of the session. */
  readonly exchangeMs: number;
  readonly session: NumberedSession;
}

/**
 * The exchange's own clock. Only time in session passes on it, at the host's pace: host milliseconds since the epoch
 * are laid end to end over the open hours of consecutive sessions, so the moment one session closes the next one opens
 * and the present is always inside a regular session. A host day holds 3.7 sessions. The mapping depends on host time
 * and the epoch alone and is invertible; reading never goes back, even if the host's clock does.
 */
export class ExchangeClock {
  readonly #sessions: SessionTable;
  readonly #nowMs: () => number;
  readonly #epochHostMs: number;
  readonly #epochDay: number;
  /** Host ms from the epoch to the open of session `epochDay + index`. */
  readonly #opensAfterMs: number[] = [0];
  #cursor = 0;
  #latest: ExchangeMoment;

  constructor(sessions: SessionTable, epoch: MarketEpoch, nowMs: () => number) {
    this.#sessions = sessions;
    this.#nowMs = nowMs;
    this.#epochHostMs = epoch.hostMs;
    this.#epochDay = sessions.dayOnOrAfter(epoch.date);
    this.#latest = this.momentAt(nowMs());
  }

  /** The present. */
  now(): ExchangeMoment {
    const moment = this.momentAt(this.#nowMs());
    if (moment.exchangeMs > this.#latest.exchangeMs) this.#latest = moment;
    return this.#latest;
  }

  /** The exchange moment of a host time (UTC ms, whole or not); before the epoch: the open of the epoch's session. */
  momentAt(hostMs: number): ExchangeMoment {
    const elapsedMs = Math.max(0, Math.floor(hostMs - this.#epochHostMs));
    let index = this.#opensAfter(this.#cursor) <= elapsedMs ? this.#cursor : 0;
    while (this.#opensAfter(index + 1) <= elapsedMs) index += 1;
    this.#cursor = index;
    const session = this.#sessions.at(this.#epochDay + index);
    return { exchangeMs: session.openMs + elapsedMs - this.#opensAfter(index), session };
  }

  /** The host time (UTC ms) at which the exchange clock shows a moment; a moment between sessions counts as the next open. */
  hostMsOf(exchangeMs: number): number {
    for (let index = 0; ; index += 1) {
      const session = this.#sessions.at(this.#epochDay + index);
      if (exchangeMs < session.closeMs)
        return this.#epochHostMs + this.#opensAfter(index) + Math.max(0, exchangeMs - session.openMs);
    }
  }

  #opensAfter(index: number): number {
    for (let known = this.#opensAfterMs.length; known <= index; known += 1) {
      const before = this.#sessions.at(this.#epochDay + known - 1);
      this.#opensAfterMs.push((this.#opensAfterMs[known - 1] ?? 0) + before.closeMs - before.openMs);
    }
    return this.#opensAfterMs[index] ?? 0;
  }
}

import type { UsEquitySession } from '../../../domain/calendar/us-equity.ts';

/** Exchange time of a recording: runs at a multiple of host time inside sessions and leaps from a close to the next recorded open. */
export interface ReplayClock {
  /** Exchange time now, UTC ms. Never goes back. */
  nowMs(): number;
  session(): UsEquitySession;
  /** False once the last recorded session is over. */
  isOpen(): boolean;
  setSpeed(speed: number): void;
  speed(): number;
}

/** How fast a recording may run; 0 stands still. */
const MAX_SPEED = 100;

/** Where a recording starts and how fast it runs. */
export interface ReplayClockOptions {
  readonly first: UsEquitySession;
  readonly speed: number;
  /** Host time, ms. */
  readonly hostMs: () => number;
  /** The recorded session after a date, or null if that was the last. */
  readonly next: (date: string) => UsEquitySession | null;
}

/** A clock that stands at the open of the first session. Throws an Error for a speed that is not 0 or 1 to 100. */
export function createReplayClock(options: ReplayClockOptions): ReplayClock {
  let session = options.first;
  let speed = checkedSpeed(options.speed);
  let atExchangeMs = session.openMs;
  let atHostMs = options.hostMs();
  let isOver = false;

  function advance(): number {
    const hostMs = options.hostMs();
    // A host clock that was set back must not set exchange time back: it continues from here.
    const passedMs = Math.max(0, hostMs - atHostMs) * speed;
    atHostMs = hostMs;
    if (!isOver) atExchangeMs += passedMs;
    while (!isOver && atExchangeMs >= session.closeMs) {
      const overMs = atExchangeMs - session.closeMs;
      const next = options.next(session.date);
      if (next === null) {
        isOver = true;
        atExchangeMs = session.closeMs;
      } else {
        session = next;
        atExchangeMs = next.openMs + overMs;
      }
    }
    return Math.floor(atExchangeMs);
  }

  return {
    nowMs: advance,
    session: () => (advance(), session),
    isOpen: () => (advance(), !isOver),
    setSpeed(next) {
      const checked = checkedSpeed(next);
      advance();
      speed = checked;
    },
    speed: () => speed,
  };
}

function checkedSpeed(speed: number): number {
  if (speed === 0 || (speed >= 1 && speed <= MAX_SPEED)) return speed;
  throw new Error(`Replay speed must be 0 (paused) or from 1 to ${MAX_SPEED}: ${speed}`);
}

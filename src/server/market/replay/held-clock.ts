import type { UsEquitySession } from '../../../domain/calendar/us-equity.ts';
import type { ReplayClock } from './replay-clock.ts';

/** The clock as it is shown to everybody. */
export interface HeldClock extends Pick<ReplayClock, 'nowMs' | 'session' | 'isOpen'> {
  /** Everything before the close is told, or was seen while nobody listened: the clock shows what the one behind it shows. */
  release(): void;
}

/**
 * Time leaps from a close to the next open between two rounds of events: while `isHeard` is true, the clock stands at the last millisecond of
 * the session until `release`, so that nobody ends a day whose closing prints are still to come.
 */
export function createHeldClock(clock: ReplayClock, isHeard: () => boolean): HeldClock {
  let begun = clock.session();
  let isEnded = !clock.isOpen();
  const isHeld = (): boolean =>
    isHeard() && (clock.session().date > begun.date || (!isEnded && !clock.isOpen()));

  return {
    nowMs: () => (isHeld() ? begun.closeMs - 1 : clock.nowMs()),
    session: (): UsEquitySession => (isHeld() ? begun : clock.session()),
    isOpen: () => isHeld() || clock.isOpen(),
    release() {
      begun = clock.session();
      isEnded = !clock.isOpen();
    },
  };
}
